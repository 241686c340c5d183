// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char neuron_step_mistakes[] = R"~(
right a step
 0.3849838791194277 0.042491939559713865 -0.40679114738394 0.43559704912798003 0.9231362649282111
 -0.583896385919397
right 200 steps
 0.49999999999999994
you go up the slope: is the gradient added, or is dy made of target - y?
  w - rate * dz * x, neuron.b - rate => w + rate * dz * x, neuron.b + rate
= nrN_7kljo0-VazZ-mz/xNe
& 0,1,bCiCo 1,1,a9c1N 0,2,rlOei 1,2,ap6Y1 0,3,rrFxT 1,3,nkvSi 0,5,kyK59 1,5,C1Qx9 0,9,C16Fu 1,9,jbs2- 0,11,f46vW 1,11,T6Wcn 0,13,jTQuX 0,14,UfbBR 1,14,1kjfl 0,16,sjERi 1,16,MK3pC 0,17,slWXd 1,17,jyH7o 0,18,O8WZz 1,18,L9Saq 0,19,Uw55w 1,19,lLdpK
the derivative of (y - target)^2 is 2 (y - target): the 2 is missing
  double dy = 2 * (y - target) => double dy = (y - target)
= QtewGzy3b43vsDy-OY/
& 0,2,y7vp0 0,3,a5bMG 0,4,oh9B7 0,5,FJdmD 0,6,bK4T1 0,8,QF7cR 0,9,szeSN 1,9,rmNzK 0,10,d4eew 1,10,a7Srs 0,11,21csx 0,12,VKfp6 1,12,BS7r5 0,13,t31g- 0,15,1qMxG 0,16,yrKee 0,17,25S92 0,19,N1flL 0,20,T1hPN
the derivative of tanh is missing: dz = (1 - y^2) dy
  (1 - y * y) * dy => dy
= YZFL2COYB-CYjq5L_n/
& 0,4,20-e3 0,5,NO8HV 0,6,CJh7p 0,8,FoyO5 1,8,P9um- 0,10,ZNi_4 1,10,UvAjE 0,11,REmiS 0,12,o_uLj 0,14,I-oGx 0,15,oc8_J 0,17,TnrdY 0,18,NlUPT 0,19,_kALw 0,20,dmndR 1,20,7mVOf
1 - y^2 asks for y, the result of tanh, not for its input z
  y = std::tanh(neuron.w * x + neuron.b) => z = neuron.w * x + neuron.b; const double y = std::tanh(z)
  (1 - y * y) * dy => (1 - z * z) * dy
= gTjhJG6HxvS4TaQCgq/
& 0,4,0SrDV 0,5,u3GD3 0,6,PFKkr 0,8,m1hlb 1,8,jnXz9 0,10,3gTv_ 1,10,_8T-Q 0,12,Xg0Pm 0,14,JUsLC 0,15,bHc1e 0,17,wBLfz 0,18,d8E-Z 0,19,SJtjH 0,20,AfqCx
the gradient for w is dz times x: the x is missing
  rate * dz * x, neuron.b => rate * dz, neuron.b
= Qte.6Aq.KjY./
& 0,5,6xUx2 0,6,Z3VuO 0,9,jSn_e 1,9,jYmyS 0,11,VqAG- 1,11,n-Qm6 0,13,12tyc 0,14,SS3Xs 1,14,_PXDY 0,16,uW5Ya 0,17,q561b 0,18,OGUKD 0,19,c2sEF 0,20,Fs4g-
the gradient for b is dz alone, since b is not multiplied by x
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - rate * dz * x, neuron.b - rate * dz * x};
= .z-c.8nE.xgk/
& 0,6,6CZZf 0,8,-SAPA 1,8,YxchM 0,9,mygir 0,10,5YT9v 1,10,JtWKx 0,11,1Pa-5 0,12,kAm7L 0,13,Sji0O 0,14,G5NOo 1,14,TPecw 0,15,6a9IK 0,16,jnEQk 0,17,FSk2Q 0,18,mj2MX 0,19,gq6aj 1,19,A3Lll 0,20,CELTQ 1,20,BzwDT
b stayed where it was: it is a parameter too
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - rate * dz * x, neuron.b};
= .RFS.HMp.7JK/
& 0,9,zfu20 0,11,M7ZzD 0,12,PyMM6 1,12,wDaDm 0,13,9LnuF 0,14,8qg0i 1,14,iQwdR 0,15,kOYre 0,16,wQNTC 0,17,TOvQH 0,18,vZ-Ar 0,20,dQVbk 1,20,FUVw3
b learned from a neuron whose w had moved already: compute both gradients, then take the step
  double y = std::tanh(neuron.w * x + neuron.b); const double dy = 2 * (y - target); const double dz = (1 - y * y) * dy; return {neuron.w - rate * dz * x, neuron.b - rate * dz} => auto dz = [&] { const double y = std::tanh(neuron.w * x + neuron.b); return 2 * (y - target) * (1 - y * y); }; neuron.w -= rate * dz() * x; neuron.b -= rate * dz(); return neuron
= .KQV.UlD.Cz1/
the step is the gradient times the learning rate: the rate is missing
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - dz * x, neuron.b - dz};
= dNyOGu-PDB3fuGIj3Z/wrQ
& 0,9,ouP5t 0,11,jz5zc 1,11,qxhaE 0,13,GOkku 1,13,fR40N 0,14,-fIJf 1,14,kRvG7 0,16,Efm41 0,17,r7ipy 1,17,kuJmb 0,18,qVx7J 1,18,97pOO
y (1 - y) is the derivative of the sigmoid: that of tanh is 1 - y^2
  double dz = (1 - y * y) * dy => double dz = y * (1 - y) * dy
= JM-wuudk4BNyoJBeqt/
& 0,10,kvQb8 0,11,WI0e8 1,11,A0-2E 0,12,p2JYf 1,12,0nTpY 0,14,gQrfq 1,14,Owsi1 0,15,ZaqIb 0,17,NDQb0 0,18,Th2ud 0,19,GEI23 0,20,o_PvA
you return the change alone: the step leads from w and b to w - rate * dw and b - rate * db
  dy; return {neuron.w - rate * dz * x, neuron.b - rate * dz} => dy; return {rate * dz * x, rate * dz}
= sD0nryWnjMyvzGTlqU/dY9
& 0,11,QSEeb 1,11,K3J_Z 0,13,ewAO4 1,13,aKzz6 0,14,uxHBN 1,14,mnnb0 0,16,o3gpq 1,16,UVj41 0,17,AILTt 1,17,SW8a7 0,18,Q67h6 1,18,xIrSR 0,19,NAdcL 1,19,kOJlW
z is w x + b: the b is missing there
  (neuron.w * x + neuron.b); => (neuron.w * x);
= NRK8K07MD77KASLseJ/wwZ
& 0,12,K2eB1 1,12,sBZEO 0,13,o6Rur 0,14,hbMbg 1,14,i8o9d 0,15,TAeL8 1,15,gMP-M 0,16,YPtL4 0,17,MvC-u 1,17,IduFD 0,18,arXdt 1,18,h1TM6 0,19,jD9xg 1,19,EP5mu 0,20,yXO6H 1,20,GZNqe
the gradient for w is dz times x, the number that w is multiplied by, not times w
  dz * x, neuron.b => dz * neuron.w, neuron.b
= aPU.B45.AQH./
& 0,13,1CPLK 0,14,g1jIh 1,14,LfMwo 0,15,eDbu2 0,16,vEAht 0,17,oUewP 0,18,4ztZ7 0,19,eFe94 0,20,Q5OA4
y is tanh(z) already: your derivative takes tanh once more
  (1 - y * y) * dy => (1 - std::tanh(y) * std::tanh(y)) * dy
= B2fbjP_prQXDkqa86k/
& 0,14,CnpoV 0,15,3pDms 0,17,MS8wu 0,18,niH3e 0,19,HvzVj 0,20,B9cy7 1,20,bxLqO
that is the loss itself: its derivative for y is 2 (y - target)
  * x + neuron.b); const double dy = 2 * (y - target); => * x + neuron.b); const double dy = (y - target) * (y - target);
= TdRWk9GomzPmXVC4Q-/NQk
& 0,15,TrIq5 1,15,u2UC2 0,16,W5Bfd 1,16,SahhT 0,17,WzsaK 0,18,EW3Ea 1,18,lNze9 0,19,9HiE8 1,19,UsdKJ 0,20,uutBq 1,20,vZ9AM
the gradient for w is dz times x: yours has x twice
  dz * x, neuron.b => dz * x * x, neuron.b
= ual.lJ6.hhp./
& 0,16,fytdI 0,17,-6v4w 0,18,Ypaf- 0,19,fR6Ox 0,20,32HTa 1,20,Kx-_x
1 - y * y * dy subtracts y * y * dy from 1: write (1 - y * y) * dy
  (1 - y * y) => 1 - y * y
= -aBHLuQMe6uMX18iY8/cRT
& 0,17,dgF8- 1,17,ngq3O 0,18,_UnMs 0,19,qXr5b 0,20,R35jU
the error is y - target: yours squares y in it
  y - target => y * y - target
= CHUDyfez2UM2rYMqbz/iBK
& 0,19,rSOdw 0,20,VgzpZ
2 * y - target is not twice the error: write 2 * (y - target)
  (y - target) => y - target
= ..EUcWmmuXaggZ/dPL
& 0,19,E3dKI 1,19,pk3KM 0,20,T3IPg 1,20,z4h5K
the step of b is its gradient times the learning rate: the rate is missing there
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - rate * dz * x, neuron.b - dz};
= .OGu.B3f.j3Z/
& 0,20,noi2z 1,20,S8yze
the step of w is its gradient times the learning rate: the rate is missing there
  w - rate * dz * x => w - dz * x
= dNy.-PD.uGI./7UF
~ step: your numbers are those of "Neuron step(Neuron neuron, int x, double target, double rate)": take double, not int = ....MW3UJK/rAE	~ step: your numbers are those of "Neuron step(Neuron neuron, double x, int target, double rate)": take double, not int = ....wOPRPy/Q2X	~ step: your numbers are those of "const int y = std::tanh(neuron.w * x + neuron.b)": take double, not int = CghRFSkQhvqQu6POgv/-IP
~ step: your numbers are those of "const double y = (neuron.w * x + neuron.b)": something is missing = znvKncHz4A54DUzr3y/QxP	~ step: your numbers are those of "const double y = std::sin(neuron.w * x + neuron.b)": is each name the right one? = V5QhOx5HmHf2snF7re/O0W	~ step: your numbers are those of "const double y = std::atan(neuron.w * x + neuron.b)": is each name the right one? = v6prX4bUEpjK1Sg_SW/Y-z
~ step: your numbers are those of "const double y = std::tanh(neuron.w + x + neuron.b)": is this the right operator? = kHQsYlzKdhPQx_PhVt/Vln	~ step: your numbers are those of "const double y = std::tanh(neuron.w / x + neuron.b)": is this the right operator? = hGxbs2SYq9-s7361lK/HYw	~ step: your numbers are those of "const double y = std::tanh(neuron.w - x + neuron.b)": is this the right operator? = _QMhbLTX1xwrqntLR7/WnL
~ step: your numbers are those of "const double y = std::tanh(neuron.w  + neuron.b)": something is missing = s41eXwsRXkmctFASDr/IjU	~ step: your numbers are those of "const double y = std::tanh(x + neuron.b)": something is missing = W2YGD05zuE8pLHsa_T/66r	~ step: your numbers are those of "const double y = std::tanh(neuron.w * x - neuron.b)": is this the right operator? = 9GLPnhSYq9-srvt8-S/g2q	~ step: your numbers are those of "const double y = std::tanh(neuron.w * x * neuron.b)": is this the right operator? = 8cgAytJH8veK2ASuvY/Ki-
~ step: your numbers are those of "const double y = std::tanh(neuron.w * neuron.b)": something is missing = GTMoGInprwQ71LhTFO/kjN	~ step: your numbers are those of "const int dy = 2 * (y - target)": take double, not int = zVmgVW1i_HMpMW37JK/hF4	~ step: your numbers are those of "const double dy = 3 * (y - target)": is this the right number? = gl4ohDFiFKcAHedi3N/	~ step: your numbers are those of "const double dy = 2 + (y - target)": is this the right operator? = oM1MvcEopbYikXCeSv/5C1
~ step: your numbers are those of "const double dy = 2 / (y - target)": is this the right operator? = bx5g8QHNIrhS00C1DK/cRT	~ step: your numbers are those of "const double dy = 2 - (y - target)": is this the right operator? = 1ktWjCNeCYSQu1_LuY/_Ip	~ step: your numbers are those of "const double dy = 2": something is missing = 0LS2_sG2X01_mUQjFj/UGy	~ step: your numbers are those of "const double dy = 2 * (y + target)": is this the right operator? = ..bH6hiAJxxHn2/Qpl
~ step: your numbers are those of "const double dy = 2 * (y * target)": is this the right operator? = CghRFSMONr62Wmnp15/Q2X	~ step: your numbers are those of "const double dy = 2 * (y )": something is missing = ..MONr62wOPRPy/Q2X	~ step: your numbers are those of "const int dz = (1 - y * y) * dy": take double, not int = CghRFS1i_HMpMW37JK/hF4	~ step: your numbers are those of "const double dz = (0 - y * y) * dy": is this the right number? = Q7C5ArZ6uS6goXiJun/zT6
~ step: your numbers are those of "const double dz = (2 - y * y) * dy": is this the right number? = Q8NtUzJ3oGOqpD6hhL/	~ step: your numbers are those of "const double dz = (1 + y * y) * dy": is this the right operator? = jSr4gSBcigalvSY9Bs/	~ step: your numbers are those of "const double dz = (1 * y * y) * dy": is this the right operator? = 74djaMYuGO4foMVj6n/	~ step: your numbers are those of "const double dz = (1  * y) * dy": something is missing = DM9CN6xn9nBfenrplV/
~ step: your numbers are those of "const double dz = (1 - y - y) * dy": is this the right operator? = xfgWglvgj8upfuSR4q/ED-	~ step: your numbers are those of "const double dz = (1 - y ) * dy": something is missing = FmW9BGQr7vt92S_kg3/	~ step: your numbers are those of "const double dz = (1 - y * y) + dy": is this the right operator? = sX-xB-bEgMn_Ec1sKo/Q2X	~ step: your numbers are those of "const double dz = (1 - y * y) / dy": is this the right operator? = -hev88RV47fmyCMthI/dnS
~ step: your numbers are those of "const double dz = (1 - y * y) - dy": is this the right operator? = CDYhGYweBa5D_p6UH1/cRT	~ step: your numbers are those of "const double dz = (1 - y * y)": something is missing = zVmgVWklmR4XUZ6heo/Kts	~ step: your numbers are those of "neuron.w + rate * dz * x, neuron.b - rate * dz": is this the right operator? = nrN.ljo.azZ./who	~ step: your numbers are those of "neuron.w * rate * dz * x, neuron.b - rate * dz": is this the right operator? = nry.ixy.36q./
~ step: your numbers are those of "neuron.w  * dz * x, neuron.b - rate * dz": something is missing = CM5.Q6I.RzV./Cgh	~ step: your numbers are those of "neuron.w - rate + dz * x, neuron.b - rate * dz": is this the right operator? = uA1.VRr.F5C./cRT	~ step: your numbers are those of "neuron.w - rate / dz * x, neuron.b - rate * dz": is this the right operator? = tFR.ebx._hC./KhB	~ step: your numbers are those of "neuron.w - rate - dz * x, neuron.b - rate * dz": is this the right operator? = Ftw.hNM.rJv./szM
~ step: your numbers are those of "neuron.w - rate  * x, neuron.b - rate * dz": something is missing = Etz.pmD.aCP./cRT	~ step: your numbers are those of "neuron.w - rate * dz + x, neuron.b - rate * dz": is this the right operator? = w1k.5wz.T5S./-IP	~ step: your numbers are those of "neuron.w - rate * dz / x, neuron.b - rate * dz": is this the right operator? = aPU.liR._KU./	~ step: your numbers are those of "neuron.w - rate * dz - x, neuron.b - rate * dz": is this the right operator? = Szs.wnC.uSA./cRT
~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b + rate * dz": is this the right operator? = ._7k.0-V.-mz/	~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b * rate * dz": is this the right operator? = .T52.tlq.Ql2/	~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b  * dz": something is missing = .nry.-sW.0as/	~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b - rate + dz": is this the right operator? = .CM5.uHg.AgC/cRT
~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b - rate / dz": is this the right operator? = .p_X.zFm.6Oe/KhB	~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b - rate - dz": is this the right operator? = .fEK.NdC.VVr/Smf	~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b - rate": something is missing = .Q2X.Q6H.wxz/J29	~ step: your numbers are those of "const double dy = 2 * (dy - target)": is each name the right one? = CghRFSEkrIeXSzskJc/-IP
~ step: your numbers are those of "const double dy = 2 * (y - dy)": is each name the right one? = ..MONr62wOPRPy/-IP	~ step: your numbers are those of "const double dz = (1 - target * y) * dy": is each name the right one? = YZFL2CQr7vt97qpaFV/	~ step: your numbers are those of "const double dz = (1 - dy * y) * dy": is each name the right one? = m0LZcGl48C_Fn_AU6M/	~ step: your numbers are those of "const double dz = (1 - y * y) * target": is each name the right one? = CghRFSklmR4XmJs1SV/t9V
~ step: your numbers are those of "const double dz = (1 - y * y) * y": is each name the right one? = QtewGz_0YTbbo5RpVj/Q2X	~ step: your numbers are those of "neuron.w - rate * target * x, neuron.b - rate * dz": is each name the right one? = Cgh.pmD.v_C./en0	~ step: your numbers are those of "neuron.w - rate * y * x, neuron.b - rate * dz": is each name the right one? = cWl.tna.HoV./DOd	~ step: your numbers are those of "neuron.w - rate * dy * x, neuron.b - rate * dz": is each name the right one? = YZF.OYB.jq5./
~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b - rate * target": is each name the right one? = .RFS.Q6H.FB1/rDC	~ step: your numbers are those of "neuron.w - rate * dz * x, neuron.b - rate * y": is each name the right one? = .QdC.xX0.7JC/Ex_
)~";
