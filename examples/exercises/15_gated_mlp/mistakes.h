// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char gated_mlp_mistakes[] = R"~(
right silu
 1.0215854779553262 -0.24802041509791006 0 2.4202401071072988 -0.13363249031736696
right gated_mlp
 1.7854019456409917 -0.3079363157575019 -0.30441696293498943 9.063551381511905 -18.12710276302381
right gate_backward
 1.4029863974628702 -0.09579002561799232 -0.5438534228373311 1.6723337517326646 0.3189093243967841
 3.901977250237352 0.3612918183727131 -0.11211290406976573 -0.7915406710059709 -0.5535365312255359
SiLU is z * sigmoid(z): yours is the sigmoid
  (double z) { return z * sigmoid(z); } => (double z) { return sigmoid(z); }
= A4x-VbCghFAVwCG/r98aa3GVmmgGphe/eFdoJBnjIIrLT23.....
& 1,1,Hsiu5 1,2,rADC3 1,3,IesAV 1,5,2zBb- 2,7,odo9y 2,8,0FYEb 2,9,d75Bx 2,10,pBY81 2,11,aI-GG 2,12,pNB2N 2,13,yTkY8 1,14,KWETT 2,16,EC4C8 2,17,Vk2lt 0,18,Bds1S 1,18,vQhYN 2,18,1c8WM 0,19,QBjgC 1,19,MnYaQ 2,19,ElSKC 2,20,6X42q 1,22,THnx2 1,23,qfo7F 2,24,fUQiE 2,25,aQOky 1,26,I2Wwy
the activation is for the gate, the second half: yours is on the value
  value * silu(gate) => silu(value) * gate
= /ZlF_ojGGgwku06t/
& 1,2,BkUCo 1,14,U2vse 1,18,fDKXU 1,19,18OCt 1,22,gIKst 1,23,vcWAU 1,26,840HG
the first half of the rows is the value: yours take turns
  dot(w1[j], x); const double gate = dot(w1[j + hidden], x) => dot(w1[2 * j], x); const double gate = dot(w1[2 * j + 1], x)
= /32zyz9Q01../
& 1,3,LRWE5 1,4,UOF9M 1,5,wHv7M 1,14,ZmWls 1,18,Q6-zH 1,19,EkL6D 1,21,TorHO 1,26,OWceX
the gate multiplies the value: yours is added
  value * silu => value + silu
= /nvgOSjZ8YI2BQon/
& 1,4,Lc5hB 1,5,Pb9sw 1,14,7i0sP 1,18,j3P3Y 1,19,Hy86f 1,21,FTCCG 1,22,6Y-S4 1,23,zrEbG 1,26,JTzR0
the gate goes through SiLU before it multiplies: yours is bilinear
  silu(gate) => gate
= /uabhiol-cg9Bghn/
& 1,5,6lPTO 1,14,1kjKi 1,21,0J7b0 1,22,Ebiku 1,23,QZ-m6 1,26,iqVOm
the value has no activation: SiLU is for the gate alone
  (w1[j + hidden], x); h.push_back(value * silu(gate)); => (w1[j + hidden], x); h.push_back(silu(value) * silu(gate));
= /T91XGOFJpIG1PSM/
& 1,15,G9c7u 1,18,68M3a 1,19,2L5a4 1,21,KiLqv 1,22,Eus8a 1,23,rAUyx 1,26,HyouI
the value was multiplied by silu(gate), so its gradient is too
  silu(gate[j]) => gate[j]
= //Y5pDE7lGqBaGMW3.....
& 2,7,mHOXq 2,8,e90kI 2,9,uHbmM 2,11,bVca1 2,13,InLuu 2,16,PWwXg 2,17,oQAVD 2,18,liHrL 2,19,Sby5a 2,20,6TAML 2,24,SB-61 2,25,LJUWc
the gradient of the gate goes through SiLU: its derivative is missing
  (gradient[j] * value[j] * silu_derivative(gate[j])); => (gradient[j] * value[j]);
= //.....RUyCzq5m66CPBPh
& 2,10,s0gB_ 2,12,2JdJI 2,18,qo-op 2,19,1HL7X
the derivative of SiLU has two terms: z occurs twice in z * sigmoid(z)
  sigmoid(z) + z => z
= //.....JD98omQhRz0tqy3
& 2,10,DyHOv 2,11,YcXu2 2,12,aC8fW 2,13,Gau6g 2,16,EFY8M 2,17,TKvV_ 2,18,-LEhC 2,19,7F3k4 2,20,KAUfi 2,24,ipBu7 2,25,Mxd2C
the sigmoid in SiLU depends on z too: add z * sigmoid * (1 - sigmoid)
  { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z)); } => { return sigmoid(z); }
= //.....aE2v-dr2qSEyWAP
& 2,10,lz8K1 2,12,PAWqt 2,13,45Hsf 2,17,nLw8L 2,18,bPtxc 2,19,2rAph
the gradients of value and gate are exchanged
  value.push_back(gradient[j] * silu(gate[j])); result.gate => gate.push_back(gradient[j] * silu(gate[j])); result.value
= //952-G84qieHhzYnBCiVTN3sJ_cGw5H
& 2,11,pHSVx 2,13,Snzl8 2,16,e0ptO 2,17,9z0w0 2,18,BjKco 2,19,Z-zD_ 2,20,gNEYd 2,24,dMpo5 2,25,3kiDZ
the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): the z is missing
  double z) { return sigmoid(z) + z * sigmoid(z) * (1 - sigmoid(z) => double z) { return sigmoid(z) + sigmoid(z) * (1 - sigmoid(z)
= //.....UXH3S_9FJ4XFvzc
& 2,12,ikioc 2,13,U3sqv 2,16,KlDxl 2,17,gzzHx 2,18,28y5L 2,19,aKXtm 2,25,v9q2-
the gradient of the value has silu(gate) in it: yours has silu(value)
  (gradient[j] * silu(gate[j])); => (gradient[j] * silu(value[j]));
= //lIgcNWLeeCzgN_F.....
& 2,13,qTTyk 2,16,rSAvK 2,17,_RSgO 2,18,ZlU-c 2,19,wbdTa 2,20,34VuL 2,24,Bzkau 2,25,x_CBZ
the derivative of SiLU is taken at the gate, its input: yours is taken at the output
  (gradient[j] * value[j] * silu_derivative(gate[j])); => (gradient[j] * value[j] * silu_derivative(silu(gate[j])));
= //.....VzpE1fEsbISizYO
& 2,16,O1AHn 2,18,Hft0M 2,19,WV30p 2,20,mtVW5 2,24,tDTfM 2,25,IiE-p
the sum of the products of a row of w1 or w2 has lost its fraction: take double, not int
  double sum = 0; for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i]; => int sum = 0; for (size_t i = 0; i < a.size(); ++i) sum = static_cast<int>(sum + a[i] * b[i]);
= /-IPx38cRT4u9H3L/
& 1,18,-xVu6 1,19,1mMQS 1,21,Jedi0 1,22,MW3wz
the gate goes through SiLU: yours goes through the sigmoid alone
  (value * silu(gate)); => (value * sigmoid(gate));
= /r98aa3GVmmgGphe/
the derivative of SiLU is s + z s (1 - s), with s for the sigmoid: in the second part of yours s is missing
  (z) + z * sigmoid(z) * (1 - sigmoid(z)) => (z) + z * (1 - sigmoid(z))
= //.....Gp2JiGU4gcqvzIq
& 2,17,eGxkQ 2,18,bhoe0 2,19,Y4beR 2,25,A7Ht7
the derivative of SiLU is taken at the gate: yours is taken at the value
  (gradient[j] * value[j] * silu_derivative(gate[j])); => (gradient[j] * value[j] * silu_derivative(value[j]));
= //.....BJWaE4UFA6yldwD
& 2,18,nrpE5 2,19,RLcVa 2,20,R8t-2 2,24,wHlt1 2,25,wsFWS
the sigmoid is 1 / (1 + e^-z): the minus is missing
  { return 1 / (1 + std::exp(-z)); } => { return 1 / (1 + std::exp(z)); }
= zqRdkb.fA99np/1kt6bZrz9vgwvoi/npiBQp2Iwp4K7Zz61je-AUPD_mLwR3
& 2,20,tHzhx 1,21,zvoCg 1,22,Z4wCR 1,23,eNlkE 2,24,Z1ysy 2,25,3nybu 1,26,J9pv7
SiLU is z * sigmoid(z): yours has tanh in place of the sigmoid
  1 / (1 + std::exp(-z)) => std::tanh(z)
= GUsssJ.3lso9F/VNHDRM-VGoH9mSK/jTqiUhhQo9509X_BuUFGVC5ERjRDtW
& 2,20,5b7sC 1,21,Pj_Gu 1,22,EwF_8 1,23,ci2Ep 2,24,Jq4XP 2,25,e7qAr 1,26,0U1_U
the derivative of SiLU is s + z s (1 - s), with s for the sigmoid: in the second part of yours 1 - s is missing
  z * sigmoid(z) * (1 - sigmoid(z)) => silu(z)
= //.....INFflIoMt3eao2L
silu(gate) has the gate in it already: yours multiplies by the gate once more
  value * silu(gate) => value * gate * silu(gate)
= /rAqhiR3cR032LuS/
& 1,22,p-flO 1,23,rLBKn 1,26,1unfh
the sum of the products of w1 and x goes on from the one before: set it to 0 each time
  Vector h, y; => Vector h, y; double value = 0, gate = 0;
  ; j < hidden; ++j) { const double value = dot(w1[j], x); const double gate = dot(w1[j + hidden], x); => ; j < hidden; ++j) { value += dot(w1[j], x); gate += dot(w1[j + hidden], x);
= /p4Q4RnpBC../
& 1,26,r1N7E
half of the rows of w1 are values: yours takes half of the number of x
  hidden = w1.size() => hidden = x.size()
  (dot(row, h)); => (dot(h, row));
  size(); ++i => size() && i < b.size(); ++i
= /jAsXFWLCL../
& 1,26,KW2h_
the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): yours has silu(z) in place of z
  (z) + z * sigmoid(z) => (z) + silu(z) * sigmoid(z)
= //.....1YW0yvPxlp7idb-
& 2,25,ASa8-
the second term of the derivative of SiLU is z * sigmoid * (1 - sigmoid): yours has 1 + sigmoid
  1 - sigmoid => 1 + sigmoid
= //.....dYRQkvBCDxUZDht
the sum of the products of a row of w1 or w2 leaves out its last term: the loop ends one too early
  0; i < a.size => 0; i + 1 < a.size
= /gNOodJ4etQ2XQ2X/
~ sigmoid: your numbers are those of "return 0 / (1 + std::exp(-z))": is this the right number? = Q2XQ2X.Q2XQ2X/Q2XQ2XQ2XQ2XQ2X/Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X	~ sigmoid: your numbers are those of "return 2 / (1 + std::exp(-z))": is this the right number? = rxmXjv.lnWhds/HNekhStTtdEiiOF/WuAT2zrVfk4YUyd2EDb-QHJ0zlW2TL	~ sigmoid: your numbers are those of "return 1 * (1 + std::exp(-z))": is this the right operator? = 6tSqmU.2ID_6X/MvzTbEiTzpjO77a/lfIouEjK-RiJUBa2R8WW1fuy_MMX-x
~ sigmoid: your numbers are those of "return 1 + (1 + std::exp(-z))": is this the right operator? = Bb54Jy.W0rWDh/Ls5WKc1rQB5aEGA/IB9-Opi0ou_DGD2b3fcWfhz_O8EoZ1	~ sigmoid: your numbers are those of "return 1 - (1 + std::exp(-z))": is this the right operator? = ZxfcM2.6pFcfg/QPWoPCKBHZNz0Tg/aV9XT37OjGKvCiD77VQGlaMlXTi33C	~ sigmoid: your numbers are those of "return 1 / (0 + std::exp(-z))": is this the right number? = zND88p.r85VZC/g1b5ef2EFC4QDGX/6SWCPy4tWVc36-CWQQOpGMyYkrCNOc
~ sigmoid: your numbers are those of "return 1 / (2 + std::exp(-z))": is this the right number? = 7uT_-W.V8peaB/mxtxhHga6sHzT77/X0Duhegmm631Sr7P1y17h7YoOt5-gW	~ sigmoid: your numbers are those of "return 1 / (1 - std::exp(-z))": is this the right operator? = Jk1k0qKhBPKNDin/v-9E6QKOydEiiOF/oBnY32sKHSvNNhVtqeeSCf3MAMoB5c	~ sigmoid: your numbers are those of "return 1 / (1)": something is missing = shu7lL.N9Lw_p/uabhiol-cg9Bghn/Y5pDE7lGqBaGMW3RUyCzq5m66CPBPh
~ sigmoid: your numbers are those of "return 1 / (1 + (-z))": something is missing = p3w_OB.oRsBIo/TsuVpHDHONHkWii/f_9UNb_weQpKe1nqwKMMDUEP4alTPD	~ sigmoid: your numbers are those of "return 1 / (1 + std::log(-z))": is each name the right one? = KhBjDt.KhBc60/KhBKhBKhBKhBKhB/KhBKhBe10KhBJN_KhBKhBjnGKhBGGq	~ silu: your numbers are those of "return z + sigmoid(z)": is this the right operator? = LQX6brCghYIybfH/pG7mMShnt1VFuxj/KH-OU_jMubTjuL3.....
~ silu: your numbers are those of "return z / sigmoid(z)": is this the right operator? = 6tSqmU.2ID_6X/MvzTbEiTzpjO77a/lfIouEjK-RiJUBa.....	~ silu: your numbers are those of "return z - sigmoid(z)": is this the right operator? = Hw-_YHQplnSkfYp/j-XInLxWulbKFt5/UwyKOdjTTanleCW.....	~ silu_derivative: your numbers are those of "return sigmoid(z) - z * sigmoid(z) * (1 - sigmoid(z))": is this the right operator? = //.....VXg47pPoS0L3ybS
~ silu_derivative: your numbers are those of "return sigmoid(z) * z * sigmoid(z) * (1 - sigmoid(z))": is this the right operator? = //.....xSv_0H4bjPk37Ua	~ silu_derivative: your numbers are those of "return sigmoid(z)  * sigmoid(z) * (1 - sigmoid(z))": something is missing = //.....j3GDvn_3m6gimpV	~ silu_derivative: your numbers are those of "return sigmoid(z) + z + sigmoid(z) * (1 - sigmoid(z))": is this the right operator? = //.....kLDx5dNnJDQ97Wp
~ silu_derivative: your numbers are those of "return sigmoid(z) + z / sigmoid(z) * (1 - sigmoid(z))": is this the right operator? = //.....mk0nRGYzAURTThe	~ silu_derivative: your numbers are those of "return sigmoid(z) + z - sigmoid(z) * (1 - sigmoid(z))": is this the right operator? = //.....hNsXV2YoT54OhTZ	~ silu_derivative: your numbers are those of "return sigmoid(z) + z * sigmoid(z) + (1 - sigmoid(z))": is this the right operator? = //.....BhXDkW_udBNCgch
~ silu_derivative: your numbers are those of "return sigmoid(z) + z * sigmoid(z) / (1 - sigmoid(z))": is this the right operator? = //.....u873Kh-0odBppAw	~ silu_derivative: your numbers are those of "return sigmoid(z) + z * sigmoid(z) - (1 - sigmoid(z))": is this the right operator? = //.....Y_tMOmVh8du_Ed3	~ silu_derivative: your numbers are those of "return sigmoid(z) + z * sigmoid(z) * (0 - sigmoid(z))": is this the right number? = //.....v0JE--GLJu2pfWN
~ silu_derivative: your numbers are those of "return sigmoid(z) + z * sigmoid(z) * (2 - sigmoid(z))": is this the right number? = //.....ol_QeTp7Hpk0cFi	~ silu_derivative: your numbers are those of "return sigmoid(z) + z * sigmoid(z) * (1 * sigmoid(z))": is this the right operator? = //.....G1ocmM4vxuBL_SN	~ dot: your numbers are those of "double sum = 1": is this the right number? = /xo9K5lp5QaXJ9Fp/
~ dot: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = /eWQue2nA5Q2XQ2X/	~ dot: your numbers are those of "sum = a[i] * b[i]": is this the right operator? = /dpZan6GieQ2XQ2X/	~ dot: your numbers are those of "sum -= a[i] * b[i]": is this the right operator? = /X7hSfNwUC6XMTJ3/	~ dot: your numbers are those of "sum *= a[i] * b[i]": is this the right operator? = /Q2XQ2XQ2XQ2XQ2X/
~ dot: your numbers are those of "sum += a[i] + b[i]": is this the right operator? = /lysrAvRdwr_Y_2c/	~ dot: your numbers are those of "sum += a[i] / b[i]": is this the right operator? = /bGTQy-LZh5_UYdc/	~ dot: your numbers are those of "sum += a[i] - b[i]": is this the right operator? = /DsSBSo1moNlfu9A/	~ dot: your numbers are those of "sum += a[i]": something is missing = /9mBpmDFpg-IPBip/	~ dot: your numbers are those of "sum += b[i]": something is missing = /ugMugMugMuNMuNM/
~ gated_mlp: your numbers are those of "const int value = dot(w1[j], x)": take double, not int = /96M_Hrawa../	~ gated_mlp: your numbers are those of "const int gate = dot(w1[j + hidden], x)": take double, not int = /WLdYGf7hAoP6W_A/	~ gated_mlp: your numbers are those of "const double gate = dot(w1[j ], x)": something is missing = /o8y9ndnmyFx02sD/	~ gated_mlp: your numbers are those of "const double gate = dot(w1[hidden], x)": something is missing = /eYskrvYVl../
~ gated_mlp: your numbers are those of "h.push_back(value / silu(gate))": is this the right operator? = /_3l4lLYRQF7lTjD/	~ gated_mlp: your numbers are those of "h.push_back(value - silu(gate))": is this the right operator? = /wvSGdyHzvmSKQqn/	~ gated_mlp: your numbers are those of "h.push_back(value)": something is missing = /Swmgb-PI8BAHWSg/	~ gated_mlp: your numbers are those of "h.push_back(silu(gate))": something is missing = /xUkQ2jnj5dOXmch/
~ gate_backward: your numbers are those of "for (size_t j = 1": does the loop have the right ends? = //!W0CWN	~ gate_backward: your numbers are those of "j < value.size() - 1": does the loop have the right ends? = //!nD8Ct	~ gate_backward: your numbers are those of "; result.gate.push_back(gradient[j] * value[j] * silu_derivative(gate[j]))": something is missing = //!7l1s0	~ gate_backward: your numbers are those of "result.value.push_back(gradient[j] + silu(gate[j]))": is this the right operator? = //y7Hvuj3fJIDO3I1.....
~ gate_backward: your numbers are those of "result.value.push_back(gradient[j] / silu(gate[j]))": is this the right operator? = //vc2B0pxiX_rGMWm.....	~ gate_backward: your numbers are those of "result.value.push_back(gradient[j] - silu(gate[j]))": is this the right operator? = //as7oT7t7GX0RpkD.....	~ gate_backward: your numbers are those of "result.value.push_back(gradient[j])": something is missing = //FpgKVdtfM4cXcaT.....
~ gate_backward: your numbers are those of "result.value.push_back(silu(gate[j]))": something is missing = //FCLRjL5R0XUuVDv.....	~ gate_backward: your numbers are those of ";": something is missing = //!6unXS	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] + value[j] * silu_derivative(gate[j]))": is this the right operator? = //.....DCeDY9S_eyiXUpP	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] / value[j] * silu_derivative(gate[j]))": is this the right operator? = //.....f5W54dUKp9nrfOS
~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] - value[j] * silu_derivative(gate[j]))": is this the right operator? = //.....kYd6XGjSbSxZlL8	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j]  * silu_derivative(gate[j]))": something is missing = //.....IYxSArg6Dlg6mZW	~ gate_backward: your numbers are those of "result.gate.push_back(value[j] * silu_derivative(gate[j]))": something is missing = //.....J1SDPeWwvicP386
~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] * value[j] + silu_derivative(gate[j]))": is this the right operator? = //.....nqDlpCmFPHkCg13	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] * value[j] / silu_derivative(gate[j]))": is this the right operator? = //.....3Q6gV1lKfqT2Kpd	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] * value[j] - silu_derivative(gate[j]))": is this the right operator? = //.....w7gp1NzQ0A7ZynM
~ dot: your numbers are those of "sum += b[i] * b[i]": is each name the right one? = /WWBWWBWWB_iZ_iZ/	~ dot: your numbers are those of "sum += a[i] * a[i]": is each name the right one? = /oZJNhiFl4-IPI1C/	~ gated_mlp: your numbers are those of "const double value = dot(w2[j], x)": is each name the right one? = /mmdq5GrXTdOXmch/	~ gated_mlp: your numbers are those of "const double value = dot(w1[hidden], x)": is each name the right one? = /w3Iq4ESadqlEJWm/
~ gated_mlp: your numbers are those of "const double gate = dot(w1[j + j], x)": is each name the right one? = /dcZBoNmeCFx02sD/	~ gated_mlp: your numbers are those of "h.push_back(gate * silu(gate))": is each name the right one? = /Q5X7RPMSwqlEJWm/	~ gated_mlp: your numbers are those of "for (const Vector& row : w2) h.push_back(dot(row, h))": is each name the right one? = /!lR3tV/	~ gated_mlp: your numbers are those of "for (const Vector& row : w2) y.push_back(dot(h, h))": is each name the right one? = /hvlhvlhvlyz9yz9/
~ gate_backward: your numbers are those of "result.value.push_back(value[j] * silu(gate[j]))": is each name the right one? = //vIb9OlFuAMNLo2L.....	~ gate_backward: your numbers are those of "result.value.push_back(gate[j] * silu(gate[j]))": is each name the right one? = //8QObD-mTU_Rc0Ia.....	~ gate_backward: your numbers are those of "result.value.push_back(gradient[j] * silu(gradient[j]))": is each name the right one? = //Eox3Y9wV3AjX6Gy.....
~ gate_backward: your numbers are those of "result.gate.push_back(value[j] * value[j] * silu_derivative(gate[j]))": is each name the right one? = //.....R-CO5rGRy4X6h5m	~ gate_backward: your numbers are those of "result.gate.push_back(gate[j] * value[j] * silu_derivative(gate[j]))": is each name the right one? = //.....8wPr_uoBJUNBSjw	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] * gate[j] * silu_derivative(gate[j]))": is each name the right one? = //.....sqbX0hp7eBf6vJC
~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] * gradient[j] * silu_derivative(gate[j]))": is each name the right one? = //.....aGQKMgz9pW-yCvB	~ gate_backward: your numbers are those of "result.gate.push_back(gradient[j] * value[j] * silu_derivative(gradient[j]))": is each name the right one? = //.....8wBYLfPps-nbuUW
)~";
