#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::softmax;
using answer::softmax_backward;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("softmax", [](Measured& got) {
    got.add("softmax of (0.3, 2.4, -1.7, 2.4, 0.9)", softmax({0.3, 2.4, -1.7, 2.4, 0.9}));
    got.add("softmax of (0, 0)", softmax({0, 0}));
  });
  all.group("softmax of large logits", [](Measured& got) {
    got.add("softmax of (1001, 1000)", softmax({1001, 1000}));
    got.add("softmax of (0, 1000)", softmax({0, 1000}));
    got.add("softmax of (1000, 0)", softmax({1000, 0}));
    got.add("softmax of (-1000, -1000)", softmax({-1000, -1000}));
    got.add("softmax of (3000, 200, 0)", softmax({3000, 200, 0}));
    got.add("softmax of (-3000, -1, 10)", softmax({-3000, -1, 10}));
  });
  all.group("softmax_backward", [](Measured& got) {
    got.add(
        "softmax_backward of p (0.1, 0.25, 0.3, 0.15, 0.2), upstream (1.3, -2.1, 4.7, 0.6, 2.4)",
        softmax_backward({0.1, 0.25, 0.3, 0.15, 0.2}, {1.3, -2.1, 4.7, 0.6, 2.4}));
    got.add("softmax_backward of p (0.25, 0.75), upstream (3, 3)",
            softmax_backward({0.25, 0.75}, {3, 3}));
  });
  all.judge();
  if (!all.right()) return;
  checks.equal("softmax of (0, 1000, 1, 2)", softmax({0, 1000, 1, 2}), {0, 1, 0, 0},
               "subtract the largest logit, wherever it is: yours subtracts another number");
}

HOLO_EXERCISE("11_softmax", check, R"~(
your exponentials overflow: subtract the largest logit first
  const double largest = *std::max_element(logits.begin(), logits.end()); =>
  (std::exp(logit - largest)); => (std::exp(logit));
a logit is not a share of the sum: take its exponential first
  const double largest = *std::max_element(logits.begin(), logits.end()); Vector p; =>
  p.push_back(std::exp(logit - largest)); for (double e : p) sum += e; for (double& e : p) e => sum += logit; Vector p = logits; for (double& x : p) x
the exponentials do not sum to 1 yet: divide each by their sum
  double sum = 0; =>
  for (double e : p) sum += e; for (double& e : p) e /= sum; =>
you took each probability for a function of its own logit alone: a logit changes all the probabilities
  double mean = 0; for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  (p[i] * (upstream[i] - mean)); => (p[i] * (1 - p[i]) * upstream[i]);
the other probabilities shrink when one grows: subtract the mean of the upstream gradients, sum of p_j g_j
  double mean = 0; for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  (upstream[i] - mean) => upstream[i]
the mean of the upstream gradients is weighted: sum of p_j g_j, not the sum of g_j over their number
  p[i] * upstream[i]; => upstream[i] / static_cast<double>(p.size());
you give the derivative of p_i for its logit: the upstream gradient is missing
  double mean = 0; for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  upstream[i] - mean => 1 - p[i]
the largest logit is subtracted, not the first: e^(x - first) still overflows
  largest = *std::max_element(logits.begin(), logits.end()) => first = logits[0]
  (std::exp(logit - largest)); => (std::exp(logit - first));
all your exponentials are 0: subtract the largest logit, which may be negative: its search must not begin at 0
  const double largest = *std::max_element(logits.begin(), logits.end()) => double largest = 0; for (double logit : logits) largest = std::max(largest, logit)
what is subtracted is a mean, sum of p_j g_j: yours is the sum of the g_j
  p[i] * upstream => upstream
the difference g_i - mean is multiplied by p_i: that is missing
  p[i] * (upstream[i] - mean) => upstream[i] - mean
the exponentials are divided by the sum of the exponentials: yours are divided by the sum of the logits
  (double e : p) sum += e => (double e : logits) sum += e
p has the probabilities already: yours takes their softmax once more
  sum; return p; } Vector softmax_backward(const Vector& p, const Vector& upstream) { => sum; return p; } Vector softmax_backward(const Vector& p, const Vector& upstream) { const Vector q = softmax(p);
  ; i < p.size(); ++i) mean += p[i] * upstream[i]; => ; i < p.size(); ++i) mean += q[i] * upstream[i];
  p.size(); ++i) gradient.push_back(p[i] * (upstream[i] - mean) => p.size(); ++i) gradient.push_back(q[i] * (upstream[i] - mean)
p multiplies all of g - m: yours multiplies g alone
  (upstream[i] - mean) => upstream[i] - mean
you subtract the mean of the logits: only with the largest logit subtracted no exponential overflows
  using Vector = std::vector<double>; Vector softmax(const Vector& logits) { const double largest = *std::max_element(logits.begin(), logits.end()); => using Vector = std::vector<double>; Vector softmax(const Vector& logits) { double largest = 0; for (double l : logits) largest += l / static_cast<double>(logits.size());
the sum of the exponentials begins with 1: it begins with 0
  e /= sum; => e /= sum + 1;
subtract the sum of all p_j g_j from g, not p
  (p[i] * (upstream[i] - mean)); => (p[i] * (upstream[i] - p[i]));
the sum of p_j g_j has to be whole before you use it: add up first, in a separate loop
  for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  gradient.push_back(p[i] * (upstream[i] - mean)); => { mean += p[i] * upstream[i]; gradient.push_back(p[i] * (upstream[i] - mean)); }
the sum of p_j g_j is divided by the number of its terms once too often
  upstream[i]; => upstream[i] / static_cast<double>(p.size());
p_i (1 - p_i) is for a logit's own probability alone: it is p_i times the difference g_i - mean
  p[i] * (upstream[i] - mean) => p[i] * (1 - p[i]) * (upstream[i] - mean)
right softmax
 0.05184088563775418 0.4233414805358886 0.007015900941022312 0.4233414805358886 0.0944602523494462 0.5 0.5
right softmax of large logits
 0.7310585786300049 0.2689414213699951 0 1 1 0 0.5 0.5 1 0 0 0 1.670142184809518e-05 0.999983298578152
right softmax_backward
 -0.028499999999999994 -0.92125 0.9345 -0.14775 0.163 0 0
= /KhBKhB.KhBKhB.KhBKhBKhB...../ 16SmVb_-9mVbWPmKhBKhB/fUeZ33......Z5-ZUB.XlYAJ60AJ/ qzz-IPtpN-IP52w-IP-IP/-IPgpO....-IP-IP....zAC-IP/ //bvICjkwm3rM6O6Je1ne1n //4Yz_fgjyz3iXys14CI-Wr //_kkvPdyIib3cp82.. //3iXjJEXbBMQh28qjJEjJE /...KhB........KhBKhB/ /......KhBKhB....../ //l_0pgxuF6nO5qEDPKlpgx //V0chgpi9krnvr7F.. c2hZ-5fxrZ-5C5j6K76K7/78kZTh.ON1ON1.r7Gr7GckW...ifJwOG/ //g0JgjREfYhsJv8J..
= //yM5U2CjHjzu7X8LpgxPKl /........KhB...KhBKhB/ rAFRqq0BmRqq2WVQEsQEs/dDYcrl.CghCgh.QEsQEsCgh...VU255m/ //N9tBe65m6lyxD_U7mQwmW //bvIVP1_FlBih.e1n. //zu332IXoxOR7z2ZIaaCtV //XQZ6UvORzj3zHfF..
& 0,0,2,ZA4n5 1,0,2,e9UD8 0,0,11,p_ORL 1,0,11,FPO6i 0,0,15,GOU8b 1,0,15,H7Jxf 0,1,15,cMlsT 1,1,15,ncTOR 0,2,7,UbKUe 1,2,7,SiNO_ 1,2,8,RSeUc 0,2,14,jcDD7 1,2,14,LYsu4 2,3,19,-KKx7 2,5,10,aXphK 2,5,13,GN9fi 2,5,18,RxsvX 2,5,19,EbMJ5 2,6,19,bwPIm 0,7,11,CBhgF 1,7,11,gE_tW 0,7,15,Q6xBc 1,7,15,yjJQN 1,8,11,mmTA0 1,8,15,UW7_2 2,9,10,sgsHC 2,9,13,2G4LC 2,9,18,9L3q3 2,9,19,0wo6T 2,10,18,LN1UZ 0,11,14,NQi5b
& 1,11,14,nzeWA 0,11,15,jRKa6 1,11,15,KiExX 2,12,13,PFCYh 2,12,16,OQ3GP 2,12,18,AeSJj 2,12,19,q4Z8s 2,13,18,cRZvq 0,14,15,Y4Qs0 1,14,15,N3QIA 2,16,19,6qlCL 2,18,19,4fByi
~ whole softmax: int sum = 0 = #Qi7_1/#xDUHM/	missing softmax: for (double logit : logits) p.push_back((logit - largest)) = #j6KrO/#Wy9EG/	name softmax: for (double logit : logits) p.push_back(std::log(logit - largest)) = #nioYT/#NQrE7/	operator softmax: for (double logit : logits) p.push_back(std::exp(logit + largest)) = /#5Ps-j/	operator softmax: for (double e : p) sum = e = #6X2y3/#ZLk9Y/
~ operator softmax: for (double e : p) sum -= e = #dz1oW/#YsLcb/	operator softmax: for (double& e : p) e = sum = #4gO-N/#Ri7Av/	operator softmax: for (double& e : p) e *= sum = #GHgig/#q7yRP/	whole softmax_backward: int mean = 0 = //#LhMMh	number softmax_backward: double mean = 1 = //#W_S5Y	loop softmax_backward: for (size_t i = 1 = //#cl0_q	loop softmax_backward: i < p.size() - 1 = //#eJU_8
~ operator softmax_backward: mean = p[i] * upstream[i] = //#X5Won	operator softmax_backward: mean -= p[i] * upstream[i] = //#0DKOJ	operator softmax_backward: mean += p[i] + upstream[i] = //#ECzFF	operator softmax_backward: mean += p[i] / upstream[i] = //#4sKcq	missing softmax_backward: mean += p[i] = //#okeQ6	loop softmax_backward: for (size_t i = 1 = //!LCdN7
~ loop softmax_backward: i < p.size() - 1 = //!J1m2a	operator softmax_backward: gradient.push_back(p[i] + (upstream[i] - mean)) = //#NqblM	operator softmax_backward: gradient.push_back(p[i] / (upstream[i] - mean)) = //#XvGzR	missing softmax_backward: gradient.push_back(p[i]) = //#4s310	name softmax: for (double logit : logits) p.push_back(std::exp(largest - largest)) = #AeuOV/#3QTqF/
~ name softmax: for (double logit : logits) p.push_back(std::exp(sum - largest)) = #AeuOV/#OtZe2/	name softmax: for (double e : p) sum += largest = #7W5Mc/#J_QOg/	name softmax: for (double& e : p) e /= largest = #Wwr8x/#L2l7L/	name softmax: for (double& e : p) e /= e = #sQNw9/#J8WhA/	name softmax_backward: mean += upstream[i] * upstream[i] = //#RY1dH
~ name softmax_backward: mean += p[i] * p[i] = //#CvTjl	name softmax_backward: i < gradient.size() = //!lR3tV	name softmax_backward: gradient.push_back(upstream[i] * (upstream[i] - mean)) = //#y_CuR	name softmax_backward: gradient.push_back(p[i] * (p[i] - mean)) = //#B_RkU
)~")  // measured: b5548e8bf4f0
