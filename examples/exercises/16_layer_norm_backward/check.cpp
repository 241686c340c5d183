#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::layer_norm;
using answer::layer_norm_backward;
using answer::Vector;
using exercise::Measured;

const Vector x = {1.7, -0.4, 3.2, 0.9, -2.1}, gain = {0.8, 2.3, -1.1, 1.6, 0.7};
const Vector ones = {1, 1, 1, 1}, zeros = {0, 0, 0, 0};

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("layer_norm", [](Measured& got) {
    got.add("y of x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: y",
            layer_norm(x, gain, {0.3, -0.9, 1.2, 0.5, -1.8}, 0.6));
    got.add("layer norm of (1, 1, 5, 5)", layer_norm({1, 1, 5, 5}, ones, zeros, 0));
    got.add("layer norm of (7, 7, 7, 7), epsilon 1", layer_norm({7, 7, 7, 7}, ones, zeros, 1));
  });
  all.group("layer_norm_backward", [](Measured& got) {
    const answer::Gradients gradients =
        layer_norm_backward(x, gain, {1.4, -0.6, 0.9, 2.2, -1.3}, 0.6);
    got.add("x = (1.7, -0.4, 3.2, 0.9, -2.1), epsilon 0.6: d(loss)/dx", gradients.x);
    got.add("the same: d(loss)/d(gain)", gradients.gain);
    got.add("the same: d(loss)/d(bias)", gradients.bias);
    got.add("gradient (1, 1, 1, 1), gain 1: a step of all x alike changes nothing, d(loss)/dx",
            layer_norm_backward({1, 4, 2, 8}, ones, ones, 0.5).x);
  });
  all.judge();
}

HOLO_EXERCISE("16_layer_norm_backward", check, R"~(
the variance divides by the number of elements, not by one less
  (number - mean) / size; => (number - mean) / (size - 1);
epsilon belongs inside the root: sqrt(variance + epsilon)
  {x, std::sqrt(variance + epsilon)}; => {x, std::sqrt(variance) + epsilon};
the mean depends on each x as well: subtract the mean of dn
  mean_dn = 0, mean_dn_n => mean_dn_n
  mean_dn += dn[i] / size; =>
  mean_dn - n => n
the root depends on each x as well: subtract n * mean(dn * n)
  0, mean_dn_n = 0; => 0;
  mean_dn_n += dn[i] * n[i] / size; =>
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn) / root;
mean and root are not constants: each x goes into both, and so into each y
  (x, epsilon); const double size = static_cast<double>(x.size()); => (x, epsilon);
  double mean_dn = 0, mean_dn_n = 0; =>
  mean_dn += dn[i] / size; mean_dn_n += dn[i] * n[i] / size; =>
  (dn[i] - mean_dn - n[i] * mean_dn_n) => dn[i]
the gradient passes the gain on its way to x: dn = gradient * gain
  gradient[i] * gain[i]; => gradient[i];
the gain multiplied n, not x: its gradient is gradient * n
  gradient[i] * n[i]; => gradient[i] * x[i];
the gradient of x is divided by the root, as x was
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root => dn[i] - mean_dn - n[i] * mean_dn_n
the root of the backward has the epsilon of the forward in it
  (x, epsilon); => (x, 0);
the gain belongs into dn, before the means are taken: yours comes at the end
  gradient[i] * gain[i]; => gradient[i];
  ++i) { result.x[i] = (dn[i] - mean_dn - n[i] => ++i) { result.x[i] = gain[i] * (dn[i] - mean_dn - n[i]
n * mean(dn * n) is subtracted, not added
  mean_dn - n => mean_dn + n
the variance is the mean of (x - mean)^2: the mean is not subtracted there
  (number - mean) * (number - mean) => number * number
the last term is n times the mean of dn * n: yours has x instead of n
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root => (dn[i] - mean_dn - x[i] * mean_dn_n) / root
the bias is added after the gain: yours is multiplied by it
  y[i] + bias[i]; => (y[i] + bias[i]);
the gradient of x is divided by the root once: yours is divided twice
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn - n[i] * mean_dn_n) / (root * root);
the variance is the mean of squares: yours is the mean of absolute values
  (double number : x) variance += (number - mean) * (number - mean) / size; => (double number : x) variance += std::abs(number - mean) / size;
each element has a bias of its own: its gradient is no sum
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn - n[i] * mean_dn_n) / root; result.bias[i] = 0; for (double g : gradient) result.bias[i] += g;
the gradient of the gain is gradient * n: yours is divided by the root once more
  gradient[i] * n[i]; => gradient[i] * n[i] / root;
the last term has the mean of dn * n over all elements: yours has dn * n of its own element
  (dn[i] - mean_dn - n[i] * mean_dn_n) / root; => (dn[i] - mean_dn - n[i] * dn[i] * n[i]) / root;
the backward has the root of the forward: yours divides by the variance + epsilon, without a root
  const auto [n, root] = normalized(x, epsilon) => auto [n, root] = normalized(x, epsilon); for (double& number : n) number /= root; root *= root
dn is gradient * gain: yours divides by the gain
  gradient[i] * gain[i]; => gradient[i] / gain[i];
the sum of the dn leaves out its first term: the first index is 0
  gradient[i] * gain[i]; mean_dn += dn[i] / size; => gradient[i] * gain[i]; if (i > 0) mean_dn += dn[i] / size;
right layer_norm
 0.7231262170701651 -2.1398818716551227 -0.2209310703053382 0.6952890232631532 -2.782547898292739 -1 -1 1 1 0 0 0 0
right layer_norm_backward
 0.3363433020256497 -0.7434043106813288 -0.8736329807082737 1.6299150494822643 -0.34922106011831167 0.7404708798727887 0.32344744477959725 1.1625799666134584 0.26852240698683577 1.8247318111150868 1.4 -0.6 0.9 2.2 -1.3 1.9857647594921496e-17 -1.805240690447409e-18 1.2636684833131862e-17 -3.0689091737605954e-17
= bWHujzsSpYML4ZsUVEUVESVQSVQ..../WuGUJ0-5Rhf0HZ8HqycAmK9AXxjoGY......... 6D7VqNh9ExuR4gO......../DQJYrjH0UAROPdZixy-cKW5TZfXDSA......... /pv5r6sXZ2q2fs6L..........6Gx6Gx6Gx6Gx /GQU9OyNtAponJCA.............. /tIYg5w9UP6vmqAG..........6Gx6Gx6Gx6Gx /rIqeVROsY-P6B2j.............. /.....znR9_vOgHPk_0Os......... /1HGt89Xuc7dbWAl.............. /3XBQ9ezHgEDD_aDkRaHEW0YTg_tGkq.........
= /4VsZxjIaIBnwQ6C.............. /pyRKP0PKcWfc6NY.............. vdAv08cz90VFlqzRlSRlSBjMBjM..../aBBma8XUVEpCSGvjUF8cEXBIpCwXSq......... /0Brx3chxnei6W88.............. V80IMiD3f2ww3bh......../ /fcxyPc6aBtHX5jB.............. _BHvtV-Bc-daVP-hpuhpuH2gH2g..../UbUF5aZYMT-DXnMpBUBgBX2AlIValO......... /..........N9LN9LN9LN9LN9L.... /.....RTz_ae3WcnvZVPM......... /VqatEeUyhogEQ2J..........mhUGfcST8ZJ0
= /39GDPttv8TS1zG0RTz_ae3WcnvZVPM......... /rUnoc_VWtjisXa1.............. /70TOLylIPKzna4i..........cvVcvVcvVcvV
& 0,0,1,N3EOk 1,0,1,vcFga 1,0,2,xVxuo 1,0,3,QR_VI 1,0,4,GIjlf 1,0,5,_YLDf 1,0,6,-z0qy 1,0,7,zDM1f 1,0,8,7rVk0 1,0,9,ukC9q 1,0,10,L1vvc 0,0,11,8iRV5 1,0,11,HeOfY 1,0,12,8NDcd 0,0,13,2JRam 1,0,14,E6R-Q 0,0,15,eWje3 1,0,15,cCZH1 1,0,16,L5G4P 1,0,17,3r-NR 1,0,18,J7vbW 1,0,19,ucMP9 1,0,20,kWwbG 1,0,21,kxZ9e 1,1,2,ff1em 1,1,3,UbxRf 1,1,4,L2Jh7 1,1,5,miRUx 1,1,6,oXaPo 1,1,7,m36Z3 1,1,9,2qMZ_ 1,1,10,IIV23
& 0,1,11,nQ_ri 1,1,11,xZtm2 1,1,12,SJrGk 0,1,13,4JSRr 1,1,14,XSH5Z 0,1,15,skB7_ 1,1,15,SG0IS 1,1,16,UIcN3 1,1,17,QBBeu 1,1,18,dhyyD 1,1,19,yvbgn 1,1,20,zTk66 1,1,21,cDFpj 1,2,5,5Gix5 1,2,6,IroYV 1,2,8,HVnVd 1,2,9,6bi60 1,2,11,4sIN3 1,2,12,e5ZGZ 1,2,14,Y-i8s 1,2,15,YG9XT 1,2,16,lf8x_ 1,2,17,0i_3p 1,2,18,z_k6e 1,2,19,VG4QM 1,2,20,dKMlk 1,2,21,qpymz 1,3,5,PUqVP 1,3,6,QPytt 1,3,8,fp-lt 1,3,9,ihixL
& 1,3,11,ZLbP- 1,3,14,UTE6L 1,3,15,cLLZa 1,3,16,W8LPj 1,3,17,9cZg_ 1,3,19,jUV-S 1,3,20,Mw5ZF 1,3,21,6Yx-x 1,4,5,7u3RA 1,4,6,qbNkd 1,4,8,jcDzV 1,4,11,pdlkt 1,4,14,owQw6 1,4,15,Fv2AE 1,4,16,pqKBs 1,4,17,8AqDz 1,4,19,p9hkz 1,4,20,-Rnqh 1,5,6,SJa6Q 1,5,7,isUmq 1,5,8,wmw1G 1,5,10,HASFm 1,5,11,e7Wek 1,5,12,UUfrV 1,5,14,bhBzI 1,5,15,NjSoX 1,5,16,tuoGW 1,5,17,1yFT1 1,5,18,3vx4X 1,5,19,YRSpU 1,5,21,L8zmy
& 1,6,7,HjbJj 1,6,8,y1mOA 1,6,9,d6ouC 1,6,10,enAyE 1,6,11,PzNLX 1,6,12,IqKeO 1,6,14,3SYyE 1,6,15,rGuXJ 1,6,16,m9GBc 1,6,17,Ewns0 1,6,18,FaIuI 1,6,19,0ujAX 1,6,20,m3qjS 1,6,21,bhBrJ 1,7,8,MuPvz 1,7,9,GaBw4 1,7,11,gzYgX 1,7,15,qiCJQ 1,7,16,d22eZ 1,7,17,h_K1v 1,7,19,9_XH- 1,7,20,uUkhn 1,7,21,sqn3V 1,8,9,7FB1Z 1,8,10,XiP8b 1,8,11,KMxTs 1,8,12,sTTmg 1,8,14,uR3kD 1,8,15,lsjwL 1,8,16,6iQ9W 1,8,17,c_U7E
& 1,8,18,8ZddO 1,8,20,RMY-O 1,8,21,BNruO 1,9,10,hsF2u 1,9,11,fnwQg 1,9,12,rGARc 1,9,14,80-mQ 1,9,15,Tp0dH 1,9,16,2bDn5 1,9,17,uPuTh 1,9,18,pMSN1 1,9,19,xm7_u 1,9,21,HVbDK 1,10,11,rq9H3 1,10,12,qhRO- 1,10,14,hFq1W 1,10,15,Pz88Q 1,10,16,iUNBs 1,10,17,ZEVlX 1,10,18,tnkWP 1,10,19,f2QY8 1,10,20,uoO6t 1,10,21,DhlVk 1,11,12,b9FZn 0,11,13,5phh2 1,11,14,xbCGW 1,11,16,Q8WS9 1,11,17,yWZCJ 1,11,18,ifMrg
& 1,11,19,q50Oz 1,11,20,FzMq5 1,11,21,E98tT 1,12,14,HbZzk 1,12,15,Nys1x 1,12,16,aaHmP 1,12,17,czzW7 1,12,18,KsnuM 1,12,19,SOX_s 1,12,20,ZFDjc 1,12,21,WwfKf 0,13,15,bGxNo 1,14,15,EKDYC 1,14,16,5Aas3 1,14,17,X6aNf 1,14,18,FUEfs 1,14,19,O14uy 1,14,20,VQRsi 1,14,21,BnXun 1,15,16,ATStE 1,15,17,gw50u 1,15,18,vEuFh 1,15,19,8RNQP 1,15,20,x-AqZ 1,15,21,Qs-eZ 1,16,17,8JssA 1,16,18,oKC9T 1,16,19,xvv5D
& 1,16,20,op197 1,16,21,i4ZkH 1,17,18,T7D7e 1,17,19,owafU 1,17,20,vylCe 1,17,21,OsnKy 1,18,19,V04Ct 1,18,20,q98OV 1,18,21,izByk 1,19,20,cp4lG 1,19,21,oqcrS 1,20,21,CSKi6
~ whole normalized: int mean = 0, variance = 0 = #A-xj7/#NzwYi	number normalized: double mean = 1, variance = 0 = #g_38q/#9YtRs	number normalized: double mean = 0, variance = 1 = #xFv2i/#qcy7v	operator normalized: for (double number : x) mean = number / size = #lam5H/#fcF19	operator normalized: for (double number : x) mean -= number / size = #rxxO5/#g1ubp
~ operator normalized: for (double number : x) mean += number * size = #QpUrj/#2kJLn	missing normalized: for (double number : x) mean += number = #tbCrH/#7lTAd	operator normalized: for (double number : x) variance = (number - mean) * (number - mean) / size = #1m9h_/#LT0HJ	operator normalized: for (double number : x) variance -= (number - mean) * (number - mean) / size = #ok4mS/#a0YrI
~ operator normalized: for (double number : x) variance += (number - mean) / (number - mean) / size = #3mahI/#KZz6f	operator normalized: for (double number : x) variance += (number - mean) * (number - mean) * size = #9qd1J/#rQWSn	missing normalized: for (double number : x) variance += (number - mean) * (number - mean) = #BqU81/#BmjcR	missing normalized: x, (variance + epsilon) = #SFBri/#vG7D6
~ operator normalized: x, std::sqrt(variance - epsilon) = #XZkcq/#GOq7j	missing normalized: x, std::sqrt(variance) = #oGtDE/#dGgz1	operator normalized: for (double& number : result.n) number = (number + mean) / result.root = #JnJVK/#Qp3tp	missing normalized: for (double& number : result.n) number = (number) / result.root = #5u9R5/#e-tJd
~ operator normalized: for (double& number : result.n) number = (number - mean) * result.root = #W629y/#x5rbD	missing normalized: for (double& number : result.n) number = (number - mean) = #V51vW/#01e8T	loop layer_norm: for (size_t i = 1 = #DH0LP/	loop layer_norm: i < y.size() - 1 = #RXps3/	operator layer_norm: y[i] = gain[i] + y[i] + bias[i] = #pfld5/
~ operator layer_norm: y[i] = gain[i] / y[i] + bias[i] = #QTF1M/	missing layer_norm: y[i] = gain[i]  + bias[i] = #6Z1Fy/	missing layer_norm: y[i] = y[i] + bias[i] = #HpW1A/	operator layer_norm: y[i] = gain[i] * y[i] - bias[i] = #e6yxB/	missing layer_norm: y[i] = gain[i] * y[i] = #eKB7f/	missing layer_norm: y[i] = gain[i] * bias[i] = #WDOUn/
~ number layer_norm_backward: double mean_dn = 1, mean_dn_n = 0 = /#zywpZ	number layer_norm_backward: double mean_dn = 0, mean_dn_n = 1 = /#4daG5	loop layer_norm_backward: for (size_t i = 1 = /#7-Jr0	loop layer_norm_backward: i < x.size() - 1 = /#2ZiMS	missing layer_norm_backward: ; mean_dn += dn[i] / size = /#3M1O3	operator layer_norm_backward: dn[i] = gradient[i] + gain[i] = /#Fq3zW
~ missing layer_norm_backward: dn[i] = gain[i] = /#c4OdD	operator layer_norm_backward: mean_dn = dn[i] / size = /#3NUn7	operator layer_norm_backward: mean_dn -= dn[i] / size = /#2QBf_	operator layer_norm_backward: mean_dn += dn[i] * size = /#UWHIY	missing layer_norm_backward: mean_dn += dn[i] = /#EgvGx	operator layer_norm_backward: mean_dn_n = dn[i] * n[i] / size = /#UiM24
~ operator layer_norm_backward: mean_dn_n += dn[i] + n[i] / size = /#w4KfW	operator layer_norm_backward: mean_dn_n += dn[i] / n[i] / size = /#yCyd_	missing layer_norm_backward: mean_dn_n += dn[i]  / size = /#daWPL	operator layer_norm_backward: mean_dn_n += dn[i] * n[i] * size = /#YoJG7	missing layer_norm_backward: mean_dn_n += dn[i] * n[i] = /#dHNSX
~ loop layer_norm_backward: for (size_t i = 1 = /#TCW5N	loop layer_norm_backward: i < x.size() - 1 = /#SQFYS	missing layer_norm_backward: ; result.gain[i] = gradient[i] * n[i] = /#hWy0j	missing layer_norm_backward: result.x[i] = (dn[i] - mean_dn  * mean_dn_n) / root = /#ORhMG	operator layer_norm_backward: result.x[i] = (dn[i] - mean_dn - n[i] + mean_dn_n) / root = /#IThg-
~ operator layer_norm_backward: result.x[i] = (dn[i] - mean_dn - n[i] / mean_dn_n) / root = /#8lK8B	missing layer_norm_backward: result.x[i] = (dn[i] - mean_dn - n[i]) / root = /#50ZQT	missing layer_norm_backward: result.x[i] = (dn[i] - mean_dn - mean_dn_n) / root = /#f8ukE	operator layer_norm_backward: result.x[i] = (dn[i] - mean_dn - n[i] * mean_dn_n) * root = /#n1ke-
~ missing layer_norm_backward: ; = /#18-Kb	operator layer_norm_backward: result.gain[i] = gradient[i] + n[i] = /#JZnSh	operator layer_norm_backward: result.gain[i] = gradient[i] / n[i] = /#Ox-6a	missing layer_norm_backward: result.gain[i] = gradient[i] = /#w-w_0	name normalized: for (double number : x) variance += number / size = #Yx1Dr/#aUyRk
~ name normalized: for (double number : x) mean += size / size = #vd7XI/#PjJMy	name normalized: for (double number : x) mean += number / mean = #nizlD/#a0YrI	name normalized: for (double number : x) mean += (number - mean) * (number - mean) / size = #f8yuo/#IJWbE	name normalized: for (double number : x) variance += (variance - mean) * (number - mean) / size = #9Q_no/#UvMRn
~ name normalized: for (double number : x) variance += (number - variance) * (number - mean) / size = #fJdCX/#ZftFM	name normalized: for (double number : x) variance += (number - mean) * (number - mean) / mean = #xQjMa/#2EpcS	name normalized: for (double number : x) variance += (number - mean) * (number - mean) / variance = #JEpjm/#s0V8v
~ name normalized: for (double number : x) variance += (number - mean) * (number - mean) / number = #INpEA/#9LWRh	name normalized: x, std::sqrt(size + epsilon) = #vt7Y8/#29CjU	name normalized: x, std::sqrt(mean + epsilon) = #NqVLr/#ZlvR8	name normalized: for (double& number : result.n) mean = (number - mean) / result.root = #L3Xsf/#jbcvw
~ name normalized: for (double& number : result.n) number = (size - mean) / result.root = #umwDf/#dmU04	name normalized: for (double& number : result.n) number = (mean - mean) / result.root = #WiCMp/#TrK3n	name normalized: for (double& number : result.n) number = (variance - mean) / result.root = #0mlrD/#AvEo6
~ name normalized: for (double& number : result.n) number = (number - size) / result.root = #cSMvn/#D3n1u	name normalized: for (double& number : result.n) number = (number - variance) / result.root = #B-0MM/#4trpu	name layer_norm: Vector y = normalized(gain, epsilon).n = #YjsN-/	name layer_norm: Vector y = normalized(bias, epsilon).n = #wuMeK/
~ name layer_norm: Vector y = normalized(y, epsilon).n = !lR3tV/	name layer_norm: y[i] = x[i] * y[i] + bias[i] = #YgxGK/	name layer_norm: y[i] = bias[i] * y[i] + bias[i] = #9h4AM/	name layer_norm: y[i] = y[i] * y[i] + bias[i] = #uB13E/	name layer_norm: y[i] = gain[i] * x[i] + bias[i] = #L3Xsf/	name layer_norm: y[i] = gain[i] * gain[i] + bias[i] = #8jEvP/
~ name layer_norm: y[i] = gain[i] * bias[i] + bias[i] = #n8sn6/	name layer_norm: y[i] = gain[i] * y[i] + x[i] = #unWX7/	name layer_norm: y[i] = gain[i] * y[i] + gain[i] = #6ljgO/	name layer_norm: y[i] = gain[i] * y[i] + y[i] = #R4Ovs/	name layer_norm_backward: const auto [n, root] = normalized(gain, epsilon) = /#VYqvz
~ name layer_norm_backward: const auto [n, root] = normalized(gradient, epsilon) = /#Lb1wZ	name layer_norm_backward: x, n, x = /#2qpBk	name layer_norm_backward: x, n, gain = /#W4XyE	name layer_norm_backward: Vector dn(dn.size()) = /!4uTdw	name layer_norm_backward: dn[i] = x[i] * gain[i] = /#Zg8j4	name layer_norm_backward: dn[i] = gain[i] * gain[i] = /#jQ7Ih
~ name layer_norm_backward: dn[i] = gradient[i] * x[i] = /#X0_U1	name layer_norm_backward: dn[i] = gradient[i] * gradient[i] = /#WLSad	name layer_norm_backward: mean_dn_n += dn[i] / size = /#u0Xjw	name layer_norm_backward: mean_dn += x[i] / size = /#WibW8	name layer_norm_backward: mean_dn += gain[i] / size = /#psRQQ	name layer_norm_backward: mean_dn += gradient[i] / size = /#BbF-_
~ name layer_norm_backward: mean_dn += dn[i] / mean_dn = /#JSmv2	name layer_norm_backward: mean_dn_n += x[i] * n[i] / size = /#i8sFq	name layer_norm_backward: mean_dn_n += gain[i] * n[i] / size = /#WlQv_	name layer_norm_backward: mean_dn_n += gradient[i] * n[i] / size = /#zrPSR	name layer_norm_backward: mean_dn_n += dn[i] * n[i] / mean_dn = /#OUE1u
~ name layer_norm_backward: mean_dn_n += dn[i] * n[i] / mean_dn_n = /#LwqLl	name layer_norm_backward: result.x[i] = (x[i] - mean_dn - n[i] * mean_dn_n) / root = /#P9djf	name layer_norm_backward: result.x[i] = (gain[i] - mean_dn - n[i] * mean_dn_n) / root = /#HY-ws	name layer_norm_backward: result.x[i] = (gradient[i] - mean_dn - n[i] * mean_dn_n) / root = /#4e5pC
~ name layer_norm_backward: result.x[i] = (dn[i] - size - n[i] * mean_dn_n) / root = /#yXH7F	name layer_norm_backward: result.x[i] = (dn[i] - mean_dn_n - n[i] * mean_dn_n) / root = /#DHk9O	name layer_norm_backward: result.x[i] = (dn[i] - mean_dn - n[i] * size) / root = /#cPEj3	name layer_norm_backward: result.gain[i] = x[i] * n[i] = /#mH5Xl
~ name layer_norm_backward: result.gain[i] = gain[i] * n[i] = /#GRo7-
)~")  // measured: 0d777a66462d
