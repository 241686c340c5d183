#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using answer::cross_entropy;
using answer::cross_entropy_gradient;
using exercise::Matrix;
using exercise::Measured;

struct Case {
  const char* name;
  Matrix logits;
  std::vector<int> targets;
};
const std::vector<Case> cases = {
    {"the logits (1, 2, 4), target 2", Matrix(1, 3, {1, 2, 4}), {2}},
    {"three rows of logits, the first (0.3, -1.2, 2.1, 0.7)",
     Matrix(3, 4, {0.3, -1.2, 2.1, 0.7, 1.4, 0.2, 1.4, 0.9, -2.3, 0.8, 0.4, 1.9}),
     {2, 0, 3}},
    {"two rows of negative logits", Matrix(2, 2, {-0.4, -1.7, -3.1, -0.9}), {1, 1}}};

void check(Checks& checks) {
  exercise::Measurements all(checks);
  const Matrix far_apart(2, 2, {1000, 999, 0, 1});
  all.group("loss", [&](Measured& got) {
    for (const auto& [name, logits, targets] : cases)
      got.add(std::string("loss of ") + name, cross_entropy(logits, targets));
  });
  all.group("loss of large logits", [&](Measured& got) {
    got.add("loss of the logits (1000, 0), target 0", cross_entropy(Matrix(1, 2, {1000, 0}), {0}));
    got.add("loss of the logits (0, 1000), target 0", cross_entropy(Matrix(1, 2, {0, 1000}), {0}));
    got.add("loss of the logits (-1000, -1000), target 0",
            cross_entropy(Matrix(1, 2, {-1000, -1000}), {0}));
    got.add("loss of the logits (1000, 999) and (0, 1), targets 0 and 1",
            cross_entropy(far_apart, {0, 1}));
  });
  all.group("gradient", [&](Measured& got) {
    for (const auto& [name, logits, targets] : cases) {
      got.add(std::string("gradient of ") + name + ": number ",
              cross_entropy_gradient(logits, targets).numbers);
    }
  });
  all.group("gradient of large logits", [&](Measured& got) {
    got.add("gradient of the logits (1000, 0), target 1: number ",
            cross_entropy_gradient(Matrix(1, 2, {1000, 0}), {1}).numbers);
    got.add("gradient of the logits (1000, 999) and (0, 1), targets 0 and 1: number ",
            cross_entropy_gradient(far_apart, {0, 1}).numbers);
  });
  all.judge();
}

HOLO_EXERCISE("05_cross_entropy", check, R"~(
logits are no probabilities: take their softmax before the logarithm
  sum += log_sum_exp(logits, i) - logits(i, target); => sum -= std::log(logits(i, target));
the loss has the wrong sign: a probability below 1 has a negative logarithm, so take its negative
  sum += log_sum_exp => sum -= log_sum_exp
that is the logarithm with base 2: the course measures in nats, std::log
  log_sum_exp(logits, i) - logits(i, target) => (log_sum_exp(logits, i) - logits(i, target)) / std::log(2.0)
the loss is the mean over the rows, not their sum
  sum / logits.rows; => sum;
your exponentials overflow: subtract the largest logit of the row first
  double largest = x(i, 0), sum = 0; for (int j = 0; j < x.columns; ++j) largest = std::max(largest, x(i, j)); for (int j = 0; j < x.columns; ++j) sum += std::exp(x(i, j) - largest); return largest + std => double sum = 0; for (int j = 0; j < x.columns; ++j) sum += std::exp(x(i, j)); return std
the probability became 0 before its logarithm was taken: compute the logarithm from the logits, log(sum of e^x) - x_target
  sum += log_sum_exp(logits, i) - logits(i, target); => sum -= std::log(std::exp(logits(i, target) - log_sum_exp(logits, i)));
your gradient is the softmax alone: subtract 1 at the target
  .columns); for (int i = 0; i < logits.rows; ++i) { const int target = targets[static_cast<size_t>(i)]; => .columns); for (int i = 0; i < logits.rows; ++i) {
  (p - (j == target ? 1 : 0)) => p
your gradient has the wrong sign: it is p - 1 at the target and p elsewhere
  p - (j == target ? 1 : 0) => (j == target ? 1 : 0) - p
-1/p is the gradient for the probability: go on through the softmax to the logits
  p - (j == target ? 1 : 0) => j == target ? -1 / p : 0
the loss is a mean, so each row of the gradient is divided by the number of rows: that is missing
  (p - (j == target ? 1 : 0)) / logits.rows => p - (j == target ? 1 : 0)
the gradient is divided by the number of rows twice: once is enough
  (p - (j == target ? 1 : 0)) / logits.rows; => (p - (j == target ? 1 : 0)) / logits.rows / logits.rows;
the loss of each row replaces the loss of the row before: add them with +=
  sum += log_sum_exp => sum = log_sum_exp
the loss is the mean over all rows: yours has the first alone
  for (int i = 0; i < logits.rows; ++i) { const int target = targets[static_cast<size_t>(i)]; sum += log_sum_exp(logits, i) - logits(i, target); } return sum / logits.rows => return sum + log_sum_exp(logits, 0) - logits(0, targets[0])
the loss is the mean over all rows: yours has the last alone
  return sum / logits.rows => const int last = logits.rows - 1; return 0 * sum + log_sum_exp(logits, last) - logits(last, targets.back())
the largest logit may be negative: its search begins with the first logit, not with 0
  double largest = x(i, 0), sum = 0 => double largest = 0, sum = 0
all of p - 1 is divided by the number of rows: yours divides the 1 alone
  (p - (j == target ? 1 : 0)) => p - (j == target ? 1.0 : 0.0)
the largest logit, which was subtracted before the exponentials, is to be added again after the logarithm
  largest + std => std
the mean is over the rows: divide by the number of rows, not of columns
  sum / logits.rows; => sum / logits.columns;
1 - p is no logarithm: the loss is -log p of the target
  log_sum_exp(logits, i) - logits(i, target) => 1 - std::exp(logits(i, target) - log_sum_exp(logits, i))
the other logits have a gradient too, p: yours has one at the target only
  (p - (j == target ? 1 : 0)) / logits.rows => j == target ? (p - 1) / logits.rows : 0
that is the logarithm with base 10 of the sum of the exponentials: the course takes the natural one, std::log
  std::log(sum) => std::log10(sum)
each row has its own target: you take the target of row 0 for all
  0; for (int i = 0; i < logits.rows; ++i) { const int target = targets[static_cast<size_t>(i)]; => 0; for (int i = 0; i < logits.rows; ++i) { const int target = targets[0];
  ); for (int i = 0; i < logits.rows; ++i) { const int target = targets[static_cast<size_t>(i)]; => ); for (int i = 0; i < logits.rows; ++i) { const int target = targets[0];
1 is subtracted at the target: yours subtracts p, so nothing is left there
  target ? 1 : 0 => target ? p : 0
the loss asks for the logit of the target: yours has the largest one
  sum += log_sum_exp(logits, i) - logits(i, target) => (void)target; sum += log_sum_exp(logits, i) - *std::max_element(logits.numbers.begin() + i * logits.columns, logits.numbers.begin() + (i + 1) * logits.columns)
the loss is the negative logarithm of the probability: yours is the negative probability
  sum += log_sum_exp(logits, i) - logits(i, target); => sum -= std::exp(logits(i, target) - log_sum_exp(logits, i));
1 / logits.rows of whole numbers is 0 for more than one row: write 1.0 / logits.rows
  (p - (j == target ? 1 : 0)) / logits.rows => 1 / logits.rows * (p - (j == target ? 1 : 0))
you read row 0 of the logits of the targets each time: the row follows the loop
  (logits, i) - logits(i, target); => (logits, i) - logits(0, target);
the sum of the exponentials of your gradient goes on from the one before: set it to 0 each time
  (logits.rows, logits.columns); => (logits.rows, logits.columns); double sum = 0;
  .rows; ++i) { const int target = targets[static_cast<size_t>(i)]; for (int j = 0; j < logits.columns; ++j) { const double p = std::exp(logits(i, j) - log_sum_exp(logits, i)); => .rows; ++i) { const int target = targets[static_cast<size_t>(i)]; double largest = logits(i, 0); for (int j = 0; j < logits.columns; ++j) largest = std::max(largest, logits(i, j)); for (int j = 0; j < logits.columns; ++j) sum += std::exp(logits(i, j) - largest); for (int j = 0; j < logits.columns; ++j) { const double p = std::exp(logits(i, j) - largest) / sum;
the sum of the exponentials leaves out its first term: the first index is 0
  , j)); for (int j = 0; j < x.columns; ++j) sum => , j)); for (int j = 1; j < x.columns; ++j) sum
subtract from each row its own largest logit: with the largest logit of another row all its exponentials may be 0
  (int j = 0; j < x.columns; ++j) largest = std::max(largest, x(i, j)) => (double number : x.numbers) largest = std::max(largest, number)
in the gradient, subtract from each row its own largest logit: with the largest logit of another row all its exponentials may be 0
  .rows; ++i) { const int target = targets[static_cast<size_t>(i)]; for (int j = 0; j < logits.columns; ++j) { const double p = std::exp(logits(i, j) - log_sum_exp(logits, i)); => .rows; ++i) { const int target = targets[static_cast<size_t>(i)]; const double largest = *std::max_element(logits.numbers.begin(), logits.numbers.end()); double sum = 0; for (int j = 0; j < logits.columns; ++j) sum += std::exp(logits(i, j) - largest); for (int j = 0; j < logits.columns; ++j) { const double p = std::exp(logits(i, j) - largest) / sum;
right loss
 0.1698460195562861 0.6299341420255842 0.8230458868008439
right loss of large logits
 0 1000 0.6931471805598903 0.3132616875182147
right gradient
 0.042010066134066035 0.11419519938459442 -0.15620526551866087 0.0380317692782167 0.008486034769776626 -0.1032545367522314 0.0567367327042382 -0.21869616921021365 0.03452805030391281 0.11463716412311968 0.0695309547831812 0.0031817541201030024 0.07062842294757263 0.047343647721641485 -0.12115382478931709 0.3929174915212793 -0.3929174915212793 0.04987524455984258 -0.049875244559842546
right gradient of large logits
 1 -1 -0.1344707106849916 0.13447071068499974 0.13447071068499755 -0.13447071068499755
= uCPJ0zKhB/pEf6K7KhB1bJ// yFYhTWimr/.7Q86ahtGF// oRI-Z8cAk/.By8-IPbb7// .uA-hEO/...Ayr// /6K76K7vaF6K7//Q2X.QplQ2X.. /.6K7..// //..1Qp..TDr.Z2q......Cox.3aD.aNI/.Q2XNvG..NvG //nh1Y0ifQ-VZd1ys_9ws7FCi4z5SIK8LlH5oAe49BPsVeuf1DbD_J6VYFF/cRT-IPFT7_Vr_VrFT7 //Q2XQ2X3c0Q2XQ2XVq_Q2XsZhQ2XQ2XQ2XQ2XQ2XQ2XVKXQ2XcPmQ2XklN/Q2XvaFQqhQ2XQ2XQqh //...5Nrn7cv0NoBH47O2pJRsJiEpO4KjDB86O5vnA4xDu9QUMQTN/..dFUs6Gs6GdFU
= //...SX6K6-kE463TOrcthfTSAAblKYleTnIL8XZCPbtSB5uZ6aPs/..KQimHumHuKQi .PSbRZt/...1NL// .4r7nUT/// .kUAupq/// /..vaF.// //...5Nrn7cTTkoBHKRA2pJRsJiEpO4KjDB86OU2qA4x9ZDQUMs0Q/..s5hs6Gs6Gs5h FtUr1hJS6/7Q8Q2XA9VNRe/g2P9OHAmvnYwu04Ed5HR_dln-pFFVk9LiT0MOGURT2q6VOdf_iZBJxhjY/6K7Q2X6K76K7NvGk2b d8nJHW./.2nm8H5.// fQ-qFdLj6/.-IPCghs6G// //Q2XQ2X.Q2XQ2X.Q2X.Q2XQ2XQ2XQ2XQ2XQ2X.Q2X.Q2X./Q2X..Q2XQ2X.
= qKjUTfoJJ/..QB2ips/1crcipM2Jw2z5QRu_-Rg8u4GnLm756MlF0IDuYnEMfBoAOko26inekF5p/..huDjcUjcUhuD .BWH./...nz0/.......Z2q.vdH...ljyCox..../....F9YNvG //..Q2X..Q2X.Q2X......Q2X.Q2X.Q2X/.Q2XQ2X..Q2X ..rAT/.Q2X..// BtulP8Pil/cRTQ2XQpl1Cu// //...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/..Q2XQ2XQ2XQ2X .9rgBgB/...jeT// //.......Hh5PZNtWdv7nAGdd5Ue5TDiR..4IEhVQ/....mHu39W
= 476wEaQ2X/vaF.Q2XQpl/a25DW51SsCofktnYKr3gWj4vvMA7OHWJyp2LJ8NK-zs-Rp0aQ2XrRqQ2X/6K76K7IjiCghTZgQ2X /...vaF//....6K76K7 ///....KhBKhB
& 0,0,3,oKp40 1,0,3,g9PKM 0,0,13,Et_mZ 1,0,13,3EgyC 0,0,17,H88X8 1,0,17,nUD9f 0,0,21,cGDsT 1,0,21,lCRfO 0,1,2,mCRwy 1,1,2,KQ9ci 0,1,3,SYwjR 1,1,3,v8H_z 1,1,4,mbrIV 1,1,14,Q8j2O 0,1,16,X8f-h 1,1,16,O7crA 0,1,17,dxDwb 1,1,17,aPpIB 0,1,18,H04Vk 1,1,18,w5nAO 0,1,20,kOyIE 1,1,20,suCcu 0,1,21,Ste8T 1,1,21,u_Vhv 0,1,26,9Kmn9 1,1,26,v9JEs 0,1,28,o03J8 1,1,28,5zbTl 1,1,29,99C0K 0,2,3,K5Z2S 1,2,3,2G9IA
& 0,2,11,ReIHR 1,2,11,N_6aF 1,2,14,p_JeF 0,2,16,V4JZR 1,2,16,i3nDI 0,2,17,sFpGl 1,2,17,4ilLu 0,2,20,6n469 1,2,20,0gWQg 0,2,21,tZ4FY 1,2,21,v8ZQ8 0,2,28,lqrOw 1,2,28,HopMv 1,2,29,wqhh9 1,3,5,N-J9M 0,3,11,eqSeU 1,3,14,G8t_P 0,3,16,S-rVA 1,3,16,Nk8sQ 0,3,18,ulCr6 1,3,18,9LuxF 0,3,20,Sjp5i 1,3,20,vnMTh 0,3,21,7cNS0 1,3,21,HAIoq 0,3,23,6aVlf 1,3,23,WLcTg 0,3,24,dpEWS 1,3,24,Fk9jg 0,3,26,ENwH6
& 1,3,26,Rsp0I 0,3,28,AdlG- 1,3,28,FYz3D 3,4,6,yIDhN 3,4,7,PmuoR 3,4,8,YeSWw 3,4,9,IdLp- 3,4,10,Yc2Ph 1,4,11,nMOyI 3,4,15,TVOVs 1,4,18,OcwB9 3,4,19,KkUzs 0,4,20,wHJOG 2,4,20,I7QYy 3,4,20,aKYpP 3,4,21,vIFCk 3,4,22,i3FLq 1,4,24,5DqZJ 3,4,25,aWfYb 1,5,14,DerFv 1,5,16,q9rp1 1,5,17,zlQ4Z 1,5,20,gJ431 1,5,21,SSI1H 1,5,28,7GRuo 1,5,29,8mqLB 2,6,10,NsBHH 3,6,10,qKwaV 2,6,16,yTTUY 3,6,16,a93c8 2,6,20,0yKHL
& 3,6,20,_k_mn 2,6,27,IkLYu 3,6,27,rZnVD 2,6,28,9XffH 3,6,28,4kRfl 3,6,29,5NPHz 3,6,30,-NpF- 2,7,10,ON-6k 3,7,10,atHvn 2,7,16,Nv1b2 3,7,16,kJWwC 2,7,20,6xlvC 3,7,20,MBGfw 2,7,21,9HGJa 3,7,21,EWuDJ 2,7,27,s4Mkd 3,7,27,XcdnC 2,7,28,WsxEn 3,7,28,LAXma 3,7,29,NVbPV 3,7,30,AvLMM 2,8,10,rn3PD 3,8,10,Yrb2P 2,8,16,SHm1f 3,8,16,3AsPQ 2,8,20,Xyc5o 3,8,20,qcM-8 2,8,21,abAF2 3,8,21,yvZqM 2,8,27,sV-6O
& 3,8,27,BjsRj 2,8,28,ErpgL 3,8,28,mTmh- 3,8,29,M4cW6 3,8,30,cgGIx 2,9,10,MMgGJ 3,9,10,b-27i 2,9,16,mMNE6 3,9,16,gk-yB 2,9,20,yBqIh 3,9,20,2itRu 2,9,21,V7QrB 3,9,21,2XuJP 2,9,27,1DIB_ 3,9,27,VmOEt 2,9,28,v8hWh 3,9,28,uiDJv 3,9,29,8yijY 3,9,30,NKLAI 2,10,15,NOlBC 3,10,15,ZOmy_ 2,10,16,yBXgH 3,10,16,m4wWP 2,10,20,n3_QS 3,10,20,vz8uY 2,10,21,jKH3U 3,10,21,YltBE 2,10,22,TmS_k 3,10,22,DPOHv
& 2,10,27,P9ONM 3,10,27,MHNzG 2,10,28,Hjh6N 3,10,28,j9szw 3,10,29,CMSaA 3,10,30,gih7S 1,11,14,0sKOl 0,11,16,sIYPc 1,11,16,Iolh8 0,11,17,P-0EF 1,11,17,vqmMW 0,11,18,WD0Mb 1,11,18,wu6oA 0,11,20,B8Z96 1,11,20,Q-W2q 0,11,21,MpfVr 1,11,21,nDije 0,11,26,Z3j-V 1,11,26,D9Odb 0,11,28,ksIt2 1,11,28,VW-6b 0,12,16,oNN-v 1,12,16,dcjWA 0,12,20,rW27v 0,12,28,FJ395 0,13,16,rdjIq 1,13,16,AjAtz 0,13,20,4de73
& 0,13,28,1DFG1 1,13,28,xwcxi 0,14,16,lBWDG 1,14,16,T0yen 2,14,16,r-t-d 1,14,17,gf1a3 1,14,18,6i3ZF 0,14,20,qF0Ef 1,14,20,g8W_q 2,14,20,B9Ui6 1,14,21,Np9dK 1,14,23,6YRJU 1,14,24,_NRRU 1,14,26,2CYxD 1,14,28,cJ8yN 1,14,29,3d2T6 2,15,16,_P8XS 3,15,16,eYG7K 2,15,20,orF-0 3,15,20,P-Bv5 2,15,21,FjnOE 3,15,21,NdofD 2,15,27,uo3fv 3,15,27,TcodZ 2,15,28,yHp5G 3,15,28,kcsoR 3,15,29,EAyHE 3,15,30,wI5aK
& 0,16,17,zf9sM 1,16,17,e9d26 0,16,18,Ypd0L 1,16,18,ogJ4E 2,16,19,oGHGG 3,16,19,9EaNp 0,16,20,YpBJP 1,16,20,3yCKX 2,16,20,q1Vrl 3,16,20,4mHvX 0,16,21,NX6Y- 1,16,21,-eUhQ 2,16,21,U2WMm 3,16,21,Daw7U 2,16,22,-tXUy 3,16,22,MHwjX 1,16,23,I47Z7 0,16,24,yre8O 1,16,24,ZmRFX 2,16,25,a3b5Y 3,16,25,SrN9A 0,16,26,JCTMH 1,16,26,idTyx 0,16,28,NY5G1 1,16,28,pJzCe 2,16,28,ysa-i 3,16,28,HGh-M 0,16,29,-0ZHU
& 1,16,29,4kswH 2,16,29,V5QFr 3,16,29,f60dT 0,17,18,Jg4iA 1,17,18,-0hKG 0,17,20,OHVXh 1,17,20,WQEC7 0,17,21,eS0Pr 1,17,21,d9Zfh 0,17,23,FJe-Z 1,17,23,13Kio 0,17,24,IlQa- 1,17,24,0Pcf3 0,17,26,-EAz9 1,17,26,2TADu 0,17,28,Bcrwp 1,17,28,X8D6w 1,17,29,7AI8V 0,18,20,rl6cJ 1,18,20,BZt89 0,18,21,NMOBD 1,18,21,NGQys 0,18,28,3aFKQ 1,18,28,fXz1c 1,18,29,xb-_g 2,19,20,72Oa3 3,19,20,7jTvE 2,19,21,Jtf0q
& 3,19,21,dt8__ 2,19,27,abD15 3,19,27,alvao 2,19,28,BdWEj 3,19,28,HQiNl 3,19,29,ea0eW 3,19,30,fpNVl 0,20,21,3Aoo4 1,20,21,4FmxZ 2,20,21,QLFGr 3,20,21,2Bcvd 2,20,22,pbh8i 3,20,22,-FZBb 0,20,23,b9g3F 1,20,23,sqDsE 0,20,24,x8vgj 1,20,24,qcd5E 2,20,25,D0ecU 0,20,26,GKamS 1,20,26,_afKt 0,20,28,Cugju 1,20,28,Zh0n_ 2,20,28,dlMeL 3,20,28,45vFa 0,20,29,1r0b6 1,20,29,D_VQB 2,20,29,M3KVu 3,20,29,Ytk5L
& 2,21,22,wu670 3,21,22,Kwrcf 0,21,24,nDuYM 1,21,24,8_Wok 0,21,26,-FVw- 1,21,26,hRqW3 2,21,27,5NXht 3,21,27,1t3JA 0,21,28,iy8-Q 2,21,28,nQEoE 3,21,28,XA21N 2,22,27,-S6pH 3,22,27,JLVmR 2,22,28,AkyF9 3,22,28,4ttbn 3,22,29,jdUA3 3,22,30,o3wEF 0,23,28,HXjYc 1,23,28,uDvg_ 1,23,29,OlK8_ 0,24,28,cNxiM 1,24,28,G_2Zt 1,24,29,QPXJV 2,25,28,zOJRW 3,25,28,SUlVR 3,25,29,ZAxVa 0,26,28,KwdrQ 1,26,28,Qhc60
& 1,28,29,JXcZJ 3,28,29,SsprX
~ number log_sum_exp: double largest = x(i, 0), sum = 1 = #vnns8/#PAWEs/#sWeX4/#36pYP	loop log_sum_exp: j <= x.columns = !e97dn/!6hZuG/!e97dn/!6hZuG	name log_sum_exp: largest = std::min(largest, x(i, j)) = /#ax5ov//#uK2eC	order log_sum_exp: largest = std::max(largest, x(j, i)) = !6B7mk/!fk9Ur/!6B7mk/!fk9Ur	loop log_sum_exp: j < x.columns - 1 = #mcBgN/#jXdDk/#sdLlu/#RvJNu
~ operator log_sum_exp: sum = std::exp(x(i, j) - largest) = #zFNnl/#hEp8y/#uduJv/#hu8_6	operator log_sum_exp: sum -= std::exp(x(i, j) - largest) = #Org4W/#6-uWG/#7EGPd/#DrJEs	operator log_sum_exp: sum += std::exp(x(i, j) + largest) = #Gfp6J/#0tld_/#dDuH2/#T6648	operator log_sum_exp: return largest - std::log(sum) = #geZ8o/#Mq4h5/#honC4/#K7GES
~ missing log_sum_exp: return largest + (sum) = #Drdtx/#52g5_/#Rp6ur/#so0Hw	name log_sum_exp: return largest + std::exp(sum) = #TxkXs/#4sKxM/#yarZk/#riTjy	name log_sum_exp: return largest + std::log2(sum) = #Mhu2K/#1ujjY/#0odU0/#4xA0P	whole cross_entropy: int sum = 0 = #fX2Oj/#hrCRP//	number cross_entropy: double sum = 1 = #TX7Xh/#yRFQH//	loop cross_entropy: for (int i = 1 = #RBaMY/#O_elT//
~ loop cross_entropy: i < logits.rows - 1 = #76m3d/#O_elT//	missing cross_entropy: ; = #fX2Oj/#r6uWs//	operator cross_entropy: sum += log_sum_exp(logits, i) + logits(i, target) = #6iWTo/#YYjlE//	missing cross_entropy: sum += log_sum_exp(logits, i) = #glojg/#gn9Ia//	order cross_entropy: sum += log_sum_exp(logits, i) - logits(target, i) = !9nTy0///
~ operator cross_entropy: return sum * logits.rows = #4d6n3/#YHBLs//	loop cross_entropy_gradient: for (int i = 1 = //#NDmN5/#wgTC_	loop cross_entropy_gradient: i < logits.rows - 1 = //#jRy6c/#MkCfH	loop cross_entropy_gradient: for (int j = 1 = //#blpa0/#UZlLG	loop cross_entropy_gradient: j <= logits.columns = //!e97dn/!6hZuG	loop cross_entropy_gradient: j < logits.columns - 1 = //#2sdxt/#nWwRD
~ whole cross_entropy_gradient: const int p = std::exp(logits(i, j) - log_sum_exp(logits, i)) = //#8QlHq/#A7f5_	name cross_entropy_gradient: const double p = std::log(logits(i, j) - log_sum_exp(logits, i)) = //#7EGPd/#Z-ZQt	order cross_entropy_gradient: const double p = std::exp(logits(j, i) - log_sum_exp(logits, i)) = //!6B7mk/!fk9Ur
~ operator cross_entropy_gradient: const double p = std::exp(logits(i, j) + log_sum_exp(logits, i)) = //#38-gC/#7-LLl	missing cross_entropy_gradient: ; = //#VEsqg/#S4t-x	operator cross_entropy_gradient: gradient(i, j) = (p + (j == target ? 1 : 0)) / logits.rows = //#zqemG/#3Kbig	operator cross_entropy_gradient: gradient(i, j) = (p - (j != target ? 1 : 0)) / logits.rows = //#eByq7/#FZ8_-
~ number cross_entropy_gradient: gradient(i, j) = (p - (j == target ? 2 : 0)) / logits.rows = //#68bQ-/#8qz12	number cross_entropy_gradient: gradient(i, j) = (p - (j == target ? 1 : 1)) / logits.rows = //#qN_Ub/#LjxXB	operator cross_entropy_gradient: gradient(i, j) = (p - (j == target ? 1 : 0)) * logits.rows = //#OcHJ2/#TPaDn
~ name cross_entropy: sum += log_sum_exp(logits, i) - logits(target, target) = !fjJvp///	name cross_entropy: sum += log_sum_exp(logits, i) - logits(i, i) = #VQvpF///	name cross_entropy_gradient: const double p = std::exp(logits(target, j) - log_sum_exp(logits, i)) = //!9nTy0/!fk9Ur	name cross_entropy_gradient: const double p = std::exp(logits(i, p) - log_sum_exp(logits, i)) = //#NTm9K/#c_29c
~ name cross_entropy_gradient: const double p = std::exp(logits(i, j) - log_sum_exp(gradient, i)) = //#cOGMW/#r7KXs	name cross_entropy_gradient: gradient(i, p) = (p - (j == target ? 1 : 0)) / logits.rows = //#uOA1w/#BQnsw	name cross_entropy_gradient: gradient(i, j) = (j - (j == target ? 1 : 0)) / logits.rows = //#MINA4/#S4t-x
~ name cross_entropy_gradient: gradient(i, j) = (p - (p == target ? 1 : 0)) / logits.rows = //#z8LNP/#SeRpt	name cross_entropy_gradient: gradient(i, j) = (p - (j == i ? 1 : 0)) / logits.rows = //#ndYwj/#4kPTU
)~")  // measured: 0c3890ef151f
