// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char squared_relu_mistakes[] = R"~(
right values
 10.240000000000002 0 0.2025 0 2.8899999999999997 0
right derivatives
 6.4 0 0.9 0 3.4 0
right backward
 64 0 -3.6 0 8.84 -0
the derivative of a square has a factor 2
  return 2 * std::max => return std::max
= /NxK.otx.Fpg./Rnd.P59.ptY.
& 1,2,ALcOU 2,2,gflzq 1,5,GwIXb 2,5,XvKxu 2,6,mNJm- 2,7,YH3HM 2,10,Q-4Cn 2,11,z9eNZ 2,13,yUBIT 2,15,3J87J 2,16,Y3MbY
cut the negative numbers off before you square: a square is never negative
  const double positive = std::max(0.0, z); return positive * positive => return std::max(0.0, z * z)
= .I1C...Ivl//
below 0 squared ReLU is constant, so its derivative is 0 there
  { return 2 * std::max(0.0, z); } => { return 2 * z; }
= /.WaG...Oc3/.Tup...9mB
& 2,6,omd9G 2,7,PJi3O 2,10,3cUah 2,11,_1mPL 2,13,nCObd 2,16,TAdxi
the derivative of z^2 is 2 z, not a step to 2
  2 * std::max(0.0, z) => z > 0 ? 2 : 0
= /n9l.n9l.n9l./BBu.iDd.9Ch.
& 2,6,DwVys 2,7,VToQT 2,10,KNHEE 2,11,U4XWx 2,13,0dVA1 2,15,btzmG 2,16,1Sw4D
that is the derivative of ReLU: that of its square is 2 max(0, z)
  2 * std::max(0.0, z) => z > 0 ? 1 : 0
= /-IP.-IP.-IP./d8Y.WaG.N9L.
& 2,6,oTJLx 2,7,vvecr 2,10,4cGC8 2,11,6OtXf 2,13,i_d75 2,15,te3g5 2,16,5VIsi
the derivative belongs to the input z: yours is taken at the output
  { return 2 * std::max(0.0, z); } => { return 2 * squared_relu(z); }
= /FHU.amS.R87./0EG.1bQ.Rr2.
& 2,6,qCd2e 2,7,oGD3D 2,8,Cbajd 2,10,lR_GB 2,11,GNnuX 2,13,DDwwI 2,15,N-Kha 2,16,t6Sx-
multiply the derivative by the gradient that comes from above
  gradient[i] * derivative => derivative
= //9-g.MW3.-hx.
& 2,9,GwIXb 2,13,-cfSl 2,14,Gl0oJ 2,15,VlGb4
the derivative is taken at z, not at the gradient
  gradient[i] * derivative(z[i]); => gradient[i] * derivative(gradient[i]);
= //L94Ky2Q2XrYL-qe.
& 2,9,ExVB1 2,10,vSZkn 2,11,ai45P 2,13,6VyXX 2,15,MmkHg
the derivative is taken at z, the input: yours is taken at the output
  derivative(z[i]); => derivative(squared_relu(z[i]));
= //0EG.1bQ.Rr2.
& 2,9,1WQRi
the gradient from above is multiplied by the derivative, not by the value
  gradient[i] * derivative(z[i]); => gradient[i] * squared_relu(z[i]);
= //Ec8.ELi.s-w.
& 2,10,Lz_3x 2,11,_Blwh 2,13,p2da7 2,15,cmpdq 2,16,J8zuj
the derivative is multiplied by the gradient from above, not added to it
  result[i] = gradient[i] * derivative(z[i]); => result[i] = gradient[i] + derivative(z[i]);
= //qGNIfew_pxr-ao1caT
& 2,11,Qh67X 2,13,QspF8 2,14,ZIasn 2,15,kQY7b 2,16,nVuFo
you read element 0 of the gradient each time: the index follows the loop
  .size(); ++i) result[i] = gradient[i] * derivative(z[i]); => .size(); ++i) result[i] = gradient[0] * derivative(z[i]);
= //..Ife.X4z.
& 2,13,EYERo 2,14,HmHx8
the gradient from above and z have changed places: the derivative is taken at z
  result[i] = gradient[i] * derivative(z[i]); => result[i] = 2 * z[i] * std::max(0.0, gradient[i]);
= //.TupQ2X...
& 2,13,afYBY
each number has those before it added: a sum that is to begin with 0 each time goes on
  result[i] = gradient[i] * derivative => result[i] = (i > 0 ? result[i - 1] : 0) + gradient[i] * derivative
= //.afuTN4TN4KOWKOW
& 2,14,XGLZ1 2,16,yWENK
the derivative is 2 max(0, z): backward multiplies by z squared
  derivative(z[i]) => z[i] * z[i]
= //Ec8t8iELi.s-wiw6
& 2,16,wY_O8
the loop ends at the first z that is not above 0: others come after it, so continue, no break
  size(); ++i => size() && z[i] > 0; ++i
= //..Q2X.Q2X.
a gradient below 0 is handed on too: yours has become 0
  < z.size(); ++i) result[i] = gradient[i] * derivative(z[i]); => < z.size(); ++i) result[i] = std::max(0.0, gradient[i]) * derivative(z[i]);
= //..Q2X...
~ squared_relu: your numbers are those of "const int positive = std::max(0.0, z)": take double, not int = Ife.Q2X.-IP.//	~ squared_relu: your numbers are those of "const double positive = std::min(0.0, z)": is each name the right one? = Q2XI1CQ2X.Q2XIvl//	~ squared_relu: your numbers are those of "return positive + positive": is this the right operator? = 9-g.MW3.-hx.//	~ squared_relu: your numbers are those of "return positive / positive": is this the right operator? = -IPKhB-IPKhB-IPKhB//
~ squared_relu: your numbers are those of "return positive - positive": is this the right operator? = Q2X.Q2X.Q2X.//	~ derivative: your numbers are those of "return 3 * std::max(0.0, z)": is this the right number? = /v7Z.o4h.oRy./EBV.hIg.jq4.	~ derivative: your numbers are those of "return 2 + std::max(0.0, z)": is this the right operator? = /9Chn9lqyxn9lKaGn9l/mIs4HMfe1VUwSrcx38	~ derivative: your numbers are those of "return 2 / std::max(0.0, z)": is this the right operator? = /KX56K7KGO6K7sbG6K7/UuG6K7cHl6K78tnvaF
~ derivative: your numbers are those of "return 2 - std::max(0.0, z)": is this the right operator? = /Oc3n9lMkCn9lEtzn9l/hYc4HMVrXVUwY5bx38	~ derivative: your numbers are those of "return 2 * std::min(0.0, z)": is each name the right one? = /Q2XWaGQ2X.Q2XOc3/Q2XTupQ2X.Q2X9mB	~ backward: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = //Q2X.....	~ backward: your numbers are those of "result[i] = gradient[i] / derivative(z[i])": is this the right operator? = //b9T6K7rOh6K7r8AvaF
~ backward: your numbers are those of "result[i] = gradient[i] - derivative(z[i])": is this the right operator? = //ueTIfeSNuxr-7lLcaT	~ backward: your numbers are those of "result[i] = gradient[i]": something is missing = //d8YIfeWaGxr-N9LcaT	~ backward: your numbers are those of "Vector result(result.size())": is each name the right one? = //!zGrm7	~ backward: your numbers are those of "result[i] = z[i] * derivative(z[i])": is each name the right one? = //FHU.amS.R87.
~ backward: your numbers are those of "result[i] = result[i] * derivative(z[i])": is each name the right one? = //Q2X.Q2X.Q2X.
)~";
