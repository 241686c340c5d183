// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char coupling_mistakes[] = R"~(
right forward
 0.7 -1.2 5.205371112426692 4.064319151724451 1.6 0.4 -0.8 -2.723629348400146 3.3966845558784007
 8.175009872061443 -0.3 1.1 2.042688065322919 3.2616420853648895
right inverse
 0.7 -1.2 0.36280656618400275 -0.39797243143726185 1.6 0.4 -0.8 -1.5768966573469412
 -0.3673724761783313 0.766986790062705 -0.3 1.1 -0.267773071528575 1.2476825389283874
right log_determinant
 1.2964554253934641 2.918769811261131 0.6170068011619366
right there and back
 -1 0.5 1.9999999999999998 -3.0000000000000004 1 3.0000000000000004
the inverse computes s and t from y1, which is x1: y2 is not x2
  [i]); return half; } Vector forward(const Vector& x, const Function& s => [i]); return half; } Vector second_half(const Vector& x) { Vector half; for (size_t i = x.size() / 2; i < x.size(); ++i) half.push_back(x[i]); return half; } Vector forward(const Vector& x, const Function& s
  scale = s(first_half(y)), shift = t(first_half(y)); => scale = s(second_half(y)), shift = t(second_half(y));
= /..hJUz1t...OJwu0_BA4..p3ly4I//..XjTDig..
& 1,1,_kL9R 3,1,W8xdm 1,2,v_j0n 3,2,1GkUs 1,3,o3XoG 3,3,dFT4d 1,4,MKn5k 3,4,Pd_kh 3,5,aOOTN 1,6,HKnNT 3,6,aarXV 3,7,FrUxx 3,12,bmxPC 3,14,mvRgl 3,16,RFq-M 3,18,6Qqx6
undo the last step first: subtract the shift, then undo the scale
  (y[half + i] - shift[i]) * std::exp(-scale[i]) => y[half + i] * std::exp(-scale[i]) - shift[i]
= /..C6JZ2P...VipJebJTV..pqBoEZ//..zfXsgD..
& 3,12,9HRYI 3,14,d7UU0 3,16,91l6C 3,17,fYmDI 3,18,FcmuT
the inverse of exp(s) is exp(-s): yours multiplies once more
  std::exp(-scale[i]) => std::exp(scale[i])
= /..--bTdh..._3wiEQs_u..hsJG8R//..bmGf97.Q2X
& 1,4,Z4RWn 3,4,jMUEu 1,8,FuRo4 3,8,RJ-0P 3,12,Gv2kB 3,14,ma2f6 3,16,rN1O6 3,17,80EVj 3,18,FRJFj
x2 was multiplied by exp(s), so divide by exp(s), not by s
  (y[half + i] - shift[i]) * std::exp(-scale[i]); => (y[half + i] - shift[i]) / scale[i];
= /..4bdwi_...pqeK78ARc..iZU72B//..Em8FTK.Q2X
& 1,4,RQSsm 3,4,cnoxV 1,8,MLpP- 3,8,ieThh 3,12,CKsEf 3,14,sh4d1 3,16,PGMzN 3,17,VoJD8 3,18,tx0Jj
the inverse subtracts the shift that forward has added
  (y[half + i] - shift[i]) * std => (y[half + i] + shift[i]) * std
= /..i_diAm...sGdvot8nE..B8EfcG//..qWRWKu..
& 3,5,Dg3dP 1,6,mDIn- 3,6,A8ytu 1,8,RCBci 3,8,rHIsW 3,12,GwW9V 3,14,TviCY 3,16,n08cr 3,17,9Xl5n 3,18,a-Nox
the scale is exp(s), which is never 0: yours is s
  std::exp(scale[i]) => scale[i]
  (y[half + i] - shift[i]) * std::exp(-scale[i]); => (y[half + i] - shift[i]) / scale[i];
= .._JQkWr...iP0C1zNm4..qy2X66/..4bdwi_...pqeK78ARc..iZU72B//
& 0,8,p7Ror 0,12,ZivZi 3,12,_JxjH 0,14,kIrpd 3,14,IrzbU 0,17,NdVMc 3,17,GXVYi
the scale is exp(s): a sigmoid can close so far that x2 is lost
  x[half + i] * std::exp(scale[i]) + shift[i]; => x[half + i] / (1 + std::exp(-scale[i])) + shift[i];
  std::exp(-scale[i]) => (1 + std::exp(-scale[i]))
= ..ui9e3t...oxu2wPVkG..OMyPE9/..Dq0FUt...gDVtU3uA7..L_A25Y//
& 0,8,wrYor 1,8,Zhim9 0,12,l_mzr 3,12,8_Ci- 0,14,QkJWt 3,14,hxauT 0,17,ip8vL 3,17,O4n77
the shift is added after the scale: yours is scaled too
  x[half + i] * std::exp(scale[i]) + shift[i]; => (x[half + i] + shift[i]) * std::exp(scale[i]);
  (y[half + i] - shift[i]) * std::exp(-scale[i]) => y[half + i] * std::exp(-scale[i]) - shift[i]
= ..4LefKy...5qsq_NjET..4P3QLm/..C6JZ2P...VipJebJTV..pqBoEZ//
& 0,12,rdQ-d 3,12,YKhMe 0,17,qDb0D 3,17,SWvs1
the first half stays as it is: you have changed it, and kept the second
  ; ++i) half.push_back(x[i]); return half; } Vector forward(const Vector& x, const Function& s, const Function& t) { const Vector scale = s(first_half(x)), shift = t(first_half(x)); => ; ++i) half.push_back(x[i]); return half; } Vector second_half(const Vector& x) { Vector half; for (size_t i = x.size() / 2; i < x.size(); ++i) half.push_back(x[i]); return half; } Vector forward(const Vector& x, const Function& s, const Function& t) { const Vector scale = s(second_half(x)), shift = t(second_half(x));
  ; i < half; ++i) y[half + i] = x[half + i] * std::exp(scale[i]) + => ; i < half; ++i) y[i] = x[i] * std::exp(scale[i]) +
  scale = s(first_half(y)), shift = t(first_half(y)); => scale = s(second_half(y)), shift = t(second_half(y));
  ; i < half; ++i) x[half + i] = (y[half + i] - shift[i]) * std::exp => ; i < half; ++i) x[i] = (y[i] - shift[i]) * std::exp
= 58JYXwRevMW3F30qFvq2FU-5Cgh5cU6CV7kK0W5tfM/BKirnLRevMW3hHeRUuu1oU-5Cgh5cUrFvK_J0W5tfM//
& 0,14,bdCr4 3,14,9qVYt 0,18,gX7AO 3,18,GkQ0E
the logarithm of exp(s) is s: add the s, not the exp(s)
  sum += scale; => sum += std::exp(scale);
= //0a7PqtyGU/
& 2,10,AxhOM 2,11,UI_10 2,13,qyoVr 2,15,7r4Zv 2,17,0l40S 2,19,s9g2Z 2,21,YBGEp
this is the determinant: its logarithm is asked for
  return sum; => return std::exp(sum);
= //VPdkYkang/
& 2,11,CNpEj 2,13,rKJgN 2,15,iRHwb 2,17,wdJfm 2,19,ntxne 2,20,IZg42 2,21,RSaYG
this is the determinant of the inverse: that of forward has the other sign
  sum += scale => sum -= scale
= //R1f3ssWID/
& 2,13,0Awfc 2,17,pyh_t 2,19,f80ee 2,21,X52_i
s and t are given x1 alone: with all of x the inverse, which has only x1, could not calculate them
  (first_half(x)), shift = t(first_half(x)) => (x), shift = t(x)
= ..lAMHuM...s-awLUxzS..372r8F///..3iWedl..
& 0,14,WUjNx 3,14,7rScJ 0,16,CtJh8 3,16,uvEXu 0,18,bAfI8 3,18,Y0aPz
s is given x1 alone, here as in forward: yours is given all of x
  (double scale : s(first_half(x))) sum += scale; => (double scale : s(x)) sum += scale;
= //EpHhn-MEK/
& 2,19,_tF74 2,21,BxI5V
the shift t is missing
  (scale[i]) + shift[i]; => (scale[i]) + 0 * shift[i];
= ..g8GgcG...ITzF-9yzj..f1dZIg///..-3c1xu..
& 0,17,-zT3N 3,17,rYwXG 0,18,MS-oi 3,18,-ha2U
the logarithm of a product is a sum: add the s, do not multiply them
  sum = 0; for (double scale : s(first_half(x))) sum += scale; => sum = 1; for (double scale : s(first_half(x))) sum *= scale;
= //RFenuXfR_/
& 2,17,kDg0o 2,21,UbyPF
the halves of the result have changed places: x1 comes first, as it is
  y[half + i] = x[half + i] * std::exp(scale[i]) + shift[i]; => { y[i] = x[half + i] * std::exp(scale[i]) + shift[i]; y[half + i] = x[i]; }
= Mms-r26-iOc3Nczl88xSRsFtHMp7lLxoWgac1i_4Pe///a8chPyHD4pWtQ2Xy2i
& 0,17,d-TNp 3,17,naBOU
s and t are taken of x1: yours are taken of x2, which the inverse does not have
  0; i < x.size() / 2 => x.size() / 2; i < x.size()
= ..450z5n...3Y1iNFIQK..326rnf/..hJUz1t...OJwu0_BA4..p3ly4I/MpQxacUI1/..Sl0nWN..
& 0,18,MHZUg 3,18,Ah4k3 2,19,l2idX 2,20,6xVF1 2,21,JzD5d
you read s from the last element to the first
  (scale[i]) => (scale[half - 1 - i])
= ..hR0n1W...no1.-C7..mNrB3F///..5zC0x4..
the scale of the first half is 1, and the logarithm of 1 is 0: yours adds 1 for each
  double sum = 0; => double sum = static_cast<double>(x.size() / 2);
= //wcLS4lYoq/
& 2,20,1uv60 2,21,7E2n8
the sum of the s leaves out its first term: the first index is 0
  for (double scale : s(first_half(x))) sum += scale => const Vector scale = s(first_half(x)); for (size_t i = 1; i < scale.size(); ++i) sum += scale[i]
= //C6IwIHPXn/
the logarithm of exp(s) is s itself: yours adds up its squares
  sum += scale; => sum += scale * scale;
= //GlimRn1hm/
~ first_half: your numbers are those of "i <= x.size() / 2": does the loop have the right ends? = ..NVvZJo...MVqpJZs7_..MTeHOC/..MtLf6w...V5QdV4CHz..0693JE/bg5XrLyhM/..AoMSdd..	~ first_half: your numbers are those of "i < x.size()": something is missing = ..lAMHuM...s-awLUxzS..372r8F/..8XekPg...iJu2nuwbJ..j3rbNL/EpHhn-MEK/..pouE2e..	~ forward: your numbers are those of "const size_t half = x.size() / 3": is this the right number? = .I90RevMW3..jI2QJhCgh5cU.v8O0W5tfM///.WIMPmus9m._6W
~ forward: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = ..Rev....U-5....0W5.///..Kl5.._6W	~ forward: your numbers are those of "i < half - 1": does the loop have the right ends? = ...MW3.....5cU...tfM///...paa._6W	~ forward: your numbers are those of "y[half - i] = x[half + i] * std::exp(scale[i]) + shift[i]": is this the right operator? = .-r2.MW3.xSRl88.Cgh5cU.gac.tfM///.hPyqHWT8b..
~ forward: your numbers are those of "y[half ] = x[half + i] * std::exp(scale[i]) + shift[i]": something is missing = ..-r2MW3...xSRCgh5cU..gactfM///..lfRpaa..	~ forward: your numbers are those of "y[i] = x[half + i] * std::exp(scale[i]) + shift[i]": something is missing = Mms-r2RevMW3Nczl88xSRU-5Cgh5cUxoWgac0W5tfM///a8chPyXX-r3AQ2X_6W	~ forward: your numbers are those of "y[half + i] = x[half - i] * std::exp(scale[i]) + shift[i]": is this the right operator? = ...dAM....LMQb77...d-S///...Cgh..
~ forward: your numbers are those of "y[half + i] = x[half ] * std::exp(scale[i]) + shift[i]": something is missing = ...Qmb....QJhzg0...Ysn///...n9l..	~ forward: your numbers are those of "y[half + i] = x[i] * std::exp(scale[i]) + shift[i]": something is missing = ..EYBdAM...q65pSfynv.._Rhd-S///..cRTCgh.-IP	~ forward: your numbers are those of "y[half + i] = x[half + i] + std::exp(scale[i]) + shift[i]": is this the right operator? = ..DWhwS9...In0-7h_LN..e6Ih_3///..IrTmAX._6W
~ forward: your numbers are those of "y[half + i] = x[half + i] / std::exp(scale[i]) + shift[i]": is this the right operator? = ..kZJd5t...rtoG0JAlQ.._AG9oR///..hZC7pq.Yft	~ forward: your numbers are those of "y[half + i] = x[half + i] - std::exp(scale[i]) + shift[i]": is this the right operator? = ..epBZlY...YnQdKONEJ..HV2aFP///..HZliog._6W	~ forward: your numbers are those of "y[half + i] = x[half + i]  + shift[i]": something is missing = ..JqDnuZ...EkznQdZHS..z4DAJm///..rO3fe_._6W
~ forward: your numbers are those of "y[half + i] = std::exp(scale[i]) + shift[i]": something is missing = ..cOQZGv...23YAN4ykN..qU2cgU///..-IP-IP.-IP	~ forward: your numbers are those of "y[half + i] = x[half + i] * (scale[i]) + shift[i]": something is missing = .._JQkWr...iP0C1zNm4..qy2X66///..QlJp74.ayi	~ forward: your numbers are those of "y[half + i] = x[half + i] * std::log(scale[i]) + shift[i]": is each name the right one? = ..GeomOx...qwlWg5D_Q..FFATcI///..2UbrVB.KhB
~ forward: your numbers are those of "y[half + i] = x[half + i] * std::exp(scale[i]) - shift[i]": is this the right operator? = ..crqbwf...3nFG-k1LR..5px6x6///..en8UJg..	~ forward: your numbers are those of "y[half + i] = x[half + i] * std::exp(scale[i]) * shift[i]": is this the right operator? = ..HCxs1b...lPQ9FSrbK..ygWm6X///..db8zh3.Q2X	~ forward: your numbers are those of "y[half + i] = x[half + i] * shift[i]": something is missing = ..L3_lOU...uyDZTTjFC..qNMsOT///..D2LCWN.Q2X
~ inverse: your numbers are those of "const size_t half = y.size() / 3": is this the right number? = /.cX5RevMW3..YJUC7bCgh5cU.rZI0W5tfM//.Utfa8chPy.Q2X	~ inverse: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = /..Rev....U-5....0W5.//..a8c..Q2X	~ inverse: your numbers are those of "i < half - 1": does the loop have the right ends? = /...MW3.....5cU...tfM//...hPy.Q2X
~ inverse: your numbers are those of "x[half - i] = (y[half + i] - shift[i]) * std::exp(-scale[i])": is this the right operator? = /.BtR.MW3.avrLvM.Cgh5cU.Cg8.tfM//.x38.hPy..	~ inverse: your numbers are those of "x[half ] = (y[half + i] - shift[i]) * std::exp(-scale[i])": something is missing = /..BtRMW3...avrCgh5cU..Cg8tfM//..x38hPy..	~ inverse: your numbers are those of "x[i] = (y[half + i] - shift[i]) * std::exp(-scale[i])": something is missing = /2_6BtRRevMW33CKLvMavrU-5Cgh5cUpriCg80W5tfM//n9lx38a8chPyNXvQ2X
~ inverse: your numbers are those of "x[half + i] = (y[half - i] - shift[i]) * std::exp(-scale[i])": is this the right operator? = /...D-k....GbsEV1...krB//...v5J..	~ inverse: your numbers are those of "x[half + i] = (y[half ] - shift[i]) * std::exp(-scale[i])": something is missing = /...Oh9....C7b-B4...4Pp//...775..	~ inverse: your numbers are those of "x[half + i] = (y[i] - shift[i]) * std::exp(-scale[i])": something is missing = /..bbqD-k...I7rNtV0Mz..l_IkrB//..sU4v5J.y2i
~ inverse: your numbers are those of "x[half + i] = (y[half + i] * shift[i]) * std::exp(-scale[i])": is this the right operator? = /..VdDryE...8KBnGVTLV..aDAjzh//..mv7Jw2.Q2X	~ inverse: your numbers are those of "x[half + i] = (y[half + i]) * std::exp(-scale[i])": something is missing = /..3L6Ezz...yDh8VJAM0..Pz_1QR//..02QDnO..	~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i]) + std::exp(-scale[i])": is this the right operator? = /..Z78fXC...YuzZUjtIu..Tt137m//..uor4Of.y2i
~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i]) - std::exp(-scale[i])": is this the right operator? = /..wUwH8I...Wax-ra064..DjwEcz//..ksS_Ns.hor	~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i])": something is missing = /..L8xocC...Xf87H7DAR..FDPwQk//..GbE9Ed.Q2X	~ inverse: your numbers are those of "x[half + i] = std::exp(-scale[i])": something is missing = /..tKph62...vgi3OZmmQ..g-SWSc//..3lxHMu.y2i
~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i]) * (-scale[i])": something is missing = /..hImivq...uyLoi9PWE..GNkoQv//..ftEqiw.Q2X	~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i]) * std::log(-scale[i])": is each name the right one? = /..KhBKhB...KhBKhBKhB..KhBKhB//..KhBKhB.Q2X	~ log_determinant: your numbers are those of "int sum = 0": take double, not int = //Q2X-IPQ2X/
~ log_determinant: your numbers are those of "double sum = 1": is this the right number? = //EV4YcPklr/	~ log_determinant: your numbers are those of "for (double scale : s(first_half(x))) sum = scale": is this the right operator? = //C6IlB1PXn/	~ log_determinant: your numbers are those of "for (double scale : s(first_half(x))) sum *= scale": is this the right operator? = //Q2XQ2XQ2X/	~ forward: your numbers are those of "const size_t half = scale.size() / 2": is each name the right one? = .I90RevMW3.rQX.U-5Cgh5cU.v8O0W5tfM///.WIMPmus9m._6W
~ forward: your numbers are those of "half < half": is each name the right one? = ..RevMW3...U-5Cgh5cU..0W5tfM///..Kl5paa._6W	~ forward: your numbers are those of "y[i + i] = x[half + i] * std::exp(scale[i]) + shift[i]": is each name the right one? = Mms.-r2MW3Ncz.l88U-5xSR5cUxoW.gactfM///a8c.1r7DFoQ2X_6W	~ forward: your numbers are those of "y[half + i] = x[i + i] * std::exp(scale[i]) + shift[i]": is each name the right one? = ..EYBQmb...q65LMQjgb.._RhYsn///..cRTn9l.-IP
~ forward: your numbers are those of "y[half + i] = x[half + i] * std::exp(x[i]) + shift[i]": is each name the right one? = ..1bA0dV...U3xTrPwqx..XEaBcC///..yo3co6.-FB	~ forward: your numbers are those of "y[half + i] = x[half + i] * std::exp(shift[i]) + shift[i]": is each name the right one? = ..SVyTox...5wEI_C4Gl..ZiLb7n///..78T4XF._6W	~ forward: your numbers are those of "y[half + i] = x[half + i] * std::exp(scale[i]) + x[i]": is each name the right one? = ..-tt4xQ...0Dg3jp5iC..FJtQc6///..6pSxvI.y2i
~ forward: your numbers are those of "y[half + i] = x[half + i] * std::exp(scale[i]) + scale[i]": is each name the right one? = ..1GCvHS...vWxej_0zU.._KrNhQ///..ivWmQr.29v	~ inverse: your numbers are those of "const size_t half = scale.size() / 2": is each name the right one? = /.cX5RevMW3.WpG.U-5Cgh5cU.rZI0W5tfM//.Utfa8chPy.Q2X	~ inverse: your numbers are those of "Vector x = x": is each name the right one? = /!zGrm7//!ZDGQW
~ inverse: your numbers are those of "half < half": is each name the right one? = /..RevMW3...U-5Cgh5cU..0W5tfM//..a8chPy.Q2X	~ inverse: your numbers are those of "x[i + i] = (y[half + i] - shift[i]) * std::exp(-scale[i])": is each name the right one? = /2_6.BtRMW33CK.LvMU-5avr5cUpri.Cg8tfM//n9l.x38hPyNXvQ2X	~ inverse: your numbers are those of "x[half + i] = (y[i + i] - shift[i]) * std::exp(-scale[i])": is each name the right one? = /..bbqOh9...I7rGbsOBe..l_I4Pp//..sU4775.y2i
~ inverse: your numbers are those of "x[half + i] = (y[half + i] - y[i]) * std::exp(-scale[i])": is each name the right one? = /..nSiBXB...IA7ujepqm..PWGFoj//..aLUo_h.hor	~ inverse: your numbers are those of "x[half + i] = (y[half + i] - scale[i]) * std::exp(-scale[i])": is each name the right one? = /..0VUVsD...AhoCOxD02..3D4xy9//..Une2gD.uC1	~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i]) * std::exp(-y[i])": is each name the right one? = /..pxjRb_...Cn39Jn8xP..bFu8NV//..kAgLP3.Q2X
~ inverse: your numbers are those of "x[half + i] = (y[half + i] - shift[i]) * std::exp(-shift[i])": is each name the right one? = /..8h1Sl_...Eb5X3NzBH..TbYMcN//..K7wCva.Q2X
)~";
