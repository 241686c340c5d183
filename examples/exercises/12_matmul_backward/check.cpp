#include "exercises/support/judge.h"
#include "exercises/support/matrix.h"
#include HOLO_ANSWER

using exercise::Matrix;
using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks);
  const Matrix a(3, 3, {1.3, 2.4, -0.7, 3.1, -4.2, 0.6, 0.9, 1.8, -2.5});
  const Matrix b(3, 3, {5.2, -6.1, 0.8, 7.4, 9.3, -1.6, 2.7, -0.4, 3.5});
  const Matrix dc(3, 3, {1.1, 2.3, -0.9, 0.4, -3.2, 1.7, 2.6, 0.2, -1.4});
  all.group("dA of three rows of three", [&](Measured& got) {
    got.add("dA of three rows of three, number ", answer::backward_a(dc, a, b).numbers);
  });
  all.group("dB of three rows of three", [&](Measured& got) {
    got.add("dB of three rows of three, number ", answer::backward_b(dc, a, b).numbers);
  });
  const Matrix wide_a(2, 3, {1.7, 2.2, -3.1, 4.3, 5.9, 0.6});
  const Matrix wide_b(3, 4, {1.1, 0.4, 2.3, -1.2, 0.7, 1.6, 1.9, 3.2, -2.1, 1.3, 0.2, 1.8});
  const Matrix wide_dc(2, 4, {1.4, 2.6, -3.3, 4.1, 0.3, 1.2, -0.8, 1.5});
  all.group("dA of another shape", [&](Measured& got) {
    got.add("A 2 by 3, B 3 by 4: dA", answer::backward_a(wide_dc, wide_a, wide_b).numbers);
  });
  all.group("dB of another shape", [&](Measured& got) {
    got.add("A 2 by 3, B 3 by 4: dB", answer::backward_b(wide_dc, wide_a, wide_b).numbers);
  });
  all.judge();
}

HOLO_EXERCISE("12_matmul_backward", check, R"~(
the transpose is missing: dA = dC B^T
  (i, j) * b(k, j); => (i, j) * b(j, k);
  (k, j) += a(i, k) * dc(i, j) => (k, j) += a(k, i) * dc(i, j)
each matrix stays on its side of the product: dC comes first in dA = dC B^T, and last in dB = A^T dC
  dc(i, j) * b(k, j) => b(j, i) * dc(j, k)
  a(i, k) * dc(i, j) => dc(k, i) * a(j, i)
only the other matrix is transposed, dC is not: dA = dC B^T and dB = A^T dC
  (i, k) += dc(i, j) * b(k, j) => (i, k) += dc(j, i) * b(k, j)
  dc(i, j); => dc(j, i);
the derivative for A is made of B, and that for B of A: you took each for its own
  (i, j) * b(k, j); => (i, j) * a(k, j);
  (k, j) += a(i, k) * dc => (k, j) += b(i, k) * dc
dC is missing: the derivative of C is multiplied by the gradient for C
  dc(i, j) * b => b
  (i, k) * dc(i, j); => (i, k);
a sum of products has only its last term: add all of them, with +=
  (i, k) += dc(i, j) => (i, k) = dc(i, j)
  (k, j) += a(i, k) => (k, j) = a(i, k)
a matrix product is not multiplied element by element: each number of A goes into a whole row of C
  { for (int j = 0; j < b.columns; ++j) da(i, k) += dc(i, j) * b(k, j); } => da(i, k) = dc(i, k) * b(i, k);
  { for (int i = 0; i < a.rows; ++i) db(k, j) += a(i, k) * dc(i, j); } => db(k, j) = dc(k, j) * a(k, j);
you took C = A B itself for its gradient dC
  Matrix; Matrix backward_a => Matrix; double c(int i, int j, const Matrix& a, const Matrix& b) { double sum = 0; for (int k = 0; k < a.columns; ++k) sum += a(i, k) * b(k, j); return sum; } Matrix backward_a
  da(i, k) += dc(i, j) * b(k, j) => da(i, k) += c(i, j, a, b) * b(k, j)
  (i, k) * dc(i, j); => (i, k) * c(i, j, a, b);
the sum of products for dA leaves out its last term: the loop ends one too early
  int j = 0; j < b.columns; ++j) da(i, k) += dc => int j = 0; j < b.columns - 1; ++j) da(i, k) += dc
the sum of products for dA has lost its fraction: take double, not int
  for (int j = 0; j < b.columns; ++j) da(i, k) += dc(i, j) * b(k, j) => int sum = 0; for (int j = 0; j < b.columns; ++j) sum = static_cast<int>(sum + dc(i, j) * b(k, j)); da(i, k) = sum
dB is made of A and dC: yours multiplies dC by B itself
  db(k, j) += a(i, k) * dc(i, j) => db(k, j) += b(k, j) * dc(i, j)
the sum of products for dA is divided by the number of its terms once too often
  (i, j) * b(k, j); => (i, j) * b(k, j) / b.columns;
the transpose is missing: dB = A^T dC
  (k, j) += a(i, k) * dc(i, j) => (k, j) += a(k, i) * dc(i, j)
the numbers of dC and B are multiplied, and the products added up: yours adds them
  dc(i, j) * b(k, j) => (dc(i, j) + b(k, j))
you read row 0 of dC each time: the row follows the loop
  (i, k) * dc(i, j); => (i, k) * dc(0, j);
you read the columns of dC from the last to the first
  dc(i, j); => dc(i, b.columns - 1 - j);
the sum of products for dA goes on from the one before: set it to 0 each time
  (a.rows, a.columns); => (a.rows, a.columns); double sum = 0;
  da(i, k) += dc(i, j) * b(k, j) => sum += dc(i, j) * b(k, j); da(i, k) = sum
right dA of three rows of three
 -9.029999999999998 30.970000000000002 -1.0999999999999992 22.96 -29.520000000000003 8.31 11.180000000000001 23.34 2.040000000000001
right dB of three rows of three
 5.010000000000001 -6.750000000000002 2.84 5.640000000000001 19.32 -11.82 -7.03 -4.029999999999999 5.15
right dA of another shape
 -9.929999999999998 11.989999999999998 7.16 -2.8299999999999996 5.41 3.47
right dB of another shape
 3.67 9.579999999999998 -9.049999999999999 13.419999999999998 4.85 12.8 -11.98 17.87 -4.16 -7.340000000000001 9.75 -11.809999999999999
= TUjLuh7OjIszEXIVOf1GJZHV8GA/AY5A0wI1oRIceGj6t82CZJk2FVF/!CuADJ/!SUxdg ejbwLNku_uU4nB6eQK-LbNLLJ6u/WDbpJ1WRTkQvejbfx8y93-cXtFq/!YiPSn/!SUxdg hhnBTtco1u3x1-Pi6hQQYVOfYiZ/KVQhgPzUzMJZf8COgHkQhxy19mB/!YiPSn/!YiPSn WDbpJ1WRTkQvejbfx8y93-cXtFq/ejbwLNku_uU4nB6eQK-LbNLLJ6u/!rTWce/Q7aKaGJk2nOK-_Y9WCR2ypnayaEcUQP0UGXQ
= Q6HashhYBQ6HashhYBQ6HashhYB/UaDUaDUaDQ2XQ2XQ2XR2yR2yR2y/N9L6DcpmDN9L6DcpmD/ao1ao1ao1ao1n1hn1hn1hn1hsDCsDCsDCsDC 6CPtoqI4FnLLVAgPzQKryhiUSNu/Qwtk2Pxo39oLIvlVQB6afQpl8_s/Yo89MOWRTP596HqIYz/2KzM3m8gzRzkUY2CgSLmmrfCk2P4XTUdBMW3 JgPpJW6CP9WC-i5VAgWsq83ISNu/_X_FYEhK5vmKaiw8zLQwtIvl8_s/NKJ-_Yw3TXbBjl5NMZ/!rTWce
= 70Ueviz01P85tOVO8vbxRxMPdBp/XQDYaXDmSEUI6dAOCYHlT5sFvIF/82Oe13urpJNo7974EO/7r4m_rZhcBO_PZiULQFMc0q9FhQvMNe8v_UT 4LGIvikVsSi9rE8xZFuakzcjzD_//DPC9ztqdcAou5smpib/ 6BlPMnBip-1eK73xr-Ife-1e-IP//6BlBAHxr-BipI1Cn9l/ /CzfyvkUdBM4smTsWUzDs-7ZiM8l//Y5pTt8Vx7BfnaXjANXWlrn4e_heLNfv_MLXY awi5Cuxp1GxmkQGvoVdhc4tW_jd//e0l96vy0H3G8cUntSF/ /AY5A0wI1oRIceGj6t82CZJk2FVF//!SUxdg
= NP9z15RT8Oc3VUwXcRshuKJcSHp//6DchoVao16Hqv7Z-hx/ /wRFEzVAfWQ2XQ2XQ2Xho0gOWQwt//VEdCoaDeiSCSFsHDbpMrz-lStcR6afmgGTzC /qqW.-oHnvn.0TmZDM.C0N//O0xC88Y1SD_-WL3KqLyqOO6YBixNX_WVDVTx .FgOo1ExGxnQ7ifjbfOHkLZ32//._CKOxbNIhlC6Das/
& 0,0,2,9vJh4 1,0,2,gcdTV 0,0,3,mavMS 1,0,3,Zl86n 2,0,3,SUxdg 3,0,3,DwQwP 0,0,4,rwLLf 1,0,4,32jCk 0,0,5,D6YXd 1,0,5,AlfKU 0,0,7,8GWeP 1,0,7,97CPV 0,0,8,kvPBc 2,0,8,Cu7rN 0,0,11,nt7Lz 1,0,14,rWbgz 1,0,15,WbbXn 0,1,5,QtzGk 1,1,5,OWMZs 0,1,8,CS4yn 0,1,11,QrNYy 0,2,3,n50qe 1,2,3,pjKPa 0,2,5,e9XDe 1,2,5,OjxZS 0,2,8,8PmX4 1,2,10,9pVPs 0,2,11,vSmHp 0,3,4,DQPY2 1,3,4,khfGg 3,3,4,KkMQc 0,3,5,OWMZs
& 1,3,5,QtzGk 3,3,5,jbZsa 0,3,7,h9I_- 1,3,7,Y6vct 3,3,7,nrytk 0,3,8,tfquG 0,3,11,1XMIN 1,3,14,qxdNS 3,3,14,E13mr 1,3,15,HKwCs 3,3,15,qN0vo 0,4,5,qXlzU 1,4,5,K-T_e 2,4,5,q0NVj 3,4,5,ppHui 0,4,8,_KrQL 2,4,8,yNiQS 1,4,10,_bfOr 3,4,10,jfTfZ 0,4,11,cdfMG 2,4,11,DKXVr 0,5,7,M-oWI 1,5,7,9XeGj 2,5,7,LDGE6 3,5,7,HKE76 0,5,8,a1Qt6 2,5,8,Styb_ 1,5,10,gXa0y 3,5,10,XHhEx 0,5,11,qTyhf 2,5,11,YlFQo 0,5,13,p8CsA
& 2,5,13,8QoqZ 1,5,14,5_Q9Y 3,5,14,Iexv5 1,5,15,AAuQO 3,5,15,8Vihn 0,7,8,lsALL 2,7,8,tj7XW 1,7,10,sZta5 3,7,10,WPv14 0,7,11,NXyo7 2,7,11,J2E4G 0,8,11,MeTf2 2,8,11,fjbpZ 0,8,13,QPcp5 2,8,13,VEaeK 0,8,16,yOg2y 2,8,16,TmiV4 0,9,11,NU6fA 2,9,11,jKUGy 1,10,14,Y0NJx 3,10,14,ORmRj 1,10,15,6m5Zw 3,10,15,dMhv3 0,11,13,zQCea 2,11,13,7k0Cp 0,11,16,7RHPi 2,11,16,cgcb7 1,14,15,401lW 3,14,15,MfNXj
~ loop backward_a: for (int i = 1 = #CDDWf//#qGfLq/	loop backward_a: i <= a.rows = !hsWfS//!YiPSn/	loop backward_a: i < a.rows - 1 = #Xr3rK//#fDTzE/	loop backward_a: for (int k = 1 = #mk2Zi//#IT-l1/	loop backward_a: k <= a.columns = !hsWfS//!CuADJ/	loop backward_a: k < a.columns - 1 = #CvU9U//#w_6cN/	loop backward_a: for (int j = 1 = #YU62f//#2H1fi/	loop backward_a: j <= b.columns = !pUn65//!qDihc/
~ order backward_a: da(k, i) += dc(i, j) * b(k, j) = #R_2Zs//!SUxdg/	operator backward_a: da(i, k) = dc(i, j) * b(k, j) = #Xw8p3//#Ph9vx/	operator backward_a: da(i, k) -= dc(i, j) * b(k, j) = #rVGUR//#B9xS-/	order backward_a: da(i, k) += dc(j, i) * b(k, j) = #Lt2nI//!YiPSn/	operator backward_a: da(i, k) += dc(i, j) / b(k, j) = #7BPw9//#b10Ne/
~ missing backward_a: da(i, k) += dc(i, j) = #wy_VG//#NdD0X/	missing backward_a: da(i, k) += b(k, j) = #xzhAP//#b5JDt/	order backward_a: da(i, k) += dc(i, j) * b(j, k) = #xz8MD//!CuADJ/	loop backward_b: for (int k = 1 = /#CDDWf//#6VfMG	loop backward_b: k <= b.rows = /!pUn65//!rTWce	loop backward_b: k < b.rows - 1 = /#Xr3rK//#SqjYa	loop backward_b: for (int j = 1 = /#mk2Zi//#xb-5e
~ loop backward_b: j <= b.columns = /!pUn65//!qDihc	loop backward_b: j < b.columns - 1 = /#CvU9U//#vR7tA	loop backward_b: for (int i = 1 = /#iU52Q//#oeMYT	loop backward_b: i <= a.rows = /!hsWfS//!SUxdg	loop backward_b: i < a.rows - 1 = /#WF31z//#R1gYp	order backward_b: db(j, k) += a(i, k) * dc(i, j) = /#Jkvv8//!CuADJ	operator backward_b: db(k, j) = a(i, k) * dc(i, j) = /#VrM5Q//#oeMYT
~ operator backward_b: db(k, j) -= a(i, k) * dc(i, j) = /#X_0u7//#NdScI	operator backward_b: db(k, j) += a(i, k) + dc(i, j) = /#0X5Fe//#RsBVi	operator backward_b: db(k, j) += a(i, k) / dc(i, j) = /#f7bvA//#SrnIk	missing backward_b: db(k, j) += a(i, k) = /#_iKPy//#F2Yal	missing backward_b: db(k, j) += dc(i, j) = /#ixDGU//#wS2Dg	order backward_b: db(k, j) += a(i, k) * dc(j, i) = /#DuDUt//!YiPSn
~ name backward_a: i < b.rows = //!YiPSn/	name backward_a: k < dc.columns = //!CuADJ/	name backward_a: j < a.columns = //#Hw7cp/	name backward_a: da(k, k) += dc(i, j) * b(k, j) = #-Uh0Y//!ggx9I/	name backward_a: da(j, k) += dc(i, j) * b(k, j) = #3juZr//!SUxdg/	name backward_a: da(i, i) += dc(i, j) * b(k, j) = #Jzm11//#pcevk/	name backward_a: da(i, j) += dc(i, j) * b(k, j) = #4DSCR//!rTWce/
~ name backward_a: da(i, k) += dc(k, j) * b(k, j) = #wG-1Q//!YiPSn/	name backward_a: da(i, k) += dc(j, j) * b(k, j) = #QWpCo//!bDPj8/	name backward_a: da(i, k) += dc(i, i) * b(k, j) = #yhFDb//#P0_g6/	name backward_a: da(i, k) += dc(i, k) * b(k, j) = #b00N1//#qDgNm/	name backward_a: da(i, k) += dc(i, j) * b(i, j) = #jB1Ss//#LjIXI/	name backward_a: da(i, k) += dc(i, j) * b(j, j) = #6MDTd//!iRehF/
~ name backward_a: da(i, k) += dc(i, j) * b(k, i) = #x4Z6y//#MhoMl/	name backward_a: da(i, k) += dc(i, j) * b(k, k) = #xcEd0//#B3NTW/	name backward_b: k < dc.rows = ///#SqjYa	name backward_b: j < a.columns = ///#vR7tA	name backward_b: i < b.rows = ///!SUxdg	name backward_b: db(j, j) += a(i, k) * dc(i, j) = /#3MAUA//!iRehF	name backward_b: db(i, j) += a(i, k) * dc(i, j) = /#OTwm1//#nC6F6
~ name backward_b: db(k, k) += a(i, k) * dc(i, j) = /#PgsWK//#YBqpF	name backward_b: db(k, i) += a(i, k) * dc(i, j) = /#SdjLg//#iDlmo	name backward_b: db(k, j) += a(k, k) * dc(i, j) = /#mH-zf//!ggx9I	name backward_b: db(k, j) += a(j, k) * dc(i, j) = /#ZD5BO//!SUxdg	name backward_b: db(k, j) += a(i, j) * dc(i, j) = /#CCpTY//!rTWce	name backward_b: db(k, j) += a(i, i) * dc(i, j) = /#sp7mM//#epl_w
~ name backward_b: db(k, j) += a(i, k) * dc(k, j) = /#U0tu6//!YiPSn	name backward_b: db(k, j) += a(i, k) * dc(j, j) = /#iE9no//!bDPj8	name backward_b: db(k, j) += a(i, k) * dc(i, k) = /#0mz8I//#9X7yt	name backward_b: db(k, j) += a(i, k) * dc(i, i) = /#CKBLJ//#6GEEB
)~")  // measured: 3be47c118e08
