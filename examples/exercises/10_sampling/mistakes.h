// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char sampling_mistakes[] = R"~(
right probabilities
 0.09712274617757986 0.43527395002527774 0.43527395002527774 0.032329353771864536
 0.03917748029204444 0.4772794170534107 0.4772794170534107 0.006263685601134279 0.18317435046325808
 0.3516415549942378 0.3516415549942378 0.11354253954826614
right large logits
 0.5 0.5 0.5 0.5
right tokens
 1 0 1 1 1 1 2 3 3 3 1 0 1 1 1 1 1 1 3 3 1 0 0 1 1 2 2 3 3 3
right on the border
 0 1 2 3
right at the end
 9
right samples
 1 0 1 1 1 1 1 1 3 3
divide the logits by the temperature: yours multiplies
  (std::exp((logit - largest) / temperature)); => (std::exp((logit - largest) * temperature));
= ....t7zQXdQXdbx3a4rxAWxAWPNf//............Q2X..n9ln9lNXv....-IP..-IP-IP-IP-IP.///..Q2X..n9ln9lNXv..
& 0,3,vLGaN 2,3,1fGTn 5,3,oQV23 2,6,q87ej 5,6,_qEds 2,8,M_tOM 5,8,Hb4Zv 2,12,d_KKB 5,12,NnWVD 2,16,oXXxr 5,16,gITSF 2,17,EgCo2 5,17,d-gkL 0,18,YQeFN
the temperature divides the logits, before exp: yours divides what comes after
  (logit - largest) / temperature => logit - largest
  p /= sum; => p /= sum * temperature;
= ....cLXi0Wi0WVl7y7HpNUpNUbK9/-g0-g0-g0-g0/............Q2X.....-IP-IPn9l.-IPNXvNXvNXvNXv...///..Q2X.....-IP-IP
& 2,6,fxd2Y 5,6,Ac29b 2,8,gvCgB 5,8,BnMnR 2,12,FKlQA 5,12,1sr6W 5,13,CdCRd 2,16,E8HSr 5,16,fW1HA 2,17,CYc63 5,17,Pp8gj
the temperature changes nothing in your probabilities: divide the logits by it
  (logit - largest) / temperature => logit - largest
= ....-HY09y09yWzr-HY09y09yWzr//................n9lNXv....-IP..-IP....///......n9lNXv..
& 0,3,OAeZ3 2,3,e3AKa 5,3,VCWiy 2,6,5Vl3q 5,6,AR2i9 2,8,sLTzv 5,8,bSPs- 2,12,neE7d 2,16,9LDJk 5,16,I3dK7 2,17,0d3wl 5,17,V16go 0,18,0dU_C
divide by the sum: the probabilities of all tokens have the sum 1
  result; double sum = 0; => result;
  sum += result.back(); =>
  for (double& p : result) p /= sum; =>
= 52w-IP-IPr7IJUq-IP-IP33muFC-IP-IP6Rd/-IP-IP-IP-IP/..Q2X...-IP-IP-IP-IP........-IP-IPQ2X..Q2X.-IP-IP-IP-IP-IP/.Q2XQ2XQ2X/Q2X/........-IP-IP
& 0,4,dIEb_ 1,4,RDx5C 2,4,SIMRG 5,4,OVR_L 2,8,2BhuC 3,8,mYFB_ 4,8,jnXz9 5,8,OL0p5 1,11,1KATW 2,12,BTbId 3,12,MlgOi 5,12,2EsaP 2,14,cdIeh 2,16,CKvTI 5,16,e7LJg 2,17,S6CJE 5,17,tjCnj 0,19,P4XPM 2,19,u1x0T 5,19,qLwm1
your exponentials overflow: subtract the largest logit before you divide
  const double largest = *std::max_element(logits.begin(), logits.end()); =>
  (logit - largest) => logit
= /KhBKhBKhBKhB////
this always takes the most probable token: draw with the random number
  (logits, temperature); double sum = 0; => (logits, temperature); size_t best = 0;
  sum += p[i]; if (random < sum) return => if (p[i] > p[best]) best =
  p.size() - 1 => best
= //.-IP....-IP-IP-IP-IP.-IP......-IP-IP.-IP-IP..-IP-IP-IP-IP-IP/.Q2XQ2XQ2X/Q2X/.-IP......-IP-IP
& 2,19,M-VQ5 5,19,nGyq9
compare with the sum of the probabilities so far, not with each alone
  (logits, temperature); double sum = 0; => (logits, temperature);
  sum += p[i]; if (random < sum) => if (random < p[i])
= //....NXvNXvNXv..........NXv.....NXvNXvNXvNXv.../.NXvNXv.//.......NXv..
& 2,12,tHS8c 5,12,ZaP39 2,19,uEJxb 5,19,wVFN1
a random number on the border belongs to the next token: compare with <, not <=
  random < sum => random <= sum
= ///.Q2X-IPn9l//
& 3,12,zj0tW 4,12,jbs2- 3,14,dmWgd
add the probability of a token before you compare, not after it
  0; for (size_t i = 0; i < p.size(); ++i) { => 0; for (size_t i = 0; i < p.size(); ++i) { if (random < sum) return i;
  if (random < sum) return i; =>
= //n9l-IPn9ln9ln9ln9lNXv...n9l-IPn9ln9ln9ln9ln9ln9l..n9l-IP-IPn9ln9lNXvNXv.../-IPn9lNXv.//n9l-IPn9ln9ln9ln9ln9ln9l..
& 2,12,xZtrf 3,12,ywrLR 5,12,hV68s 2,19,QNJCg 5,19,UyXVk
rounding can leave the sum below random: then it is the last token
  size() - 1; => size();
= ////d8Y/
each draw needs a random number of its own: yours uses the first for all
  (double random : randoms) result.push_back(sample(logits, temperature, random)) => (size_t i = 0; i < randoms.size(); ++i) result.push_back(sample(logits, temperature, randoms[0]))
= /////.-IP......-IP-IP
all your exponentials are 0: the largest logit may be negative, so its search must not begin at 0
  const double largest = *std::max_element(logits.begin(), logits.end()) => double largest = 0; for (double logit : logits) largest = std::max(largest, logit)
= /..KhBKhB////
& 1,18,JDImg
token 0 has the smallest random numbers: yours begins with the last token, or takes 1 - random
  0; i < p.size(); ++i => p.size(); i-- > 0;
= //.NXvNXv...-IP-IP-IPQ2X.NXvNXv.....-IPQ2Xn9lNXvNXv..-IP-IP-IPQ2XQ2X/NXvn9l-IPQ2X//.NXvNXv.....-IPQ2X
& 2,17,oPpD7 5,17,FzUsb 2,18,pxNOA 3,18,OKB1u 4,18,FKUqi 2,19,MrADz 5,19,9w2Pd
each draw needs a random number of its own: yours uses the last for all
  (double random : randoms) result.push_back(sample(logits, temperature, random)) => (size_t i = 0; i < randoms.size(); ++i) result.push_back(sample(logits, temperature, randoms.back()))
= /////NXvNXvNXvNXvNXvNXvNXvNXv..
the sum of the probabilities has lost its fraction: take double, not int
  , double temperature, double random) { const Vector p = probabilities(logits, temperature); double sum = 0; for (size_t i = 0; i < p.size(); ++i) { sum += p[i]; => , double temperature, double random) { const Vector p = probabilities(logits, temperature); int sum = 0; for (size_t i = 0; i < p.size(); ++i) { sum = static_cast<int>(sum + p[i]);
= //NXvNXvNXvNXvNXvNXvNXv...NXvNXvNXvNXvNXvNXvNXvNXv..NXvNXvNXvNXvNXvNXvNXv.../NXvNXvNXv.//NXvNXvNXvNXvNXvNXvNXvNXv..
your draw does not use its temperature
  (logits, temperature); => (logits, 1);
= //................n9lNXv....-IP..-IP....///......n9lNXv..
& 2,19,RqCok 5,19,wqDi0
the token is not the one whose probability is nearest to random: add them up
  double sum = 0; for (size_t i = 0; i < p.size(); ++i) { sum += p[i]; if (random < sum) return i; } return p.size() - 1 => size_t best = 0; for (size_t i = 0; i < p.size(); ++i) if (std::abs(p[i] - random) < std::abs(p[best] - random)) best = i; return best
= //NXvn9lQ2X...-IP-IP-IP-IPNXvn9lNXvNXv....-IP-IPNXvn9ln9l..-IP-IP-IP-IP-IP/.Q2XQ2XQ2X/Q2X/NXvn9lNXvNXv....-IP-IP
& 2,18,GnYNp 3,18,uEyu2 5,18,rcVBu 2,19,l0MMM 5,19,6OS_y
random is compared as it is: yours is divided by the temperature
  random < sum => random / temperature < sum
= //..............NXvNXvNXvNXv..Q2X..Q2X.-IP-IP-IP-IP-IP///....NXvNXvNXvNXv..
& 2,18,bd0vw 5,18,b8jLz 2,19,7K-RJ 5,19,kyPNX
the sum of the exponentials has to be whole before it is used: add up first, in a loop of its own
  (std::exp((logit - largest) / temperature)); sum += result.back(); } for (double& p : result) p /= sum; => (std::exp((logit - largest) / temperature)); sum += result.back(); result.back() /= sum; }
= -IPiPchrl.-IPW61QOv.-IPs8P-hd./-IP.-IP./Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2X/.Q2XQ2XQ2X/Q2X/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X
& 0,19,9RirK
your probabilities follow the logits in a straight line: take their exponentials first
  std::exp((logit - largest) / temperature) => (logit - largest) / temperature + 1
= QIq9Yp9YpsWHnEsu6Cu6CsbGkTCk0bk0bsPq//Q2X.Q2XQ2Xn9ln9l.n9ln9ln9lQ2X.Q2Xn9ln9ln9ln9ln9ln9l......-IP-IP...///Q2X.Q2Xn9ln9ln9ln9ln9ln9l.
~ probabilities: your numbers are those of "int sum = 0": take double, not int = bn_CghCghruaoc1CghCghbFS6d4CghCghKoG//..Q2X...-IP-IP-IP-IP........-IP-IPQ2X..Q2X.-IP-IP-IP-IP-IP///........-IP-IP	~ probabilities: your numbers are those of "double sum = 1": is this the right number? = Qd9mrAmrA5XowCkAClAClQphWy05a15a1dUh/QEsQEsQEsQEs/....NXvNXvNXv.......NXvNXvNXvNXv.....n9lNXvNXvNXv...///....NXvNXvNXvNXv..
~ probabilities: your numbers are those of "result.push_back(((logit - largest) / temperature))": something is missing = fl1Q2XQ2XjZQfl1Q2XQ2XjZQfl1Q2XQ2XjZQ/KhBKhBKhBKhB/n9l.Q2Xn9ln9ln9l.n9l..n9l.Q2Xn9ln9ln9ln9ln9l..n9l..n9ln9l..n9l../NXvNXvNXv.//n9l.Q2Xn9ln9ln9ln9ln9l..	~ probabilities: your numbers are those of "result.push_back(std::log((logit - largest) / temperature))": is each name the right one? = KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/KhBKhBKhBKhB/NXvNXvNXvNXvNXvNXvNXv...NXvNXvNXvNXvNXvNXvNXvNXv..NXvNXvNXvNXvNXvNXvNXv.../NXvNXvNXv.//NXvNXvNXvNXvNXvNXvNXvNXv..
~ probabilities: your numbers are those of "result.push_back(std::exp((logit * largest) / temperature))": is this the right operator? = X_SJOsJOsoAC1GxJZdJZdNS5YlSZvlZvl77W/KhBKhBKhBKhB/......-IP-IP...-IP......-IP......-IP....///.-IP......-IP.	~ probabilities: your numbers are those of ";": something is missing = 6K76K76K76K76K76K76K76K76K76K76K76K7/6K76K76K76K7/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2X/.Q2XQ2XQ2X/Q2X/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X
~ probabilities: your numbers are those of "sum = result.back()": is this the right operator? = -_Y0Pj0Pj-IPKuoaQFaQF-IPbyzoctoct-IP/-IP-IP-IP-IP/Q2X.Q2XQ2X..-IP-IP-IP-IPQ2X.Q2X.....-IP-IPQ2X..Q2XQ2XQ2XQ2X-IP-IP-IP/.Q2XQ2XQ2X/Q2X/Q2X.Q2X.....-IP-IP	~ probabilities: your numbers are those of "sum -= result.back()": is this the right operator? = 6PQ-MS-MSjtV5vwiUyiUyWSu_lsjZmjZmDGs/QplQplQplQpl/NXvNXvNXvNXvNXvNXvNXv...NXvNXvNXvNXvNXvNXvNXvNXv..NXvNXvNXvNXvNXvNXvNXv.../NXvNXvNXv.//NXvNXvNXvNXvNXvNXvNXvNXv..
~ probabilities: your numbers are those of "for (double& p : result) p = sum": is this the right operator? = sHzsHzsHzsHzv1sv1sv1sv1s4kH4kH4kH4kH/n9ln9ln9ln9l/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2X/.Q2XQ2XQ2X/Q2X/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X	~ probabilities: your numbers are those of "for (double& p : result) p *= sum": is this the right operator? = vVMsHzsHzLWpI5lv1sv1sw4bD5Z4kH4kHb7R/n9ln9ln9ln9l/Q2X.Q2X...-IP-IP-IP-IP........-IP-IPQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2X/.Q2XQ2XQ2X/Q2X/........-IP-IP
~ probabilities: your numbers are those of "for (double& p : result) p -= sum": is this the right operator? = KOdewAewAeyD60HqfZqfZEGjkKQxI4xI42-4/cRTcRTcRTcRT/NXvNXvNXvNXvNXvNXvNXv...NXvNXvNXvNXvNXvNXvNXvNXv..NXvNXvNXvNXvNXvNXvNXv.../NXvNXvNXv.//NXvNXvNXvNXvNXvNXvNXvNXv..	~ sample: your numbers are those of "size_t sample(const Vector& logits, int temperature, double random)": take double, not int = //..........NXvNXvNXvNXvNXvNXvNXvNXv............///NXvNXvNXvNXvNXvNXvNXvNXv..
~ sample: your numbers are those of "double sum = 1": is this the right number? = //Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2X/.Q2XQ2XQ2X/Q2X/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X	~ sample: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = //.-IP..n9lNXvNXv....-IP.....NXv...-IP-IPn9lNXvNXvNXv.../-IPn9lNXv.//.-IP.....NXv..	~ sample: your numbers are those of "return p.size() + 1": is this the right operator? = ////BAH/
~ sample: your numbers are those of "return p.size() - 2": is this the right number? = ////4u9/	~ probabilities: your numbers are those of "result.push_back(std::exp((largest - largest) / temperature))": is each name the right one? = dPLdPLdPLdPLdPLdPLdPLdPLdPLdPLdPLdPL//..Q2X.n9ln9l......Q2X.n9ln9ln9lNXv......n9l.....///..Q2X.n9ln9ln9lNXv..	~ probabilities: your numbers are those of "result.push_back(std::exp((sum - largest) / temperature))": is each name the right one? = WaXEbDFYTqnNQK0eBG3pldB3pHUCCGkpvbh5/KhBKhBKhBKhB/..Q2Xn9ln9ln9lNXv.....Q2X.n9ln9ln9lNXv.....n9ln9lNXvNXv.../.NXvNXv.//..Q2X.n9ln9ln9lNXv..
~ probabilities: your numbers are those of "result.push_back(std::exp((logit - sum) / temperature))": is each name the right one? = FptsZtuK4HY4twgiSInw2Fs-nhsUVXJcNXxx/KhBQ2XKhBKhB/Q2X.Q2XQ2X..-IP-IP-IP.Q2X.Q2XQ2XQ2XQ2X..-IP-IPQ2X....-IP-IPn9l../.Q2XQ2X-IP//Q2X.Q2XQ2XQ2XQ2X..-IP-IP	~ probabilities: your numbers are those of "for (double& p : result) p /= largest": is each name the right one? = xk-2sz2szWoR4Ar2sz2szSI-GTY2sz2szFQn/YHmYHm8Qq8Qq/.....n9lNXv.......NXvNXvNXvNXv.......-IP-IP-IPn9ln9l/.Q2XQ2XQ2X/Q2X/....NXvNXvNXvNXv..
~ sample: your numbers are those of "sum += logits[i]": is each name the right one? = //Q2X.Q2X...-IP-IP-IP-IPQ2X.Q2X.....-IP-IPQ2X....-IP-IP-IP-IP-IP/NXvNXvNXv.//Q2X.Q2X.....-IP-IP	~ samples: your numbers are those of "for (double random : logits) result.push_back(sample(logits, temperature, random))": is each name the right one? = /////!zppdy	~ samples: your numbers are those of "for (double random : randoms) result.push_back(sample(randoms, temperature, random))": is each name the right one? = /////I1C.n9lao1xr-xr-4u94u9IfeIfe
)~";
