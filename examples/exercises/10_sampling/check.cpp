#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <limits>

using answer::Vector;
using exercise::Measured;
using exercise::shown;

const Vector logits = {0.4, 1.9, -0.7, 1.1}, temperatures = {1, 0.6, 2.3};
const Vector randoms = {0.31, 0.02, 0.13, 0.44, 0.58, 0.66, 0.71, 0.79, 0.86, 0.97};

double token(const Vector& row, double temperature, double random) {
  return static_cast<double>(answer::sample(row, temperature, random));
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("probabilities", [](Measured& got) {
    for (double t : temperatures) {
      got.add("logits (0.4, 1.9, 1.9, -0.7), temperature " + shown(t) + ": p",
              answer::probabilities({0.4, 1.9, 1.9, -0.7}, t));
    }
  });
  all.group("large logits", [](Measured& got) {
    got.add("logits (30, 30), temperature 0.01: p", answer::probabilities({30, 30}, 0.01));
    got.add("logits (-30, -30), temperature 0.01: p", answer::probabilities({-30, -30}, 0.01));
  });
  all.group("tokens", [](Measured& got) {
    for (double t : temperatures) {
      for (double random : randoms) {
        got.add("logits (0.4, 1.9, -0.7, 1.1), temperature " + shown(t) + ", random " +
                    shown(random) + ": token",
                token(logits, t, random));
      }
    }
  });
  all.group("on the border", [](Measured& got) {
    for (double random : {0.0, 0.25, 0.5, 0.75}) {
      got.add("probabilities 0.25 each, random " + shown(random) + ": token",
              token({0, 0, 0, 0}, 1, random));
    }
  });
  all.group("at the end", [](Measured& got) {
    got.add("ten times the probability 0.1, which adds up to 1 - 1.1e-16: random 1 - 1.1e-16",
            token(Vector(10, 0.0), 1, 1 - std::numeric_limits<double>::epsilon() / 2));
  });
  all.group("samples", [](Measured& got) {
    Vector tokens;
    for (size_t i : answer::samples(logits, 0.6, randoms)) tokens.push_back(static_cast<double>(i));
    got.add("samples of the same logits, temperature 0.6: token", tokens);
  });
  all.judge();
  if (!all.right()) return;
  checks.equal("logits (0, 90, 1, 2), temperature 0.01: p",
               answer::probabilities({0, 90, 1, 2}, 0.01), {0, 1, 0, 0},
               "subtract the largest logit, wherever it is: yours subtracts another number");
}

HOLO_EXERCISE("10_sampling", check, R"~(
divide the logits by the temperature: yours multiplies
  (std::exp((logit - largest) / temperature)); => (std::exp((logit - largest) * temperature));
the temperature divides the logits, before exp: yours divides what comes after
  (logit - largest) / temperature => logit - largest
  p /= sum; => p /= sum * temperature;
the temperature changes nothing in your probabilities: divide the logits by it
  (logit - largest) / temperature => logit - largest
divide by the sum: the probabilities of all tokens have the sum 1
  result; double sum = 0; => result;
  sum += result.back(); =>
  for (double& p : result) p /= sum; =>
your exponentials overflow: subtract the largest logit before you divide
  const double largest = *std::max_element(logits.begin(), logits.end()); =>
  (logit - largest) => logit
this always takes the most probable token: draw with the random number
  (logits, temperature); double sum = 0; => (logits, temperature); size_t best = 0;
  sum += p[i]; if (random < sum) return => if (p[i] > p[best]) best =
  p.size() - 1 => best
compare with the sum of the probabilities so far, not with each alone
  (logits, temperature); double sum = 0; => (logits, temperature);
  sum += p[i]; if (random < sum) => if (random < p[i])
a random number on the border belongs to the next token: compare with <, not <=
  random < sum => random <= sum
add the probability of a token before you compare, not after it
  0; for (size_t i = 0; i < p.size(); ++i) { => 0; for (size_t i = 0; i < p.size(); ++i) { if (random < sum) return i;
  if (random < sum) return i; =>
rounding can leave the sum below random: then it is the last token
  size() - 1; => size();
each draw needs a random number of its own: yours uses the first for all
  (double random : randoms) result.push_back(sample(logits, temperature, random)) => (size_t i = 0; i < randoms.size(); ++i) result.push_back(sample(logits, temperature, randoms[0]))
all your exponentials are 0: the largest logit may be negative, so its search must not begin at 0
  const double largest = *std::max_element(logits.begin(), logits.end()) => double largest = 0; for (double logit : logits) largest = std::max(largest, logit)
token 0 has the smallest random numbers: yours begins with the last token, or takes 1 - random
  0; i < p.size(); ++i => p.size(); i-- > 0;
each draw needs a random number of its own: yours uses the last for all
  (double random : randoms) result.push_back(sample(logits, temperature, random)) => (size_t i = 0; i < randoms.size(); ++i) result.push_back(sample(logits, temperature, randoms.back()))
the sum of the probabilities has lost its fraction: take double, not int
  , double temperature, double random) { const Vector p = probabilities(logits, temperature); double sum = 0; for (size_t i = 0; i < p.size(); ++i) { sum += p[i]; => , double temperature, double random) { const Vector p = probabilities(logits, temperature); int sum = 0; for (size_t i = 0; i < p.size(); ++i) { sum = static_cast<int>(sum + p[i]);
your draw does not use its temperature
  (logits, temperature); => (logits, 1);
the token is not the one whose probability is nearest to random: add them up
  double sum = 0; for (size_t i = 0; i < p.size(); ++i) { sum += p[i]; if (random < sum) return i; } return p.size() - 1 => size_t best = 0; for (size_t i = 0; i < p.size(); ++i) if (std::abs(p[i] - random) < std::abs(p[best] - random)) best = i; return best
random is compared as it is: yours is divided by the temperature
  random < sum => random / temperature < sum
the sum of the exponentials has to be whole before you use it: add up first, in a separate loop
  (std::exp((logit - largest) / temperature)); sum += result.back(); } for (double& p : result) p /= sum; => (std::exp((logit - largest) / temperature)); sum += result.back(); result.back() /= sum; }
your probabilities follow the logits in a straight line: take their exponentials first
  std::exp((logit - largest) / temperature) => (logit - largest) / temperature + 1
return the token in whose part random falls: yours is the one after it
  sum) return i; => sum) return i + 1;
right probabilities
 0.09712274617757986 0.43527395002527774 0.43527395002527774 0.032329353771864536 0.03917748029204444 0.4772794170534107 0.4772794170534107 0.006263685601134279 0.18317435046325808 0.3516415549942378 0.3516415549942378 0.11354253954826614
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
= ....t7zQXdQXdbx3a4rxAWxAWPNf//............Q2X..n9ln9lNXv....-IP..-IP-IP-IP-IP.///..Q2X..n9ln9lNXv.. ....cLXi0Wi0WVl7y7HpNUpNUbK9/-g0-g0-g0-g0/............Q2X.....-IP-IPn9l.-IPNXvNXvNXvNXv...///..Q2X.....-IP-IP ....-HY09y09yWzr-HY09y09yWzr//................n9lNXv....-IP..-IP....///......n9lNXv..
= 52w-IP-IPr7IJUq-IP-IP33muFC-IP-IP6Rd/-IP-IP-IP-IP/..Q2X...-IP-IP-IP-IP........-IP-IPQ2X..Q2X.-IP-IP-IP-IP-IP/.Q2XQ2XQ2X/Q2X/........-IP-IP /KhBKhBKhBKhB//// //.-IP....-IP-IP-IP-IP.-IP......-IP-IP.-IP-IP..-IP-IP-IP-IP-IP/.Q2XQ2XQ2X/Q2X/.-IP......-IP-IP //....NXvNXvNXv..........NXv.....NXvNXvNXvNXv.../.NXvNXv.//.......NXv.. ///.Q2X-IPn9l//
= //n9l-IPn9ln9ln9ln9lNXv...n9l-IPn9ln9ln9ln9ln9ln9l..n9l-IP-IPn9ln9lNXvNXv.../-IPn9lNXv.//n9l-IPn9ln9ln9ln9ln9ln9l.. ////d8Y/ /////.-IP......-IP-IP /..KhBKhB//// //.NXvNXv...-IP-IP-IPQ2X.NXvNXv.....-IPQ2Xn9lNXvNXv..-IP-IP-IPQ2XQ2X/NXvn9l-IPQ2X//.NXvNXv.....-IPQ2X /////NXvNXvNXvNXvNXvNXvNXvNXv..
= //NXvNXvNXvNXvNXvNXvNXv...NXvNXvNXvNXvNXvNXvNXvNXv..NXvNXvNXvNXvNXvNXvNXv.../NXvNXvNXv.//NXvNXvNXvNXvNXvNXvNXvNXv.. //................n9lNXv....-IP..-IP....///......n9lNXv.. //NXvn9lQ2X...-IP-IP-IP-IPNXvn9lNXvNXv....-IP-IPNXvn9ln9l..-IP-IP-IP-IP-IP/.Q2XQ2XQ2X/Q2X/NXvn9lNXvNXv....-IP-IP //..............NXvNXvNXvNXv..Q2X..Q2X.-IP-IP-IP-IP-IP///....NXvNXvNXvNXv..
= -IPiPchrl.-IPW61QOv.-IPs8P-hd./-IP.-IP./Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2X/.Q2XQ2XQ2X/Q2X/Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X QIq9Yp9YpsWHnEsu6Cu6CsbGkTCk0bk0bsPq//Q2X.Q2XQ2Xn9ln9l.n9ln9ln9lQ2X.Q2Xn9ln9ln9ln9ln9ln9l......-IP-IP...///Q2X.Q2Xn9ln9ln9ln9ln9ln9l.
= //n9l-IPn9ln9ln9ln9lNXvI1CI1CI1Cn9l-IPn9ln9ln9ln9ln9ln9lI1CI1Cn9l-IP-IPn9ln9lNXvNXvI1CI1CI1C/-IPn9lNXvI1C//n9l-IPn9ln9ln9ln9ln9ln9lI1CI1C
& 0,0,3,vLGaN 2,0,3,1fGTn 5,0,3,oQV23 2,0,6,q87ej 5,0,6,_qEds 2,0,8,M_tOM 5,0,8,Hb4Zv 2,0,12,d_KKB 5,0,12,NnWVD 2,0,16,oXXxr 5,0,16,gITSF 2,0,17,EgCo2 5,0,17,d-gkL 0,0,18,YQeFN 2,0,20,7Qj3V 5,0,20,jMY-5 2,1,6,fxd2Y 5,1,6,Ac29b 2,1,8,gvCgB 5,1,8,BnMnR 2,1,12,FKlQA 5,1,12,1sr6W 5,1,13,CdCRd 2,1,16,E8HSr 5,1,16,fW1HA 2,1,17,CYc63 5,1,17,Pp8gj 2,1,20,ffEa8 5,1,20,BnMnR 0,2,3,OAeZ3 2,2,3,e3AKa
& 5,2,3,VCWiy 2,2,6,5Vl3q 5,2,6,AR2i9 2,2,8,sLTzv 5,2,8,bSPs- 2,2,12,neE7d 2,2,16,9LDJk 5,2,16,I3dK7 2,2,17,0d3wl 5,2,17,V16go 0,2,18,0dU_C 2,2,20,UjGDR 5,2,20,4VB0- 0,3,4,dIEb_ 1,3,4,RDx5C 2,3,4,SIMRG 5,3,4,OVR_L 2,3,8,2BhuC 3,3,8,mYFB_ 4,3,8,jnXz9 5,3,8,OL0p5 1,3,11,1KATW 2,3,12,BTbId 3,3,12,MlgOi 5,3,12,2EsaP 2,3,14,cdIeh 5,3,14,CdCRd 2,3,15,e3AKa 5,3,15,VCWiy 2,3,16,CKvTI 5,3,16,e7LJg
& 2,3,17,S6CJE 5,3,17,tjCnj 0,3,19,P4XPM 2,3,19,u1x0T 5,3,19,qLwm1 2,5,19,M-VQ5 5,5,19,nGyq9 2,5,20,BgzlQ 5,5,20,jwGmL 2,6,12,tHS8c 3,6,12,MlgOi 5,6,12,ZaP39 2,6,19,uEJxb 5,6,19,wVFN1 2,6,20,zHI2y 3,6,20,dV9hG 5,6,20,_Z638 3,7,12,zj0tW 4,7,12,jbs2- 3,7,14,dmWgd 3,7,20,wMwiO 4,7,20,gE1QP 5,8,10,nGyq9 2,8,12,xZtrf 3,8,12,ywrLR 5,8,12,hV68s 2,8,18,cdIeh 3,8,18,mYFB_ 4,8,18,jnXz9 5,8,18,CdCRd
& 2,8,19,QNJCg 5,8,19,UyXVk 5,10,16,qLwm1 5,10,19,OVR_L 1,11,18,JDImg 2,12,17,oPpD7 5,12,17,FzUsb 2,12,18,pxNOA 3,12,18,OKB1u 4,12,18,FKUqi 5,12,18,2EsaP 2,12,19,MrADz 5,12,19,9w2Pd 2,12,20,0ho0Q 3,12,20,wY7__ 5,12,20,npUBH 5,13,20,jwGmL 2,15,19,RqCok 5,15,19,wqDi0 2,16,18,GnYNp 3,16,18,uEyu2 5,16,18,rcVBu 2,16,19,l0MMM 5,16,19,6OS_y 2,17,18,bd0vw 5,17,18,b8jLz 2,17,19,7K-RJ 5,17,19,kyPNX
& 2,17,20,vDcQC 5,17,20,t-y9N 0,18,19,9RirK 2,19,20,b2W8b 5,19,20,Eip5_
~ whole probabilities: int sum = 0 = #OQjMe//#MONeW///#xb_U-	number probabilities: double sum = 1 = #73BBV/#c8qeH/#OMlZg///#xtrdT	missing probabilities: result.push_back(((logit - largest) / temperature)) = #iVpxF/#6-uWG/#B3WuO/#n2EiN//#lu_2P	name probabilities: result.push_back(std::log((logit - largest) / temperature)) = #OfJcV/#6-uWG/#qlc07/#n2EiN//#V84TF
~ missing probabilities: ; = #-Iuxj/#_BB_N/#Kljml/#r6uWs/#aizzz/#ED4mY	operator probabilities: sum = result.back() = #7t_qE/#y6GB0/#XflyU/#r6uWs/#aizzz/#w76E-	operator probabilities: sum -= result.back() = #79t6a/#U3SXW/#qlc07/#n2EiN//#V84TF	operator probabilities: for (double& p : result) p = sum = #6NMuo/#1E8kz/#Kljml/#r6uWs/#aizzz/#ED4mY
~ operator probabilities: for (double& p : result) p *= sum = #DakR4/#1E8kz/#UZl9X/#r6uWs/#aizzz/#xb_U-	whole sample: size_t sample(const Vector& logits, int temperature, double random) = //#Hb5Ar///#V84TF	number sample: double sum = 1 = //#Kljml/#r6uWs/#aizzz/#ED4mY	loop sample: for (size_t i = 1 = //#oTzEC/#iHMlX//#CsRwO	operator sample: return p.size() + 1 = ////#Dob75/
~ number sample: return p.size() - 2 = ////#ZB-XD/	name probabilities: result.push_back(std::exp((largest - largest) / temperature)) = #KFR2W//#MQh3P///#Uh7dT	name probabilities: result.push_back(std::exp((sum - largest) / temperature)) = #dqiPq/#6-uWG/#fZHYu/#V1ZSJ//#Uh7dT	name probabilities: result.push_back(std::exp((logit - sum) / temperature)) = #WnQup/#I2t-O/#Jewkd/#_sQ8r//#oOdcd
~ name probabilities: for (double& p : result) p /= largest = #MhztL/#2GaTS/#2X01_/#r6uWs/#aizzz/#xtrdT	name sample: sum += logits[i] = //#W14pY/#n2EiN//#w76E-	name samples: for (double random : logits) result.push_back(sample(logits, temperature, random)) = /////!zppdy	name samples: for (double random : randoms) result.push_back(sample(randoms, temperature, random)) = /////#0ao_A
)~")  // measured: 381d9db50023
