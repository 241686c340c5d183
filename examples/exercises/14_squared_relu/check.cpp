#include "exercises/support/judge.h"
#include HOLO_ANSWER

using exercise::Measured;
using exercise::shown;

const std::vector<double> places = {3.2, -2, 0.45, 0, 1.7, -0.6};

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("values", [](Measured& got) {
    for (double z : places) got.add("squared ReLU of " + shown(z), answer::squared_relu(z));
  });
  all.group("derivatives", [](Measured& got) {
    for (double z : places) got.add("the derivative at " + shown(z), answer::derivative(z));
  });
  all.group("backward", [](Measured& got) {
    got.add("z = (3.2, -2, 0.45, 0, 1.7, -0.6), gradient (10, 9, -4, 7, 2.6, -1.5): d(loss)/dz",
            answer::backward(places, {10, 9, -4, 7, 2.6, -1.5}));
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
 10.240000000000002 0 0.2025 0 2.8899999999999997 0
right derivatives
 6.4 0 0.9 0 3.4 0
right backward
 64 0 -3.6 0 8.84 -0
= /NxK.otx.Fpg./Rnd.P59.ptY. .I1C...Ivl// /.WaG...Oc3/.Tup...9mB /n9l.n9l.n9l./BBu.iDd.9Ch. /-IP.-IP.-IP./d8Y.WaG.N9L. /FHU.amS.R87./0EG.1bQ.Rr2. //9-g.MW3.-hx. //L94Ky2Q2XrYL-qe. //0EG.1bQ.Rr2. //Ec8.ELi.s-w. //qGNIfew_pxr-ao1caT //..Ife.X4z. //.TupQ2X... //.afuTN4TN4KOWKOW //Ec8t8iELi.s-wiw6 //..Q2X.Q2X. //..Q2X...
& 1,0,2,ALcOU 2,0,2,gflzq 1,0,5,GwIXb 2,0,5,XvKxu 2,0,6,mNJm- 2,0,7,YH3HM 2,0,10,Q-4Cn 2,0,11,z9eNZ 2,0,13,yUBIT 2,0,15,3J87J 2,0,16,Y3MbY 2,2,6,omd9G 2,2,7,PJi3O 2,2,10,3cUah 2,2,11,_1mPL 2,2,13,nCObd 2,2,16,TAdxi 2,3,6,DwVys 2,3,7,VToQT 2,3,10,KNHEE 2,3,11,U4XWx 2,3,13,0dVA1 2,3,15,btzmG 2,3,16,1Sw4D 2,4,6,oTJLx 2,4,7,vvecr 2,4,10,4cGC8 2,4,11,6OtXf 2,4,13,i_d75 2,4,15,te3g5 2,4,16,5VIsi
& 2,5,6,qCd2e 2,5,7,oGD3D 2,5,8,Cbajd 2,5,10,lR_GB 2,5,11,GNnuX 2,5,13,DDwwI 2,5,15,N-Kha 2,5,16,t6Sx- 2,6,9,GwIXb 2,6,13,-cfSl 2,6,14,Gl0oJ 2,6,15,VlGb4 2,7,9,ExVB1 2,7,10,vSZkn 2,7,11,ai45P 2,7,13,6VyXX 2,7,15,MmkHg 2,8,9,1WQRi 2,9,10,Lz_3x 2,9,11,_Blwh 2,9,13,p2da7 2,9,15,cmpdq 2,9,16,J8zuj 2,10,11,Qh67X 2,10,13,QspF8 2,10,14,ZIasn 2,10,15,kQY7b 2,10,16,nVuFo 2,11,13,EYERo 2,11,14,HmHx8
& 2,12,13,afYBY 2,13,14,XGLZ1 2,13,16,yWENK 2,14,16,wY_O8
~ whole squared_relu: const int positive = std::max(0.0, z) = #EdBR_//	name squared_relu: const double positive = std::min(0.0, z) = #LEB4t//	operator squared_relu: return positive + positive = #-Rijz//	operator squared_relu: return positive / positive = #4SZli//	operator squared_relu: return positive - positive = #UZlLG//	number derivative: return 3 * std::max(0.0, z) = /#3mw7k/#nWS9Q
~ operator derivative: return 2 + std::max(0.0, z) = /#-o_QM/#opZA1	operator derivative: return 2 / std::max(0.0, z) = /#E7uRM/#Ow66S	operator derivative: return 2 - std::max(0.0, z) = /#RwGKj/#Go60x	name derivative: return 2 * std::min(0.0, z) = /#kqz55/#39Dhe	loop backward: for (size_t i = 1 = //#uK2eC	operator backward: result[i] = gradient[i] / derivative(z[i]) = //#ZxNQV
~ operator backward: result[i] = gradient[i] - derivative(z[i]) = //#zp7bY	missing backward: result[i] = gradient[i] = //#iWxcU	name backward: Vector result(result.size()) = //!zGrm7	name backward: result[i] = z[i] * derivative(z[i]) = //#R1cSt	name backward: result[i] = result[i] * derivative(z[i]) = //#UZlLG
)~")  // measured: fb90033bc933
