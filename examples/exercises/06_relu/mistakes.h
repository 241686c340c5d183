// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char relu_mistakes[] = R"~(
right relu
 3.25 0.5 0 0 0
right relu_backward
 5 -5 0.7 5 -5 0.7 0 0 0 0 0 0 0 0 0
you give the derivative alone: multiply it by the upstream gradient
  0 ? upstream : 0 => 0 ? 1 : 0
= /-IP-IP-IP-IP-IP-IP.........
& 1,1,7GPUU 1,2,KQwlc 1,4,BSBjw 1,5,UOD7i 1,6,CMENt 1,11,W2-gy 1,13,TSfU8 1,14,Ign-S 1,15,Ne_xb
the derivative of relu where x > 0 is 1, not x
  0 ? upstream : 0 => 0 ? x * upstream : 0
= /j5OgDR-xVvQ9sDCKxM.........
& 1,2,itvCo 1,4,Ha8tt 1,6,n90dR 1,11,nh17D 1,13,_nkGh 1,14,Chm8v 1,15,HBO6w
whether a gradient passes depends on the sign of x, not on the sign of the gradient
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return upstream > 0 ? upstream : 0; }
= /.Q2X..Q2X.QIq.6-iQIq.6-iQIq.6-i
& 1,4,-Wjb4 1,6,fp3Ug 1,9,iyQpu 1,11,_HVV0 1,13,kIZOz 1,14,nRpaX
where x < 0 the result is 0 whatever x is: no gradient passes there
  x > 0 ? upstream : 0 => upstream
= /......QIqNvT6-iQIqNvT6-iQIqNvT6-i
relu of a negative number is 0, not its absolute value
  { return x > 0 ? x : 0; } => { return x > 0 ? x : -x; }
  { return x > 0 ? upstream : 0; } => { return x > 0 ? upstream : -upstream; }
= ...n9lEtz/......NvTQIq4AoNvTQIq4AoNvTQIq4Ao
& 1,5,UvcvL 1,6,HP-GU 0,7,_mZyw 0,10,j4J81 0,12,mYpzY 1,14,RPYjK 1,15,685av
at x = 0 this course takes the derivative 0, as PyTorch does: ask for x > 0, not x >= 0
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return x >= 0 ? upstream : 0; }
= /......QIqNvT6-i......
& 1,9,6oCRG 1,11,oJ5Yu 1,13,vo5dO 1,14,O0cgv
what is above 0 passes, 0.5 too: ask for x > 0
  return x > 0 ? upstream => return x >= 1 ? upstream
= /...Q2XQ2XQ2X.........
& 1,9,fye8O 1,11,a1n6O 1,13,eqNBy 1,14,txn_x
the result of relu is x itself where x > 0, not 1
  0 ? x : 0 => 0 ? 1 : 0
= -IP-IP.../
& 0,11,DWL_b
that is relu of a product: the derivative of relu, 0 or 1, is multiplied by upstream
  x > 0 ? upstream : 0 => relu(x * upstream)
= /j5OQ2X-xVvQ9Q2XKxM....d8Y..t3e.
the gradient passes where x > 0: yours passes on the other side
  upstream : 0 => 0 : upstream
= /Q2XQ2XQ2XQ2XQ2XQ2XQIqNvT6-iQIqNvT6-iQIqNvT6-i
& 1,14,Kuu2z 1,15,8rhse
your result has lost its fraction: take double, not int
  0 ? x : 0 => 0 ? static_cast<int>(x) : 0
= NXvQ2X.../
& 0,11,2k-Du 0,12,szTaE
relu of a negative number is 0, not a small part of it
  { return x > 0 ? x : 0; } => { return x > 0 ? x : 0.01 * x; }
  { return x > 0 ? upstream : 0; } => { return x > 0 ? upstream : 0.01 * upstream; }
= ...9bR-Ci/......Aw-Fwmu2nAw-Fwmu2nAw-Fwmu2n
& 0,12,VPBsv 1,14,DSQpd 1,15,_KiSd
relu of x > 0 is x: yours is at most 1
  x > 0 ? x => x > 1 ? 1 : x > 0 ? x
= -IP..../
where x < 0 no gradient passes: yours hands on a half of it
  { return x > 0 ? upstream : 0; } => { return x > 0 ? upstream : upstream / 2; }
= /......vQ9sDCKxMvQ9sDCKxMvQ9sDCKxM
& 1,14,kng_N 1,15,Po4U4
whether a gradient passes depends on the sign of x, not on that of x * upstream
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return x * upstream > 0 ? upstream : 0; }
= /.Q2X..Q2X.....NvT..NvT.
& 1,15,ilZXT
the gradient passes where x > 0: yours passes where x < 0
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return x < 0 ? upstream : 0; }
= /Q2XQ2XQ2XQ2XQ2XQ2X...QIqNvT6-iQIqNvT6-i
~ relu: your numbers are those of "return x < 0 ? x : 0": is this the right operator? = Q2XQ2X.Bip1i_/	~ relu: your numbers are those of "return x > 1 ? x : 0": is this the right number? = .Q2X.../	~ relu: your numbers are those of "return x > 0 ? x : 1": is this the right number? = ..-IP-IP-IP/	~ relu_backward: your numbers are those of "return x > 0 ? upstream : 1": is this the right number? = /......-IP-IP-IP-IP-IP-IP-IP-IP-IP
)~";
