#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>

using answer::gated_mlp;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("silu", [](Measured& got) {
    for (double z : {1.3, -0.8, 0.0, 2.6, -3.1})
      got.add("silu of " + exercise::shown(z), answer::silu(z));
  });
  // Three rows of values, three of gates, and as many outputs, so that each mistake finds room.
  all.group("gated_mlp", [](Measured& got) {
    got.add("x of three numbers, three values, three gates: y",
            gated_mlp({1.2, -0.7, 2.3},
                      {{0.6, -1.4, 0.9},
                       {1.1, 0.3, -0.5},
                       {-0.8, 1.2, 0.4},
                       {-0.2, 1.7, 0.8},
                       {0.4, -0.9, 1.3},
                       {0.7, 0.5, -1.1}},
                      {{1.6, -0.7, 0.9}, {0.3, 2.1, -1.2}, {-0.5, 0.8, 1.4}}));
    got.add("x = (1, 2), w1 = (3, 4), (log 3, 0), w2 = (1), (-2): y",
            gated_mlp({1, 2}, {{3, 4}, {std::log(3), 0}}, {{1}, {-2}}));
  });
  all.group("gate_backward", [](Measured& got) {
    const answer::Gradients both = answer::gate_backward(
        {2.4, -1.3, 0.6, -0.9, 1.7}, {1.1, 0.4, -1.9, 2.3, -0.6}, {1.7, -0.4, 2.2, 0.8, -1.5});
    const std::string where =
        "value (2.4, -1.3, 0.6, -0.9, 1.7), gate (1.1, 0.4, -1.9, 2.3, -0.6), gradient (1.7, "
        "-0.4, 2.2, 0.8, -1.5): ";
    got.add(where + "d(loss)/d(value)", both.value);
    got.add(where + "d(loss)/d(gate)", both.gate);
  });
  all.judge();
}

HOLO_EXERCISE("15_gated_mlp", check, R"~(
SiLU is z * sigmoid(z): yours is the sigmoid
  (double z) { return z * sigmoid(z); } => (double z) { return sigmoid(z); }
the activation is for the gate, the second half: yours is on the value
  value * silu(gate) => silu(value) * gate
the first half of the rows is the value: yours take turns
  dot(w1[j], x); const double gate = dot(w1[j + hidden], x) => dot(w1[2 * j], x); const double gate = dot(w1[2 * j + 1], x)
the gate multiplies the value: yours is added
  value * silu => value + silu
the gate goes through SiLU before it multiplies: yours is bilinear
  silu(gate) => gate
the value has no activation: SiLU is for the gate alone
  (w1[j + hidden], x); h.push_back(value * silu(gate)); => (w1[j + hidden], x); h.push_back(silu(value) * silu(gate));
the value was multiplied by silu(gate), so its gradient is too
  silu(gate[j]) => gate[j]
the gradient of the gate goes through SiLU: its derivative is missing
  (gradient[j] * value[j] * silu_derivative(gate[j])); => (gradient[j] * value[j]);
the derivative of SiLU has two terms: z occurs twice in z * sigmoid(z)
  sigmoid(z) + z => z
the sigmoid in SiLU depends on z too: add z * sigmoid * (1 - sigmoid)
  { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z)); } => { return sigmoid(z); }
the gradients of value and gate are exchanged
  value.push_back(gradient[j] * silu(gate[j])); result.gate => gate.push_back(gradient[j] * silu(gate[j])); result.value
the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): the z is missing
  double z) { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z) => double z) { return sigmoid(z) + sigmoid(z) * (1 - sigmoid(z)
the gradient of the value has silu(gate) in it: yours has silu(value)
  (gradient[j] * silu(gate[j])); => (gradient[j] * silu(value[j]));
the derivative of SiLU is taken at the gate, its input: yours is taken at the output
  (gradient[j] * value[j] * silu_derivative(gate[j])); => (gradient[j] * value[j] * silu_derivative(silu(gate[j])));
the sum of the products of a row of w1 or w2 has lost its fraction: take double, not int
  double sum = 0; for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i]; => int sum = 0; for (size_t i = 0; i < a.size(); ++i) sum = static_cast<int>(sum + a[i] * b[i]);
the gate goes through SiLU: yours goes through the sigmoid alone
  (value * silu(gate)); => (value * sigmoid(gate));
the derivative of SiLU is s + z s (1 - s), with s for the sigmoid: in the second part of yours s is missing
  (z) + z * sigmoid(z) * (1 - sigmoid(z)) => (z) + z * (1 - sigmoid(z))
the derivative of SiLU is taken at the gate: yours is taken at the value
  (gradient[j] * value[j] * silu_derivative(gate[j])); => (gradient[j] * value[j] * silu_derivative(value[j]));
the sigmoid is 1 / (1 + e^-z): the minus is missing
  { return 1 / (1 + std::exp(-z)); } => { return 1 / (1 + std::exp(z)); }
SiLU is z * sigmoid(z): yours has tanh instead of the sigmoid
  1 / (1 + std::exp(-z)) => std::tanh(z)
the derivative of SiLU is s + z s (1 - s), with s for the sigmoid: in the second part of yours 1 - s is missing
  z * sigmoid(z) * (1 - sigmoid(z)) => silu(z)
silu(gate) has the gate in it already: yours multiplies by the gate once more
  value * silu(gate) => value * gate * silu(gate)
the sum of the products of w1 and x goes on from the one before: set it to 0 each time
  Vector h, y; => Vector h, y; double value = 0, gate = 0;
  ; j < hidden; ++j) { const double value = dot(w1[j], x); const double gate = dot(w1[j + hidden], x); => ; j < hidden; ++j) { value += dot(w1[j], x); gate += dot(w1[j + hidden], x);
half of the rows of w1 are values: yours takes half of the number of x
  hidden = w1.size() => hidden = x.size()
  (dot(row, h)); => (dot(h, row));
  size(); ++i => size() && i < b.size(); ++i
the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): yours has silu(z) instead of z
  (z) + z * sigmoid(z) => (z) + silu(z) * sigmoid(z)
the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): yours has 1 + sigmoid
  1 - sigmoid => 1 + sigmoid
the sum of the products of a row of w1 or w2 leaves out its last term: the loop ends one too early
  0; i < a.size => 0; i + 1 < a.size
right silu
 1.0215854779553262 -0.24802041509791006 0 2.4202401071072988 -0.13363249031736696
right gated_mlp
 1.7854019456409917 -0.3079363157575019 -0.30441696293498943 9.063551381511905 -18.12710276302381
right gate_backward
 1.4029863974628702 -0.09579002561799232 -0.5438534228373311 1.6723337517326646 0.3189093243967841 3.901977250237352 0.3612918183727131 -0.11211290406976573 -0.7915406710059709 -0.5535365312255359
= A4x-VbCghFAVwCG/r98aa3GVmmgGphe/eFdoJBnjIIrLT23..... /ZlF_ojGGgwku06t/ /32zyz9Q01../ /nvgOSjZ8YI2BQon/ /uabhiol-cg9Bghn/ /T91XGOFJpIG1PSM/ //Y5pDE7lGqBaGMW3..... //.....RUyCzq5m66CPBPh //.....JD98omQhRz0tqy3 //.....aE2v-dr2qSEyWAP //952-G84qieHhzYnBCiVTN3sJ_cGw5H //.....UXH3S_9FJ4XFvzc //lIgcNWLeeCzgN_F..... //.....VzpE1fEsbISizYO /-IPx38cRT4u9H3L/ /r98aa3GVmmgGphe/ //.....Gp2JiGU4gcqvzIq
= //.....BJWaE4UFA6yldwD zqRdkb.fA99np/1kt6bZrz9vgwvoi/npiBQp2Iwp4K7Zz61je-AUPD_mLwR3 GUsssJ.3lso9F/VNHDRM-VGoH9mSK/jTqiUhhQo9509X_BuUFGVC5ERjRDtW //.....INFflIoMt3eao2L /rAqhiR3cR032LuS/ /p4Q4RnpBC../ /jAsXFWLCL../ //.....1YW0yvPxlp7idb- //.....dYRQkvBCDxUZDht /gNOodJ4etQ2XQ2X/
& 1,0,1,Hsiu5 1,0,2,rADC3 1,0,3,IesAV 1,0,5,2zBb- 2,0,7,odo9y 2,0,8,0FYEb 2,0,9,d75Bx 2,0,10,pBY81 2,0,11,aI-GG 2,0,12,pNB2N 2,0,13,yTkY8 1,0,14,KWETT 2,0,16,EC4C8 2,0,17,Vk2lt 0,0,18,Bds1S 1,0,18,vQhYN 2,0,18,1c8WM 0,0,19,QBjgC 1,0,19,MnYaQ 2,0,19,ElSKC 2,0,20,6X42q 1,0,22,THnx2 1,0,23,qfo7F 2,0,24,fUQiE 2,0,25,aQOky 1,0,26,I2Wwy 1,1,2,BkUCo 1,1,14,U2vse 1,1,18,fDKXU 1,1,19,18OCt 1,1,22,gIKst
& 1,1,23,vcWAU 1,1,26,840HG 1,2,3,LRWE5 1,2,4,UOF9M 1,2,5,wHv7M 1,2,14,ZmWls 1,2,18,Q6-zH 1,2,19,EkL6D 1,2,21,TorHO 1,2,26,OWceX 1,3,4,Lc5hB 1,3,5,Pb9sw 1,3,14,7i0sP 1,3,18,j3P3Y 1,3,19,Hy86f 1,3,21,FTCCG 1,3,22,6Y-S4 1,3,23,zrEbG 1,3,26,JTzR0 1,4,5,6lPTO 1,4,14,1kjKi 1,4,21,0J7b0 1,4,22,Ebiku 1,4,23,QZ-m6 1,4,26,iqVOm 1,5,15,G9c7u 1,5,18,68M3a 1,5,19,2L5a4 1,5,21,KiLqv 1,5,22,Eus8a 1,5,23,rAUyx
& 1,5,26,HyouI 2,6,7,mHOXq 2,6,8,e90kI 2,6,9,uHbmM 2,6,11,bVca1 2,6,13,InLuu 2,6,16,PWwXg 2,6,17,oQAVD 2,6,18,liHrL 2,6,19,Sby5a 2,6,20,6TAML 2,6,24,SB-61 2,6,25,LJUWc 2,7,10,s0gB_ 2,7,12,2JdJI 2,7,18,qo-op 2,7,19,1HL7X 2,8,10,DyHOv 2,8,11,YcXu2 2,8,12,aC8fW 2,8,13,Gau6g 2,8,16,EFY8M 2,8,17,TKvV_ 2,8,18,-LEhC 2,8,19,7F3k4 2,8,20,KAUfi 2,8,24,ipBu7 2,8,25,Mxd2C 2,9,10,lz8K1 2,9,12,PAWqt 2,9,13,45Hsf
& 2,9,17,nLw8L 2,9,18,bPtxc 2,9,19,2rAph 2,10,11,pHSVx 2,10,13,Snzl8 2,10,16,e0ptO 2,10,17,9z0w0 2,10,18,BjKco 2,10,19,Z-zD_ 2,10,20,gNEYd 2,10,24,dMpo5 2,10,25,3kiDZ 2,11,12,ikioc 2,11,13,U3sqv 2,11,16,KlDxl 2,11,17,gzzHx 2,11,18,28y5L 2,11,19,aKXtm 2,11,25,v9q2- 2,12,13,qTTyk 2,12,16,rSAvK 2,12,17,_RSgO 2,12,18,ZlU-c 2,12,19,wbdTa 2,12,20,34VuL 2,12,24,Bzkau 2,12,25,x_CBZ 2,13,16,O1AHn
& 2,13,18,Hft0M 2,13,19,WV30p 2,13,20,mtVW5 2,13,24,tDTfM 2,13,25,IiE-p 1,14,18,-xVu6 1,14,19,1mMQS 1,14,21,Jedi0 1,14,22,MW3wz 2,16,17,eGxkQ 2,16,18,bhoe0 2,16,19,Y4beR 2,16,25,A7Ht7 2,17,18,nrpE5 2,17,19,RLcVa 2,17,20,R8t-2 2,17,24,wHlt1 2,17,25,wsFWS 2,18,20,tHzhx 1,18,21,zvoCg 1,18,22,Z4wCR 1,18,23,eNlkE 2,18,24,Z1ysy 2,18,25,3nybu 1,18,26,J9pv7 2,19,20,5b7sC 1,19,21,Pj_Gu 1,19,22,EwF_8
& 1,19,23,ci2Ep 2,19,24,Jq4XP 2,19,25,e7qAr 1,19,26,0U1_U 1,21,22,p-flO 1,21,23,rLBKn 1,21,26,1unfh 1,22,26,r1N7E 1,23,26,KW2h_ 2,24,25,ASa8-
~ number sigmoid: return 0 / (1 + std::exp(-z)) = #iMuHV/#rYO-f/#09CAY	number sigmoid: return 2 / (1 + std::exp(-z)) = #blpav/#HZhKU/#MvZW2	operator sigmoid: return 1 * (1 + std::exp(-z)) = #T2JlK/#fOlmi/#64qA9	number sigmoid: return 1 / (0 + std::exp(-z)) = #M255B/#JwMF9/#SUbxt	number sigmoid: return 1 / (2 + std::exp(-z)) = #STRxV/#QBu_o/#eR2fY
~ operator sigmoid: return 1 / (1 - std::exp(-z)) = #DN0bX/#Y8uO6/#G9wP6	missing sigmoid: return 1 / (1) = #kgY9e/#7hbH0/#R4QNc	missing sigmoid: return 1 / (1 + (-z)) = #kiwKZ/#ojNPq/#eV4Is	name sigmoid: return 1 / (1 + std::log(-z)) = #HO_jO/#NRCQ9/#0IkMg	operator silu: return z + sigmoid(z) = #Z_EfI/#r8nYH/#kV5Xf	operator silu: return z / sigmoid(z) = #T2JlK/#fOlmi/#QLZDw
~ operator silu_derivative: return sigmoid(z) - z * sigmoid(z) * (1 - sigmoid(z)) = //#Mtwym	missing silu_derivative: return sigmoid(z)  * sigmoid(z) * (1 - sigmoid(z)) = //#s1vzG	operator silu_derivative: return sigmoid(z) + z + sigmoid(z) * (1 - sigmoid(z)) = //#FNGHl	operator silu_derivative: return sigmoid(z) + z / sigmoid(z) * (1 - sigmoid(z)) = //#RSznV
~ operator silu_derivative: return sigmoid(z) + z * sigmoid(z) + (1 - sigmoid(z)) = //#mg1N2	operator silu_derivative: return sigmoid(z) + z * sigmoid(z) / (1 - sigmoid(z)) = //#JouWS	number silu_derivative: return sigmoid(z) + z * sigmoid(z) * (0 - sigmoid(z)) = //#cnQXa	number silu_derivative: return sigmoid(z) + z * sigmoid(z) * (2 - sigmoid(z)) = //#VQjE5	number dot: double sum = 1 = /#Yj2ut/
~ loop dot: for (size_t i = 1 = /#Yt9sv/	operator dot: sum = a[i] * b[i] = /#Gy49f/	operator dot: sum -= a[i] * b[i] = /#Rm1-X/	operator dot: sum += a[i] + b[i] = /#0U20g/	operator dot: sum += a[i] / b[i] = /#hP_M9/	missing dot: sum += a[i] = /#64nlb/	missing dot: sum += b[i] = /#lm0rz/	whole gated_mlp: const int value = dot(w1[j], x) = /#dUowQ/
~ whole gated_mlp: const int gate = dot(w1[j + hidden], x) = /#1uzPr/	missing gated_mlp: const double gate = dot(w1[j ], x) = /#nDhAr/	missing gated_mlp: const double gate = dot(w1[hidden], x) = /#yuTkJ/	operator gated_mlp: h.push_back(value / silu(gate)) = /#TkUB8/	missing gated_mlp: h.push_back(value) = /#8Vx5z/	missing gated_mlp: h.push_back(silu(gate)) = /#R_Dmx/
~ loop gate_backward: for (size_t j = 1 = //!W0CWN	loop gate_backward: j < value.size() - 1 = //!nD8Ct	missing gate_backward: ; result.gate.push_back(gradient[j] * value[j] * silu_derivative(gate[j])) = //!7l1s0	operator gate_backward: result.value.push_back(gradient[j] + silu(gate[j])) = //#RINPe	operator gate_backward: result.value.push_back(gradient[j] / silu(gate[j])) = //#VxrBJ
~ missing gate_backward: result.value.push_back(gradient[j]) = //#eXPhN	missing gate_backward: result.value.push_back(silu(gate[j])) = //#_SP6i	missing gate_backward: ; = //!6unXS	operator gate_backward: result.gate.push_back(gradient[j] + value[j] * silu_derivative(gate[j])) = //#_y1Ol	operator gate_backward: result.gate.push_back(gradient[j] / value[j] * silu_derivative(gate[j])) = //#iH0Om
~ missing gate_backward: result.gate.push_back(gradient[j]  * silu_derivative(gate[j])) = //#s3ojk	missing gate_backward: result.gate.push_back(value[j] * silu_derivative(gate[j])) = //#JdmBw	operator gate_backward: result.gate.push_back(gradient[j] * value[j] + silu_derivative(gate[j])) = //#QaH2O
~ operator gate_backward: result.gate.push_back(gradient[j] * value[j] / silu_derivative(gate[j])) = //#vxvBD	name dot: sum += b[i] * b[i] = /#JzNK6/	name dot: sum += a[i] * a[i] = /#St99z/	name gated_mlp: const double value = dot(w2[j], x) = /#IDKTI/	name gated_mlp: const double value = dot(w1[hidden], x) = /#BS-sH/	name gated_mlp: const double gate = dot(w1[j + j], x) = /#_yM3n/
~ name gated_mlp: h.push_back(gate * silu(gate)) = /#cqWvc/	name gated_mlp: for (const Vector& row : w2) h.push_back(dot(row, h)) = /!lR3tV/	name gated_mlp: for (const Vector& row : w2) y.push_back(dot(h, h)) = /#BrTuM/	name gate_backward: result.value.push_back(value[j] * silu(gate[j])) = //#NfGpC	name gate_backward: result.value.push_back(gate[j] * silu(gate[j])) = //#-_-S9
~ name gate_backward: result.value.push_back(gradient[j] * silu(gradient[j])) = //#LuFh6	name gate_backward: result.gate.push_back(value[j] * value[j] * silu_derivative(gate[j])) = //#KWpI-	name gate_backward: result.gate.push_back(gate[j] * value[j] * silu_derivative(gate[j])) = //#XRQ5M	name gate_backward: result.gate.push_back(gradient[j] * gate[j] * silu_derivative(gate[j])) = //#e7Hx_
~ name gate_backward: result.gate.push_back(gradient[j] * gradient[j] * silu_derivative(gate[j])) = //#0GKRQ	name gate_backward: result.gate.push_back(gradient[j] * value[j] * silu_derivative(gradient[j])) = //#zaG6O
)~")  // measured: 4c596569c1d3
