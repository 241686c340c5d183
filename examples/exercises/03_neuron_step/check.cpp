#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>

using exercise::Measured;
using exercise::shown;

const double cases[][5] = {
    {0.5, 0.1, 2, 0, 0.1}, {-0.3, 0.4, -3, 1, 0.5}, {0.9, -0.65, 0.35, -0.2, 0.3}};

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("a step", [&](Measured& got) {
    for (const auto& [w, b, x, target, rate] : cases) {
      const answer::Neuron after = answer::step({w, b}, x, target, rate);
      const std::string where = " after a step from (" + shown(w) + ", " + shown(b) +
                                "), x = " + shown(x) + ", target " + shown(target) + ", rate " +
                                shown(rate);
      got.add("w" + where, after.w);
      got.add("b" + where, after.b);
    }
  });
  all.group("200 steps", [&](Measured& got) {
    answer::Neuron neuron = {0.2, 0};
    for (int i = 0; i < 200; ++i) neuron = answer::step(neuron, 1.5, 0.5, 0.1);
    got.add("y at x = 1.5 after 200 steps to the target 0.5", std::tanh(neuron.w * 1.5 + neuron.b));
  });
  all.judge();
}

HOLO_EXERCISE("03_neuron_step", check, R"~(
you go up the slope: is the gradient added, or is dy made of target - y?
  w - rate * dz * x, neuron.b - rate => w + rate * dz * x, neuron.b + rate
the derivative of (y - target)^2 is 2 (y - target): the 2 is missing
  double dy = 2 * (y - target) => double dy = (y - target)
the derivative of tanh is missing: dz = (1 - y^2) dy
  (1 - y * y) * dy => dy
1 - y^2 asks for y, the result of tanh, not for its input z
  y = std::tanh(neuron.w * x + neuron.b) => z = neuron.w * x + neuron.b; const double y = std::tanh(z)
  (1 - y * y) * dy => (1 - z * z) * dy
the gradient for w is dz times x: the x is missing
  rate * dz * x, neuron.b => rate * dz, neuron.b
the gradient for b is dz alone, since b is not multiplied by x
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - rate * dz * x, neuron.b - rate * dz * x};
b stayed where it was: it is a parameter too
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - rate * dz * x, neuron.b};
b learned from a neuron whose w had moved already: compute both gradients, then take the step
  double y = std::tanh(neuron.w * x + neuron.b); const double dy = 2 * (y - target); const double dz = (1 - y * y) * dy; return {neuron.w - rate * dz * x, neuron.b - rate * dz} => auto dz = [&] { const double y = std::tanh(neuron.w * x + neuron.b); return 2 * (y - target) * (1 - y * y); }; neuron.w -= rate * dz() * x; neuron.b -= rate * dz(); return neuron
the step is the gradient times the learning rate: the rate is missing
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - dz * x, neuron.b - dz};
y (1 - y) is the derivative of the sigmoid: the derivative of tanh is 1 - y^2
  double dz = (1 - y * y) * dy => double dz = y * (1 - y) * dy
you return the change alone: the step leads from w and b to w - rate * dw and b - rate * db
  dy; return {neuron.w - rate * dz * x, neuron.b - rate * dz} => dy; return {rate * dz * x, rate * dz}
z is w x + b: the b is missing there
  (neuron.w * x + neuron.b); => (neuron.w * x);
the gradient for w is dz times x, the number that w is multiplied by, not times w
  dz * x, neuron.b => dz * neuron.w, neuron.b
y is tanh(z) already: your derivative takes tanh once more
  (1 - y * y) * dy => (1 - std::tanh(y) * std::tanh(y)) * dy
that is the loss itself: its derivative for y is 2 (y - target)
  * x + neuron.b); const double dy = 2 * (y - target); => * x + neuron.b); const double dy = (y - target) * (y - target);
the gradient for w is dz times x: yours has x twice
  dz * x, neuron.b => dz * x * x, neuron.b
1 - y * y * dy subtracts y * y * dy from 1: write (1 - y * y) * dy
  (1 - y * y) => 1 - y * y
the error is y - target: yours squares y in it
  y - target => y * y - target
2 * y - target is not twice the error: write 2 * (y - target)
  (y - target) => y - target
the step of b is its gradient times the learning rate: the rate is missing there
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => {neuron.w - rate * dz * x, neuron.b - dz};
the step of w is its gradient times the learning rate: the rate is missing there
  w - rate * dz * x => w - dz * x
w stayed where it was: it is a parameter too
  w - rate * dz * x => w
the neuron that you return has not moved: return the one that you changed, and see whether a gradient is 0
  {neuron.w - rate * dz * x, neuron.b - rate * dz}; => neuron;
subtract the step of w from w: yours is multiplied by w first
  w - rate * dz * x => w * (1 - rate * dz * x)
right a step
 0.3849838791194277 0.042491939559713865 -0.40679114738394 0.43559704912798003 0.9231362649282111 -0.583896385919397
right 200 steps
 0.49999999999999994
= nrN_7kljo0-VazZ-mz/xNe QtewGzy3b43vsDy-OY/ YZFL2COYB-CYjq5L_n/ gTjhJG6HxvS4TaQCgq/ Qte.6Aq.KjY./ .z-c.8nE.xgk/ .RFS.HMp.7JK/ .KQV.UlD.Cz1/ dNyOGu-PDB3fuGIj3Z/wrQ JM-wuudk4BNyoJBeqt/ sD0nryWnjMyvzGTlqU/dY9 NRK8K07MD77KASLseJ/wwZ aPU.B45.AQH./ B2fbjP_prQXDkqa86k/ TdRWk9GomzPmXVC4Q-/NQk ual.lJ6.hhp./ -aBHLuQMe6uMX18iY8/cRT CHUDyfez2UM2rYMqbz/iBK ..EUcWmmuXaggZ/dPL .OGu.B3f.j3Z/ dNy.-PD.uGI./7UF
= Cgh.1i_.MW3./ CghRFS1i_HMpMW37JK/hF4 Qte.mLQ.nOj./
& 0,0,1,bCiCo 1,0,1,a9c1N 0,0,2,rlOei 1,0,2,ap6Y1 0,0,3,rrFxT 1,0,3,nkvSi 0,0,5,kyK59 1,0,5,C1Qx9 0,0,9,C16Fu 1,0,9,jbs2- 0,0,11,f46vW 1,0,11,T6Wcn 0,0,13,jTQuX 1,0,13,ap6Y1 0,0,14,UfbBR 1,0,14,1kjfl 0,0,16,sjERi 1,0,16,MK3pC 0,0,17,slWXd 1,0,17,jyH7o 0,0,18,O8WZz 1,0,18,L9Saq 0,0,19,Uw55w 1,0,19,lLdpK 0,1,2,y7vp0 0,1,3,a5bMG 0,1,4,oh9B7 0,1,5,FJdmD 0,1,6,bK4T1 0,1,8,QF7cR 0,1,9,szeSN 1,1,9,rmNzK
& 0,1,10,d4eew 1,1,10,a7Srs 0,1,11,21csx 0,1,12,VKfp6 1,1,12,BS7r5 0,1,13,t31g- 0,1,15,1qMxG 0,1,16,yrKee 0,1,17,25S92 0,1,19,N1flL 0,1,20,T1hPN 0,1,21,l5P-v 1,1,21,sAxNo 0,1,23,ckEX1 1,1,23,jYmyS 0,2,4,20-e3 0,2,5,NO8HV 0,2,6,CJh7p 0,2,8,FoyO5 1,2,8,P9um- 0,2,10,ZNi_4 1,2,10,UvAjE 0,2,11,REmiS 0,2,12,o_uLj 0,2,14,I-oGx 1,2,14,ap6Y1 0,2,15,oc8_J 0,2,17,TnrdY 0,2,18,NlUPT 0,2,19,_kALw 0,2,20,dmndR
& 1,2,20,7mVOf 0,2,21,uIBM6 0,2,23,PSfQm 0,3,4,0SrDV 0,3,5,u3GD3 0,3,6,PFKkr 0,3,8,m1hlb 1,3,8,jnXz9 0,3,10,3gTv_ 1,3,10,_8T-Q 0,3,12,Xg0Pm 0,3,14,JUsLC 1,3,14,nkvSi 0,3,15,bHc1e 0,3,17,wBLfz 0,3,18,d8E-Z 0,3,19,SJtjH 0,3,20,AfqCx 1,3,20,jnXz9 0,3,21,hATkv 1,3,21,bM9o7 0,3,23,cgLyy 0,4,5,6xUx2 0,4,6,Z3VuO 0,4,9,jSn_e 1,4,9,jYmyS 0,4,11,VqAG- 1,4,11,n-Qm6 0,4,13,12tyc 0,4,14,SS3Xs 1,4,14,_PXDY
& 0,4,16,uW5Ya 0,4,17,q561b 0,4,18,OGUKD 0,4,19,c2sEF 0,4,20,Fs4g- 0,5,6,6CZZf 0,5,8,-SAPA 1,5,8,YxchM 0,5,9,mygir 0,5,10,5YT9v 1,5,10,JtWKx 0,5,11,1Pa-5 1,5,11,n-Qm6 0,5,12,kAm7L 0,5,13,Sji0O 0,5,14,G5NOo 1,5,14,TPecw 0,5,15,6a9IK 0,5,16,jnEQk 0,5,17,FSk2Q 0,5,18,mj2MX 0,5,19,gq6aj 1,5,19,A3Lll 0,5,20,CELTQ 1,5,20,BzwDT 0,5,21,-6HBW 0,5,23,skuxS 0,6,9,zfu20 1,6,9,jYmyS 0,6,11,M7ZzD 0,6,12,PyMM6
& 1,6,12,wDaDm 0,6,13,9LnuF 0,6,14,8qg0i 1,6,14,iQwdR 0,6,15,kOYre 0,6,16,wQNTC 0,6,17,TOvQH 0,6,18,vZ-Ar 0,6,20,dQVbk 1,6,20,FUVw3 0,6,21,BwjMC 1,6,21,uOHdf 0,6,23,c4DQM 1,6,23,jYmyS 0,8,9,ouP5t 0,8,11,jz5zc 1,8,11,qxhaE 0,8,13,GOkku 1,8,13,fR40N 0,8,14,-fIJf 1,8,14,kRvG7 0,8,16,Efm41 0,8,17,r7ipy 1,8,17,kuJmb 0,8,18,qVx7J 1,8,18,97pOO 0,9,10,kvQb8 1,9,10,jbs2- 0,9,11,WI0e8 1,9,11,A0-2E
& 0,9,12,p2JYf 1,9,12,0nTpY 0,9,14,gQrfq 1,9,14,Owsi1 0,9,15,ZaqIb 0,9,17,NDQb0 0,9,18,Th2ud 0,9,19,GEI23 0,9,20,o_PvA 0,9,21,mWNE- 1,9,21,R7Twv 0,9,23,qVlyP 1,9,23,hlvf1 0,10,11,QSEeb 1,10,11,K3J_Z 0,10,13,ewAO4 1,10,13,aKzz6 0,10,14,uxHBN 1,10,14,mnnb0 0,10,16,o3gpq 1,10,16,UVj41 0,10,17,AILTt 1,10,17,SW8a7 0,10,18,Q67h6 1,10,18,xIrSR 0,10,19,NAdcL 1,10,19,kOJlW 0,11,12,K2eB1 1,11,12,sBZEO
& 0,11,13,o6Rur 0,11,14,hbMbg 1,11,14,i8o9d 0,11,15,TAeL8 1,11,15,gMP-M 0,11,16,YPtL4 0,11,17,MvC-u 1,11,17,IduFD 0,11,18,arXdt 1,11,18,h1TM6 0,11,19,jD9xg 1,11,19,EP5mu 0,11,20,yXO6H 1,11,20,GZNqe 0,11,21,Zy9y8 1,11,21,XdHgw 0,11,23,F4CD6 1,11,23,euWvz 0,12,13,1CPLK 0,12,14,g1jIh 1,12,14,LfMwo 0,12,15,eDbu2 0,12,16,vEAht 0,12,17,oUewP 0,12,18,4ztZ7 0,12,19,eFe94 0,12,20,Q5OA4 0,13,14,CnpoV
& 1,13,14,ap6Y1 0,13,15,3pDms 0,13,17,MS8wu 0,13,18,niH3e 0,13,19,HvzVj 0,13,20,B9cy7 1,13,20,bxLqO 0,13,21,SbMXt 0,13,23,jEQW0 0,14,15,TrIq5 1,14,15,u2UC2 0,14,16,W5Bfd 1,14,16,SahhT 0,14,17,WzsaK 1,14,17,jyH7o 0,14,18,EW3Ea 1,14,18,lNze9 0,14,19,9HiE8 1,14,19,UsdKJ 0,14,20,uutBq 1,14,20,vZ9AM 0,14,21,WD0m_ 1,14,21,YAMqX 0,14,23,6NXRe 1,14,23,X4JXv 0,15,16,fytdI 0,15,17,-6v4w 0,15,18,Ypaf-
& 0,15,19,fR6Ox 0,15,20,32HTa 1,15,20,Kx-_x 0,15,21,UuRwu 1,15,21,jnXz9 0,15,23,_tk3L 1,15,23,jnXz9 0,16,17,dgF8- 1,16,17,ngq3O 0,16,18,_UnMs 0,16,19,qXr5b 0,16,20,R35jU 0,16,21,bwJsK 0,16,23,Y6tkL 0,17,19,rSOdw 0,17,20,VgzpZ 0,17,21,ZmpYa 1,17,21,kNQWE 0,17,23,I9lLV 0,18,19,E3dKI 1,18,19,pk3KM 0,18,20,T3IPg 1,18,20,z4h5K 0,18,21,wMfEL 0,18,23,jxI5j 0,19,20,noi2z 1,19,20,S8yze 0,19,21,0m8cv
& 0,19,23,RpN5C
~ whole : int w, b = #N6MDd/#aizzz	whole step: Neuron step(Neuron neuron, int x, double target, double rate) = #N7C1Z/#QUr6k	whole step: Neuron step(Neuron neuron, double x, int target, double rate) = #vyYRe/#aizzz	whole step: const int y = std::tanh(neuron.w * x + neuron.b) = #APUgS/#0jKHq	missing step: const double y = (neuron.w * x + neuron.b) = #Emk2k/#hi_jz
~ name step: const double y = std::sin(neuron.w * x + neuron.b) = #mQ-5N/#G4kKW	name step: const double y = std::atan(neuron.w * x + neuron.b) = #zjNuK/#fXlAo	operator step: const double y = std::tanh(neuron.w + x + neuron.b) = #TEsai/#v1zZq	operator step: const double y = std::tanh(neuron.w / x + neuron.b) = #6B7xp/#Z-hIk
~ missing step: const double y = std::tanh(neuron.w  + neuron.b) = #uNakn/#L5sfZ	missing step: const double y = std::tanh(x + neuron.b) = #1nYlt/#LbNDL	operator step: const double y = std::tanh(neuron.w * x - neuron.b) = #BYlMH/#7vGBs	missing step: const double y = std::tanh(neuron.w * neuron.b) = #mC09Y/#sOVD-	whole step: const int dy = 2 * (y - target) = #4XyeX/#e57XZ
~ number step: const double dy = 3 * (y - target) = #gFYX6/	operator step: const double dy = 2 + (y - target) = #rK8ot/#2udbI	operator step: const double dy = 2 / (y - target) = #5vY5d/#-2p1j	missing step: const double dy = 2 = #gkc35/#fsfMS	operator step: const double dy = 2 * (y + target) = #l9w0s/#awwsQ	missing step: const double dy = 2 * (y) = #ODjMO/#aizzz
~ number step: const double dz = (0 - y * y) * dy = #Lw2aL/#AI5Lb	number step: const double dz = (2 - y * y) * dy = #L4Qk6/	operator step: const double dz = (1 + y * y) * dy = #Kp5XL/	missing step: const double dz = (1  * y) * dy = #rlHoW/	missing step: const double dz = (1 - y) * dy = #4ek7v/	operator step: const double dz = (1 - y * y) + dy = #7uaCI/#aizzz
~ operator step: const double dz = (1 - y * y) / dy = #jb_YJ/#XyfLX	missing step: const double dz = (1 - y * y) = #gOWNu/#oJ4Cx	operator step: neuron.w + rate * dz * x, neuron.b - rate * dz = #vDGRH/#M2TGW	missing step: neuron.w  * dz * x, neuron.b - rate * dz = #ixtm5/#4lUzj	operator step: neuron.w - rate + dz * x, neuron.b - rate * dz = #ni4Xh/#-2p1j
~ operator step: neuron.w - rate / dz * x, neuron.b - rate * dz = #BzS8W/#ftoCv	missing step: neuron.w - rate  * x, neuron.b - rate * dz = #Cef17/#-2p1j	operator step: neuron.w - rate * dz + x, neuron.b - rate * dz = #D06bx/#0jKHq	operator step: neuron.w - rate * dz / x, neuron.b - rate * dz = #hIOB1/	operator step: neuron.w - rate * dz * x, neuron.b + rate * dz = #ap5b9/
~ missing step: neuron.w - rate * dz * x, neuron.b  * dz = #cdxFy/	operator step: neuron.w - rate * dz * x, neuron.b - rate + dz = #7Ml3-/#-2p1j	operator step: neuron.w - rate * dz * x, neuron.b - rate / dz = #wnuRQ/#ftoCv	missing step: neuron.w - rate * dz * x, neuron.b - rate = #drv_U/#5bkDs	name step: const double dy = 2 * (dy - target) = #FXRQC/#0jKHq
~ name step: const double dy = 2 * (y - dy) = #ODjMO/#0jKHq	name step: const double dz = (1 - target * y) * dy = #86Z7u/	name step: const double dz = (1 - dy * y) * dy = #z64zC/	name step: const double dz = (1 - dz * y) * dy = #mGz5I/#ftoCv	name step: const double dz = (1 - y * y) * target = #HMEbp/#rTDab	name step: const double dz = (1 - y * y) * y = #3V7R0/#aizzz
~ name step: const double dz = (1 - y * y) * dz = #Q5aHq/#ftoCv	name step: neuron.w - rate * target * x, neuron.b - rate * dz = #Dpy9r/#HyIBp	name step: neuron.w - rate * y * x, neuron.b - rate * dz = #ddzZU/#fOEQk	name step: neuron.w - rate * dy * x, neuron.b - rate * dz = #0VJzV/	name step: neuron.w - rate * dz * x, neuron.b - rate * target = #b5JyG/#4HHSf
~ name step: neuron.w - rate * dz * x, neuron.b - rate * y = #nNd50/#o7jtc	name step: neuron.w - rate * dz * x, neuron.b - rate * dy = #7fyt7/
)~")  // measured: 09340b1ad393
