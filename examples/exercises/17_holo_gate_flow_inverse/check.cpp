#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>

using answer::Vector;
using exercise::Measured;

// Each number of the result depends on all numbers of x.
Vector mixed(const Vector& x, double seed) {
  Vector result;
  for (size_t i = 0; i < x.size(); ++i) {
    double number = seed;
    for (size_t j = 0; j < x.size(); ++j)
      number += 0.3 * std::sin(x[j] * (seed + static_cast<double>(i + 2 * j)));
    result.push_back(number);
  }
  return result;
}
Vector s(const Vector& x) { return mixed(x, 0.4); }
Vector t(const Vector& x) { return mixed(x, 1.3); }

const std::vector<Vector> inputs = {
    {0.7, -1.2, 2.3, 0.9}, {1.6, 0.4, -0.8, -1.9, 0.5, 3.1}, {-0.3, 1.1, 0.6, 2.2}};

std::string of(const std::string& what, const Vector& x) {
  return what + " of " + std::to_string(x.size()) + " numbers, the first " + exercise::shown(x[0]) +
         ": ";
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("forward", [](Measured& got) {
    for (const Vector& x : inputs) got.add(of("forward", x), answer::forward(x, s, t));
  });
  all.group("inverse", [](Measured& got) {
    for (const Vector& y : inputs) got.add(of("inverse", y), answer::inverse(y, s, t));
  });
  all.group("log_determinant", [](Measured& got) {
    for (const Vector& x : inputs)
      got.add(of("the logarithm of the determinant", x), answer::log_determinant(x, s));
  });
  all.group("there and back", [](Measured& got) {
    const Vector x = {-1, 0.5, 2, -3};
    got.add("x = (-1, 0.5, 2, -3): the inverse of forward",
            answer::inverse(answer::forward(x, s, t), s, t));
    const auto small = [](const Vector& x1) { return Vector(x1.size(), -30.0); };
    const auto no_shift = [](const Vector& x1) { return Vector(x1.size(), 0.0); };
    got.add("s = -30, t = 0: the inverse of forward",
            answer::inverse(answer::forward({1, 3}, small, no_shift), small, no_shift));
  });
  all.judge();
  if (!all.right()) return;
  checks.equal("the logarithm of the determinant where s is -30",
               answer::log_determinant({1, 3}, [](const Vector&) { return Vector{-30.0}; }), -30.0,
               "s may be negative, and so may the logarithm of the determinant");
}

HOLO_EXERCISE("17_holo_gate_flow_inverse", check, R"~(
the inverse computes s and t from y1, which is x1: y2 is not x2
  [i]); return half; } Vector forward(const Vector& x, const Function& s => [i]); return half; } Vector second_half(const Vector& x) { Vector half; for (size_t i = x.size() / 2; i < x.size(); ++i) half.push_back(x[i]); return half; } Vector forward(const Vector& x, const Function& s
  scale = s(first_half(y)), shift = t(first_half(y)); => scale = s(second_half(y)), shift = t(second_half(y));
undo the last step first: subtract the shift, then undo the scale
  (y[half + i] - shift[i]) * std::exp(-scale[i]) => y[half + i] * std::exp(-scale[i]) - shift[i]
the inverse of exp(s) is exp(-s): yours multiplies once more
  std::exp(-scale[i]) => std::exp(scale[i])
x2 was multiplied by exp(s), so divide by exp(s), not by s
  (y[half + i] - shift[i]) * std::exp(-scale[i]); => (y[half + i] - shift[i]) / scale[i];
the inverse subtracts the shift that forward has added
  (y[half + i] - shift[i]) * std => (y[half + i] + shift[i]) * std
the scale is exp(s), which is never 0: yours is s
  std::exp(scale[i]) => scale[i]
  (y[half + i] - shift[i]) * std::exp(-scale[i]); => (y[half + i] - shift[i]) / scale[i];
the scale is exp(s): a sigmoid can close so far that x2 is lost
  x[half + i] * std::exp(scale[i]) + shift[i]; => x[half + i] / (1 + std::exp(-scale[i])) + shift[i];
  std::exp(-scale[i]) => (1 + std::exp(-scale[i]))
the shift is added after the scale: yours is scaled too
  x[half + i] * std::exp(scale[i]) + shift[i]; => (x[half + i] + shift[i]) * std::exp(scale[i]);
  (y[half + i] - shift[i]) * std::exp(-scale[i]) => y[half + i] * std::exp(-scale[i]) - shift[i]
the first half stays as it is: you have changed it, and kept the second
  ; ++i) half.push_back(x[i]); return half; } Vector forward(const Vector& x, const Function& s, const Function& t) { const Vector scale = s(first_half(x)), shift = t(first_half(x)); => ; ++i) half.push_back(x[i]); return half; } Vector second_half(const Vector& x) { Vector half; for (size_t i = x.size() / 2; i < x.size(); ++i) half.push_back(x[i]); return half; } Vector forward(const Vector& x, const Function& s, const Function& t) { const Vector scale = s(second_half(x)), shift = t(second_half(x));
  ; i < half; ++i) y[half + i] = x[half + i] * std::exp(scale[i]) + => ; i < half; ++i) y[i] = x[i] * std::exp(scale[i]) +
  scale = s(first_half(y)), shift = t(first_half(y)); => scale = s(second_half(y)), shift = t(second_half(y));
  ; i < half; ++i) x[half + i] = (y[half + i] - shift[i]) * std::exp => ; i < half; ++i) x[i] = (y[i] - shift[i]) * std::exp
the logarithm of exp(s) is s: add the s, not the exp(s)
  sum += scale; => sum += std::exp(scale);
this is the determinant: its logarithm is asked for
  return sum; => return std::exp(sum);
this is the logarithm for the inverse: forward has the other sign
  sum += scale => sum -= scale
s and t are given x1 alone: with all of x the inverse, which has only x1, could not calculate them
  (first_half(x)), shift = t(first_half(x)) => (x), shift = t(x)
s is given x1 alone, here as in forward: yours is given all of x
  (double scale : s(first_half(x))) sum += scale; => (double scale : s(x)) sum += scale;
the shift t is missing
  (scale[i]) + shift[i]; => (scale[i]) + 0 * shift[i];
the logarithm of a product is a sum: add the s, do not multiply them
  sum = 0; for (double scale : s(first_half(x))) sum += scale; => sum = 1; for (double scale : s(first_half(x))) sum *= scale;
the halves of the result have changed places: x1 comes first, as it is
  y[half + i] = x[half + i] * std::exp(scale[i]) + shift[i]; => { y[i] = x[half + i] * std::exp(scale[i]) + shift[i]; y[half + i] = x[i]; }
s and t are taken of x1: yours are taken of x2, which the inverse does not have
  0; i < x.size() / 2 => x.size() / 2; i < x.size()
you read s from the last element to the first
  (scale[i]) => (scale[half - 1 - i])
the scale of the first half is 1, and the logarithm of 1 is 0: yours adds 1 for each
  double sum = 0; => double sum = static_cast<double>(x.size() / 2);
the sum of the s leaves out its first term: the first index is 0
  for (double scale : s(first_half(x))) sum += scale => const Vector scale = s(first_half(x)); for (size_t i = 1; i < scale.size(); ++i) sum += scale[i]
the logarithm of exp(s) is s itself: yours adds up its squares
  sum += scale; => sum += scale * scale;
right forward
 0.7 -1.2 5.205371112426692 4.064319151724451 1.6 0.4 -0.8 -2.723629348400146 3.3966845558784007 8.175009872061443 -0.3 1.1 2.042688065322919 3.2616420853648895
right inverse
 0.7 -1.2 0.36280656618400275 -0.39797243143726185 1.6 0.4 -0.8 -1.5768966573469412 -0.3673724761783313 0.766986790062705 -0.3 1.1 -0.267773071528575 1.2476825389283874
right log_determinant
 1.2964554253934641 2.918769811261131 0.6170068011619366
right there and back
 -1 0.5 1.9999999999999998 -3.0000000000000004 1 3.0000000000000004
= /..hJUz1t...OJwu0_BA4..p3ly4I//..XjTDig.. /..C6JZ2P...VipJebJTV..pqBoEZ//..zfXsgD.. /..--bTdh..._3wiEQs_u..hsJG8R//..bmGf97.Q2X /..4bdwi_...pqeK78ARc..iZU72B//..Em8FTK.Q2X /..i_diAm...sGdvot8nE..B8EfcG//..qWRWKu.. .._JQkWr...iP0C1zNm4..qy2X66/..4bdwi_...pqeK78ARc..iZU72B// ..ui9e3t...oxu2wPVkG..OMyPE9/..Dq0FUt...gDVtU3uA7..L_A25Y// ..4LefKy...5qsq_NjET..4P3QLm/..C6JZ2P...VipJebJTV..pqBoEZ//
= 58JYXwRevMW3F30qFvq2FU-5Cgh5cU6CV7kK0W5tfM/BKirnLRevMW3hHeRUuu1oU-5Cgh5cUrFvK_J0W5tfM// //0a7PqtyGU/ //VPdkYkang/ //R1f3ssWID/ ..lAMHuM...s-awLUxzS..372r8F///..3iWedl.. //EpHhn-MEK/ ..g8GgcG...ITzF-9yzj..f1dZIg///..-3c1xu.. //RFenuXfR_/ Mms-r26-iOc3Nczl88xSRsFtHMp7lLxoWgac1i_4Pe///a8chPyHD4pWtQ2Xy2i ..450z5n...3Y1iNFIQK..326rnf/..hJUz1t...OJwu0_BA4..p3ly4I/MpQxacUI1/..Sl0nWN..
= ..hR0n1W...no1.-C7..mNrB3F///..5zC0x4.. //wcLS4lYoq/ //C6IwIHPXn/ //GlimRn1hm/
& 1,0,1,_kL9R 3,0,1,W8xdm 1,0,2,v_j0n 3,0,2,1GkUs 1,0,3,o3XoG 3,0,3,dFT4d 1,0,4,MKn5k 3,0,4,Pd_kh 3,0,5,aOOTN 1,0,6,HKnNT 3,0,6,aarXV 3,0,7,FrUxx 3,0,12,bmxPC 3,0,14,mvRgl 3,0,16,RFq-M 3,0,18,6Qqx6 3,1,12,9HRYI 3,1,14,d7UU0 3,1,16,91l6C 3,1,17,fYmDI 3,1,18,FcmuT 1,2,4,Z4RWn 3,2,4,jMUEu 1,2,8,FuRo4 3,2,8,RJ-0P 3,2,12,Gv2kB 3,2,14,ma2f6 3,2,16,rN1O6 3,2,17,80EVj 3,2,18,FRJFj 1,3,4,RQSsm 3,3,4,cnoxV
& 1,3,8,MLpP- 3,3,8,ieThh 3,3,12,CKsEf 3,3,14,sh4d1 3,3,16,PGMzN 3,3,17,VoJD8 3,3,18,tx0Jj 3,4,5,Dg3dP 1,4,6,mDIn- 3,4,6,A8ytu 1,4,8,RCBci 3,4,8,rHIsW 3,4,12,GwW9V 3,4,14,TviCY 3,4,16,n08cr 3,4,17,9Xl5n 3,4,18,a-Nox 0,5,8,p7Ror 0,5,12,ZivZi 3,5,12,_JxjH 0,5,14,kIrpd 3,5,14,IrzbU 0,5,17,NdVMc 3,5,17,GXVYi 0,6,8,wrYor 1,6,8,Zhim9 0,6,12,l_mzr 3,6,12,8_Ci- 0,6,14,QkJWt 3,6,14,hxauT 0,6,17,ip8vL
& 3,6,17,O4n77 0,7,12,rdQ-d 3,7,12,YKhMe 0,7,17,qDb0D 3,7,17,SWvs1 0,8,14,bdCr4 3,8,14,9qVYt 0,8,18,gX7AO 3,8,18,GkQ0E 2,9,10,AxhOM 2,9,11,UI_10 2,9,13,qyoVr 2,9,15,7r4Zv 2,9,17,0l40S 2,9,19,s9g2Z 2,9,21,YBGEp 2,10,11,CNpEj 2,10,13,rKJgN 2,10,15,iRHwb 2,10,17,wdJfm 2,10,19,ntxne 2,10,20,IZg42 2,10,21,RSaYG 2,11,13,0Awfc 2,11,17,pyh_t 2,11,19,f80ee 2,11,21,X52_i 0,12,14,WUjNx 3,12,14,7rScJ
& 0,12,16,CtJh8 3,12,16,uvEXu 0,12,18,bAfI8 3,12,18,Y0aPz 2,13,19,_tF74 2,13,21,BxI5V 0,14,17,-zT3N 3,14,17,rYwXG 0,14,18,MS-oi 3,14,18,-ha2U 2,15,17,kDg0o 2,15,21,UbyPF 0,16,17,d-TNp 3,16,17,naBOU 0,17,18,MHZUg 3,17,18,Ah4k3 2,17,19,l2idX 2,17,20,6xVF1 2,17,21,JzD5d 2,19,20,1uv60 2,19,21,7E2n8
~ loop first_half: i <= x.size() / 2 = #9NbPc/#2UQi0/#hjS14/#ZjqR6	missing first_half: i < x.size() = #6UOAJ/#NlQu_/#a5NYa/#vtbXR	number forward: const size_t half = x.size() / 3 = #QyuSC///#ScRUM	loop forward: for (size_t i = 1 = #I4f_r///#tFC_v	loop forward: i < half - 1 = #ufQ5X///#UhbdM	operator forward: y[half - i] = x[half + i] * std::exp(scale[i]) + shift[i] = #Fs5-c///#z8TxW
~ missing forward: y[half ] = x[half + i] * std::exp(scale[i]) + shift[i] = #_fE6a///#epkoq	missing forward: y[i] = x[half + i] * std::exp(scale[i]) + shift[i] = #MQ4Gp///#XJcD7	operator forward: y[half + i] = x[half - i] * std::exp(scale[i]) + shift[i] = #Osgqh///#axmde	missing forward: y[half + i] = x[half ] * std::exp(scale[i]) + shift[i] = #y2RPo///#HQEUQ
~ missing forward: y[half + i] = x[i] * std::exp(scale[i]) + shift[i] = #m1xBf///#BGcFn	operator forward: y[half + i] = x[half + i] + std::exp(scale[i]) + shift[i] = #5eAXB///#it9hA	operator forward: y[half + i] = x[half + i] / std::exp(scale[i]) + shift[i] = #Qjdrn///#H44kU	missing forward: y[half + i] = x[half + i]  + shift[i] = #E9pWV///#RZIvk
~ missing forward: y[half + i] = std::exp(scale[i]) + shift[i] = #VhPkF///#mR7Xa	missing forward: y[half + i] = x[half + i] * (scale[i]) + shift[i] = #wXMxb///#Dlzs5	name forward: y[half + i] = x[half + i] * std::log(scale[i]) + shift[i] = #LGShO///#jxCX-	operator forward: y[half + i] = x[half + i] * std::exp(scale[i]) - shift[i] = #uq3ff///#YxapI
~ missing forward: y[half + i] = x[half + i] * shift[i] = #n4Amd///#CyrNA	number inverse: const size_t half = y.size() / 3 = /#xIytj//#4vnu9	loop inverse: for (size_t i = 1 = /#I4f_r//#y591d	loop inverse: i < half - 1 = /#ufQ5X//#8sXkr	operator inverse: x[half - i] = (y[half + i] - shift[i]) * std::exp(-scale[i]) = /#2drqn//#JZyHD
~ missing inverse: x[half ] = (y[half + i] - shift[i]) * std::exp(-scale[i]) = /#8SQyc//#uBD4d	missing inverse: x[i] = (y[half + i] - shift[i]) * std::exp(-scale[i]) = /#jCuWH//#Pgskp	operator inverse: x[half + i] = (y[half - i] - shift[i]) * std::exp(-scale[i]) = /#ubUTE//#LwbnT	missing inverse: x[half + i] = (y[half ] - shift[i]) * std::exp(-scale[i]) = /#YsY30//#u0fCx
~ missing inverse: x[half + i] = (y[i] - shift[i]) * std::exp(-scale[i]) = /#ELW9_//#Fxt-B	missing inverse: x[half + i] = (y[half + i]) * std::exp(-scale[i]) = /#AqX6p//#OkOZD	operator inverse: x[half + i] = (y[half + i] - shift[i]) + std::exp(-scale[i]) = /#3MjjB//#To7PA	missing inverse: x[half + i] = (y[half + i] - shift[i]) = /#sM9Vl//#TdtuE
~ missing inverse: x[half + i] = std::exp(-scale[i]) = /#drtXi//#jwBTX	missing inverse: x[half + i] = (y[half + i] - shift[i]) * (-scale[i]) = /#GZP6z//#vTx3p	name inverse: x[half + i] = (y[half + i] - shift[i]) * std::log(-scale[i]) = /#PYgF-//#KxZwS	whole log_determinant: int sum = 0 = //#d4zKL/	number log_determinant: double sum = 1 = //#QdFJ-/
~ operator log_determinant: for (double scale : s(first_half(x))) sum = scale = //#06Z5a/	name forward: const size_t half = scale.size() / 2 = #Jhgca///#ScRUM	name forward: half < half = #LmISG///#UF-FP	name forward: y[i + i] = x[half + i] * std::exp(scale[i]) + shift[i] = #PX7Gj///#baqk-	name forward: y[half + i] = x[i + i] * std::exp(scale[i]) + shift[i] = #pUbCm///#ayoMN
~ name forward: y[half + i] = x[half + i] * std::exp(x[i]) + shift[i] = #mnb5r///#0h57x	name forward: y[half + i] = x[half + i] * std::exp(shift[i]) + shift[i] = #rdVKm///#Bb3iH	name forward: y[half + i] = x[half + i] * std::exp(scale[i]) + x[i] = #a083I///#VjFh_	name forward: y[half + i] = x[half + i] * std::exp(scale[i]) + scale[i] = #7tuou///#4PGRz
~ name inverse: const size_t half = scale.size() / 2 = /#OdDyJ//#4vnu9	name inverse: Vector x = x = /!zGrm7//!ZDGQW	name inverse: half < half = /#LmISG//#cFwmZ	name inverse: x[i + i] = (y[half + i] - shift[i]) * std::exp(-scale[i]) = /#S4UMK//#wJj9u	name inverse: x[half + i] = (y[i + i] - shift[i]) * std::exp(-scale[i]) = /#wBi_7//#83SED
~ name inverse: x[half + i] = (y[half + i] - y[i]) * std::exp(-scale[i]) = /#ZzxfY//#PVdrU	name inverse: x[half + i] = (y[half + i] - scale[i]) * std::exp(-scale[i]) = /#4tS4c//#nZzYA	name inverse: x[half + i] = (y[half + i] - shift[i]) * std::exp(-y[i]) = /#00EtN//#XKTXo	name inverse: x[half + i] = (y[half + i] - shift[i]) * std::exp(-shift[i]) = /#XTefa//#V-Nvd
)~")  // measured: 520d6d492e28
