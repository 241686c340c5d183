#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::number;
using answer::Number;
using exercise::Measured;

struct Op {
  char kind;  // n: a number, +, *
  int a, b;
  double value;
};

// Numbers are used once, twice and squared. After loss 11, the last, come two calls for the same
// one in the middle, then one before it.
const std::vector<Op> program = {{'n', -1, -1, -0.7}, {'*', 0, 0, 0}, {'n', -1, -1, 2.1},
                                 {'*', 1, 0, 0},      {'+', 3, 2, 0}, {'*', 4, 1, 0},
                                 {'*', 5, 5, 0},      {'+', 6, 0, 0}, {'*', 4, 7, 0},
                                 {'*', 8, 2, 0},      {'*', 9, 3, 0}, {'*', 10, 0, 0}};
const int losses[] = {11, 8, 8, 5};

// Twelve numbers, each made of two that are before it; backward is called for four losses of them.
void measure_program(Measured& got) {
  std::vector<Number> made;
  answer::tape.clear();
  for (const Op& op : program) {
    const auto at = [&](int place) { return made[static_cast<size_t>(place)]; };
    const std::string place = std::to_string(made.size());
    const std::string a = "n" + std::to_string(op.a), b = "n" + std::to_string(op.b);
    made.push_back(op.kind == 'n'   ? number(op.value)
                   : op.kind == '+' ? at(op.a) + at(op.b)
                                    : at(op.a) * at(op.b));
    got.add(op.kind == 'n' ? "n" + place : "n" + place + " = " + a + " " + op.kind + " " + b,
            made.back().data());
  }
  std::string calls = "backward";
  for (int loss : losses) {
    calls += "(n" + std::to_string(loss) + ")";
    backward(made[static_cast<size_t>(loss)]);
    for (size_t i = 0; i < made.size(); ++i) {
      got.add("after " + calls + ": the gradient of n" + std::to_string(i), made[i].grad());
    }
    calls += ", ";
  }
}

// loss = x * y + z. On the tape z, which is made of nothing, is after x * y, as a weight may be.
void measure_chain(Measured& got) {
  answer::tape.clear();
  const Number x = number(2), y = number(3), product = x * y, z = number(4);
  const Number loss = product + z;
  backward(loss);
  const std::string where = "loss = x * y + z at (2, 3, 4), z made after x * y: ";
  got.add(where + "the loss", loss.data());
  got.add(where + "d(loss)/dx", x.grad());
  got.add(where + "d(loss)/dy", y.grad());
  got.add(where + "d(loss)/dz", z.grad());
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("a program of twelve numbers", measure_program);
  all.group("a number after its use", measure_chain);
  all.judge();
}

HOLO_EXERCISE("01_engine", check, R"~(
your gradient is overwritten where a number is used twice: add to it with +=
  grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node => grad = node.grad * node.da; if (node.b >= 0) at(node.b).grad = node
or
  size_t i = tape.size(); i-- > 0; => int i = loss.place; i >= 0; --i
  node = tape[i]; => node = at(i);
  grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node => grad = node.grad * node.da; if (node.b >= 0) at(node.b).grad = node
only the last use of a number gives it a gradient: add the gradients of all its uses
  (node.a >= 0) at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node => (node.a >= 0 && at(node.a).grad == 0) at(node.a).grad = node.grad * node.da; if (node.b >= 0 && at(node.b).grad == 0) at(node.b).grad = node.grad * node
you follow the tape in the order of creation: begin at the loss and go back to the first number
  tape.size(); i-- > 0; => 0; i < tape.size(); ++i
the gradients of the call before are still there: set all of them to 0 when backward begins
  for (Node& node : tape) node.grad = 0; =>
the gradients of the call before are still there, also in numbers made after the loss: set all of the tape to 0 when backward begins
  for (Node& node : tape) node.grad = 0; =>
  size_t i = tape.size(); i-- > 0; => int i = loss.place; i >= 0; --i
  node = tape[i]; => node = at(i);
a gradient is multiplied by the gradient of the result, not only by the local derivative: grad += node.grad * node.da
  node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node => node.da; if (node.b >= 0) at(node.b).grad += node
or
  size_t i = tape.size(); i-- > 0; => int i = loss.place; i >= 0; --i
  node = tape[i]; => node = at(i);
  node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node => node.da; if (node.b >= 0) at(node.b).grad += node
the derivative of x * y for x is y, not x
  y.data(), x => x.data(), y
a number passes its gradient on before all its uses have added to it: visit each number once, after everything that was made of it
  place, y.data(), x.data()}); } void backward(Number loss) { => place, y.data(), x.data()}); } void send(int place) { const Node node = at(place); if (node.a >= 0) { at(node.a).grad += node.grad * node.da; send(node.a); } if (node.b >= 0) { at(node.b).grad += node.grad * node.db; send(node.b); } } void backward(Number loss) {
  for (size_t i = tape.size(); i-- > 0;) { const Node& node = tape[i]; if (node.a >= 0) at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node.db; } => send(loss.place);
no gradient begins at the loss: d(loss) / d(loss) is 1
  at(loss.place).grad = 1; =>
the first number of the tape has place 0, and gets a gradient as the others do: only -1 is no place
  (node.a >= 0) at => (node.a > 0) at
  (node.b >= 0) at => (node.b > 0) at
the gradient 1 belongs to the loss, which need not be the last number of the tape
  at(loss.place).grad = 1 => tape.back().grad = loss.place >= 0 ? 1 : 0
the loss has its gradient 1, but hands nothing on: begin with the loss itself, and change the nodes of the tape, no copies of them (Node& node)
  at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node.db; => { Node a = at(node.a); a.grad += node.grad * node.da; } if (node.b >= 0) { Node b = at(node.b); b.grad += node.grad * node.db; }
numbers made after the loss keep the gradients of the call before, and hand them on: set all of the tape to 0
  (Node& node : tape) node.grad => (int i = 0; i <= loss.place; ++i) at(i).grad
the second number of a product gets no gradient: the derivative for y is x
  * y.data(), 0, x.place, y.place, y.data(), x.data()}); => * y.data(), 0, x.place, y.place, y.data(), 0});
the derivatives of x + y are 1 and 1: yours are values
  x.data() + y.data(), 0, x.place, y.place, 1, 1}); => x.data() + y.data(), 0, x.place, y.place, x.data(), y.data()});
the gradient of the loss for itself is 1, not its value
  grad = 1; => grad = at(loss.place).data;
what a number hands on is its gradient times the local derivative: yours is its value times it
  grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad => data * node.da; if (node.b >= 0) at(node.b).grad += node.data
your product adds
  () * y.data => () + y.data
a gradient is added to what is there: yours is subtracted
  grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node => grad -= node.grad * node.da; if (node.b >= 0) at(node.b).grad -= node
the loop ends at a number that is made of nothing: others are before it on the tape
  if (node.a >= 0) at(node.a) => if (node.a < 0) break; at(node.a)
in x * x the same number is both a and b: it gets a gradient through each, yours leaves the second out
  (node.b >= 0) at(node.b) => (node.b >= 0 && node.b != node.a) at(node.b)
a number keeps its gradient when it has handed it on: yours is set to 0 again
  const Node => Node
  grad * node.db; => grad * node.db; if (node.a >= 0) node.grad = 0;
what goes through db belongs to the number b: yours is added to the number a
  (node.b).grad => (node.a).grad
right a program of twelve numbers
 -0.7 0.48999999999999994 2.1 -0.3429999999999999 1.7570000000000001 0.86093 0.7412004648999999 0.041200464899999956 0.07238921682929993 0.15201735534152985 -0.052141952882144724 0.036499367017501304 -1.9455503960012783 2.216849170896868 0.7855957101824017 0.6618029104826159 0.7682150592216868 1.5253905567641997 0.8858969699999998 0.8858969699999998 0.5042099999999998 0.24009999999999992 -0.7 1
 -3.444958617387001 4.248945214850001 1.5236013946999998 1.5236013946999998 1.5236013946999998 3.02530802 1.7570000000000001 1.7570000000000001 1 0 0 0 -3.444958617387001 4.248945214850001 1.5236013946999998 1.5236013946999998 1.5236013946999998 3.02530802 1.7570000000000001 1.7570000000000001 1 0 0 0 -1.7395 1.4140000000000001 0.48999999999999994 0.48999999999999994 0.48999999999999994 1 0 0 0 0 0
 0
right a number after its use
 10 3 2 1
= ............FIXDnQT2NT2NT2NmWV......Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../ ............FIXDnQT2NT2NT2NmWV......sIHy5Rq1Iq1Iq1IRrM......sIHy5Rq1Iq1Iq1IRrM......gysWU-........../ ............OZNzz4pcR2L69FhmWV......Nu6tl-I59I59I59RrM......Nu6tl-I59I59I59RrM......gysNu6........../
= ............OZNQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XI59Q2XQ2X.....Q2XQ2XQ2XQ2XI59Q2XQ2X.....Q2XNu6Q2XQ2X......../.Q2XQ2X. ........................ZsAIC5kzdfr7TqecHEvvbHDWoqwxuRt0W-IPd078jgyymFN1INAhH3blmTXJacnVXnM8l-IPX5Xq-jjR0_VpPjva5JFps9RR6Odg6MNVb-IP/ ........................5weZ07pnj3XidQDWVjXXVTZl.gys4Ao-IPZ__15kIsDghJNQhrXCh6u3LQ.gys4Ao-IPZTA_TIIUYYlZJuw.h6u3LQ-IPgys4Ao-IP/
= ............D8kGKkA3Nz4oPik577-IPNu6cjqWU-..D8kGKkA3Nz4oPik577-IP.5cUWU-4Ao.D8kGKkA3Nz4oPik577-IP.5cUWU-4Ao.D8kGKkA3Nz4oPikhUu-IPNu6cjqWU-4Ao./ ............D8kGKkA3Nz4oPik577-IPNu6cjqWU-..3iXGKk-IP-IPPik577-IP.....3iXGKk-IP-IPPik577-IP.....ZveGKk-IP-IP......../ ............Snz1UMUhN9YRbNWYD1HlwHlw8zARzIOZN.TfkyVfDg6Dg6Dg6HH7I59I59....TfkyVfDg6Dg6Dg6HH7I59I59....3-DztiNu6Nu6Nu6......./.n9lNXv.
= ............9e-5GRSsFPO4YKr.......NEJU4UvO2vO2Xaq.......NEJU4UvO2vO2Xaq.......muG.........../ ............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../.Q2XQ2XQ2X ............Q2X...........Q2X...........Q2X...........Q2X.........../.Q2X..
= ........................KkUqQa5HO-xRIskLnrZ1EZ1E4dDgys4Ao-IPKkUqQa5HO-xRIskLnrZ1EZ1E4dDgys4Ao-IPKkUqQa5HO-xRIskLnrZ1EZ1E4dDgys4Ao-IP/ ............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2X......./.Q2XQ2XQ2X
= ........................zJXzLluZN10fSfVWVjp0hp0hoqwxuRt0W-IP5gfaYKd3RHo8_FhcHEgUQgUQacnVXnM8l-IPKm8QqXz4tnV1UF8DYrC8qobo6Odg6MNVb-IP/ ............sMpOKf9Fh9Fh9FhQ2XQ2XQ2X....VSgWopI59I59I59Q2XQ2XQ2X....VSgWopI59I59I59Q2XQ2XQ2X....gysWU-........../..Q2X. ............wpwWh8meabpakD_0VBYZC.....chhCjO6t_X7yztDt8V_RQ.....chhCjO6t_X7yztDt8V_RQ.....DzJ18PgCI24x......../.4HMyQAI1C
= ............G19sHDmQNa4FdRpBBSWKIWKIYMpjTALxYmNrEx621MQ3SQ3SQ3SoCFfdGfdGxs_...Ex621MQ3SQ3SQ3SoCFfdGfdGxs_...dXxd-cGdOGdOGdOIGB....../.PMnBBud8Y ............c6KoPS8mBEy-O-NsNEI59fdGHPWNMXLxY.c6KoPS8mBEy-O-NsNEI59fdGRT2NMXLxY.c6KoPS8mBEy-O-NsNEI59fdGRT2NMXLxY.c6KoPS8mBEy-O-NckVI59fdGHPWNMXLxY./.4HMyQAd8Y
= .t0W.M8lQ2Xt0WNVbtcRtcRt0WtcR50C-gYkHBmxh0o54NiQ2XQ2XQ2X6_FcEH..cEHqyxtcRtcRtcRQ2XQ2XQ2X....cEHqyxtcRtcRtcRQ2XQ2XQ2X....biM2zEt0Wt0Wt0W......./Ife... ............pyB3EBIJJX1Di-R.ex2.mr_.6-i.hhei9-R1ZR1Z7pNrUg.CIS....hhei9-R1ZR1Z7pNrUg.CIS....Zh3-OQ..Myw......./...cRT ............F8_...........iKj...........iKj...........gys.........../.Q2XQ2X.
= ............itG-XzRdwS7Pr80mWV......-HOrP_LY3LY3LY3RrM......-HOrP_LY3LY3LY3RrM......RhK.........../ .............Q2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2X.Q2XQ2XQ2XQ2XQ2XQ2X....Q2X.Q2XQ2XQ2XQ2XQ2XQ2X....Q2X.Q2XQ2XQ2X....../ ............GwVQL6Q2XrjA2T2Q2XQ2XQ2XSu-7eendI.fy0NEyQ2XEkmjs4Q2XQ2XQ2X....fy0NEyQ2XEkmjs4Q2XQ2XQ2X....htGgZBQ2XjjN-rv......./.d8YQ2XQ2X
& 0,0,3,c0dOf 0,0,4,RhyRT 0,0,5,_MbZg 0,0,8,lPffy 0,0,15,2_7qt 0,0,16,v4cI- 0,0,17,2bPaK 0,0,19,oEy_z 0,0,23,grOF_ 0,1,8,oUnEO 0,1,12,cSJZ8 0,1,15,gQyJ- 0,1,16,cjntj 0,1,17,ZNb-F 0,1,19,2mNn1 0,1,23,GUcqk 0,2,4,qcpPj 0,2,8,Z_spF 0,2,12,mMYFO 0,2,14,AsVYP 0,2,16,c671H 0,2,17,0X8JF 0,2,19,ODrCw 0,2,23,tw4aq 0,3,4,TKTLj 0,3,8,X2ZQ8 0,3,11,lqhe8 0,3,12,BezVv 0,3,14,QqrTD 0,3,15,7-Idz 1,3,16,NoK81
& 0,3,17,GWVq2 1,3,17,GeaJT 0,3,19,HI8wY 1,3,19,weSaa 0,3,20,i_xrT 1,3,20,Y_GOR 0,3,21,WeM2L 1,3,21,fTKjG 0,3,23,FDhTQ 0,3,24,MNtlf 1,3,24,fTKjG 0,4,6,OKn9s 0,4,7,VyrSo 0,4,8,kl56h 0,4,9,Ku4kC 0,4,11,t_h2z 0,4,12,AcOUY 0,4,13,LuHMZ 0,4,15,UOhtH 0,4,16,jDUi1 0,4,17,gKjFR 0,4,18,bIPLh 0,4,19,GaF17 0,4,20,D2Zay 0,4,21,9k8GG 0,4,22,cMPTE 0,4,23,TGWQO 0,4,24,UYw-y 0,5,8,sUhqo 0,5,11,zzZej 0,5,12,vHq9Z
& 0,5,15,Sws9g 0,5,16,JuEy- 0,5,17,zkFqo 0,5,18,yJb0e 0,5,19,KL3rc 0,5,20,owtN_ 0,5,21,sduPA 0,5,22,OY7QM 0,5,24,qKGlx 0,6,8,wv_GW 0,6,10,j6y_c 0,6,12,viFv_ 0,6,14,1O4Xm 0,6,15,DCbRT 0,6,16,hThdc 1,6,16,vWKzY 0,6,17,qP6ys 0,6,19,fvj-h 0,6,21,IHSak 0,6,23,R5Wx- 0,7,8,xiWbh 0,7,10,_YiKD 0,7,12,vrXJv 0,7,14,9BCT_ 0,7,15,P0QJD 0,7,16,Qlbsh 1,7,16,vWKzY 0,7,17,4xZEN 0,7,19,zwv-e 0,7,21,NLSHk
& 0,7,23,7hanz 0,8,9,D3ijv 0,8,11,hu5qc 1,8,11,ueINM 0,8,12,KCVEg 0,8,14,I8d0w 0,8,16,X2_Cz 1,8,16,3gVN9 0,8,17,diMcg 1,8,17,c1qPG 0,8,18,yZFw3 1,8,18,Rl7tq 0,8,19,rISVw 1,8,19,5hR9I 0,8,20,GsJjS 1,8,20,RCaVX 0,8,21,3hHS4 0,8,22,eJOuU 0,8,23,5Ljpb 0,9,12,pw7SU 0,9,14,z_3Sd 0,9,15,Jj_vO 0,9,16,rvxUL 0,9,17,nvfap 0,9,19,kGVp- 0,10,18,-_EZv 0,10,19,VWreS 1,10,19,WHijo 0,11,12,-tRPw 0,11,14,tDu6S
& 0,11,15,fNYBg 1,11,15,RJgAZ 0,11,16,ELihV 1,11,16,VZA4u 0,11,17,EN0yS 1,11,17,bj-EY 0,11,19,jIYGE 1,11,19,4tBZv 0,11,22,Gbx8Q 0,11,23,Nf4R9 0,11,24,iq8LQ 1,11,24,xML3R 0,12,13,PdJ-o 0,12,14,GcZx_ 0,12,15,UN9UP 0,12,16,e80qm 0,12,18,pfC-9 0,12,19,-PDJW 0,12,20,pcM7e 0,12,21,2dQvy 0,12,22,0gUtn 0,12,23,OP-zV 0,12,24,K1UI7 0,13,17,71xnv 0,13,19,TOudj 1,13,19,WHijo 0,13,23,Hi8dO 0,14,15,0pBhJ
& 0,14,16,8reHX 0,14,17,b3co- 0,14,18,hABkq 0,14,19,LovYJ 0,14,20,uK25Z 0,14,21,wjI5m 0,14,22,hx_wq 0,14,24,o9ZK1 0,15,16,YcMtm 1,15,16,gnnbz 0,15,17,7PtIc 1,15,17,rqetz 0,15,18,rDcxf 1,15,18,I__eC 0,15,19,FxeJb 1,15,19,sqvBu 0,15,20,vagA5 1,15,20,F8PI0 0,15,21,fNYBg 0,15,23,9K_Hs 0,15,24,rtDeg 1,15,24,7kbbN 0,16,17,a--Z1 1,16,17,PkcFH 0,16,18,4RMvf 1,16,18,7XzvC 0,16,19,0ASN6 1,16,19,4mNRM
& 0,16,20,7RF3J 1,16,20,aMxyM 0,16,21,KGUjo 1,16,21,NoK81 0,16,22,xlKxW 0,16,23,AWOu_ 0,16,24,xFRqF 1,16,24,VBUf0 0,17,18,PtK-F 0,17,19,q2Auv 1,17,19,Tuaj7 0,17,20,MUNeZ 1,17,20,T0ySc 0,17,21,no3q- 1,17,21,GeaJT 0,17,22,s6pWV 0,17,23,V4Gwa 0,17,24,LZde_ 1,17,24,XYR62 0,18,19,i9dEa 1,18,19,-4s4_ 0,18,21,N7dnn 1,18,21,GeaJT 0,18,23,YUV9J 0,19,20,Rj38K 1,19,20,xgGZW 0,19,21,03mTu 1,19,21,weSaa
& 0,19,22,QjGyk 0,19,23,wzGAj 0,19,24,7HQE4 1,19,24,GzviE 0,20,21,oC1Jf 1,20,21,Y_GOR 0,20,23,U3udl 0,21,22,Z3iXh 0,21,23,3FKBV 0,21,24,is7to 1,21,24,fTKjG 0,22,23,a8XdA 0,22,24,IVJW0 0,23,24,4qyqz
~ operator : x.data() - y.data(), 0, x.place, y.place, 1, 1 = #aAZ9s/#l71a9	missing : x.data(), 0, x.place, y.place, 1, 1 = #99jw3/#xTaaM	missing : y.data(), 0, x.place, y.place, 1, 1 = #7aCZc/#lJyg4	number : x.data() + y.data(), 0, x.place, y.place, 0, 1 = #K-Qyf/#TlQ7L	number : x.data() + y.data(), 0, x.place, y.place, 2, 1 = #QmgBm/#vs8Sk
~ number : x.data() + y.data(), 0, x.place, y.place, 1, 0 = #jd9OA/#S4yMj	number : x.data() + y.data(), 0, x.place, y.place, 1, 2 = #iDIoQ/#d2wf-	operator : x.data() / y.data(), 0, x.place, y.place, y.data(), x.data() = #h_P9K/#0Iho5	missing : x.data(), 0, x.place, y.place, y.data(), x.data() = #QWt0l/#xTaaM	missing : y.data(), 0, x.place, y.place, y.data(), x.data() = #wNtnw/#1d2Kc
~ number backward: for (Node& node : tape) node.grad = 1 = #qATbr/#ILoEY	number backward: at(loss.place).grad = 2 = #u8s1u/#brDKc	operator backward: if (node.a > 0) at(node.a).grad += node.grad * node.da = #0i08G/#hkNOx	operator backward: if (node.a >= 0) at(node.a).grad = node.grad * node.da = #tr-j5/	operator backward: if (node.a >= 0) at(node.a).grad -= node.grad * node.da = #yf0Jn/#GyynK
~ operator backward: if (node.a >= 0) at(node.a).grad += node.grad + node.da = #Uvw9c/#E4_Wm	operator backward: if (node.a >= 0) at(node.a).grad += node.grad / node.da = #z8Zlw/#eyIa7	missing backward: if (node.a >= 0) at(node.a).grad += node.grad = #f4FZn/#SpK92	missing backward: if (node.a >= 0) at(node.a).grad += node.da = #ld8Y0/
~ operator backward: if (node.b > 0) at(node.b).grad += node.grad * node.db = #L8r7O/	operator backward: if (node.b >= 0) at(node.b).grad = node.grad * node.db = #MdvQJ/	operator backward: if (node.b >= 0) at(node.b).grad -= node.grad * node.db = #Sy11X/#71ZKt	operator backward: if (node.b >= 0) at(node.b).grad += node.grad + node.db = #qgpJP/#PAnUf
~ operator backward: if (node.b >= 0) at(node.b).grad += node.grad / node.db = #7ib9V/#Q8xbC	missing backward: if (node.b >= 0) at(node.b).grad += node.grad = #rXgiF/#jZ-AT	missing backward: if (node.b >= 0) at(node.b).grad += node.db = #tNDEU/
)~")  // measured: 2760502e646d
