// mistakes.h: mistakes as edits, and what list_mistakes.py measured of them: see ../README.md.
#pragma once

inline constexpr char matmul_mistakes[] = R"~(
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
the sum of products for dA has its last term alone: add all of them, with +=
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
~ loop backward_a: for (int i = 1 = Q2XQ2XQ2X......//Q2XQ2XQ2X.../	loop backward_a: i <= a.rows = !hsWfS//!YiPSn/	loop backward_a: i < a.rows - 1 = ......Q2XQ2XQ2X//...Q2XQ2XQ2X/	loop backward_a: for (int k = 1 = Q2X..Q2X..Q2X..//Q2X..Q2X../	loop backward_a: k <= a.columns = !hsWfS//!CuADJ/	loop backward_a: k < a.columns - 1 = ..Q2X..Q2X..Q2X//..Q2X..Q2X/
~ loop backward_a: for (int j = 1 = tx1Tzz4ubeFNAmDa817XhFNJBDB//ChBD8zXJikNq9ChFNJ/	loop backward_a: j <= b.columns = !pUn65//!qDihc/	order backward_a: da(k, i) += dc(i, j) * b(k, j) = .rE_DeF_j_.miXyuGilH.//!SUxdg/	operator backward_a: da(i, k) = dc(i, j) * b(k, j) = 6CPtoqI4FnLLVAgPzQKryhiUSNu//Yo89MOWRTP596HqIYz/
~ operator backward_a: da(i, k) -= dc(i, j) * b(k, j) = M0rVzu4PetevHKX4LGwLNyAyrrt//rMdd-S7LTRdmsUar0Q/	operator backward_a: da(i, k) *= dc(i, j) * b(k, j) = Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X//Q2XQ2XQ2XQ2XQ2XQ2X/	order backward_a: da(i, k) += dc(j, i) * b(k, j) = hhnBTtco1u3x1-Pi6hQQYVOfYiZ//!YiPSn/	operator backward_a: da(i, k) += dc(i, j) / b(k, j) = COurOUcfnCaEyjDl4tPzXpvJHTI//l7rF-FKEoX8A1fUin5/
~ operator backward_a: da(i, k) += dc(i, j) - b(k, j) = N9LsZKkQhcRTowCx4Vt3eSFcfPu//tfMR2yueTKVddv4-IP/	missing backward_a: da(i, k) += dc(i, j) = vQ9vQ9vQ9yuGyuGyuGvqQvqQvqQ//6Hq6Hq6HqtfMtfMtfM/	missing backward_a: da(i, k) += b(k, j) = Q6HashhYBQ6HashhYBQ6HashhYB//N9L6DcpmDN9L6DcpmD/	order backward_a: da(i, k) += dc(i, j) * b(j, k) = TUjLuh7OjIszEXIVOf1GJZHV8GA//!CuADJ/
~ loop backward_b: for (int k = 1 = /Q2XQ2XQ2X......//Q2XQ2XQ2XQ2X........	loop backward_b: k <= b.rows = /!pUn65//!rTWce	loop backward_b: k < b.rows - 1 = /......Q2XQ2XQ2X//........Q2XQ2XQ2XQ2X	loop backward_b: for (int j = 1 = /Q2X..Q2X..Q2X..//Q2X...Q2X...Q2X...	loop backward_b: j <= b.columns = /!pUn65//!qDihc	loop backward_b: j < b.columns - 1 = /..Q2X..Q2X..Q2X//...Q2X...Q2X...Q2X
~ loop backward_b: for (int i = 1 = /SUYoEIpIGNXves-Yt2RhyLaYb3e//2KzM3m8gzRzkUY2CgSLmmrfCk2P4XTUdBMW3	loop backward_b: i <= a.rows = /!hsWfS//!SUxdg	loop backward_b: i < a.rows - 1 = /dlEw_2FNJWUzovm5ZJeFhg4HYvK//znRptYJTazYp6C-JgPfIjnKrAogTkCgTIdBp	order backward_b: db(j, k) += a(i, k) * dc(i, j) = /.0TmC0N9pE.uU4qqWnvn.//!CuADJ
~ operator backward_b: db(k, j) = a(i, k) * dc(i, j) = /Qwtk2Pxo39oLIvlVQB6afQpl8_s//2KzM3m8gzRzkUY2CgSLmmrfCk2P4XTUdBMW3	operator backward_b: db(k, j) -= a(i, k) * dc(i, j) = /DPCdHJbNnmd_kVAkLQN4A7kdptC//yt5r3vld_lZUQ5lBzDZQsdfmIkM0swB9myHU	operator backward_b: db(k, j) *= a(i, k) * dc(i, j) = /Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X//Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X
~ operator backward_b: db(k, j) += a(i, k) + dc(i, j) = /jFna6MXcRFNJ4AopLxt3ekQhQGz//BTt7TlDKrGp77Tlc0mI1Chld7lLshuJgP5cU	operator backward_b: db(k, j) += a(i, k) / dc(i, j) = /cB2DME9w8xsNIm6ljs3tfyq0Xwi//4m1sLRHN7Vd0mt3Ao97aqpY2yTcDNG7lyeN2	operator backward_b: db(k, j) += a(i, k) - dc(i, j) = /pmDao1Z9AYqA6-i0W5GL4U-5Bip//pP7tfMXJiHMp9-gpP7hoVvQ950C4xcsFt044
~ missing backward_b: db(k, j) += a(i, k) = /UaDUaDUaDQ2XQ2XQ2XR2yR2yR2y//ao1ao1ao1ao1n1hn1hn1hn1hsDCsDCsDCsDC	missing backward_b: db(k, j) += dc(i, j) = /FNJ4AopLxFNJ4AopLxFNJ4AopLx//FpgYCIYqAcLEFpgYCIYqAcLEFpgYCIYqAcLE	order backward_b: db(k, j) += a(i, k) * dc(j, i) = /KVQhgPzUzMJZf8COgHkQhxy19mB//!YiPSn	name backward_a: i < b.rows = //!YiPSn/	name backward_a: k < dc.columns = //!CuADJ/
~ name backward_a: j < a.columns = //DPC9ztqdcAou5smpib/	name backward_a: da(k, k) += dc(i, j) * b(k, j) = 2qjQ2XQ2XQ2XG5uQ2XQ2XQ2XQ7d//!ggx9I/	name backward_a: da(j, k) += dc(i, j) * b(k, j) = CzfM4sDs-yvkmTs7ZiUdBWUzM8l//!SUxdg/	name backward_a: da(i, i) += dc(i, j) * b(k, j) = o1EQ2XQ2XQ2XQ7aQ2XQ2XQ2X6UT//OxbQ2XQ2XQ2XovbQ2X/
~ name backward_a: da(i, j) += dc(i, j) * b(k, j) = _-54nDWe2oVFQcTHaPFvuwpQ56V//!rTWce/	name backward_a: da(i, k) += dc(k, j) * b(k, j) = .Nplx0hblJ.x0hblJNpl.//!YiPSn/	name backward_a: da(i, k) += dc(j, j) * b(k, j) = 475Zgo7JK475Zgo7JK475Zgo7JK//!bDPj8/	name backward_a: da(i, k) += dc(i, i) * b(k, j) = -5rKLA-cXqAYoMhIj35fIxFZPtz//vF225x4xbFp-C2ctoq/
~ name backward_a: da(i, k) += dc(i, k) * b(k, j) = -5rpg9VkEhxioMhiezrFFsENPtz//vF2eTLt_0Y5bC2cgG7/	name backward_a: da(i, k) += dc(i, j) * b(i, j) = .blJblJNpl.Nplx0hx0h.//.Xl8Xl8Wdb.Wdb/	name backward_a: da(i, k) += dc(i, j) * b(j, j) = mg_mg_mg_QB6QB6QB6pjmpjmpjm//!iRehF/	name backward_a: da(i, k) += dc(i, j) * b(k, i) = FnEczLdHJpz_rnwD_UUSm6U4LqO//OGWppsD9p0sqJNdkQh/
~ name backward_a: da(i, k) += dc(i, j) * b(k, k) = FnEnqE2tpFQyrnwoNmU5AoGrLqO//OGW0FVWUzdgOJNdD_U/	name backward_b: k < dc.rows = ///........Q2XQ2XQ2XQ2X	name backward_b: j < a.columns = ///...Q2X...Q2X...Q2X	name backward_b: i < b.rows = ///!SUxdg	name backward_b: db(j, j) += a(i, k) * dc(i, j) = /lvpQ2XQ2XQ2XWXSQ2XQ2XQ2XcV4//!iRehF
~ name backward_b: db(i, j) += a(i, k) * dc(i, j) = /ho0S0sVfKmsHsFtWBYCzqoffZyu//USmnsubZVoTKg8b11fMJZLtPQ2XQ2XQ2XQ2X	name backward_b: db(k, k) += a(i, k) * dc(i, j) = /4PeQ2XQ2XQ2XZg8Q2XQ2XQ2X_2R//gyNQ2XQ2XQ2XQ2XyIFQ2XQ2XQ2XQ2XAB9Q2X	name backward_b: db(k, i) += a(i, k) * dc(i, j) = /UuA_AnGaDao1PxM2D98kAuF6tcR//el4r3OQ2XQ2Xb7sXRZQ2XQ2XBRz5m6Q2XQ2X
~ name backward_b: db(k, j) += a(k, k) * dc(i, j) = /RGbZveftvfMyxwY2D9TzCQ7at3e//!ggx9I	name backward_b: db(k, j) += a(j, k) * dc(i, j) = /RGbfv_iw62gHxwYGYEjUU71vt3e//!SUxdg	name backward_b: db(k, j) += a(i, j) * dc(i, j) = /.P4RZDM-oH.ZDM-oHP4R.//!rTWce	name backward_b: db(k, j) += a(i, i) * dc(i, j) = /9pEhDY8dC9pEhDY8dC9pEhDY8dC//tqC2mb3rU5C_tqC2mb3rU5C_tqC2mb3rU5C_
~ name backward_b: db(k, j) += a(i, k) * dc(k, j) = /wRFEzVAfWQ2XQ2XQ2XN7FQ6cvF2//!YiPSn	name backward_b: db(k, j) += a(i, k) * dc(j, j) = /wRF5jGsjaQ2XQ2XQ2Xho04NivF2//!bDPj8	name backward_b: db(k, j) += a(i, k) * dc(i, k) = /.-oH-oHP4R.P4RZDMZDM.//.D_-D_-D_-yqO.yqOyqONX_NX_.NX_	name backward_b: db(k, j) += a(i, k) * dc(i, i) = /B9mB9mB9mzpgzpgzpgyPoyPoyPo//c_Ec_Ec_Ec_E8gN8gN8gN8gNgIUgIUgIUgIU
)~";
