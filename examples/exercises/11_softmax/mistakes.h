// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char softmax_mistakes[] = R"~(
right softmax
 0.05184088563775418 0.4233414805358886 0.007015900941022312 0.4233414805358886 0.0944602523494462
 0.5 0.5
right softmax of large logits
 0.7310585786300049 0.2689414213699951 0 1 1 0 0.5 0.5 1 0 0 0 1.670142184809518e-05
 0.999983298578152
right softmax_backward
 -0.028499999999999994 -0.92125 0.9345 -0.14775 0.163 0 0
your exponentials overflow: subtract the largest logit first
  const double largest = *std::max_element(logits.begin(), logits.end()); =>
  (std::exp(logit - largest)); => (std::exp(logit));
= /KhBKhB.KhBKhB.KhBKhBKhB...../
& 0,2,ZA4n5 1,2,e9UD8 0,11,p_ORL 1,11,FPO6i 0,15,GOU8b 1,15,H7Jxf
a logit is not a share of the sum: take its exponential first
  const double largest = *std::max_element(logits.begin(), logits.end()); Vector p; =>
  p.push_back(std::exp(logit - largest)); for (double e : p) sum += e; for (double& e : p) e => sum += logit; Vector p = logits; for (double& x : p) x
= 16SmVb_-9mVbWPmKhBKhB/fUeZ33......Z5-ZUB.XlYAJ60AJ/
& 0,15,cMlsT 1,15,ncTOR
the exponentials do not sum to 1 yet: divide each by their sum
  double sum = 0; =>
  for (double e : p) sum += e; for (double& e : p) e /= sum; =>
= qzz-IPtpN-IP52w-IP-IP/-IPgpO....-IP-IP....zAC-IP/
& 0,7,UbKUe 1,7,SiNO_ 1,8,RSeUc 0,14,jcDD7 1,14,LYsu4
you took each probability for a function of its own logit alone: a logit changes all the probabilities
  double mean = 0; for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  (p[i] * (upstream[i] - mean)); => (p[i] * (1 - p[i]) * upstream[i]);
= //bvICjkwm3rM6O6Je1ne1n
& 2,19,-KKx7
the other probabilities shrink when one grows: subtract the mean of the upstream gradients, sum of p_j g_j
  double mean = 0; for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  (upstream[i] - mean) => upstream[i]
= //4Yz_fgjyz3iXys14CI-Wr
the mean of the upstream gradients is weighted: sum of p_j g_j, not the sum of g_j over their number
  p[i] * upstream[i]; => upstream[i] / static_cast<double>(p.size());
= //_kkvPdyIib3cp82..
& 2,10,aXphK 2,13,GN9fi 2,18,RxsvX 2,19,EbMJ5
your gradient is that of p_i for its logit: it must also take in the upstream gradient
  double mean = 0; for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  upstream[i] - mean => 1 - p[i]
= //3iXjJEXbBMQh28qjJEjJE
& 2,19,bwPIm
the largest logit is subtracted, not the first: e^(x - first) still overflows
  largest = *std::max_element(logits.begin(), logits.end()) => first = logits[0]
  (std::exp(logit - largest)); => (std::exp(logit - first));
= /...KhB........KhBKhB/
& 0,11,CBhgF 1,11,gE_tW 0,15,Q6xBc 1,15,yjJQN
all your exponentials are 0: subtract the largest logit, which may be negative: its search must not begin at 0
  const double largest = *std::max_element(logits.begin(), logits.end()) => double largest = 0; for (double logit : logits) largest = std::max(largest, logit)
= /......KhBKhB....../
& 1,11,mmTA0 1,15,UW7_2
what is subtracted is a mean, sum of p_j g_j: yours is the sum of the g_j
  p[i] * upstream => upstream
= //l_0pgxuF6nO5qEDPKlpgx
& 2,10,sgsHC 2,13,2G4LC 2,18,9L3q3 2,19,0wo6T
the difference g_i - mean is multiplied by p_i: that is missing
  p[i] * (upstream[i] - mean) => upstream[i] - mean
= //V0chgpi9krnvr7F..
& 2,18,LN1UZ
the exponentials are divided by the sum of the exponentials: yours are divided by the sum of the logits
  (double e : p) sum += e => (double e : logits) sum += e
= c2hZ-5fxrZ-5C5j6K76K7/78kZTh.ON1ON1.r7Gr7GckW...ifJwOG/
& 0,14,NQi5b 1,14,nzeWA 0,15,jRKa6 1,15,KiExX
p has the probabilities already: yours takes their softmax once more
  sum; return p; } Vector softmax_backward(const Vector& p, const Vector& upstream) { => sum; return p; } Vector softmax_backward(const Vector& p, const Vector& upstream) { const Vector q = softmax(p);
  ; i < p.size(); ++i) mean += p[i] * upstream[i]; => ; i < p.size(); ++i) mean += q[i] * upstream[i];
  p.size(); ++i) gradient.push_back(p[i] * (upstream[i] - mean) => p.size(); ++i) gradient.push_back(q[i] * (upstream[i] - mean)
= //g0JgjREfYhsJv8J..
& 2,13,PFCYh 2,16,OQ3GP 2,18,AeSJj 2,19,q4Z8s
p multiplies all of g - m: yours multiplies g alone
  (upstream[i] - mean) => upstream[i] - mean
= //yM5U2CjHjzu7X8LpgxPKl
& 2,18,cRZvq
you subtract the mean of the logits: only with the largest logit subtracted no exponential overflows
  using Vector = std::vector<double>; Vector softmax(const Vector& logits) { const double largest = *std::max_element(logits.begin(), logits.end()); => using Vector = std::vector<double>; Vector softmax(const Vector& logits) { double largest = 0; for (double l : logits) largest += l / static_cast<double>(logits.size());
= /........KhB...KhBKhB/
& 0,15,Y4Qs0 1,15,N3QIA
the sum of the exponentials begins with 1: it begins with 0
  e /= sum; => e /= sum + 1;
= rAFRqq0BmRqq2WVQEsQEs/dDYcrl.CghCgh.QEsQEsCgh...VU255m/
subtract the sum of all p_j g_j from g, not p
  (p[i] * (upstream[i] - mean)); => (p[i] * (upstream[i] - p[i]));
= //N9tBe65m6lyxD_U7mQwmW
& 2,19,6qlCL
the sum of p_j g_j has to be whole before it is used: add up first, in a loop of its own
  for (size_t i = 0; i < p.size(); ++i) mean += p[i] * upstream[i]; =>
  gradient.push_back(p[i] * (upstream[i] - mean)); => { mean += p[i] * upstream[i]; gradient.push_back(p[i] * (upstream[i] - mean)); }
= //bvIVP1_FlBih.e1n.
the sum of p_j g_j is divided by the number of its terms once too often
  upstream[i]; => upstream[i] / static_cast<double>(p.size());
= //zu332IXoxOR7z2ZIaaCtV
& 2,19,4fByi
p_i (1 - p_i) is for a logit's own probability alone: it is p_i times the difference g_i - mean
  p[i] * (upstream[i] - mean) => p[i] * (1 - p[i]) * (upstream[i] - mean)
= //XQZ6UvORzj3zHfF..
~ softmax: your numbers are those of "int sum = 0": take double, not int = t19CghG88Cghbn_../-IPgpO..........zAC-IP/	~ softmax: your numbers are those of "for (double logit : logits) p.push_back((logit - largest))": something is missing = x9RQ2Xyd1Q2Xl0rKhBKhB/Q2X-IP-IPQ2XQ2X-IPKhBKhBQ2XlF2JIYVsNwDWQ2X/	~ softmax: your numbers are those of "for (double logit : logits) p.push_back(std::log(logit - largest))": is each name the right one? = KhBKhBKhBKhBKhBKhBKhB/KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/
~ softmax: your numbers are those of "for (double logit : logits) p.push_back(std::exp(logit + largest))": is this the right operator? = /KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB.../	~ softmax: your numbers are those of "for (double logit : logits) p.push_back(std::exp(logit * largest))": is this the right operator? = B2or_ibJQr_i1JI../KhBKhB.KhBKhB.KhBKhBKhBKhB..Q2X-IP/	~ softmax: your numbers are those of "for (double e : p) sum = e": is this the right operator? = Zbw6Qar7I6Qa-IP-IP-IP/HL9-IP..6K7KhB-IP-IP6K7KhBKhB.zAC-IP/
~ softmax: your numbers are those of "for (double e : p) sum -= e": is this the right operator? = 4fGaFWOKnaFWmJuQplQpl/1CudFU.cRTcRT.QplQplcRT...6bX21f/	~ softmax: your numbers are those of "for (double e : p) sum *= e": is this the right operator? = 6K76K76K76K76K76K76K7/6K76K7KhB6K76K7KhB6K76K76K7KhBKhBKhB6K76K7/	~ softmax: your numbers are those of "for (double& e : p) e = sum": is this the right operator? = BaEBaEBaEBaEBaEn9ln9l/LAXLAX-IP..-IPn9ln9l.-IP-IPYlGYlGYlG/
~ softmax: your numbers are those of "for (double& e : p) e *= sum": is this the right operator? = Bn7BaELFABaEOYQn9ln9l/LAXF58....n9ln9l....zACYlG/	~ softmax: your numbers are those of "for (double& e : p) e -= sum": is this the right operator? = 4_RDR0qvQDR0kcgcRTcRT/afQcRTcRTQ2XQ2XcRTcRTcRTQ2XcRTcRTfd0cRT6bX/	~ softmax_backward: your numbers are those of "int mean = 0": take double, not int = //8sqPGCwgTjUR7ZidPL4CI
~ softmax_backward: your numbers are those of "double mean = 1": is this the right number? = //8W26i4sBUEoIy4_rYPPKl	~ softmax_backward: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = //dsvpWahnvy1s_uhjJEe1n	~ softmax_backward: your numbers are those of "i < p.size() - 1": does the loop have the right ends? = //AkxgJByhKBih_Vne1nwmW	~ softmax_backward: your numbers are those of "mean = p[i] * upstream[i]": is this the right operator? = //8gJxgF5L5PB9O6JjJEe1n
~ softmax_backward: your numbers are those of "mean -= p[i] * upstream[i]": is this the right operator? = //Pt0ee-tMyFgFG9it3ejOI	~ softmax_backward: your numbers are those of "mean += p[i] + upstream[i]": is this the right operator? = //uF6sDCgG7pLcyuGcRTx38	~ softmax_backward: your numbers are those of "mean += p[i] / upstream[i]": is this the right operator? = //UkJp7_CfyK6UzL-d4-n9l	~ softmax_backward: your numbers are those of "mean += p[i] - upstream[i]": is this the right operator? = //4XTfhVTXC8aiG7hn9lao1
~ softmax_backward: your numbers are those of "mean += p[i]": something is missing = //8sqPGCwgTjUR7ZiCght3e	~ softmax_backward: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = //!LCdN7	~ softmax_backward: your numbers are those of "i < p.size() - 1": does the loop have the right ends? = //!J1m2a	~ softmax_backward: your numbers are those of "gradient.push_back(p[i] + (upstream[i] - mean))": is this the right operator? = //GSaEXFfF53H8tStdPL4CI
~ softmax_backward: your numbers are those of "gradient.push_back(p[i] / (upstream[i] - mean))": is this the right operator? = //WCs3bzulaBXkAD46K76K7	~ softmax_backward: your numbers are those of "gradient.push_back(p[i] - (upstream[i] - mean))": is this the right operator? = //0RFJo0UCa9gVSCPdPL4CI	~ softmax_backward: your numbers are those of "gradient.push_back(p[i])": something is missing = //RFSdPLEtzf8gjjTdPL4CI
~ softmax_backward: your numbers are those of "gradient.push_back(p[i] * (upstream[i] * mean))": is this the right operator? = //kpkclGslGJV1Et2-WrdHJ	~ softmax: your numbers are those of "for (double logit : logits) p.push_back(std::exp(largest - largest))": is each name the right one? = jjTjjTjjTjjTjjT../CghCghCghCghCghCgh..QEsQEsQEsQEsQEsQEs/	~ softmax: your numbers are those of "for (double logit : logits) p.push_back(std::exp(sum - largest))": is each name the right one? = jjTjjTjjTjjTjjT../KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBQEsQEsQEs/
~ softmax: your numbers are those of "for (double e : p) sum += largest": is each name the right one? = wL_KckfApKckGqW6K76K7/bfcLcN.eETeET.r7Gr7GaSn...17FYHm/	~ softmax: your numbers are those of "for (double& e : p) e /= largest": is each name the right one? = r4IeHcGKOeHcCMK6K76K7/Ri8Jm-.ON1ON1.S_xS_xgur...HoURFS/	~ softmax: your numbers are those of "for (double& e : p) e /= e": is each name the right one? = -IP-IP-IP-IP-IP-IP-IP/-IP-IPKhB..KhB-IP-IP.KhBKhBKhB-IP-IP/
~ softmax_backward: your numbers are those of "mean += upstream[i] * upstream[i]": is each name the right one? = //5HrLodWrBbgbc_Jw2i9X8	~ softmax_backward: your numbers are those of "mean += p[i] * p[i]": is each name the right one? = //a_BDLSYezc1RjiXML5XI6	~ softmax_backward: your numbers are those of "i < gradient.size()": is each name the right one? = //!lR3tV	~ softmax_backward: your numbers are those of "gradient.push_back(upstream[i] * (upstream[i] - mean))": is each name the right one? = //GbicMCwuzAMDUl5..
~ softmax_backward: your numbers are those of "gradient.push_back(p[i] * (p[i] - mean))": is each name the right one? = //VsWj5kHQ42s3X2_4bSs4R
)~";
