#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::Adam;
using answer::Vector;
using exercise::Measured;
using exercise::shown;

void measure_steps(Measured& got) {
  const std::vector<Vector> gradients = {{4.2, -0.3}, {-1.1, 2.5}, {0.7, 0.9}};
  const double settings[][2] = {{0, 0}, {0.8, 0}, {0.8, 0.5}};
  for (const auto& [epsilon, decay] : settings) {
    Adam adam;
    adam.rate = 0.1, adam.beta1 = 0.7, adam.beta2 = 0.96;
    adam.epsilon = epsilon, adam.decay = decay;
    Vector p = {5.3, -2.4};
    for (size_t i = 0; i < gradients.size(); ++i) {
      adam.step(p, gradients[i]);
      got.add("betas 0.7 and 0.96, epsilon " + shown(epsilon) + ", decay " + shown(decay) +
                  ", after step " + std::to_string(i + 1) + ": p",
              p);
    }
  }
}

void measure_first(Measured& got) {
  Adam adam;
  adam.rate = 0.1, adam.beta1 = 0.5, adam.beta2 = 0.96, adam.epsilon = 0;
  Vector p = {5};
  adam.step(p, {-0.001});
  got.add("rate 0.1, epsilon 0: p = 5, gradient -0.001, one step: as long as for any other", p);
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("steps", measure_steps);
  all.group("the first step", measure_first);
  all.judge();
}

HOLO_EXERCISE("09_adam", check, R"~(
m and v begin with 0 and are too small: divide each by 1 - beta^t
  m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => m[i]; const double v_hat = v[i];
m is too small as well as v: divide it by 1 - beta1^t
  m_hat = m[i] / (1 - std::pow(beta1, steps)) => m_hat = m[i]
v is too small as well as m: divide it by 1 - beta2^t
  v_hat = v[i] / (1 - std::pow(beta2, steps)) => v_hat = v[i]
the first step is t = 1: with t = 0 the correction divides by 0
  namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); ++steps; for => namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size());  for
  [i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon); } } => [i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon); } ++steps; }
t counts the steps, not the parameters: add 1 once in each call
  namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); ++steps; for => namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size());  for
  gradients[i]; => gradients[i]; ++steps;
m and v are kept from step to step: yours begin with 0 in each call
  resize(parameters.size()); v.resize(parameters.size()); ++steps => assign(parameters.size(), 0); v.assign(parameters.size(), 0); steps = 1
each parameter has an m and a v of its own: yours share one
  Vector m, v; => Vector m, v; double shared_m = 0, shared_v = 0;
  m.resize(parameters.size()); v.resize(parameters.size()); =>
  { const double g = gradients[i]; m[i] = beta1 * m[i] + (1 - beta1) * g; v[i] = beta2 * v[i] + (1 - beta2) * g * g; const double m_hat = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps => { const double g = gradients[i]; shared_m = beta1 * shared_m + (1 - beta1) * g; shared_v = beta2 * shared_v + (1 - beta2) * g * g; const double m_hat = shared_m / (1 - std::pow(beta1, steps)); const double v_hat = shared_v / (1 - std::pow(beta2, steps
divide by the root of v, not by v
  std::sqrt(v_hat) => v_hat
epsilon is added to the root of v, outside of it
  m_hat / (std::sqrt(v_hat) + epsilon) => m_hat / std::sqrt(v_hat + epsilon)
the decay is no part of the gradient: take rate * decay * p from p itself
  gradients[i]; => gradients[i] + decay * parameters[i];
  parameters[i] -= rate * decay * parameters[i]; =>
the decay is times the rate: p -= rate * decay * p
  rate * decay => decay
the step goes down, against the gradient: subtract it
  parameters[i] -= rate * m_hat => parameters[i] += rate * m_hat
v is the running mean of g squared: the square is missing
  (1 - beta2) * g * g; => (1 - beta2) * std::abs(g);
the correction is 1 - beta to the power of t, not beta divided by t
  (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => (1 - beta1 / steps); const double v_hat = v[i] / (1 - beta2 / steps);
m and v stay uncorrected: what is divided by 1 - beta^t is for this step alone
  ; const double m_hat = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std => ; const double m_hat = m[i] = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] = v[i] / (1 - std
beta1 belongs to m and beta2 to v: yours are exchanged where the means are taken
  beta1 * m[i] + (1 - beta1) * g; v[i] = beta2 * v[i] + (1 - beta2) => beta2 * m[i] + (1 - beta2) * g; v[i] = beta1 * v[i] + (1 - beta1)
m and v are kept from step to step: yours are made anew while t goes on
  ; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); => ; void step(Vector& parameters, const Vector& gradients) { m = Vector(parameters.size()); v = Vector(parameters.size());
m keeps beta1 of itself and takes 1 - beta1 of g: yours are exchanged
  beta1 * m[i] + (1 - beta1) => (1 - beta1) * m[i] + beta1
the correction is 1 - beta^t, which changes with each step: yours is 1 - beta
  (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => (1 - beta1); const double v_hat = v[i] / (1 - beta2);
the decay is taken from p as it was before the step: yours comes after it
  decay * parameters[i]; parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon) => m_hat / (std::sqrt(v_hat) + epsilon); parameters[i] -= rate * decay * parameters[i]
v is too small as well as m: divide it by 1 - beta2^t
  v[i] / (1 - std::pow(beta2, steps)); => v[i];
v is the mean of g squared: yours squares m
  (1 - beta2) * g * g; => (1 - beta2) * m[i] * m[i];
the step is made of m, the running mean, not of the gradient itself
  m[i] / (1 - std::pow(beta1, steps)) => g
m is a running mean: what is new is times 1 - beta1
  (1 - beta1) * g => g
v is a running mean of g squared: yours keeps the largest
  beta2 * v[i] + (1 - beta2) * g * g => std::fmax(v[i], g * g)
the decay makes p smaller: you let the gradient decay
  parameters[i]; => g;
v is the running mean of g squared: yours is the running mean of g, which may be negative and then has no root
  (1 - beta2) * g * g; => (1 - beta2) * g;
v is corrected with beta2, by 1 - beta2^t: yours takes beta1
  std::pow(beta2, steps) => std::pow(beta1, steps)
right steps
 5.2 -2.3 5.164426579046238 -2.374919229797973 5.12801344970312 -2.448816978434157 5.216 -2.3727272727272726 5.187832715335881 -2.424576817033149 5.160265899562415 -2.4732817232158797 4.9510000000000005 -2.2527272727272725 4.675282715335881 -2.1919404533967857 4.4139517637956205 -2.131048336909677
right the first step
 5.1
= ZDMpgxHCYYH8QdtUrMVhLb5sqHoj5UNkFs6Y9uyfWT8Pg5qWr8fuhg/xxW TScFJKF_ZecNUBBJ0xdfvfVRTSFoS3tm4Ni3HAGkLfbeNyzqSICW6m/zgM 6HqU-5dqjZNBJCTyMJKlUf9bGi8JRxKXgpAMYlHPa4Dh6B1Qe7MXhL/d89 KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/KhB .FRhu44aPbfM3oQY.hOgw8i_IyncRuq7.7rbxU_VGpJs22UJ/ ..UaDaEB9ChsDC..ZXUdV62g9Fo0..DdCevHHsewzQ/ .Gxcj8vrHvlGubjn.DsIt9XVmiYHxKfG._u_FyQYgl4Frhkv/
= nL_w_MQ-JH-RG3kTlH51Sp9uRxtn99BUOf1IyJuZam6XaXd7VwI0XL/R26 ......wNOml-puOdOjwrvYrRzgrWw6DxyGstL8NLnW/ ............bpwxaqxkpnxJlmGjPC/ ............1jwo-1p8I2YvPo-YYA/ 5p5sDCv4fd-wAb-xMv7T6Enbyjse0GEc51lNg7VWoevgiZd2vsyT9U/LqO QwVfJC7t8CYnQy3_YBG7f1g6WUe2xJ-4RcZM9Pljr8RWgoez8K8cXa/QU1 ..SvUqduOIer7V..HiBcyXg8aCHZ..mtP1kWxwau8C/ ..2fLM7bCU_s3N..GphFOI4hbRnh..HoFbxfSFVV64/
= HO74gvH_zMnv7pwcpkZniFsVudoh1FC8BTvH5x-j7fd_ycLCPfxEuk/YxM ..axA5qG4Z0sJU..adfb2K812OU8..DspZJ4bpDmnQ/ J4b4bfZCAZT63beXLigCwxJRVbAeV57pmbxT24pAWYYIQW2Pv536aL/ ..f9AfycmGmoa5..8k1-LbmEudSz..uob_5pec2R6k/ ............Q5Ud75BpzhGcA3dSml/ 6HqU-5dqjZNBJCTyMJKlUf9bGi8JRxKXgpAMYlHPa4Dh6B1Qe7MXhL/d89 H_gw_MCjaHJ86k8RSTfFWp9ufFbOvdn-Uijplz9Zam8pkFih8K2RwL/9Ch ..JGms08pfXJBZ..6kPNbderR8kA..4LddcOP1jJcp/
= H_gw_M3iR_0mAzLaAKt64jPJoKpbhOTrT6jiaKqwlhqIJkBGnTeaX5/9Ch OGWp3WwuWxpU0-1NBsVNwS4G7oPeo9npHsVI_KLH9szwRm6-cPaHSh/t64 ............N_paN-6TSfx1u6zLUv/ QwVKhBXa-KhBHbFKhBG7fKhBIYiKhB313KhB9PlKhBklhKhBJn4KhB/KhB ngzKVEEwSkya0QnjLc--IbD_LNhOb8tkW2cEck-LO6Lwo9OVgRiRtF/IgU
& 0,0,5,CAih0 0,0,7,ZetrJ 1,0,7,fKMg2 0,0,8,5_sAz 0,0,9,BNtQL 0,0,10,2Vcn- 0,0,11,C9Wn4 1,0,11,uIEeZ 0,0,12,VxcIo 1,0,12,NbJ7S 0,0,15,zPk4F 1,0,15,Uw_mN 0,0,17,MC-oT 0,0,19,aFvHl 0,0,21,yw3km 1,0,21,Clpur 0,0,23,a-9hG 0,0,24,d4DfW 1,0,24,-pIEb 0,0,25,zEIPw 0,0,26,qVU43 0,1,2,Vv2ix 1,1,2,3jNoJ 0,1,3,DvJJm 1,1,3,E20Xi 0,1,4,z12Cl 0,1,5,WzIcf 0,1,7,L8yyZ 1,1,7,7nlQA 0,1,8,YumEd 0,1,9,nXLZA
& 0,1,10,UAgob 0,1,11,E8zmV 1,1,11,3_tL- 0,1,12,zjiHL 1,1,12,-H_Zc 0,1,15,hDlrI 1,1,15,tDgJt 0,1,16,7rFvt 0,1,17,TpjzX 0,1,19,D1Y37 0,1,21,NSU5d 0,1,23,np1qD 0,1,24,WPstM 1,1,24,nwXFF 0,1,25,Mj8Ic 0,1,26,_T-lo 0,1,27,0s6is 1,1,27,hj7VU 0,2,3,aQwzM 1,2,3,IVP3t 0,2,4,MkG6y 0,2,5,DIqBS 0,2,6,6mZrG 0,2,7,uBSZP 1,2,7,C2lb7 0,2,8,TSoa7 0,2,9,TM2ty 0,2,10,NAeOZ 0,2,11,VQRe- 1,2,11,9e2wP 0,2,12,WUhfy
& 1,2,12,0zIFP 0,2,14,XmIuh 0,2,15,_Tigo 1,2,15,AgsP2 0,2,16,KmeUV 0,2,17,9IS-T 0,2,19,cwTrC 0,2,21,j9Jeq 1,2,21,7DuQF 0,2,22,0xnTU 0,2,23,Z1lfW 0,2,24,VYa1c 0,2,25,IKpPj 0,2,26,uMcqk 0,3,13,8X97l 0,3,22,Q-tP_ 0,4,6,Snqk1 0,4,7,11m89 0,4,8,hz0ah 0,4,9,Me2sS 0,4,10,0g-os 0,4,11,n848q 0,4,12,2pBuE 0,4,13,c99ae 0,4,14,sFa4K 0,4,15,c7Zdy 0,4,16,l-Hja 0,4,17,BKaMg 0,4,19,rj0nl 0,4,21,KmeyZ 0,4,22,To3BQ
& 0,4,23,cf6ei 0,4,24,WTtOK 0,4,25,38R9z 0,4,26,0BeKr 0,4,27,ikHvW 0,5,7,j77Lv 0,5,8,tp_dh 0,5,9,L18Xd 0,5,10,g0wv5 0,5,11,aRcXW 0,5,12,dPaPb 0,5,15,ACgRS 0,5,17,EqLyA 0,5,19,HCsrt 0,5,21,yRlHV 0,5,23,hmrOT 0,5,24,bvqFF 0,5,25,Pv0YK 0,5,26,rXcbJ 0,5,27,_ca4K 0,6,7,MmhK1 0,6,8,O913t 0,6,9,07jQd 0,6,10,Baf26 0,6,11,j4u3I 0,6,19,DwJRV 0,6,25,El5Ga 0,6,27,wq9mx 0,7,9,vGduw 0,7,10,ZWo_9 0,7,11,R04RY
& 1,7,11,cNt5n 0,7,12,ShO8n 0,7,13,wZCYG 0,7,14,b9vjL 0,7,15,wDGR_ 1,7,15,Fg81N 0,7,16,jUyDj 0,7,17,kavm4 0,7,18,0TG_e 0,7,21,zWIG_ 1,7,21,416Fg 0,7,22,QnFIR 0,7,23,OMfMf 1,7,23,f8X-v 0,7,24,RBr0m 1,7,24,ETsIq 0,7,25,08Wpv 0,7,26,qYP_r 1,7,26,_ERt_ 0,7,27,TsROk 0,8,9,89eME 0,8,10,hDqzJ 0,8,11,xqH4N 0,8,12,zYe4r 0,8,13,zbrt5 0,8,14,YGG2i 0,8,15,04uV2 0,8,16,OURVF 0,8,17,noTik 0,8,18,IbBdj
& 0,8,21,3shRS 0,8,22,xx_pF 0,8,23,BfvTa 0,8,24,f4rmG 0,8,25,RpHxW 0,8,26,E6ZVw 0,8,27,3I4wi 0,9,11,Y3rRd 0,9,12,8ECT6 0,9,13,sMHtY 0,9,14,2TY39 0,9,15,aj-Cs 0,9,16,dogT4 0,9,17,jrwP8 0,9,18,CYZ3C 0,9,21,9ajye 0,9,22,0wx_A 0,9,23,1BDzS 0,9,24,kchjx 0,9,26,lxM-I 0,9,27,w_ZEJ 0,10,11,BAE6B 0,10,12,Yli2e 0,10,13,PF8d8 0,10,14,EYiNm 0,10,15,tG-KY 0,10,16,IkFfc 0,10,17,-Xk2B 0,10,18,82H3z 0,10,19,G4LmS
& 0,10,21,TIjC9 0,10,22,k_r6E 0,10,23,Ndrp- 0,10,24,068qO 0,10,25,aOKfJ 0,10,26,n7Q1z 0,10,27,qKI_a 0,11,12,KLe7j 1,11,12,zHlLu 0,11,13,ivvtu 0,11,14,SVYfh 0,11,15,DB95I 1,11,15,BfCx_ 0,11,16,BACnR 0,11,17,rx0lc 0,11,18,WkHDz 0,11,21,Wkh7W 1,11,21,UwN-m 0,11,22,CKGBg 0,11,23,YQs14 0,11,24,A31sb 1,11,24,fotys 0,11,25,POsUa 0,11,26,89w0R 0,11,27,zeiTu 1,11,27,rj6ed 0,12,13,6LxcB 0,12,14,eA6Je
& 0,12,15,qUmD5 1,12,15,Qq9Eg 0,12,16,xw5Qw 0,12,17,7Ee3k 0,12,18,5oQdX 0,12,19,fdxo- 0,12,22,E-pRF 0,12,23,wH0nE 1,12,23,3wbXV 0,12,25,lefsn 0,12,27,yd661 1,12,27,ZHJk6 0,13,15,y1DJ8 0,13,16,tlc8B 0,13,17,EdQH5 0,13,19,yp45V 0,13,21,H_ytQ 0,13,23,drcfl 0,13,24,IJYOW 0,13,25,GSSR5 0,13,26,trfvU 0,14,15,BqMwE 0,14,17,mVqTn 0,14,19,xn6EY 0,14,21,Yya16 0,14,23,ZodsG 0,14,24,L15-2 0,14,25,5y-2y
& 0,14,26,eKEJR 0,14,27,c3LvB 0,15,16,QdhWt 0,15,18,ducLq 0,15,19,9SWhT 0,15,21,mNvBZ 1,15,21,_cB_- 0,15,22,lekKp 1,15,22,ED5Dv 0,15,25,Dn6Cw 0,15,26,JYjaR 0,15,27,RL6Vg 1,15,27,fw4fP 0,16,17,w2F7a 0,16,18,6zwjR 0,16,19,rbY55 0,16,21,Py5z3 0,16,22,INCEk 0,16,23,MI8Xz 0,16,24,UH0YX 0,16,25,LqM2M 0,16,27,u5aOP 0,17,18,fWzZT 0,17,19,Rilux 0,17,21,GbkBC 0,17,24,xi45z 0,17,25,OwHIq 0,17,26,AeRzI
& 0,17,27,jb7HM 0,18,19,ZDh2M 0,18,21,bGq3b 0,18,23,Fl5Lw 0,18,24,qE-UF 0,18,25,i75pi 0,18,26,PGVZF 0,19,21,MKUvV 0,19,22,d06tK 0,19,23,_h_Tx 0,19,24,kOyad 0,19,26,JvLKw 0,19,27,KhS9Z 0,21,22,ZdZcz 0,21,23,ElMvW 0,21,25,E31Jd 0,21,27,EGixp 1,21,27,_BHAp 0,22,24,ImjsF 0,22,25,6X6l7 0,22,26,ba25F 0,22,27,B2-U4 0,23,24,7tzDo 1,23,24,Sl_fl 0,23,25,BP3Ai 0,23,26,7N4Sf 0,23,27,jJwNB 0,24,25,Jz3Pt
& 0,24,27,a5A3V 1,24,27,DgRm0 0,25,26,r4sgy 0,25,27,JxTEA 0,26,27,4eWZ0
~ whole : int rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0 = #TgxTf/#zxTsd	number : double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 1 = /#Bs_m_	number : int steps = 1 = #RI1GU/#oiL1f	loop step: for (size_t i = 1 = #58Sgf/#zxTsd	loop step: i < parameters.size() - 1 = #twguv/#zxTsd	whole step: const int g = gradients[i] = #jjajJ/#ftoCv
~ missing step: ; v[i] = beta2 * v[i] + (1 - beta2) * g * g = #sQS17/#zxTsd	operator step: m[i] = beta1 + m[i] + (1 - beta1) * g = #Wmh0t/#C76DL	operator step: m[i] = beta1 / m[i] + (1 - beta1) * g = #E5XM8/#vUnsu	missing step: m[i] = beta1  + (1 - beta1) * g = #FWN7s/#C76DL	missing step: m[i] = m[i] + (1 - beta1) * g = #hIajE/	missing step: m[i] = beta1 * (1 - beta1) * g = #bRqPS/#Jp3cp
~ number step: m[i] = beta1 * m[i] + (0 - beta1) * g = #F8526/#oj9vH	number step: m[i] = beta1 * m[i] + (2 - beta1) * g = #LQQ4-/#cjVLh	operator step: m[i] = beta1 * m[i] + (1 + beta1) * g = #u8Lz7/#cjVLh	operator step: m[i] = beta1 * m[i] + (1 - beta1) + g = #A2BWd/#vnTky	operator step: m[i] = beta1 * m[i] + (1 - beta1) / g = #WrCcm/#GllqL
~ missing step: m[i] = beta1 * m[i] + (1 - beta1) = #tli3l/#PI8eA	missing step: ; const double m_hat = m[i] / (1 - std::pow(beta1, steps)) = #iffaT/#ovVKb	operator step: v[i] = beta2 + v[i] + (1 - beta2) * g * g = #Euj6H/#GjIfQ	operator step: v[i] = beta2 / v[i] + (1 - beta2) * g * g = #Rkxuk/#zxTsd	missing step: v[i] = beta2  + (1 - beta2) * g * g = #EqCNG/#GjIfQ
~ missing step: v[i] = v[i] + (1 - beta2) * g * g = #6JVNS/	missing step: v[i] = beta2 * (1 - beta2) * g * g = #tiqY2/#hZ-eX	number step: v[i] = beta2 * v[i] + (2 - beta2) * g * g = #PWJ5R/#M5Yvj	operator step: v[i] = beta2 * v[i] + (1 + beta2) * g * g = #HOyz4/#p1-_Q	missing step: v[i] = beta2 * v[i] + (1) * g * g = #UlbsB/#vFUWu
~ operator step: v[i] = beta2 * v[i] + (1 - beta2) + g * g = #s-IZH/#MqW5U	operator step: v[i] = beta2 * v[i] + (1 - beta2) / g * g = #-zxqy/#MqW5U	operator step: v[i] = beta2 * v[i] + (1 - beta2) * g + g = #hsHHO/#ftoCv	whole step: const int m_hat = m[i] / (1 - std::pow(beta1, steps)) = #rIdgj/#zxTsd	operator step: const double m_hat = m[i] * (1 - std::pow(beta1, steps)) = #jrnT2/#c1Xgr
~ number step: const double m_hat = m[i] / (0 - std::pow(beta1, steps)) = #PY03P/#oj9vH	number step: const double m_hat = m[i] / (2 - std::pow(beta1, steps)) = #pYwSb/#0aw1w	operator step: const double m_hat = m[i] / (1 + std::pow(beta1, steps)) = #76bvQ/#0aw1w	order step: const double m_hat = m[i] / (1 - std::pow(steps, beta1)) = #YvUZH/#ovVKb
~ whole step: const int v_hat = v[i] / (1 - std::pow(beta2, steps)) = #bsBha/#ovVKb	operator step: const double v_hat = v[i] * (1 - std::pow(beta2, steps)) = #QERoV/#HImeM	number step: const double v_hat = v[i] / (2 - std::pow(beta2, steps)) = #P52g1/#a_fDz	operator step: const double v_hat = v[i] / (1 + std::pow(beta2, steps)) = #vLZ3g/#OdZPS
~ order step: const double v_hat = v[i] / (1 - std::pow(steps, beta2)) = #lOg9S/#zxTsd	missing step: ; parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon) = #TdAaC/	operator step: parameters[i] += rate * decay * parameters[i] = #LDQpd/	operator step: parameters[i] = rate * decay * parameters[i] = #af3q1/#q7XIx	operator step: parameters[i] -= rate + decay * parameters[i] = #Qg2nK/#zxTsd
~ operator step: parameters[i] -= rate / decay * parameters[i] = #NVSn9/#vUnsu	missing step: parameters[i] -= rate  * parameters[i] = #HCHR7/#Bs_m_	operator step: parameters[i] -= rate * decay + parameters[i] = #p9NFS/#q7XIx	operator step: parameters[i] -= rate * decay / parameters[i] = #fY2sS/	missing step: parameters[i] -= rate * decay = #zBJ6g/
~ operator step: parameters[i] = rate * m_hat / (std::sqrt(v_hat) + epsilon) = #OewZk/#dCLuA	operator step: parameters[i] -= rate + m_hat / (std::sqrt(v_hat) + epsilon) = #KpGD6/#i3a5T	operator step: parameters[i] -= rate / m_hat / (std::sqrt(v_hat) + epsilon) = #xSlow/#GllqL	missing step: parameters[i] -= m_hat / (std::sqrt(v_hat) + epsilon) = #JwxPQ/#tCM9Y
~ operator step: parameters[i] -= rate * m_hat * (std::sqrt(v_hat) + epsilon) = #4eqQp/#iPt-g	missing step: parameters[i] -= rate * m_hat = #YFKEr/#MqW5U	operator step: parameters[i] -= rate * m_hat / (std::sqrt(v_hat) - epsilon) = #gzPSr/	missing step: parameters[i] -= rate * m_hat / (std::sqrt(v_hat)) = #llq7L/	name step: const double g = parameters[i] = #y7R41/#oj9vH
~ name step: m[i] = beta1 * m[i] + (1 - beta1) * steps = #CvqO-/#PI8eA	name step: v[i] = beta2 * v[i] + (1 - beta2) * steps * g = #3hwbc/#ftoCv	name step: const double m_hat = m[i] / (1 - std::pow(beta1, g)) = #6j8uO/#1RV0P	name step: const double m_hat = m[i] / (1 - std::pow(beta1, m_hat)) = #PLfZt/#ovVKb	name step: const double v_hat = v[i] / (1 - std::pow(beta2, g)) = #GTKXJ/#ftoCv
~ name step: const double v_hat = v[i] / (1 - std::pow(beta2, m_hat)) = #QPVTf/#ftoCv	name step: const double v_hat = v[i] / (1 - std::pow(beta2, v_hat)) = #Y_skE/#zxTsd	name step: parameters[i] -= rate * steps / (std::sqrt(v_hat) + epsilon) = #SVr3P/#PI8eA	name step: parameters[i] -= rate * v_hat / (std::sqrt(v_hat) + epsilon) = #bmZYf/#y-rjk
~ name step: parameters[i] -= rate * m_hat / (std::sqrt(g) + epsilon) = #T5uTb/#ftoCv	name step: parameters[i] -= rate * m_hat / (std::sqrt(m_hat) + epsilon) = #NDPQJ/#ftoCv	name step: parameters[i] -= rate * m_hat / (std::sqrt(steps) + epsilon) = #4jmMD/#MqW5U
)~")  // measured: 21fec7cb3a18
