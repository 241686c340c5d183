#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/project/freed_memory.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

// Inputs have the first places of a calculation, each step the next one.
struct Step {
  char operation;
  int a, b;
};
struct Calculation {
  std::string text;
  std::vector<double> inputs;
  std::vector<Step> steps;
  std::vector<std::string> names;
  int loss;
  int second_loss;  // of a second pass, -1 for none
};

const std::vector<Calculation> calculations = {
    {"loss = (x * y) * z + x",
     {1.7, -0.6, 2.3},
     {{'*', 0, 1}, {'*', 3, 2}, {'+', 4, 0}},
     {"x", "y", "z", "x * y", "(x * y) * z", "loss"},
     5,
     -1},
    {"u = x * w, v = u * u, t = v + u, loss = t * x, after = loss * u",
     {1.3, 0.45},
     {{'*', 0, 1}, {'*', 2, 2}, {'+', 3, 2}, {'*', 4, 0}, {'*', 5, 2}},
     {"x", "w", "u", "v", "t", "loss", "after"},
     5,
     3},
    {"s = x + x, r = y * s, loss = r + r * s, after = y + y",
     {0.35, -1.25},
     {{'+', 0, 0}, {'*', 1, 2}, {'*', 3, 2}, {'+', 3, 4}, {'+', 1, 1}},
     {"x", "y", "s", "r", "r * s", "loss", "after"},
     5,
     4}};

// One operation, with its gradients.
std::vector<double> calculated(Number (*operation)(Number, Number)) {
  static const Number x(0.7), y(-1.3);
  const Number z = operation(x, y);
  backward(z);
  return {z.data(), x.grad(), y.grad()};
}

void measure(Measured& got, const Calculation& calculation) {
  std::vector<Number> numbers;
  for (double input : calculation.inputs) numbers.push_back(Number(input));
  for (const Step& step : calculation.steps) {
    const Number a = numbers[static_cast<size_t>(step.a)], b = numbers[static_cast<size_t>(step.b)];
    numbers.push_back(step.operation == '*' ? a * b : a + b);
  }
  const std::string where = calculation.text + ": ";
  for (size_t i = 0; i < numbers.size(); ++i)
    got.add(where + calculation.names[i], numbers[i].data());
  std::string calls;
  for (int loss : {calculation.loss, calculation.second_loss}) {
    if (loss < 0) continue;
    const std::string& of = calculation.names[static_cast<size_t>(loss)];
    calls += (calls.empty() ? "backward(" : ", backward(") + of + ")";
    backward(numbers[static_cast<size_t>(loss)]);
    for (size_t i = 0; i < numbers.size(); ++i) {
      got.add(where + "after " + calls + ": d " + of + " / d " + calculation.names[i],
              numbers[i].grad());
    }
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  all.group("calculations", [](Measured& got) {
    for (const Calculation& calculation : calculations) measure(got, calculation);
  });
  const auto sum = [] { return calculated([](Number a, Number b) { return a + b; }); };
  const auto product = [] { return calculated([](Number a, Number b) { return a * b; }); };
  if (!project::keeps_no_reference(checks, {product, sum, product})) return;
  all.judge();
  if (!all.right()) return;
  // 2^40 ways lead from the loss to x: who walks each of them does not come back.
  const Number x(0.7);
  Number doubled = x + x;
  for (int i = 1; i < 40; ++i) doubled = doubled + doubled;
  backward(doubled);
  checks.equal("a number that was doubled 40 times: its gradient", x.grad(), 1099511627776.0);
}

HOLO_EXERCISE("stage_01_tape", check, R"~(
your gradient is overwritten where a number is used twice: each use adds its part
  grad += node.da * node.grad; if (node.b >= 0) tape[node.b].grad += node => grad = node.da * node.grad; if (node.b >= 0) tape[node.b].grad = node
only the last use of a number gives it a gradient: each use adds its part
  (node.a >= 0) tape[node.a].grad += node.da * node.grad; if (node.b >= 0) tape[node.b].grad += node.db * node => (node.a >= 0 && tape[node.a].grad == 0) tape[node.a].grad = node.da * node.grad; if (node.b >= 0 && tape[node.b].grad == 0) tape[node.b].grad = node.db * node
you begin at the end of the tape: begin at the loss, which need not be the last number
  tape[loss.place].grad => tape.back().grad
  list(loss.place, seen, order) => for (size_t i = 0; i < tape.size(); ++i) order.push_back(static_cast<int>(i))
only the numbers that the loss was made of get a gradient: begin with the loss and end with the oldest number, because a number needs its whole gradient before it hands it on
  std::reverse(order.begin(), order.end()); =>
a number hands on its local derivative alone: it is to be multiplied by the gradient of that number
  da * node.grad; if (node.b >= 0) tape[node.b].grad += node.db * node.grad; => da; if (node.b >= 0) tape[node.b].grad += node.db;
the gradients of an earlier pass are still there: what has to be done before a new one?
  for (Node& node : tape) node.grad = 0; =>
numbers that are younger than the loss keep the gradient of an earlier pass: it is 0 now
  (Node& node : tape) node.grad => (int i = 0; i <= loss.place; ++i) tape[i].grad
only the loss has a gradient: nothing is handed on. Does backward visit the loss itself, and does it change the numbers on the tape, not copies of them?
  (node.a >= 0) tape[node.a].grad += node.da * node.grad; if (node.b >= 0) tape[node.b].grad += node => (node.a < 0) continue; Node a = tape[node.a], b = tape[node.b]; a.grad += node.da * node.grad; b.grad += node
not even the loss has a gradient: d loss / d loss is no 0. Do you set it in the number itself and not in a copy?
  grad = 0; tape[loss.place].grad = 1; => grad = 0; Node last = tape[loss.place]; last.grad = 1;
each factor of a product gets its own value as the local derivative: if x grows, how fast does x * y grow?
  b.data(), b, a => a.data(), b, b
both factors of a product get the same local derivative, the second factor
  b, a.data() => b, b.data()
the first number of the tape gets no gradient: place 0 is a place as any other
  (node.a >= 0) tape[node.a].grad += node.da * node.grad; if (node.b >= 0) tape => (node.a > 0) tape[node.a].grad += node.da * node.grad; if (node.b > 0) tape
a number hands its gradient on each time that a part arrives, so the first parts are counted twice: once is enough, when all have arrived
  b, a.data()); } void list(int place, std::vector<bool>& seen => b, a.data()); } void send(int place) { const Node node = tape[place]; if (node.a < 0) return; tape[node.a].grad += node.da * node.grad; send(node.a); tape[node.b].grad += node.db * node.grad; send(node.b); } void list(int place, std::vector<bool>& seen
  ::reverse(order.begin(), order.end()); for (int place : order) { => ::reverse(order.begin(), order.end()); send(loss.place); order.clear(); for (int place : order) {
your sum has the local derivatives of a product: how fast does x + y grow with x?
  { return made(a.data() + b.data(), a, 1, b, 1); } => { return made(a.data() + b.data(), a, b.data(), b, a.data()); }
backward begins with the value of the loss: how fast does the loss grow with itself?
  grad = 1; => grad = loss.data();
your numbers lose what is behind the decimal point: is there an int?
  struct Node { double data; double grad; int a, b; double da, db; } => struct Node { int data; double grad; int a, b; double da, db; }
  (tape.size())) { tape.push_back({data, 0, -1, -1, 0, 0 => (tape.size())) { tape.push_back({static_cast<int>(data), 0, -1, -1, 0, 0
right calculations
 1.7 -0.6 2.3 -1.02 -2.3459999999999996 -0.6459999999999997 -0.3799999999999999 3.9099999999999997 -1.02 2.3 1 1 1.3 0.45 0.5850000000000001 0.3422250000000001 0.9272250000000002 1.2053925000000003 0.7051546125000002 2.196675000000001 3.667300000000001 2.8210000000000006 1.3 1.3 1 0 0.5265000000000001 1.5210000000000004 1.1700000000000002 1 0 0 0 0.35 -1.25 0.7 -0.875 -0.6124999999999999
 -1.4874999999999998 -2.5 -6 1.19 -3 1.7 1 1 0 -3.5 0.48999999999999994 -1.75 0.7 1 0 0
= ......_PW............LhsIgz2vE....WDR2vE3Dp...........LU2G76LU26-i...LU2.LU2.... ......-IP............JGIUEVshu....WDR2vE3Dp...........LU26-iLU2-IP...LU2.LU2.... ...................svfazB7Xa2vE2vE3Dp-IPsvfazB7Xa2vE2vE3Dp-IP.......Q2Xn9lQ2XQ2XQ2XQ2X-IPQ2Xn9lQ2XQ2XQ2X.-IP ......-IPQ2XQ2XQ2X.........JGIQ2XQ2XQ2X...Q2XQ2X............Q2XQ2XQ2X-IP...Q2XQ2XLU2....
= ......HMpFpg...........DLvshuIXL-IP...otxshu............n9l6-ivB2....n9l6-ivB2.... ..........................MVDQ71zGF.shu-IP...............EuFijp9y6NP9.-IP. ..............................shu-IP....................-IP. ......Q2XQ2XQ2XQ2XQ2X........Q2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2X...........Q2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2X...
= ......Q2XQ2XQ2XQ2XQ2XQ2X.......Q2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2X..........Q2XQ2XQ2XQ2XQ2XQ2X.Q2XQ2XQ2XQ2XQ2X.. ......ily0CsRev2-X.........3gqx8hutSJGIJGI..qYaj4n............BfmEfWcOQidQ...m5eYI3ueSLU2... ......._PWRev..........qqI90E......j4n............5ma.MtV....znR.aXj.... ......Q2X...............................................
= ...................fS0gLZ.....JxKeKG............OkHMtVQtk....Rzs...... ......CdPz73B5PlsoFpg........U9qrJ9KVr2vE.................XtpOf0q9l9sHLU2..9sH...... ......Db6o3X-IWfXt2TQ2TQ.......a0VAmYz6Bk5fk5fcP_.o7kQnOojNLhs..........HGnhBnjdRR22qtwqtw.xiT-KC8SlpOuN09.. -IPQ2Xn9lQ2XQ2X-IP-IPn9lQ2Xn9l..-IPQ2XQ2XQ2XQ2XQ2XQ2XQ2X-IP-IP-IP-IP..Q2XQ2XQ2X....Q2XcRTQ2XQ2XQ2XQ2XBipBipQ2XcRT-IP...Q2XQ2XQ2XQ2X...
& 0,0,2,GyloV 0,0,3,N6-J3 0,0,5,VIW-7 0,0,9,v1SxB 0,0,10,vBm1Q 0,0,13,Nnl6h 0,0,14,hR_4y 0,0,15,505Tz 0,1,2,nYUTw 0,1,5,cXOyW 0,1,6,dXDjD 0,1,9,XKS0E 0,1,10,25b5L 0,1,13,pijJz 0,1,14,vhRZI 0,1,15,t-r1u 0,2,3,_RyiP 0,2,4,Kn8_k 0,2,5,SWMwz 0,2,6,qT8HA 0,2,7,RYrAR 0,2,9,dM2gC 0,2,10,k-YsK 0,2,11,ENEOW 0,2,12,w_41f 0,2,13,IPgO- 0,2,14,Ay-F7 0,2,15,XZdRv 0,3,5,tQN-N 0,3,6,XMYAI 0,3,9,FiTaZ 0,3,10,xaEjz
& 0,3,11,oaF6h 0,3,13,1TQQG 0,3,14,pxKi0 0,3,15,7RrV4 0,4,5,cSYG7 0,4,6,EtNiH 0,4,8,fV9cy 0,4,9,gtaIx 0,4,10,S_ktQ 0,4,13,XVBvQ 0,4,14,SvY-0 0,4,15,xff3u 0,5,7,KW8p- 0,5,9,ybqP3 0,5,10,MdzLq 0,5,11,iJd6Z 0,5,12,0R1ok 0,5,13,Ginkh 0,5,14,hou1Z 0,5,15,SGBaI 0,6,9,C-oVe 0,6,10,8csU- 0,6,11,RQdcH 0,6,12,0OdyE 0,6,13,BobYp 0,6,14,__PW1 0,6,15,yEiey 0,7,14,JpXtx 0,7,15,_tuqR 0,8,15,_W--A 0,9,11,dMZN3
& 0,9,12,J2hmz 0,9,13,-ceG_ 0,9,14,1_oUL 0,9,15,FrXTZ 0,10,11,vRlSo 0,10,12,tlFCB 0,10,13,Jb0jL 0,10,14,uM0gi 0,10,15,MXpDp 0,11,13,ae9rD 0,11,14,xew1F 0,11,15,vgNl6 0,12,13,4VKw6 0,12,14,rvmya 0,12,15,PfKgs 0,13,14,YzHA0 0,13,15,dOD_m 0,14,15,ukypK
~ whole : int da, db = #GI3KB	whole made: Number made(int data, Number a, double da) = #efXRb	missing made: ; tape.back().da = da = #HcOAV	whole made: Number made(double data, Number a, int da, Number b, double db) = #sVpHb	missing made: ; tape.back().db = db = #RD96H	operator : return made(a.data() - b.data(), a, 1, b, 1) = #j0mcr	missing : return made(a.data(), a, 1, b, 1) = #qwGVx
~ missing : return made(b.data(), a, 1, b, 1) = #87fKO	number : return made(a.data() + b.data(), a, 0, b, 1) = #R13Ci	number : return made(a.data() + b.data(), a, 2, b, 1) = #2Iudr	number : return made(a.data() + b.data(), a, 1, b, 0) = #FrqKT	number : return made(a.data() + b.data(), a, 1, b, 2) = #2F2RC	operator : return made(a.data() + b.data(), a, b.data(), b, a.data()) = #Mg4S7
~ operator : return made(a.data() / b.data(), a, b.data(), b, a.data()) = #V_tp-	missing : return made(a.data(), a, b.data(), b, a.data()) = #iFStL	missing : return made(b.data(), a, b.data(), b, a.data()) = #sbzgC	missing list: ; list(tape[place].a, seen, order) = #t6UIn	missing list: ; list(tape[place].b, seen, order) = #IA7mE	missing list: ; order.push_back(place) = #VKhbu
~ number backward: for (Node& node : tape) node.grad = 1 = #sH5cg	number backward: tape[loss.place].grad = 2 = #SqPSu	operator backward: if (node.a > 0) tape[node.a].grad += node.da * node.grad = #MXIQh	operator backward: if (node.a >= 0) tape[node.a].grad = node.da * node.grad = #6SqE8	operator backward: if (node.a >= 0) tape[node.a].grad -= node.da * node.grad = #R9mhW
~ operator backward: if (node.a >= 0) tape[node.a].grad += node.da + node.grad = #bPf6m	operator backward: if (node.a >= 0) tape[node.a].grad += node.da / node.grad = #ytOgg	missing backward: if (node.a >= 0) tape[node.a].grad += node.da = #k4pZ5	missing backward: if (node.a >= 0) tape[node.a].grad += node.grad = #EBD8x
~ operator backward: if (node.b > 0) tape[node.b].grad += node.db * node.grad = #9vF1G	operator backward: if (node.b >= 0) tape[node.b].grad = node.db * node.grad = #VWZ_U	operator backward: if (node.b >= 0) tape[node.b].grad -= node.db * node.grad = #V8NYY	operator backward: if (node.b >= 0) tape[node.b].grad += node.db + node.grad = #Lev_R
~ operator backward: if (node.b >= 0) tape[node.b].grad += node.db / node.grad = #OKRNQ	missing backward: if (node.b >= 0) tape[node.b].grad += node.db = #h1l_E	missing backward: if (node.b >= 0) tape[node.b].grad += node.grad = #7vjc1	name made: tape.back().a = result.place = #ifr_z	name made: const Number result = made(data, b, da) = #40Wvn	name made: tape.back().b = a.place = #7D1bv
~ name made: tape.back().b = result.place = #r6Tmb
)~")  // measured: 4d6865cdeb68

}  // namespace its_check
