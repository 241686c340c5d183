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
& 0,3,CAih0 0,5,ZetrJ 1,5,fKMg2 0,6,5_sAz 0,7,BNtQL 0,8,2Vcn- 0,9,C9Wn4 1,9,uIEeZ 0,10,VxcIo 1,10,NbJ7S 0,13,zPk4F 1,13,Uw_mN 0,15,MC-oT 0,17,aFvHl 0,19,yw3km 1,19,Clpur 0,21,a-9hG 0,22,d4DfW 1,22,-pIEb 0,23,zEIPw 0,24,qVU43
the first step is t = 1: with t = 0 the correction divides by 0
  namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); ++steps; for => namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size());  for
  [i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon); } } => [i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon); } ++steps; }
= KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB/KhB
& 0,11,8X97l 0,18,aQwzM 1,18,IVP3t 0,20,Q-tP_ 1,20,E20Xi
t counts the steps, not the parameters: add 1 once in each call
  namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); ++steps; for => namespace answer { using Vector = std::vector<double>; struct Adam { double rate = 0.01, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, decay = 0; Vector m, v; int steps = 0; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size());  for
  gradients[i]; => gradients[i]; ++steps;
= .FRhu44aPbfM3oQY.hOgw8i_IyncRuq7.7rbxU_VGpJs22UJ/
& 0,4,Snqk1 0,5,11m89 0,6,hz0ah 0,7,Me2sS 0,8,0g-os 0,9,n848q 0,10,2pBuE 0,11,c99ae 0,12,sFa4K 0,13,c7Zdy 0,14,l-Hja 0,15,BKaMg 0,17,rj0nl 0,18,MkG6y 0,19,KmeyZ 0,20,To3BQ 0,21,cf6ei 0,22,WTtOK 0,23,38R9z 0,24,0BeKr 0,25,ikHvW
m and v are kept from step to step: yours begin with 0 in each call
  resize(parameters.size()); v.resize(parameters.size()); ++steps => assign(parameters.size(), 0); v.assign(parameters.size(), 0); steps = 1
= ..UaDaEB9ChsDC..ZXUdV62g9Fo0..DdCevHHsewzQ/
& 0,5,j77Lv 0,6,tp_dh 0,7,L18Xd 0,8,g0wv5 0,9,aRcXW 0,10,dPaPb 0,13,ACgRS 0,15,EqLyA 0,17,HCsrt 0,18,DIqBS 0,19,yRlHV 0,21,hmrOT 0,22,bvqFF 0,23,Pv0YK 0,24,rXcbJ 0,25,_ca4K
each parameter has an m and a v of its own: yours share one
  Vector m, v; => Vector m, v; double shared_m = 0, shared_v = 0;
  m.resize(parameters.size()); v.resize(parameters.size()); =>
  { const double g = gradients[i]; m[i] = beta1 * m[i] + (1 - beta1) * g; v[i] = beta2 * v[i] + (1 - beta2) * g * g; const double m_hat = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps => { const double g = gradients[i]; shared_m = beta1 * shared_m + (1 - beta1) * g; shared_v = beta2 * shared_v + (1 - beta2) * g * g; const double m_hat = shared_m / (1 - std::pow(beta1, steps)); const double v_hat = shared_v / (1 - std::pow(beta2, steps
= .Gxcj8vrHvlGubjn.DsIt9XVmiYHxKfG._u_FyQYgl4Frhkv/
& 0,5,MmhK1 0,6,O913t 0,7,07jQd 0,8,Baf26 0,9,j4u3I 0,17,DwJRV 0,18,6mZrG 0,23,El5Ga 0,25,wq9mx
divide by the root of v, not by v
  std::sqrt(v_hat) => v_hat
= nL_w_MQ-JH-RG3kTlH51Sp9uRxtn99BUOf1IyJuZam6XaXd7VwI0XL/R26
& 0,7,vGduw 0,8,ZWo_9 0,9,R04RY 1,9,cNt5n 0,10,ShO8n 0,11,wZCYG 0,12,b9vjL 0,13,wDGR_ 1,13,Fg81N 0,14,jUyDj 0,15,kavm4 0,16,0TG_e 0,18,uBSZP 1,18,C2lb7 0,19,zWIG_ 1,19,416Fg 0,20,QnFIR 0,21,OMfMf 1,21,f8X-v 0,22,RBr0m 1,22,ETsIq 0,23,08Wpv 0,24,qYP_r 1,24,_ERt_ 0,25,TsROk
epsilon is added to the root of v, outside of it
  m_hat / (std::sqrt(v_hat) + epsilon) => m_hat / std::sqrt(v_hat + epsilon)
= ......wNOml-puOdOjwrvYrRzgrWw6DxyGstL8NLnW/
& 0,7,89eME 0,8,hDqzJ 0,9,xqH4N 0,10,zYe4r 0,11,zbrt5 0,12,YGG2i 0,13,04uV2 0,14,OURVF 0,15,noTik 0,16,IbBdj 0,18,TSoa7 0,19,3shRS 0,20,xx_pF 0,21,BfvTa 0,22,f4rmG 0,23,RpHxW 0,24,E6ZVw 0,25,3I4wi
the decay is no part of the gradient: take rate * decay * p from p itself
  gradients[i]; => gradients[i] + decay * parameters[i];
  parameters[i] -= rate * decay * parameters[i]; =>
= ............bpwxaqxkpnxJlmGjPC/
& 0,9,Y3rRd 0,10,8ECT6 0,11,sMHtY 0,12,2TY39 0,13,aj-Cs 0,14,dogT4 0,15,jrwP8 0,16,CYZ3C 0,18,TM2ty 0,19,9ajye 0,20,0wx_A 0,21,1BDzS 0,22,kchjx 0,24,lxM-I 0,25,w_ZEJ
the decay is times the rate: p -= rate * decay * p
  rate * decay => decay
= ............1jwo-1p8I2YvPo-YYA/
& 0,9,BAE6B 0,10,Yli2e 0,11,PF8d8 0,12,EYiNm 0,13,tG-KY 0,14,IkFfc 0,15,-Xk2B 0,16,82H3z 0,17,G4LmS 1,17,7DuQF 0,18,NAeOZ 0,19,TIjC9 0,20,k_r6E 0,21,Ndrp- 0,22,068qO 0,23,aOKfJ 0,24,n7Q1z 0,25,qKI_a
the step goes down, against the gradient: subtract it
  parameters[i] -= rate * m_hat => parameters[i] += rate * m_hat
= 5p5sDCv4fd-wAb-xMv7T6Enbyjse0GEc51lNg7VWoevgiZd2vsyT9U/LqO
& 0,10,KLe7j 1,10,zHlLu 0,11,ivvtu 0,12,SVYfh 0,13,DB95I 1,13,BfCx_ 0,14,BACnR 0,15,rx0lc 0,16,WkHDz 0,18,VQRe- 1,18,9e2wP 0,19,Wkh7W 1,19,UwN-m 0,20,CKGBg 0,21,YQs14 0,22,A31sb 1,22,fotys 0,23,POsUa 0,24,89w0R 0,25,zeiTu 1,25,rj6ed
v is the running mean of g squared: the square is missing
  (1 - beta2) * g * g; => (1 - beta2) * std::abs(g);
= QwVfJC7t8CYnQy3_YBG7f1g6WUe2xJ-4RcZM9Pljr8RWgoez8K8cXa/QU1
& 0,11,6LxcB 0,12,eA6Je 0,13,qUmD5 1,13,Qq9Eg 0,14,xw5Qw 0,15,7Ee3k 0,16,5oQdX 0,17,fdxo- 0,18,WUhfy 1,18,0zIFP 0,20,E-pRF 0,21,wH0nE 1,21,3wbXV 0,23,lefsn 0,25,yd661 1,25,ZHJk6
the correction is 1 - beta to the power of t, not beta divided by t
  (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => (1 - beta1 / steps); const double v_hat = v[i] / (1 - beta2 / steps);
= ..SvUqduOIer7V..HiBcyXg8aCHZ..mtP1kWxwau8C/
& 0,13,y1DJ8 0,14,tlc8B 0,15,EdQH5 0,17,yp45V 0,19,H_ytQ 0,21,drcfl 0,22,IJYOW 0,23,GSSR5 0,24,trfvU
m and v stay uncorrected: what is divided by 1 - beta^t is for this step alone
  ; const double m_hat = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std => ; const double m_hat = m[i] = m[i] / (1 - std::pow(beta1, steps)); const double v_hat = v[i] = v[i] / (1 - std
= ..2fLM7bCU_s3N..GphFOI4hbRnh..HoFbxfSFVV64/
& 0,13,BqMwE 0,15,mVqTn 0,17,xn6EY 0,18,XmIuh 0,19,Yya16 0,21,ZodsG 0,22,L15-2 0,23,5y-2y 0,24,eKEJR 0,25,c3LvB
beta1 belongs to m and beta2 to v: yours are exchanged where the means are taken
  beta1 * m[i] + (1 - beta1) * g; v[i] = beta2 * v[i] + (1 - beta2) => beta2 * m[i] + (1 - beta2) * g; v[i] = beta1 * v[i] + (1 - beta1)
= HO74gvH_zMnv7pwcpkZniFsVudoh1FC8BTvH5x-j7fd_ycLCPfxEuk/YxM
& 0,14,QdhWt 0,16,ducLq 0,17,9SWhT 0,18,_Tigo 1,18,AgsP2 0,19,mNvBZ 1,19,_cB_- 0,20,lekKp 1,20,ED5Dv 0,23,Dn6Cw 0,24,JYjaR 0,25,RL6Vg 1,25,fw4fP
m and v are kept from step to step: yours are made anew while t goes on
  ; void step(Vector& parameters, const Vector& gradients) { m.resize(parameters.size()); v.resize(parameters.size()); => ; void step(Vector& parameters, const Vector& gradients) { m = Vector(parameters.size()); v = Vector(parameters.size());
= ..axA5qG4Z0sJU..adfb2K812OU8..DspZJ4bpDmnQ/
& 0,15,w2F7a 0,16,6zwjR 0,17,rbY55 0,18,KmeUV 0,19,Py5z3 0,20,INCEk 0,21,MI8Xz 0,22,UH0YX 0,23,LqM2M 0,25,u5aOP
m keeps beta1 of itself and takes 1 - beta1 of g: yours are exchanged
  beta1 * m[i] + (1 - beta1) => (1 - beta1) * m[i] + beta1
= J4b4bfZCAZT63beXLigCwxJRVbAeV57pmbxT24pAWYYIQW2Pv536aL/
& 0,16,fWzZT 0,17,Rilux 0,18,9IS-T 0,19,GbkBC 0,22,xi45z 0,23,OwHIq 0,24,AeRzI 0,25,jb7HM
the correction is 1 - beta^t, which changes with each step: yours is 1 - beta
  (1 - std::pow(beta1, steps)); const double v_hat = v[i] / (1 - std::pow(beta2, steps)); => (1 - beta1); const double v_hat = v[i] / (1 - beta2);
= ..f9AfycmGmoa5..8k1-LbmEudSz..uob_5pec2R6k/
& 0,17,ZDh2M 0,19,bGq3b 0,21,Fl5Lw 0,22,qE-UF 0,23,i75pi 0,24,PGVZF
the decay is taken from p as it was before the step: yours comes after it
  decay * parameters[i]; parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon) => m_hat / (std::sqrt(v_hat) + epsilon); parameters[i] -= rate * decay * parameters[i]
= ............Q5Ud75BpzhGcA3dSml/
& 0,18,cwTrC 0,19,MKUvV 0,20,d06tK 0,21,_h_Tx 0,22,kOyad 0,24,JvLKw 0,25,KhS9Z
v is too small as well as m: divide it by 1 - beta2^t
  v[i] / (1 - std::pow(beta2, steps)); => v[i];
= 6HqU-5dqjZNBJCTyMJKlUf9bGi8JRxKXgpAMYlHPa4Dh6B1Qe7MXhL/d89
& 0,19,j9Jeq 0,20,0xnTU 0,21,Z1lfW 0,22,VYa1c 0,23,IKpPj 0,24,uMcqk
v is the mean of g squared: yours squares m
  (1 - beta2) * g * g; => (1 - beta2) * m[i] * m[i];
= H_gw_MCjaHJ86k8RSTfFWp9ufFbOvdn-Uijplz9Zam8pkFih8K2RwL/9Ch
& 0,20,ZdZcz 0,21,ElMvW 0,23,E31Jd 0,25,EGixp 1,25,_BHAp
the step is made of m, the running mean, not of the gradient itself
  m[i] / (1 - std::pow(beta1, steps)) => g
= ..JGms08pfXJBZ..6kPNbderR8kA..4LddcOP1jJcp/
& 0,22,ImjsF 0,23,6X6l7 0,24,ba25F 0,25,B2-U4
m is a running mean: what is new is times 1 - beta1
  (1 - beta1) * g => g
= H_gw_M3iR_0mAzLaAKt64jPJoKpbhOTrT6jiaKqwlhqIJkBGnTeaX5/9Ch
& 0,22,7tzDo 1,22,Sl_fl 0,23,BP3Ai 0,24,7N4Sf 0,25,jJwNB
v is a running mean of g squared: yours keeps the largest
  beta2 * v[i] + (1 - beta2) * g * g => std::fmax(v[i], g * g)
= OGWp3WwuWxpU0-1NBsVNwS4G7oPeo9npHsVI_KLH9szwRm6-cPaHSh/t64
& 0,23,Jz3Pt 0,25,a5A3V 1,25,DgRm0
the decay makes p smaller: yours is that of the gradient
  parameters[i]; => g;
= ............N_paN-6TSfx1u6zLUv/
& 0,24,r4sgy 0,25,JxTEA
v is the running mean of g squared: yours is that of g, which may be negative and has no root
  (1 - beta2) * g * g; => (1 - beta2) * g;
= QwVKhBXa-KhBHbFKhBG7fKhBIYiKhB313KhB9PlKhBklhKhBJn4KhB/KhB
& 0,25,4eWZ0
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
~ step: your numbers are those of "const double m_hat = m[i] + (1 - std::pow(beta1, steps))": is this the right operator? = Pb8xyNcfwgGujPDSSoAIULFQqtMHL4ENWgqI129Ae-6qt7YiSeMC2y/nVq	~ step: your numbers are those of "const double m_hat = m[i] - (1 - std::pow(beta1, steps))": is this the right operator? = t3BStx9jvjge3mlt2H5m85oF0PnnC7Kl6n1jBsLNXSIs95v8GBL3hf/xBc	~ step: your numbers are those of "const double m_hat = m[i]": something is missing = TScFJKF_ZecNUBBJ0xdfvfVRTSFoS3tm4Ni3HAGkLfbeNyzqSICW6m/zgM
~ step: your numbers are those of "const double m_hat = m[i] / (0 - std::pow(beta1, steps))": is this the right number? = m_u0ABmtA2lVIfvUM5uReAGNl5b-Kh8gf7bTDyxCnnjvrquuk3HBx6/LqO	~ step: your numbers are those of "const double m_hat = m[i] / (2 - std::pow(beta1, steps))": is this the right number? = 0TrdjRozTzaQN_VqN-DD_VbRi4XUg3qvbleYRpbXL_RrIG2uSK5AmC/7Hq	~ step: your numbers are those of "const double m_hat = m[i] / (1 + std::pow(beta1, steps))": is this the right operator? = axA5qGe3PjeM-sYNsCi8lrGCc5XhLJw5xN7fW1KPIWtWq7NbuX29r8/7Hq
~ step: your numbers are those of "const double m_hat = m[i] / (1 * std::pow(beta1, steps))": is this the right operator? = 8V92XavXoRCP04Ij3C-Lnp6GmKhV4LkruJs0PmzWubZyIV-MyoGyzK/	~ step: your numbers are those of "const double m_hat = m[i] / (1 - std::pow(steps, beta1))": is this the right order? = vaF6K7KhBKhBKhBKhBvaF6K7KhBKhBKhBKhBvaF6K7KhBKhBKhBKhB/6K7	~ step: your numbers are those of "const int v_hat = v[i] / (1 - std::pow(beta2, steps))": take double, not int = dI36K7wxbKhBb-PKhBkGJC-LEYHZA_6BpYL2uU0xTZojKZFwdTg79h/6K7
~ step: your numbers are those of "const double v_hat = v[i] * (1 - std::pow(beta2, steps))": is this the right operator? = Qj6RFSmlrvcCSzduswcniwq6EB4VKLaxrlkf19qebTUBCNg278g9fz/2Tj	~ step: your numbers are those of "const double v_hat = v[i] + (1 - std::pow(beta2, steps))": is this the right operator? = ewc2xcmn_bsjxWzPQUw1nrHld-zv7M_6jpw_s_GzQxPvzpD-UgvOQ6/cn9	~ step: your numbers are those of "const double v_hat = v[i] - (1 - std::pow(beta2, steps))": is this the right operator? = AISKhBQy0KhBhhJKhBC1nKhBudBKhBEt7KhBwDbKhB3VYKhBnXeKhB/KhB
~ step: your numbers are those of "const double v_hat = v[i] / (2 - std::pow(beta2, steps))": is this the right number? = D4QG8wAE5bGAqURivtCivXbdANIlsm9-A7ZlpiR0k4Dr7VO_lwRQ0Z/XD-	~ step: your numbers are those of "const double v_hat = v[i] / (1 + std::pow(beta2, steps))": is this the right operator? = a6Mj2u2JntQ64VhS8IQIqSyv5Bs0ZU5ZEjH9SXO26dfwXBLQRXvqD8/1NC	~ step: your numbers are those of "const double v_hat = v[i] / (1 * std::pow(beta2, steps))": is this the right operator? = YMzt31Vcp0oue8wOM-oMFo4eo8gykC7gY20j64cjvkZdiaME1oZl9a/PRu
~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(steps, beta2))": is this the right order? = UaDaEBKhBKhBKhBKhBUaDaEBKhBKhBKhBKhBBNb2lPKhBKhBKhBKhB/QIq	~ step: your numbers are those of "; parameters[i] -= rate * m_hat / (std::sqrt(v_hat) + epsilon)": something is missing = ............mPN6DBp-PVO-mPURnb/	~ step: your numbers are those of "parameters[i] += rate * decay * parameters[i]": is this the right operator? = ............m8r1Oa8CZVixyAqgPW/
~ step: your numbers are those of "parameters[i] = rate * decay * parameters[i]": is this the right operator? = Q6HRFSywsX60qwNLT4qKJoyhW78dgeKLxrWnFJDv_2Og5_MX78Kjrw/RFS	~ step: your numbers are those of "parameters[i] -= rate + decay * parameters[i]": is this the right operator? = oRyaEByN-ADwrLmd8m2iVwoD_4LVeoe4XGimbxDehKSsxuDX7xbXxx/QIq	~ step: your numbers are those of "parameters[i] -= rate / decay * parameters[i]": is this the right operator? = vaF6K7KhBKhBKhBKhBvaF6K7KhBKhBKhBKhBPn5N5jI1_zorvUvgrn/vaF
~ step: your numbers are those of "parameters[i] -= rate - decay * parameters[i]": is this the right operator? = oRyaEByN-ADwrLmd8m2iVwoD_4LVeoe4XGimGmKITa7VsYGEB_HcHa/QIq	~ step: your numbers are those of "parameters[i] -= rate  * parameters[i]": something is missing = CiFYR0mqYP_dQScgPsQmYgrySwo5NSV8rACAQmYgrySwo5NSV8rACA/a6M	~ step: your numbers are those of "parameters[i] -= rate * decay + parameters[i]": is this the right operator? = Q6HRFSywsX60qwNLT4qKJoyhW78dgeKLxrWnjNet069udY7lRIn9t5/RFS
~ step: your numbers are those of "parameters[i] -= rate * decay / parameters[i]": is this the right operator? = ............rJ--saBGPucpZZYvSs/	~ step: your numbers are those of "parameters[i] -= rate * decay - parameters[i]": is this the right operator? = V-sG_sGMFNWqa-wAxRPy4uhcA2jF29l8yP2uNfZJ_HzCsHfRsGcqPx/XJi	~ step: your numbers are those of "parameters[i] -= rate * decay": something is missing = ............eIDWhgQBWVCraj_w0u/
~ step: your numbers are those of "parameters[i] = rate * m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = RFSQ6H7g6KGxffNVVtPiDhehboDswkvhPdSaPiDhehboDswkvhPdSa/Q6H	~ step: your numbers are those of "parameters[i] -= rate + m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = xbHcaT37X95UZH7b2RIxjoWaZm3XM9FubT5vVFK5k9B5uHHhqfzRCS/Z9A	~ step: your numbers are those of "parameters[i] -= rate / m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = _fsg5Mr3kD9Atx9J2PU3UMXpOyFl7G8xMMYCh3K8ZJInrUvYbSJb8G/HF4
~ step: your numbers are those of "parameters[i] -= rate - m_hat / (std::sqrt(v_hat) + epsilon)": is this the right operator? = tFqtcRNQDgbaJlXBITR5k51d06slJcHd_8nFLN1zZoep6liGPUDdlG/Rv5	~ step: your numbers are those of "parameters[i] -= m_hat / (std::sqrt(v_hat) + epsilon)": something is missing = pP7t0WPhldMbGrs-JC683ws4wFllXsjnaGfxGzx19a9Il_TKFyH_xg/ao1	~ step: your numbers are those of "parameters[i] -= rate * m_hat * (std::sqrt(v_hat) + epsilon)": is this the right operator? = LrvYbXoR0ZE5u_2RJCNxKRBmaaCRafkekrcjYwR-0ff7v4PgZFRlBM/oak
~ step: your numbers are those of "parameters[i] -= rate * m_hat + (std::sqrt(v_hat) + epsilon)": is this the right operator? = _jdoSFudktgL-M4SucUD5r0Q_ec50NxR2ZPApPZiiyJVi2deDFUyqk/zpJ	~ step: your numbers are those of "parameters[i] -= rate * m_hat - (std::sqrt(v_hat) + epsilon)": is this the right operator? = f2fvoCdIuHH0BeoYlq8dN93etJbU0nWUOltxWozKMJWpfOQGg43pfV/o1U	~ step: your numbers are those of "parameters[i] -= rate * m_hat": something is missing = bdIFJKZncZZXgHARJ-bdIFJKZncZZXgHARJ-_4Mpgxn4zQQhpAEyfX/jIr
~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(v_hat) - epsilon)": is this the right operator? = ......-qTDvTZ2hGLlyc5WptVnh7XhR3LHdnD5yfer/	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(v_hat) * epsilon)": is this the right operator? = vaF6K7KhBKhBKhBKhBYidGIbqfwLpt6CjZ7Q-kYfavRQUBZpxcPjtv/6K7	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(v_hat))": something is missing = ......9Ch7dfhKFI2824mIzkFW0AOJSuX6elbNi99o/
~ step: your numbers are those of "const double g = parameters[i]": is each name the right one? = ..wdN7BqmWH0K34ijoEWVMFarfUABmZ6dWBI13-l4ziqcVuC5O/LqO	~ step: your numbers are those of "m[i] = beta1 * m[i] + (1 - beta1) * steps": is each name the right one? = nL_clB1eqWb9QaStYnOGW7FsOgvePLiNHVoWKwFvHLjZGdL88_svN2/nr1	~ step: your numbers are those of "v[i] = beta2 * v[i] + (1 - beta2) * steps * g": is each name the right one? = QwVKhBumyKhBF3oKhBG7fKhBRBuKhB9ZQKhB9PlKhBBocKhBBVVKhB/KhB
~ step: your numbers are those of "const double m_hat = m[i] / (1 - std::pow(beta1, g))": is each name the right one? = mB-BItZbG13s1uuS3q8scNsY-O3Wua5yqlCrGtm02vZCf1LxMPKUuz/XnC	~ step: your numbers are those of "const double m_hat = m[i] / (1 - std::pow(beta1, m_hat))": is each name the right one? = vaFFJKKhBecNKhBJ0xvaFfVRKhBoS3KhBNi3vaFkLfKhByzqKhBW6m/6K7	~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(beta2, g))": is each name the right one? = paNKhBKhBKhBKhBKhBUJCKhBKhBKhBKhBKhBTqPKhBKhBKhBKhBKhB/KhB
~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(beta2, m_hat))": is each name the right one? = paNKhB7fnKhBsy4KhBUJCKhBF-0KhB9sWKhBTqPKhBN-vKhBk2BKhB/KhB	~ step: your numbers are those of "const double v_hat = v[i] / (1 - std::pow(beta2, v_hat))": is each name the right one? = UaDU-5UaDZNBUaDyMJUaDf9bUaDJRxUaDpAMBNbPa4MWiB1QBKMXhL/QIq	~ step: your numbers are those of "parameters[i] -= rate * steps / (std::sqrt(v_hat) + epsilon)": is each name the right one? = nL_clBYL0qt2VCA1LqOGW7FsCoZQEgq2h-DyKwFvHL2s4-GvvMufVh/nr1
~ step: your numbers are those of "parameters[i] -= rate * v_hat / (std::sqrt(v_hat) + epsilon)": is each name the right one? = bdIWe2bE2gQxV4B87d8zs7gUb4Ipa8hd-DkNxLBc6jok23b0Fuz3Lb/raB	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(g) + epsilon)": is each name the right one? = QwVKhBKhBKhBKhBKhBG7fKhBKhBKhBKhBKhB9PlKhBKhBKhBKhBKhB/KhB	~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(m_hat) + epsilon)": is each name the right one? = QwVKhB9ZvKhBLVlKhBG7fKhBfEZKhBHTIKhB9PlKhB7u1KhBy4qKhB/KhB
~ step: your numbers are those of "parameters[i] -= rate * m_hat / (std::sqrt(steps) + epsilon)": is each name the right one? = bdIFJKjxoKmafz-xxmJ4bFeNeBJdsM2a51InWhLiFaYnZo41j3eDZs/jIr
)~";
