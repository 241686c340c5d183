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
const std::vector<Op> program = {{'n', -1, -1, 1.3}, {'n', -1, -1, -0.7}, {'n', -1, -1, 2.1},
                                 {'*', 1, 0, 0},     {'+', 3, 2, 0},      {'*', 4, 1, 0},
                                 {'*', 5, 5, 0},     {'+', 6, 0, 0},      {'*', 7, 4, 0},
                                 {'*', 8, 2, 0},     {'+', 9, 3, 0},      {'*', 10, 0, 0}};
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
the derivative of x * y for x is y, not x
  y.data(), x => x.data(), y
a number passes its gradient on before all its uses have added to it: visit each number once, after everything that was made of it
  place, y.data(), x.data()}); } void backward(Number loss) { => place, y.data(), x.data()}); } void send(int place) { const Node node = at(place); if (node.a >= 0) { at(node.a).grad += node.grad * node.da; send(node.a); } if (node.b >= 0) { at(node.b).grad += node.grad * node.db; send(node.b); } } void backward(Number loss) {
  for (size_t i = tape.size(); i-- > 0;) { const Node& node = tape[i]; if (node.a >= 0) at(node.a).grad += node.grad * node.da; if (node.b >= 0) at(node.b).grad += node.grad * node.db; } => send(loss.place);
no gradient begins at the loss: d(loss) / d(loss) is 1
  at(loss.place).grad = 1; =>
the first number of the tape has place 0, and gets a gradient as the others do: only -1 is no place
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
 1.3 -0.7 2.1 -0.9099999999999999 1.1900000000000002 -0.8330000000000001 0.6938890000000001 1.9938890000000002 2.3727279100000005 4.9827286110000015 4.072728611000001 5.294547194300002 -0.05093702599999972 7.250858485 12.316497193000004 10.531950910000003 9.231950910000002 -5.412334200000002 3.248700000000001 3.248700000000001 2.7300000000000004 1.3 1.3 1 -1.1771668999999998 2.0369444999999997
 3.381667 3.381667 3.381667 -1.9825400000000004 1.1900000000000002 1.1900000000000002 1 0 0 0 -1.1771668999999998 2.0369444999999997 3.381667 3.381667 3.381667 -1.9825400000000004 1.1900000000000002 1.1900000000000002 1 0 0 0 0.48999999999999994 0.28000000000000025 -0.7 -0.7 -0.7 1 0 0 0 0 0 0
right a number after its use
 10 3 2 1
= ............pdJ9CdFC3FC3FC3M7C......Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../ ............rq-s9FlQrshusUbM7C......aXjfrNnuTnuTnuTkj-......aXjfrNnuTnuTnuTkj-.......aXj........../ ............rq-Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XnuTQ2XQ2X.....Q2XQ2XQ2XQ2XnuTQ2XQ2X.....Q2XaXjQ2XQ2X......../.Q2XQ2X.
= ........................6GDucWxKiJZGuawAOX16NyNMzpARv5N9L-IPZf-keYNSTyjWKIOryD2svpzjxivdXERv5-IP6zSvriQZgBVnCnld3_V-sPFpQ7zFnE9Ch-IP/ ........................I2SUn0MlSFfvGzBk1Nx6G1jE.shushu-IP-fb08SVHGHMxYl9airibkY4l.shushu-IPstcDr3iSzbnMr5M.ibkY4l-IPshushu-IP/
= ............VeUHIrHHnn9lhciNTT-IPaXjcjq-IP..VeUHIrHHnn9lhciNTT-IP.5cU-IPshu.VeUHIrHHnn9lhciNTT-IP.5cU-IPshu.VeUHIrHHnn9lhci7L_-IPaXjcjq-IPshu./ ............GOuOgSZ6I3gZn6RoizsgasgaDBmrq-rq-.KTYViwYT1YT1YT1nFinuTnuT....KTYViwYT1YT1YT1nFinuTnuT....HvXQTcaXjaXjaXj......./.n9lNXv. ............9pq0NTeyOZNS-Jd.......go-L0oyvmyvmuoU.......go-L0oyvmyvmuoU.................../
= ............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X....../.Q2XQ2XQ2X ............Q2X...........Q2X...........Q2X...........Q2X.........../ ........................d62Yk0FbdvQaIM_8A8zxLzxL0Osshushu-IPd62Yk0FbdvQaIM_8A8zxLzxL0Osshushu-IPd62Yk0FbdvQaIM_8A8zxLzxL0Osshushu-IP/
= ............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2X......./.Q2XQ2XQ2X ........................jPUnBEoLx6HPTXKk1NQLwQLwzpARv5N9L-IPL_Mgz5CvN2CiZMKAOXmpEmpExivdXERv5-IP42PqZ9pn9VFIq0-6fOXibZytQ7zFnE9Ch-IP/ ............zxL1iZFC3dKtFC3M7C......aXjcQH4mI4mI4mIkj-......aXjcQH4mI4mI4mIkj-......Q2XZve........../..Q2X.
= ............gKUtjNsBhhkKePEVA5KG8Lw_iugb0K..Bz8L46TgURCjBrbzTU9KL.....Bz8L46TgURCjBrbzTU9KL.....B02bosooTtBD......../.4HMyQAI1C ............1TkSu_WbeGofthkgnY7zt7zt-dEbcnbcnrAQd_2BohZpKZpKZpKML0SX3SX3ZyR...d_2BohZpKZpKZpKML0SX3SX3ZyR...-V77ebMIUMIUMIUprl....../.PMnBBud8Y
= ............ly5PgtvEEl-Iw5hHjFnuTSX3cJwrq-bcn.ly5PgtvEEl-Iw5hHjFnuTSX3CRRrq-bcn.ly5PgtvEEl-Iw5hHjFnuTSX3CRRrq-bcn.ly5PgtvEEl-Iw5hr16nuTSX3cJwrq-bcn./.4HMyQAd8Y ...0W5IYzn9lI1CUaD4u9XJiLYXyQAL1Iwz82zUsqC29HATbP-7P-7....KLZM4yx__x__x__tRDIYzIYz....KLZM4yx__x__x__tRDIYzIYz.....y0H........../Ife...
= ............mtTodlOYrE1Cwc3.2Gy.BpQ.wag.2kWUqhDuDDuDPa_fHe.0Dn....2kWUqhDuDDuDPa_fHe.0Dn....MywZyu..6-i......./...cRT /.Q2XQ2X. ............D8_pA_mc0m9ZuokM7C......hft8G7jcFjcFjcFkj-......hft8G7jcFjcFjcFkj-................../ ...............Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X...Q2XQ2XQ2XQ2XQ2XQ2X......Q2XQ2XQ2XQ2XQ2XQ2X......Q2XQ2XQ2X....../
= ............Q2Xr0aQ2XahnNQRxiQcWlQtPMqus9i3IM.Q2XlF1Q2XOPnqmRE_ioLM0jd....Q2XlF1Q2XOPnqmRE_ioLM0jd....Q2XbiMQ2X2zEG76......./.d8YQ2XQ2X
& 0,0,2,Ctl8Y 0,0,3,EgLcQ 0,0,4,Vy-z1 0,0,6,0EIkw 0,0,13,A6bkO 0,0,14,0mu3A 0,0,15,ZnvJJ 0,0,17,qG0y3 0,0,21,NNXhB 0,1,3,dE1w2 0,1,6,elqgj 0,1,10,Lw6Mq 0,1,12,ErpWM 0,1,13,NcpYC 0,1,14,crhNA 0,1,15,sfjom 0,1,17,mwPb- 0,1,21,9rlde 0,2,3,zxrM1 0,2,6,c8Vj2 0,2,9,WfVN3 0,2,10,3ou9j 0,2,12,Y043j 0,2,13,63EPO 1,2,14,NoK81 0,2,15,Cdlyn 1,2,15,GeaJT 0,2,17,ShGIq 1,2,17,weSaa 0,2,18,jRDu1 1,2,18,Y_GOR
& 0,2,19,WSZsN 1,2,19,fTKjG 0,2,21,mJFcl 0,2,22,_o97o 0,3,5,Lk9tY 0,3,6,MrTpX 0,3,7,SY6eD 0,3,9,ABDHy 0,3,10,GuzFF 0,3,11,Ll3iw 0,3,13,9HOkp 0,3,14,8BVdU 0,3,15,tbfyL 0,3,16,7lUQa 0,3,17,8TYOc 0,3,18,ncrp0 0,3,20,f6BBX 0,3,21,D-Qv5 0,3,22,PTzK7 0,4,5,jvSGd 0,4,6,jDcb- 0,4,9,u306q 0,4,10,HijCb 0,4,13,gYSfJ 0,4,14,o3jkO 0,4,15,fvCMH 0,4,16,gwP4c 0,4,17,Vpu_T 0,4,18,EP_v8 0,4,20,V-N6o 0,4,22,FFgkP
& 0,5,6,k8QKp 0,5,8,zenh4 0,5,10,Ui7Tm 0,5,12,XeWAF 0,5,13,cQLvC 0,5,14,smlz4 1,5,14,vWKzY 0,5,15,skhBr 0,5,17,OSKUw 0,5,21,RoOcE 0,6,7,P8e_g 0,6,9,NP0EL 0,6,10,0Y8Om 0,6,12,mfuRT 0,6,14,9g6W2 1,6,14,3gVN9 0,6,15,gsX8B 1,6,15,c1qPG 0,6,16,ZKDlg 1,6,16,Rl7tq 0,6,17,9cMu1 1,6,17,5hR9I 0,6,18,lmrsP 1,6,18,RCaVX 0,6,20,pv1m9 0,6,21,lGRRG 0,7,10,a7VEZ 0,7,12,acL4Q 0,7,13,PrD4I 0,7,14,qdsix 0,7,15,7mP8S
& 0,7,17,LvQZV 0,8,16,7K7rp 0,8,17,Sy4m5 1,8,17,WHijo 0,9,10,WHEmP 0,9,12,J3ukg 0,9,13,GSFcV 0,9,14,k5bMy 0,9,15,WRb-8 0,9,17,qKG06 0,9,20,U7rin 0,9,21,4jge8 0,9,22,zDTl8 0,10,11,Mgumj 0,10,12,dM9KH 0,10,13,VPBQp 0,10,14,j04Lq 0,10,16,-L_2B 0,10,17,jvGn0 0,10,18,m3j_H 0,10,20,CPZD0 0,10,21,YrOrI 0,10,22,SRotN 0,11,15,G_oz4 0,11,17,bTxiS 0,11,21,VOujW 0,12,13,XAS8K 0,12,14,F5rNV 0,12,15,9xU81
& 0,12,16,HBcHc 0,12,17,0upWJ 0,12,18,IZwf8 0,12,20,YQV9X 0,12,22,lQ0uh 0,13,14,SQ4zy 1,13,14,gnnbz 0,13,15,lJ-IJ 1,13,15,rqetz 0,13,16,yA3lc 1,13,16,I__eC 0,13,17,75vCn 1,13,17,sqvBu 0,13,18,ZjdLZ 1,13,18,F8PI0 0,13,21,qx3bP 0,13,22,LBTLz 1,13,22,7kbbN 0,14,15,iatuf 1,14,15,PkcFH 0,14,16,s-9eu 1,14,16,7XzvC 0,14,17,G04DB 1,14,17,4mNRM 0,14,18,8ccI- 1,14,18,aMxyM 0,14,20,LCwPc 0,14,21,-XuSh
& 0,14,22,RyDy1 1,14,22,VBUf0 0,15,16,FBL58 0,15,17,HffTV 1,15,17,Tuaj7 0,15,18,vY_gc 1,15,18,T0ySc 0,15,20,Q2LIx 0,15,21,aEKrq 0,15,22,A6P8H 1,15,22,XYR62 0,16,17,dTuwb 1,16,17,-4s4_ 0,16,21,gkUpF 0,17,18,srhMq 1,17,18,xgGZW 0,17,20,NaVfQ 0,17,21,RqG56 0,17,22,Dasha 1,17,22,GzviE 0,18,21,JS3V6 0,20,21,wM6KW 0,20,22,PJWOP 0,21,22,DpeSM
~ operator : x.data() - y.data(), 0, x.place, y.place, 1, 1 = #3IGLa/#l71a9	operator : x.data() * y.data(), 0, x.place, y.place, 1, 1 = #X2hKc/#bj5_U	missing : x.data(), 0, x.place, y.place, 1, 1 = #G5K8H/#xTaaM	missing : y.data(), 0, x.place, y.place, 1, 1 = #ZZFzA/#lJyg4	number : x.data() + y.data(), 0, x.place, y.place, 0, 1 = #FggeY/#TlQ7L
~ number : x.data() + y.data(), 0, x.place, y.place, 2, 1 = #Py69h/#vs8Sk	number : x.data() + y.data(), 0, x.place, y.place, 1, 0 = #HrIqc/#S4yMj	number : x.data() + y.data(), 0, x.place, y.place, 1, 2 = #dwh7P/#d2wf-	operator : x.data() / y.data(), 0, x.place, y.place, y.data(), x.data() = #iuFBN/#0Iho5	operator : x.data() - y.data(), 0, x.place, y.place, y.data(), x.data() = #l1gVf/#TmYA1
~ missing : x.data(), 0, x.place, y.place, y.data(), x.data() = #0bR_g/#xTaaM	missing : y.data(), 0, x.place, y.place, y.data(), x.data() = #Lpr2s/#1d2Kc	number backward: for (Node& node : tape) node.grad = 1 = #ZRHUi/#ILoEY	number backward: at(loss.place).grad = 2 = #iV_S7/#brDKc	operator backward: if (node.a > 0) at(node.a).grad += node.grad * node.da = /#hkNOx
~ operator backward: if (node.a >= 0) at(node.a).grad = node.grad * node.da = #aF_CT/	operator backward: if (node.a >= 0) at(node.a).grad -= node.grad * node.da = #tnVeF/#GyynK	operator backward: if (node.a >= 0) at(node.a).grad *= node.grad * node.da = #BkVSy/#TlQ7L	operator backward: if (node.a >= 0) at(node.a).grad += node.grad + node.da = #KcQCc/#E4_Wm
~ operator backward: if (node.a >= 0) at(node.a).grad += node.grad / node.da = #Af4fm/#eyIa7	operator backward: if (node.a >= 0) at(node.a).grad += node.grad - node.da = #w-3z4/#hGHZm	missing backward: if (node.a >= 0) at(node.a).grad += node.grad = #gffPP/#SpK92	missing backward: if (node.a >= 0) at(node.a).grad += node.da = #rv_vX/
~ operator backward: if (node.b >= 0) at(node.b).grad = node.grad * node.db = #oNZZa/	operator backward: if (node.b >= 0) at(node.b).grad -= node.grad * node.db = #Dg2qo/#71ZKt	operator backward: if (node.b >= 0) at(node.b).grad *= node.grad * node.db = #IAtO3/#hrCRP	operator backward: if (node.b >= 0) at(node.b).grad += node.grad + node.db = #nxd1q/#PAnUf
~ operator backward: if (node.b >= 0) at(node.b).grad += node.grad / node.db = #rogvw/#Q8xbC	operator backward: if (node.b >= 0) at(node.b).grad += node.grad - node.db = #eI4m9/#79bRW	missing backward: if (node.b >= 0) at(node.b).grad += node.grad = #Tv3y3/#jZ-AT
)~")  // measured: 47611d482928
