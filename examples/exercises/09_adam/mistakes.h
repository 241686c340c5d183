// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char adam_mistakes[] = R"~(
right steps
 5.2 -2.3 5.164426579046238 -2.374919229797973 5.12801344970312 -2.448816978434157 5.216
 -2.3727272727272726 5.187832715335881 -2.424576817033149 5.160265899562415 -2.4732817232158797
 4.9510000000000005 -2.2527272727272725 4.675282715335881 -2.1919404533967857 4.4139517637956205
 -2.131048336909677
right the first step
 5.1
m and v begin with 0 and are too small: divide each by 1 - beta^t
  m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => m[i]; const double v_hat = v[i];
= ZDMpgxHCYYH8QdtUrMVhLb5sqHoj5UNkFs6Y9uyfWT8Pg5qWr8fuhg/xxW
& 0,5,CAih0 0,7,ZetrJ 1,7,fKMg2 0,8,5_sAz 0,9,BNtQL 0,10,2Vcn- 0,11,C9Wn4 1,11,uIEeZ 0,12,VxcIo 1,12,NbJ7S 0,15,zPk4F 1,15,Uw_mN 0,17,MC-oT 0,19,aFvHl 0,21,yw3km 1,21,Clpur 0,23,a-9hG 0,24,d4DfW 1,24,-pIEb 0,25,zEIPw 0,26,qVU43
m is too small as well as v: divide it by 1 - beta1^t
  m_hat = m[i] / (1 - std::pow(beta1, steps)) => m_hat = m[i]
= TScFJKF_ZecNUBBJ0xdfvfVRTSFoS3tm4Ni3HAGkLfbeNyzqSICW6m/zgM
& 0,2,Vv2ix 1,2,3jNoJ 0,3,DvJJm 1,3,E20Xi 0,4,z12Cl 0,5,WzIcf 0,7,L8yyZ 1,7,7nlQA 0,8,YumEd 0,9,nXLZA 0,10,UAgob 0,11,E8zmV 1,11,3_tL- 0,12,zjiHL 1,12,-H_Zc 0,15,hDlrI 1,15,tDgJt 0,16,7rFvt 0,17,TpjzX 0,19,D1Y37 0,21,NSU5d 0,23,np1qD 0,24,WPstM 1,24,nwXFF 0,25,Mj8Ic 0,26,_T-lo 0,27,0s6is 1,27,hj7VU
v is too small as well as m: divide it by 1 - beta2^t
  v_hat = v[i] / (1 - std::pow(beta2, steps)) => v_hat = v[i]
= 6HqU-5dqjZNBJCTyMJKlUf9bGi8JRxKXgpAMYlHPa4Dh6B1Qe7MXhL/d89
& 0,3,aQwzM 1,3,IVP3t 0,4,MkG6y 0,5,DIqBS 0,6,6mZrG 0,7,uBSZP 1,7,C2lb7 0,8,TSoa7 0,9,TM2ty 0,10,NAeOZ 0,11,VQRe- 1,11,9e2wP 0,12,WUhfy 1,12,0zIFP 0,14,XmIuh 0,15,_Tigo 1,15,AgsP2 0,16,KmeUV 0,17,9IS-T 0,19,cwTrC 0,21,j9Jeq 1,21,7DuQF 0,22,0xnTU 0,23,Z1lfW 0,24,VYa1c 0,25,IKpPj 0,26,uMcqk
the first step is t = 1: with t = 0 the correction divides by 0
  namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); ++steps; for => namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size());  for
  [i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon); } } => [i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon); } ++steps; }
= KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/KhB
& 0,13,8X97l 0,22,Q-tP_
t counts the steps, not the parameters: add 1 once in each call
  namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); ++steps; for => namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size());  for
  gradients[i]; => gradients[i]; ++steps;
= .FRhu44aPbfM3oQY.hOgw8i_IyncRuq7.7rbxU_VGpJs22UJ/
& 0,6,Snqk1 0,7,11m89 0,8,hz0ah 0,9,Me2sS 0,10,0g-os 0,11,n848q 0,12,2pBuE 0,13,c99ae 0,14,sFa4K 0,15,c7Zdy 0,16,l-Hja 0,17,BKaMg 0,19,rj0nl 0,21,KmeyZ 0,22,To3BQ 0,23,cf6ei 0,24,WTtOK 0,25,38R9z 0,26,0BeKr 0,27,ikHvW
m and v are kept from step to step: yours begin with 0 in each call
  resize(parameters.size()); v.resize(parameters.size()); ++steps => assign(parameters.size(), 0); v.assign(parameters.size(), 0); steps = 1
= ..UaDaEB9ChsDC..ZXUdV62g9Fo0..DdCevHHsewzQ/
& 0,7,j77Lv 0,8,tp_dh 0,9,L18Xd 0,10,g0wv5 0,11,aRcXW 0,12,dPaPb 0,15,ACgRS 0,17,EqLyA 0,19,HCsrt 0,21,yRlHV 0,23,hmrOT 0,24,bvqFF 0,25,Pv0YK 0,26,rXcbJ 0,27,_ca4K
each parameter has an m and a v of its own: yours share one
  Vector m, v; => Vector m, v; double shared_m = 0, shared_v = 0;
  m.resize(parameters.size()); v.resize(parameters.size()); =>
  { const double g = gradients[i]; m[i] = beta1 * m[i] + (1 - beta1) * g; v[i] = beta2 * v[i] + (1 - beta2) * g * g; const double m_hat = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps => { const double g = gradients[i]; shared_m = beta1 * shared_m + (1 - beta1) * g; shared_v = beta2 * shared_v + (1 - beta2) * g * g; const double m_hat = shared_m / (1 - std::pow(beta1, steps)); const double v_hat = shared_v / (1 - std::pow(beta2, steps
= .Gxcj8vrHvlGubjn.DsIt9XVmiYHxKfG._u_FyQYgl4Frhkv/
& 0,7,MmhK1 0,8,O913t 0,9,07jQd 0,10,Baf26 0,11,j4u3I 0,19,DwJRV 0,25,El5Ga 0,27,wq9mx
divide by the root of v, not by v
  std::sqrt(v_hat) => v_hat
= nL_w_MQ-JH-RG3kTlH51Sp9uRxtn99BUOf1IyJuZam6XaXd7VwI0XL/R26
& 0,9,vGduw 0,10,ZWo_9 0,11,R04RY 1,11,cNt5n 0,12,ShO8n 0,13,wZCYG 0,14,b9vjL 0,15,wDGR_ 1,15,Fg81N 0,16,jUyDj 0,17,kavm4 0,18,0TG_e 0,21,zWIG_ 1,21,416Fg 0,22,QnFIR 0,23,OMfMf 1,23,f8X-v 0,24,RBr0m 1,24,ETsIq 0,25,08Wpv 0,26,qYP_r 1,26,_ERt_ 0,27,TsROk
epsilon is added to the root of v, outside of it
  m_hat / (std::sqrt(v_hat) + epsilon) => m_hat / std::sqrt(v_hat + epsilon)
= ......wNOml-puOdOjwrvYrRzgrWw6DxyGstL8NLnW/
& 0,9,89eME 0,10,hDqzJ 0,11,xqH4N 0,12,zYe4r 0,13,zbrt5 0,14,YGG2i 0,15,04uV2 0,16,OURVF 0,17,noTik 0,18,IbBdj 0,21,3shRS 0,22,xx_pF 0,23,BfvTa 0,24,f4rmG 0,25,RpHxW 0,26,E6ZVw 0,27,3I4wi
the decay is no part of the gradient: take rate * decay * p from p itself
  gradients[i]; => gradients[i] + decay * parameters[i];
  parameters[i] -= rate * decay * parameters[i]; =>
= ............bpwxaqxkpnxJlmGjPC/
& 0,11,Y3rRd 0,12,8ECT6 0,13,sMHtY 0,14,2TY39 0,15,aj-Cs 0,16,dogT4 0,17,jrwP8 0,18,CYZ3C 0,21,9ajye 0,22,0wx_A 0,23,1BDzS 0,24,kchjx 0,26,lxM-I 0,27,w_ZEJ
the decay is times the rate: p -= rate * decay * p
  rate * decay => decay
= ............1jwo-1p8I2YvPo-YYA/
& 0,11,BAE6B 0,12,Yli2e 0,13,PF8d8 0,14,EYiNm 0,15,tG-KY 0,16,IkFfc 0,17,-Xk2B 0,18,82H3z 0,19,G4LmS 0,21,TIjC9 0,22,k_r6E 0,23,Ndrp- 0,24,068qO 0,25,aOKfJ 0,26,n7Q1z 0,27,qKI_a
the step goes down, against the gradient: subtract it
  parameters[i] -= rate * m_hat => parameters[i] += rate * m_hat
= 5p5sDCv4fd-wAb-xMv7T6Enbyjse0GEc51lNg7VWoevgiZd2vsyT9U/LqO
& 0,12,KLe7j 1,12,zHlLu 0,13,ivvtu 0,14,SVYfh 0,15,DB95I 1,15,BfCx_ 0,16,BACnR 0,17,rx0lc 0,18,WkHDz 0,21,Wkh7W 1,21,UwN-m 0,22,CKGBg 0,23,YQs14 0,24,A31sb 1,24,fotys 0,25,POsUa 0,26,89w0R 0,27,zeiTu 1,27,rj6ed
v is the running mean of g squared: the square is missing
  (1 - beta2) * g * g; => (1 - beta2) * std::abs(g);
= QwVfJC7t8CYnQy3_YBG7f1g6WUe2xJ-4RcZM9Pljr8RWgoez8K8cXa/QU1
& 0,13,6LxcB 0,14,eA6Je 0,15,qUmD5 1,15,Qq9Eg 0,16,xw5Qw 0,17,7Ee3k 0,18,5oQdX 0,19,fdxo- 0,22,E-pRF 0,23,wH0nE 1,23,3wbXV 0,25,lefsn 0,27,yd661 1,27,ZHJk6
the correction is 1 - beta to the power of t, not beta divided by t
  (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => (1 - beta1 / steps); const double v_hat = v[i] / (1 - beta2 / steps);
= ..SvUqduOIer7V..HiBcyXg8aCHZ..mtP1kWxwau8C/
& 0,15,y1DJ8 0,16,tlc8B 0,17,EdQH5 0,19,yp45V 0,21,H_ytQ 0,23,drcfl 0,24,IJYOW 0,25,GSSR5 0,26,trfvU
m and v stay uncorrected: what is divided by 1 - beta^t is for this step alone
  ; const double m_hat = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std => ; const double m_hat = m[i] = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] = v[i] / (1 - std
= ..2fLM7bCU_s3N..GphFOI4hbRnh..HoFbxfSFVV64/
& 0,15,BqMwE 0,17,mVqTn 0,19,xn6EY 0,21,Yya16 0,23,ZodsG 0,24,L15-2 0,25,5y-2y 0,26,eKEJR 0,27,c3LvB
beta1 belongs to m and beta2 to v: yours are exchanged where the means are taken
  beta1 * m[i] + (1 - beta1) * g; v[i] = beta2 * v[i] + (1 - beta2) => beta2 * m[i] + (1 - beta2) * g; v[i] = beta1 * v[i] + (1 - beta1)
= HO74gvH_zMnv7pwcpkZniFsVudoh1FC8BTvH5x-j7fd_ycLCPfxEuk/YxM
& 0,16,QdhWt 0,18,ducLq 0,19,9SWhT 0,21,mNvBZ 1,21,_cB_- 0,22,lekKp 1,22,ED5Dv 0,25,Dn6Cw 0,26,JYjaR 0,27,RL6Vg 1,27,fw4fP
m and v are kept from step to step: yours are made anew while t goes on
  ; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); => ; void step(Vector& parameters, const Vector& gradients) { m = Vector(parameters.size()); v = Vector(parameters.size());
= ..axA5qG4Z0sJU..adfb2K812OU8..DspZJ4bpDmnQ/
& 0,17,w2F7a 0,18,6zwjR 0,19,rbY55 0,21,Py5z3 0,22,INCEk 0,23,MI8Xz 0,24,UH0YX 0,25,LqM2M 0,27,u5aOP
m keeps beta1 of itself and takes 1 - beta1 of g: yours are exchanged
  beta1 * m[i] + (1 - beta1) => (1 - beta1) * m[i] + beta1
= J4b4bfZCAZT63beXLigCwxJRVbAeV57pmbxT24pAWYYIQW2Pv536aL/
& 0,18,fWzZT 0,19,Rilux 0,21,GbkBC 0,24,xi45z 0,25,OwHIq 0,26,AeRzI 0,27,jb7HM
the correction is 1 - beta^t, which changes with each step: yours is 1 - beta
  (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => (1 - beta1); const double v_hat = v[i] / (1 - beta2);
= ..f9AfycmGmoa5..8k1-LbmEudSz..uob_5pec2R6k/
& 0,19,ZDh2M 0,21,bGq3b 0,23,Fl5Lw 0,24,qE-UF 0,25,i75pi 0,26,PGVZF
the decay is taken from p as it was before the step: yours comes after it
  decay * parameters[i]; parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon) => m_hat / (std::sqrt(v_hat) + epsilon); parameters[i] -= rate * decay * parameters[i]
= ............Q5Ud75BpzhGcA3dSml/
& 0,21,MKUvV 0,22,d06tK 0,23,_h_Tx 0,24,kOyad 0,26,JvLKw 0,27,KhS9Z
v is too small as well as m: divide it by 1 - beta2^t
  v[i] / (1 - std::pow(beta2, steps)); => v[i];
= 6HqU-5dqjZNBJCTyMJKlUf9bGi8JRxKXgpAMYlHPa4Dh6B1Qe7MXhL/d89
v is the mean of g squared: yours squares m
  (1 - beta2) * g * g; => (1 - beta2) * m[i] * m[i];
= H_gw_MCjaHJ86k8RSTfFWp9ufFbOvdn-Uijplz9Zam8pkFih8K2RwL/9Ch
& 0,22,ZdZcz 0,23,ElMvW 0,25,E31Jd 0,27,EGixp 1,27,_BHAp
the step is made of m, the running mean, not of the gradient itself
  m[i] / (1 - std::pow(beta1, steps)) => g
= ..JGms08pfXJBZ..6kPNbderR8kA..4LddcOP1jJcp/
& 0,24,ImjsF 0,25,6X6l7 0,26,ba25F 0,27,B2-U4
m is a running mean: what is new is times 1 - beta1
  (1 - beta1) * g => g
= H_gw_M3iR_0mAzLaAKt64jPJoKpbhOTrT6jiaKqwlhqIJkBGnTeaX5/9Ch
& 0,24,7tzDo 1,24,Sl_fl 0,25,BP3Ai 0,26,7N4Sf 0,27,jJwNB
v is a running mean of g squared: yours keeps the largest
  beta2 * v[i] + (1 - beta2) * g * g => std::fmax(v[i], g * g)
= OGWp3WwuWxpU0-1NBsVNwS4G7oPeo9npHsVI_KLH9szwRm6-cPaHSh/t64
& 0,25,Jz3Pt 0,27,a5A3V 1,27,DgRm0
the decay makes p smaller: yours is that of the gradient
  parameters[i]; => g;
= ............N_paN-6TSfx1u6zLUv/
& 0,26,r4sgy 0,27,JxTEA
v is the running mean of g squared: yours is that of g, which may be negative and has no root
  (1 - beta2) * g * g; => (1 - beta2) * g;
= QwVKhBXa-KhBHbFKhBG7fKhBIYiKhB313KhB9PlKhBklhKhBJn4KhB/KhB
& 0,27,4eWZ0
v is corrected with beta2, by 1 - beta2^t: yours takes beta1
  std::pow(beta2, steps) => std::pow(beta1, steps)
= ngzKVEEwSkya0QnjLc--IbD_LNhOb8tkW2cEck-LO6Lwo9OVgRiRtF/IgU
~ your numbers are those of "int rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0": take double, not int = UaDaEBUaDaEBUaDaEBUaDaEBUaDaEBUaDaEBUaDaEBUaDaEBUaDaEB/QIq	~ your numbers are those of "double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 1": is this the right number? = /a6M	~ your numbers are those of "int steps = 1": is this the right number? = 3FmFRhZlBVglwX1IA4EyXhOgzMm-iTxI2w1hHDO7rbV5WV7zXswTGS/TjQ
~ step: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = UaD.UaD.UaD.UaD.UaD.UaD.UaD.UaD.UaD./QIq	~ step: your numbers are those of "i < parameters.size() - 1": does the loop have the right ends? = .aEB.aEB.aEB.aEB.aEB.aEB.aEB.aEB.aEB/QIq	~ step: your numbers are those of "const int g = gradients[i]": take double, not int = .KhBYskKhBUQVKhBS25aEBOE5pRVDd837mqX22lPax0Fh-SRpX4j/KhB
~ step: your numbers are those of "; v[i] = beta2 * v[i] + (1 - beta2) * g * g": something is missing = UaDaEBUaDaEBUaDaEBUaDaEBUaDaEBUaDaEBBNb2lPMWiQqXBKM6kn/QIq	~ step: your numbers are those of "m[i] = beta1 + m[i] + (1 - beta1) * g": is this the right operator? = jiVnWEhjCnwqm7jKxFxQDx13kfbc7vAXpPaMmT4kOvceTKCLHNlfSa/PuE	~ step: your numbers are those of "m[i] = beta1 / m[i] + (1 - beta1) * g": is this the right operator? = vaFvaFKhBKhBKhBKhBvaFvaFKhBKhBKhBKhBvaFvaFKhBKhBKhBKhB/vaF
~ step: your numbers are those of "m[i] = beta1 - m[i] + (1 - beta1) * g": is this the right operator? = jiVnWEsiFxmZS46cksxQDx13_TwXvRNFl7b-mT4kOvE2a_2rw_h7pf/PuE	~ step: your numbers are those of "m[i] = beta1  + (1 - beta1) * g": something is missing = jiVnWEXt-gm1EazFYkxQDx13k2rtR9Q020gcmT4kOveg1Hs_NZr8l7/PuE	~ step: your numbers are those of "m[i] = m[i] + (1 - beta1) * g": something is missing = ..nWryenu5bCZo..-kaZbyBBNGhK..E-HHHUu96-TC/
~ step: your numbers are those of "m[i] = beta1 * (1 - beta1) * g": something is missing = 75S_bPHvzVDhyeBO5T77FBipxryWHxJWC-bJ839KnJ4rMvISsNJFeV/zgM	~ step: your numbers are those of "m[i] = beta1 * m[i] + (0 - beta1) * g": is this the right number? = cEr3Kxyk6CkuEqJ6bFDM2oiPJUrO0Y9ZJnQcXiHMl7wqR4HBl_WPw7/LqO	~ step: your numbers are those of "m[i] = beta1 * m[i] + (2 - beta1) * g": is this the right number? = J3FC0T6da1Y4pMTjE91wlCV9X72OGXO2gv88BflmUD-I8FfIAyphIu/UaD
~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 + beta1) * g": is this the right operator? = ncZxjyW_zLTJhgPjrrZqZ-amdv01jyMcpH9NavyizQw1mxHa1tyx5K/UaD	~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 * beta1) * g": is this the right operator? = J4b4bf8-ZkB1Ozq-nRgCwxJRONAPeRfEaoGk24pAWYPM6dCvN2OJvX/	~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 - beta1) + g": is this the right operator? = 5-CaEBd7wiOT5OIRTOQIqaEBP3aFmxZMbJk_SXO2lPufSMdkFs97YF/vix
~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 - beta1) / g": is this the right operator? = _fsg5MuxlYpIAsdUg6U3UMXpEhJJ4AFfBQVYh3K8ZJ__70IeKMdsTL/HF4	~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 - beta1) - g": is this the right operator? = 4aG5m_NQbAaUBKU-CTnOK4vo9kp49_MSJqt55pYFKhPxAHjY15cUAt/C0b	~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 - beta1)": something is missing = nL_clBxeKBMN-o8E4GOGW7Fs1EaOasdz3IMqKwFvHL-kypnnJAcFxq/nr1
~ step: your numbers are those of "; const double m_hat = m[i] / (1 - std::pow(beta1, steps))": something is missing = vaF6K7KhBKhBKhBKhBC5MC-L-0arB2zaexMs_hVxTZ2vZyTS4oBzZH/6K7	~ step: your numbers are those of "v[i] = beta2 + v[i] + (1 - beta2) * g * g": is this the right operator? = QTAjFfDPUo4GfCP2HWzCObNjqV-Y_cbuIJ6wdg1ALJ_Rs7tywwXlQ2/Jy9	~ step: your numbers are those of "v[i] = beta2 / v[i] + (1 - beta2) * g * g": is this the right operator? = UaDaEBWvixPZX0P2vVUaDaEBFJrvcuaFZuAMBNb2lPFZeEpTPYOGkm/QIq
~ step: your numbers are those of "v[i] = beta2 - v[i] + (1 - beta2) * g * g": is this the right operator? = QTAjFfKhBQynKhBSM5zCObNjKhBM30KhBM1_dg1ALJKhB9PjKhBlXh/Jy9	~ step: your numbers are those of "v[i] = beta2  + (1 - beta2) * g * g": something is missing = QTAjFfRyrAE_4zkgRazCObNjoGQWFTAzz1fDdg1ALJPbrixfqxTrHG/Jy9	~ step: your numbers are those of "v[i] = v[i] + (1 - beta2) * g * g": something is missing = ..sOCVSY37IOLX..gdHPxB5euwzU..vD_GzwO00hDI/
~ step: your numbers are those of "v[i] = beta2 * (1 - beta2) * g * g": something is missing = WdJHpQJ9HVflp82fTjURWx_ZM_V9yOm8wr1ySQtnEUACNtHzFsrRDp/kRB	~ step: your numbers are those of "v[i] = beta2 * v[i] + (2 - beta2) * g * g": is this the right number? = mANx9_REDyF3OjnKO3yqgaAwBQzIH7twjcPxAMri_pcRg6iH16KshA/bTW	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 + beta2) * g * g": is this the right operator? = eiaZYUv6qzlsTlkzvQEWRPEojZQOJ1yIXouelEQM4IKWLZ7WzlIN7k/A_R
~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 * beta2) * g * g": is this the right operator? = rjwoVebYMe6luuFLjg_xbloFdgYEZUHSpYpSHclFltehjTVszr24t6/XZY	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1) * g * g": something is missing = OGWp3WfjeaABmdT_YWVNwS4GPNMC-OVCndmW_KLH9slfwyan8lM4DV/t64	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) + g * g": is this the right operator? = gONlh2262n1GSSMteBMVk-TN0K1rpqyhRuAbCfIXk5ILn759N19TXM/jIr
~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) / g * g": is this the right operator? = bdIFJKZncZZXgHARJ-J4bFeNWCzkjt3PEYSfWhLiFaj5sULFpOSw0r/jIr	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) - g * g": is this the right operator? = KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/jIr	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) * g + g": is this the right operator? = J58KhBuyrKhBQoNKhBP5SKhBQ_yKhBBxJKhBQ6iKhBUIkKhBXwoKhB/KhB
~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) * g - g": is this the right operator? = KhB4lyKhBKhBKhBKhBKhBOKLKhBKhBKhBKhBKhBaN2KhBKhBKhBKhB/znz	~ step: your numbers are those of "const int m_hat = m[i] / (1 - std::pow(beta1, steps))": take double, not int = NOaaEBYfYqDdYfY0VvtMJaEBIJ-JClIJ-MHhCvd2lPD4mkjpG2OAYn/QIq	~ step: your numbers are those of "const double m_hat = m[i] * (1 - std::pow(beta1, steps))": is this the right operator? = WZbYbXt1bwGSUsdIsIpJlqrU3a2qoZW6vgEpguaJDjW2ykUPKS8yn1/jKe
~ step: your numbers are those of "const double m_hat = m[i] + (1 - std::pow(beta1, steps))": is this the right operator? = Pb8xyNcfwgGujPDSSoAIULFQqtMHL4ENWgqI129Ae-6qt7YiSeMC2y/nVq	~ step: your numbers are those of "const double m_hat = m[i] - (1 - std::pow(beta1, steps))": is this the right operator? = t3BStx9jvjge3mlt2H5m85oF0PnnC7Kl6n1jBsLNXSIs95v8GBL3hf/xBc	~ step: your numbers are those of "const double m_hat = m[i] / (0 - std::pow(beta1, steps))": is this the right number? = m_u0ABmtA2lVIfvUM5uReAGNl5b-Kh8gf7bTDyxCnnjvrquuk3HBx6/LqO
~ step: your numbers are those of "const double m_hat = m[i] / (2 - std::pow(beta1, steps))": is this the right number? = 0TrdjRozTzaQN_VqN-DD_VbRi4XUg3qvbleYRpbXL_RrIG2uSK5AmC/7Hq	~ step: your numbers are those of "const double m_hat = m[i] / (1 + std::pow(beta1, steps))": is this the right operator? = axA5qGe3PjeM-sYNsCi8lrGCc5XhLJw5xN7fW1KPIWtWq7NbuX29r8/7Hq	~ step: your numbers are those of "const double m_hat = m[i] / (1 * std::pow(beta1, steps))": is this the right operator? = 8V92XavXoRCP04Ij3C-Lnp6GmKhV4LkruJs0PmzWubZyIV-MyoGyzK/
~ step: your numbers are those of "const double m_hat = m[i] / (1 - std::pow(steps, beta1))": is this the right order? = vaF6K7KhBKhBKhBKhBvaF6K7KhBKhBKhBKhBvaF6K7KhBKhBKhBKhB/6K7	~ step: your numbers are those of "const int v_hat = v[i] / (1 - std::pow(beta2, steps))": take double, not int = dI36K7wxbKhBb-PKhBkGJC-LEYHZA_6BpYL2uU0xTZojKZFwdTg79h/6K7	~ step: your numbers are those of "const double v_hat = v[i] * (1 - std::pow(beta2, steps))": is this the right operator? = Qj6RFSmlrvcCSzduswcniwq6EB4VKLaxrlkf19qebTUBCNg278g9fz/2Tj
~ step: your numbers are those of "const double v_hat = v[i] + (1 - std::pow(beta2, steps))": is this the right operator? = ewc2xcmn_bsjxWzPQUw1nrHld-zv7M_6jpw_s_GzQxPvzpD-UgvOQ6/cn9	~ step: your numbers are those of "const double v_hat = v[i] - (1 - std::pow(beta2, steps))": is this the right operator? = AISKhBQy0KhBhhJKhBC1nKhBudBKhBEt7KhBwDbKhB3VYKhBnXeKhB/KhB	~ step: your numbers are those of "const double v_hat = v[i] / (2 - std::pow(beta2, steps))": is this the right number? = D4QG8wAE5bGAqURivtCivXbdANIlsm9-A7ZlpiR0k4Dr7VO_lwRQ0Z/XD-
~ step: your numbers are those of "const double v_hat = v[i] / (1 + std::pow(beta2, steps))": is this the right operator? = a6Mj2u2JntQ64VhS8IQIqSyv5Bs0ZU5ZEjH9SXO26dfwXBLQRXvqD8/1NC	~ step: your numbers are those of "const double v_hat = v[i] / (1 * std::pow(beta2, steps))": is this the right operator? = YMzt31Vcp0oue8wOM-oMFo4eo8gykC7gY20j64cjvkZdiaME1oZl9a/PRu	~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(steps, beta2))": is this the right order? = UaDaEBKhBKhBKhBKhBUaDaEBKhBKhBKhBKhBBNb2lPKhBKhBKhBKhB/QIq
~ step: your numbers are those of "; parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon)": something is missing = ............mPN6DBp-PVO-mPURnb/	~ step: your numbers are those of "parameters[i] += rate * decay * parameters[i]": is this the right operator? = ............m8r1Oa8CZVixyAqgPW/	~ step: your numbers are those of "parameters[i] = rate * decay * parameters[i]": is this the right operator? = Q6HRFSywsX60qwNLT4qKJoyhW78dgeKLxrWnFJDv_2Og5_MX78Kjrw/RFS
~ step: your numbers are those of "parameters[i] -= rate + decay * parameters[i]": is this the right operator? = oRyaEByN-ADwrLmd8m2iVwoD_4LVeoe4XGimbxDehKSsxuDX7xbXxx/QIq	~ step: your numbers are those of "parameters[i] -= rate / decay * parameters[i]": is this the right operator? = vaF6K7KhBKhBKhBKhBvaF6K7KhBKhBKhBKhBPn5N5jI1_zorvUvgrn/vaF	~ step: your numbers are those of "parameters[i] -= rate - decay * parameters[i]": is this the right operator? = oRyaEByN-ADwrLmd8m2iVwoD_4LVeoe4XGimGmKITa7VsYGEB_HcHa/QIq
~ step: your numbers are those of "parameters[i] -= rate  * parameters[i]": something is missing = CiFYR0mqYP_dQScgPsQmYgrySwo5NSV8rACAQmYgrySwo5NSV8rACA/a6M	~ step: your numbers are those of "parameters[i] -= rate * decay + parameters[i]": is this the right operator? = Q6HRFSywsX60qwNLT4qKJoyhW78dgeKLxrWnjNet069udY7lRIn9t5/RFS	~ step: your numbers are those of "parameters[i] -= rate * decay / parameters[i]": is this the right operator? = ............rJ--saBGPucpZZYvSs/
~ step: your numbers are those of "parameters[i] -= rate * decay - parameters[i]": is this the right operator? = V-sG_sGMFNWqa-wAxRPy4uhcA2jF29l8yP2uNfZJ_HzCsHfRsGcqPx/XJi	~ step: your numbers are those of "parameters[i] -= rate * decay": something is missing = ............eIDWhgQBWVCraj_w0u/	~ step: your numbers are those of "parameters[i] = rate * m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = RFSQ6H7g6KGxffNVVtPiDhehboDswkvhPdSaPiDhehboDswkvhPdSa/Q6H
~ step: your numbers are those of "parameters[i] -= rate + m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = xbHcaT37X95UZH7b2RIxjoWaZm3XM9FubT5vVFK5k9B5uHHhqfzRCS/Z9A	~ step: your numbers are those of "parameters[i] -= rate / m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = _fsg5Mr3kD9Atx9J2PU3UMXpOyFl7G8xMMYCh3K8ZJInrUvYbSJb8G/HF4	~ step: your numbers are those of "parameters[i] -= rate - m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = tFqtcRNQDgbaJlXBITR5k51d06slJcHd_8nFLN1zZoep6liGPUDdlG/Rv5
~ step: your numbers are those of "parameters[i] -= m_hat / (std::sqrt(v_hat) + epsilon)": something is missing = pP7t0WPhldMbGrs-JC683ws4wFllXsjnaGfxGzx19a9Il_TKFyH_xg/ao1	~ step: your numbers are those of "parameters[i] -= rate * m_hat * (std::sqrt(v_hat) + epsilon)": is this the right operator? = LrvYbXoR0ZE5u_2RJCNxKRBmaaCRafkekrcjYwR-0ff7v4PgZFRlBM/oak	~ step: your numbers are those of "parameters[i] -= rate * m_hat + (std::sqrt(v_hat) + epsilon)": is this the right operator? = _jdoSFudktgL-M4SucUD5r0Q_ec50NxR2ZPApPZiiyJVi2deDFUyqk/zpJ
~ step: your numbers are those of "parameters[i] -= rate * m_hat - (std::sqrt(v_hat) + epsilon)": is this the right operator? = f2fvoCdIuHH0BeoYlq8dN93etJbU0nWUOltxWozKMJWpfOQGg43pfV/o1U	~ step: your numbers are those of "parameters[i] -= rate * m_hat": something is missing = bdIFJKZncZZXgHARJ-bdIFJKZncZZXgHARJ-_4Mpgxn4zQQhpAEyfX/jIr	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(v_hat) - epsilon)": is this the right operator? = ......-qTDvTZ2hGLlyc5WptVnh7XhR3LHdnD5yfer/
~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(v_hat) * epsilon)": is this the right operator? = vaF6K7KhBKhBKhBKhBYidGIbqfwLpt6CjZ7Q-kYfavRQUBZpxcPjtv/6K7	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(v_hat))": something is missing = ......9Ch7dfhKFI2824mIzkFW0AOJSuX6elbNi99o/	~ step: your numbers are those of "const double g = parameters[i]": is each name the right one? = ..wdN7BqmWH0K34ijoEWVMFarfUABmZ6dWBI13-l4ziqcVuC5O/LqO
~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 - beta1) * steps": is each name the right one? = nL_clB1eqWb9QaStYnOGW7FsOgvePLiNHVoWKwFvHLjZGdL88_svN2/nr1	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) * steps * g": is each name the right one? = QwVKhBumyKhBF3oKhBG7fKhBRBuKhB9ZQKhB9PlKhBBocKhBBVVKhB/KhB	~ step: your numbers are those of "const double m_hat = m[i] / (1 - std::pow(beta1, g))": is each name the right one? = mB-BItZbG13s1uuS3q8scNsY-O3Wua5yqlCrGtm02vZCf1LxMPKUuz/XnC
~ step: your numbers are those of "const double m_hat = m[i] / (1 - std::pow(beta1, m_hat))": is each name the right one? = vaFFJKKhBecNKhBJ0xvaFfVRKhBoS3KhBNi3vaFkLfKhByzqKhBW6m/6K7	~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(beta2, g))": is each name the right one? = paNKhBKhBKhBKhBKhBUJCKhBKhBKhBKhBKhBTqPKhBKhBKhBKhBKhB/KhB	~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(beta2, m_hat))": is each name the right one? = paNKhB7fnKhBsy4KhBUJCKhBF-0KhB9sWKhBTqPKhBN-vKhBk2BKhB/KhB
~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(beta2, v_hat))": is each name the right one? = UaDU-5UaDZNBUaDyMJUaDf9bUaDJRxUaDpAMBNbPa4MWiB1QBKMXhL/QIq	~ step: your numbers are those of "parameters[i] -= rate * steps / (std::sqrt(v_hat) + epsilon)": is each name the right one? = nL_clBYL0qt2VCA1LqOGW7FsCoZQEgq2h-DyKwFvHL2s4-GvvMufVh/nr1	~ step: your numbers are those of "parameters[i] -= rate * v_hat / (std::sqrt(v_hat) + epsilon)": is each name the right one? = bdIWe2bE2gQxV4B87d8zs7gUb4Ipa8hd-DkNxLBc6jok23b0Fuz3Lb/raB
~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(g) + epsilon)": is each name the right one? = QwVKhBKhBKhBKhBKhBG7fKhBKhBKhBKhBKhB9PlKhBKhBKhBKhBKhB/KhB	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(m_hat) + epsilon)": is each name the right one? = QwVKhB9ZvKhBLVlKhBG7fKhBfEZKhBHTIKhB9PlKhB7u1KhBy4qKhB/KhB	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(steps) + epsilon)": is each name the right one? = bdIFJKjxoKmafz-xxmJ4bFeNeBJdsM2a51InWhLiFaYnZo41j3eDZs/jIr
)~";
