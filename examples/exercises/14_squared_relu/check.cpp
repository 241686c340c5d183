#include "exercises/support/judge.h"
#include HOLO_ANSWER

using exercise::Measured;
using exercise::shown;

const std::vector<double> places = {3.2, -2, 0.45, 0, -0.6, 1.7};

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("values", [](Measured& got) {
    for (double z : places) got.add("squared ReLU of " + shown(z), answer::squared_relu(z));
  });
  all.group("derivatives", [](Measured& got) {
    for (double z : places) got.add("the derivative at " + shown(z), answer::derivative(z));
  });
  all.group("backward", [](Measured& got) {
    got.add("z = (3.2, -2, 0.45, 0, -0.6, 1.7), gradient (10, 9, -4, 7, -1.5, 2.6): d(loss)/dz",
            answer::backward(places, {10, 9, -4, 7, -1.5, 2.6}));
  });
  all.judge();
}

HOLO_EXERCISE("14_squared_relu", check, R"~(
the derivative of a square has a factor 2
  return 2 * std::max => return std::max
cut the negative numbers off before you square: a square is never negative
  const double positive = std::max(0.0, z); return positive * positive => return std::max(0.0, z * z)
below 0 squared ReLU is constant, so its derivative is 0 there
  { return 2 * std::max(0.0, z); } => { return 2 * z; }
the derivative of z^2 is 2 z, not a step to 2
  2 * std::max(0.0, z) => z > 0 ? 2 : 0
that is the derivative of ReLU: the derivative of its square is 2 max(0, z)
  2 * std::max(0.0, z) => z > 0 ? 1 : 0
the derivative belongs to the input z: yours is taken at the output
  { return 2 * std::max(0.0, z); } => { return 2 * squared_relu(z); }
multiply the derivative by the gradient that comes from above
  gradient[i] * derivative => derivative
the derivative is taken at z, not at the gradient
  gradient[i] * derivative(z[i]); => gradient[i] * derivative(gradient[i]);
the derivative is taken at z, the input: yours is taken at the output
  derivative(z[i]); => derivative(squared_relu(z[i]));
the gradient from above is multiplied by the derivative, not by the value
  gradient[i] * derivative(z[i]); => gradient[i] * squared_relu(z[i]);
the derivative is multiplied by the gradient from above, not added to it
  result[i] = gradient[i] * derivative(z[i]); => result[i] = gradient[i] + derivative(z[i]);
you read element 0 of the gradient each time: the index follows the loop
  .size(); ++i) result[i] = gradient[i] * derivative(z[i]); => .size(); ++i) result[i] = gradient[0] * derivative(z[i]);
the gradient from above and z have changed places: the derivative is taken at z
  result[i] = gradient[i] * derivative(z[i]); => result[i] = 2 * z[i] * std::max(0.0, gradient[i]);
each number is added to the ones after it: set the sum to 0 each time
  result[i] = gradient[i] * derivative => result[i] = (i > 0 ? result[i - 1] : 0) + gradient[i] * derivative
the derivative is 2 max(0, z): backward multiplies by z squared
  derivative(z[i]) => z[i] * z[i]
the loop ends at the first z that is not above 0: others come after it, so continue, no break
  size(); ++i => size() && z[i] > 0; ++i
a gradient below 0 is handed on too: yours has become 0
  < z.size(); ++i) result[i] = gradient[i] * derivative(z[i]); => < z.size(); ++i) result[i] = std::max(0.0, gradient[i]) * derivative(z[i]);
right values
 10.240000000000002 0 0.2025 0 0 2.8899999999999997
right derivatives
 6.4 0 0.9 0 0 3.4
right backward
 64 0 -3.6 0 -0 8.84
= /NxK.otx..Fpg/Rnd.P59..ptY .I1C..Ivl.// /.WaG..Oc3./.Tup..9mB. /n9l.n9l..n9l/BBu.iDd..9Ch /-IP.-IP..-IP/d8Y.WaG..N9L /FHU.amS..R87/0EG.1bQ..Rr2 //9-g.MW3..-hx //L94Ky2Q2XrYL.-qe //0EG.1bQ..Rr2 //Ec8.ELi..s-w //qGNIfew_pxr-caTao1 //..Ife..X4z //.TupQ2X... //.afuTN4TN4TN4KOW //Ec8t8iELi.iw6s-w //..Q2X..Q2X //..Q2X...
& 1,0,2,OYpRP 2,0,2,k3788 1,0,5,9NdCH 2,0,5,xgIQ3 2,0,6,5s2Zi 2,0,7,nhlDb 2,0,8,xgIQ3 2,0,10,B_m-_ 2,0,11,TBp1p 2,0,13,alOXx 2,0,15,3J87J 2,0,16,HV58L 2,2,6,Un_kc 2,2,7,Xw43c 2,2,10,PYcd9 2,2,11,4kYjl 2,2,13,qtOcc 2,2,16,7tHGF 2,3,6,ihAM3 2,3,7,x6FLR 2,3,10,hxCrQ 2,3,11,RPjpZ 2,3,13,4k52q 2,3,15,btzmG 2,3,16,hFOcL 2,4,6,hjDFr 2,4,7,cEdoW 2,4,10,TamOL 2,4,11,y8swO 2,4,13,7g0jo 2,4,15,te3g5
& 2,4,16,I7yXu 2,5,6,PP4Cr 2,5,7,fXFZm 2,5,8,OuhpC 2,5,10,idL8q 2,5,11,Nte20 2,5,13,UWHJ3 2,5,15,N-Kha 2,5,16,XRfGL 2,6,9,9NdCH 2,6,13,QLnZB 2,6,14,73i51 2,6,15,VlGb4 2,7,9,J_ji5 2,7,10,ncWMo 2,7,11,szjSH 2,7,13,wmvZR 2,7,15,MmkHg 2,8,9,7EJt9 2,9,10,10F8X 2,9,11,5JkYG 2,9,13,-2qj9 2,9,15,cmpdq 2,9,16,Vvtj5 2,10,11,1fwIA 2,10,13,tRUpM 2,10,14,BjCHT 2,10,15,kQY7b 2,10,16,sY8kf 2,11,13,-HvtN
& 2,11,14,QJkcb 2,12,13,sSkj5 2,13,14,UF4Wp 2,13,16,BE-o0 2,14,16,n6w1o
~ whole squared_relu: const int positive = std::max(0.0, z) = #FK75q//	name squared_relu: const double positive = std::min(0.0, z) = #eucdd//	operator squared_relu: return positive + positive = #E5vLq//	operator squared_relu: return positive / positive = #ObgDo//	number derivative: return 3 * std::max(0.0, z) = /#qAYtE/#HzU6D	operator derivative: return 2 + std::max(0.0, z) = /#NZtH4/#V7KQQ
~ operator derivative: return 2 / std::max(0.0, z) = /#soAT1/#jAY8d	name derivative: return 2 * std::min(0.0, z) = /#1XIkw/#7mYJK	loop backward: for (size_t i = 1 = //#uK2eC	loop backward: i < z.size() - 1 = //#i005m	operator backward: result[i] = gradient[i] / derivative(z[i]) = //#GPwHL	missing backward: result[i] = gradient[i] = //#PqmEA
~ name squared_relu: const double positive = std::max(0.0, positive) = #cw0UH//	name backward: Vector result(result.size()) = //!zGrm7	name backward: result[i] = z[i] * derivative(z[i]) = //#_3vYm	name backward: result[i] = result[i] * derivative(z[i]) = //#cw0UH
)~")  // measured: 5fe42336f4e7
