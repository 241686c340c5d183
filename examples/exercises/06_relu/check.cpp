#include "exercises/support/judge.h"
#include HOLO_ANSWER

using exercise::Measured;
using exercise::shown;

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("relu", [](Measured& got) {
    for (double x : {8.25, 0.5, 0.0, -2.0, -0.3})
      got.add("relu(" + shown(x) + ")", answer::relu(x));
  });
  all.group("relu_backward", [](Measured& got) {
    for (double x : {8.25, 0.5, 0.0, -2.0, -0.3}) {
      for (double upstream : {5.0, -5.0, 0.7}) {
        got.add("relu_backward(" + shown(x) + ", " + shown(upstream) + ")",
                answer::relu_backward(x, upstream));
      }
    }
  });
  all.judge();
}

HOLO_EXERCISE("06_relu", check, R"~(
you give the derivative alone: multiply it by the upstream gradient
  0 ? upstream : 0 => 0 ? 1 : 0
the derivative of relu where x > 0 is 1, not x
  0 ? upstream : 0 => 0 ? x * upstream : 0
whether a gradient passes depends on the sign of x, not on the sign of the gradient
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return upstream > 0 ? upstream : 0; }
where x < 0 the result is 0 whatever x is: no gradient passes there
  x > 0 ? upstream : 0 => upstream
relu of a negative number is 0, not its absolute value
  { return x > 0 ? x : 0; } => { return x > 0 ? x : -x; }
  { return x > 0 ? upstream : 0; } => { return x > 0 ? upstream : -upstream; }
at x = 0 this course takes the derivative 0, as PyTorch does: ask for x > 0, not x >= 0
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return x >= 0 ? upstream : 0; }
what is above 0 passes, 0.5 too: ask for x > 0
  return x > 0 ? upstream => return x >= 1 ? upstream
the result of relu is x itself where x > 0, not 1
  0 ? x : 0 => 0 ? 1 : 0
that is relu of a product: the derivative of relu, 0 or 1, is multiplied by upstream
  x > 0 ? upstream : 0 => relu(x * upstream)
the gradient passes where x > 0: yours passes on the other side
  upstream : 0 => 0 : upstream
your result has lost its fraction: take double, not int
  0 ? x : 0 => 0 ? static_cast<int>(x) : 0
relu of a negative number is 0, not a small part of it
  { return x > 0 ? x : 0; } => { return x > 0 ? x : 0.01 * x; }
  { return x > 0 ? upstream : 0; } => { return x > 0 ? upstream : 0.01 * upstream; }
relu of x > 0 is x: yours is at most 1
  x > 0 ? x => x > 1 ? 1 : x > 0 ? x
where x < 0 no gradient passes: yours hands on a half of it
  { return x > 0 ? upstream : 0; } => { return x > 0 ? upstream : upstream / 2; }
whether a gradient passes depends on the sign of x, not on the sign of x * upstream
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return x * upstream > 0 ? upstream : 0; }
the gradient passes where x > 0: yours passes where x < 0
  (double x, double upstream) { return x > 0 ? upstream : 0; } => (double x, double upstream) { return x < 0 ? upstream : 0; }
right relu
 8.25 0.5 0 0 0
right relu_backward
 5 -5 0.7 5 -5 0.7 0 0 0 0 0 0 0 0 0
= /-IP-IP-IP-IP-IP-IP......... /2z6cThLN1vQ9sDCKxM......... /.Q2X..Q2X.QIq.6-iQIq.6-iQIq.6-i /......QIqNvT6-iQIqNvT6-iQIqNvT6-i ...n9lEtz/......NvTQIq4AoNvTQIq4AoNvTQIq4Ao /......QIqNvT6-i...... /...Q2XQ2XQ2X......... -IP-IP.../ /2z6Q2XLN1vQ9Q2XKxM....d8Y..t3e. /Q2XQ2XQ2XQ2XQ2XQ2XQIqNvT6-iQIqNvT6-iQIqNvT6-i 4u9Q2X.../ ...9bR-Ci/......Aw-Fwmu2nAw-Fwmu2nAw-Fwmu2n -IP..../
= /......vQ9sDCKxMvQ9sDCKxMvQ9sDCKxM /.Q2X..Q2X.....NvT..NvT. /Q2XQ2XQ2XQ2XQ2XQ2X...QIqNvT6-iQIqNvT6-i
& 1,0,1,crK6N 1,0,2,KQwlc 1,0,4,BSBjw 1,0,5,UOD7i 1,0,6,CMENt 1,0,11,W2-gy 1,0,13,TSfU8 1,0,14,Ign-S 1,0,15,Ne_xb 1,1,2,EUfaF 1,1,4,yQuH7 1,1,6,kQz3X 1,1,11,ysBpH 1,1,13,QUvIH 1,1,14,k6S_2 1,1,15,HBO6w 1,2,4,-Wjb4 1,2,6,fp3Ug 1,2,9,iyQpu 1,2,11,_HVV0 1,2,13,kIZOz 1,2,14,nRpaX 1,4,5,UvcvL 1,4,6,HP-GU 0,4,7,_mZyw 0,4,10,-Zbin 0,4,12,mYpzY 1,4,14,RPYjK 1,4,15,685av 1,5,9,6oCRG 1,5,11,oJ5Yu
& 1,5,13,vo5dO 1,5,14,O0cgv 1,6,9,fye8O 1,6,11,a1n6O 1,6,13,eqNBy 1,6,14,txn_x 0,7,11,DWL_b 1,9,14,Kuu2z 1,9,15,8rhse 0,10,11,nDI3_ 0,10,12,szTaE 0,11,12,VPBsv 1,11,14,DSQpd 1,11,15,_KiSd 1,13,14,kng_N 1,13,15,Po4U4 1,14,15,ilZXT
~ operator relu: return x < 0 ? x : 0 = #nFgca/	number relu: return x > 1 ? x : 0 = #4euPp/	number relu: return x > 0 ? x : 1 = #_D8pR/	number relu_backward: return x > 0 ? upstream : 1 = /#lmlss
)~")  // measured: a474606779f4
