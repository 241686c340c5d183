#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/project/freed_memory.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using Places = std::vector<std::pair<double, double>>;

// Of a function f: y = f(0.8 x, 1.1 b), and the gradients of y * y + 0.3 y.
void measure(Measured& got, const std::string& name, Number (*function)(Number, Number),
             const Places& places) {
  for (const auto& [x_value, b_value] : places) {
    const Number x(x_value), b(b_value);
    const Number y = function(Number(0.8) * x, Number(1.1) * b);
    backward(y * y + Number(0.3) * y);
    const std::string where = name + " with x = " + std::to_string(0.8 * x_value) + ": ";
    got.add(where + "value", y.data());
    got.add(where + "d loss / dx", x.grad());
    got.add(where + "d loss / db", b.grad());
  }
}

// Calculations of one function, with its gradients.
std::vector<std::function<std::vector<double>()>> calculations(Number x, Number b) {
  std::vector<std::function<std::vector<double>()>> all;
  for (Number (*function)(Number, Number) :
       {+[](Number a, Number) { return exp(a); }, +[](Number a, Number) { return log(a); },
        +[](Number a, Number) { return pow(a, 3); }, +[](Number a, Number) { return relu(a); },
        +[](Number a, Number) { return tanh(a); }, +[](Number a, Number) { return -a; },
        +[](Number a, Number c) { return a - c; }, +[](Number a, Number c) { return a / c; }}) {
    all.push_back([function, x, b]() -> std::vector<double> {
      const Number y = function(x, b);
      backward(y);
      return {y.data(), x.grad(), b.grad()};
    });
  }
  return all;
}

using N = Number;
void check(Checks& checks) {
  const Number first(0.7), second(-1.3);
  // While the tape is short: it has to grow in each function.
  if (!project::keeps_no_reference(checks, calculations(first, second))) return;
  exercise::Measurements all(checks, true);
  const Places any = {{-1.3, 0.7}, {0.4, -1.9}, {1.7, 1.2}};
  const Places positive = {{0.35, 0.7}, {1.1, -1.9}, {2.6, 1.2}};
  const Places with_zero = {{-1.3, 1}, {0, 1}, {0.7, 1}, {2.2, 1}};
  const Places of_power = {{-0.35, 1}, {2.6, 1}};
  const auto group = [&](const std::string& name, Number (*function)(Number, Number),
                         const Places& places) {
    all.group(name, [&](Measured& got) { measure(got, name, function, places); });
  };
  group(
      "exp", [](N x, N) { return exp(x); }, any);
  group(
      "log", [](N x, N) { return log(x); }, positive);
  all.group("pow", [&](Measured& got) {
    measure(
        got, "pow, n = -0.5", [](N x, N) { return pow(x, -0.5); }, positive);
    measure(
        got, "pow, n = 3", [](N x, N) { return pow(x, 3); }, of_power);
    measure(
        got, "pow, n = 2", [](N x, N) { return pow(x, 2); }, of_power);
  });
  group(
      "relu", [](N x, N) { return relu(x); }, with_zero);
  group(
      "tanh", [](N x, N) { return tanh(x); }, any);
  group(
      "-x", [](N x, N) { return -x; }, any);
  group(
      "a - b", [](N a, N b) { return a - b; }, any);
  group(
      "a / b", [](N a, N b) { return a / b; }, any);
  all.judge();
  if (all.right())
    checks.equal("d loss / d (the first number of all, which the last loss was not made of)",
                 first.grad(), 0.0,
                 "a number that was made of one number has no second one: its place is -1, not 0");
}

HOLO_EXERCISE("stage_02_functions", check, R"~(
exp: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  const double y = std::exp(x.data()); return made(y, x, y) => return Number(std::exp(x.data()))
exp: the local derivative is taken at the result: it belongs to the number that goes in
  (y, x, y); => (y, x, std::exp(y));
log: the local derivative is taken at the result: it belongs to the number that goes in
  { return made(std::log(x.data()), x, 1 / x.data()); } => { return made(std::log(x.data()), x, 1 / std::log(x.data())); }
log: that is the logarithm with base 2: the course uses the natural one, std::log
  log(x.data()), x, 1 / x.data() => log2(x.data()), x, 1 / (x.data() * std::log(2.0))
pow: the derivative of a power has an exponent that is one less
  data(), n), x, n * std::pow(x.data(), n - 1)); => data(), n), x, n * std::pow(x.data(), n));
pow: the exponent comes down as a factor: it is missing
  x, n * std::pow => x, std::pow
pow: n may be a fraction or negative: yours becomes a whole number
  data()); } Number pow(Number x, double n) { return made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)); => data()); } Number pow(Number x, double n) { const int whole = static_cast<int>(n); return made(std::pow(x.data(), whole), x, whole * std::pow(x.data(), whole - 1));
relu: where relu is 0 it stays 0 when x grows a little, so nothing is handed on there
  x.data() > 0 ? 1 : 0 => 1
relu: at exactly 0 the course, as microgpt.py, takes the derivative 0
  x.data() > 0 ? 1 => x.data() >= 0 ? 1
tanh: it is the result that is squared, not x
  (y, x, 1 - y * y); => (y, x, 1 - x.data() * x.data());
tanh: the local derivative is taken at the result: it belongs to the number that goes in
  (y, x, 1 - y * y); => (y, x, 1 - std::tanh(y) * std::tanh(y));
tanh: that is the derivative of the sigmoid, y (1 - y): tanh has another one
  1 - y * y => y * (1 - y)
-x: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  { return x * -1; } => { return Number(-x.data()); }
a - b: if b grows, a - b becomes smaller: b gets the gradient with the other sign
  { return a + -b; } => { return made(a.data() - b.data(), a, 1, b, 1); }
a - b: your difference is b - a
  { return a + -b; } => { return b + -a; }
a / b: if b grows, a / b becomes smaller where a / b is positive: the sign is missing
  return a * pow(b, -1) => const double x = a.data(), y = b.data(); return made(x / y, a, 1 / y, b, x / (y * y))
a / b: your quotient forgets b: only a gets a gradient
  pow(b, -1) => Number(1 / b.data())
exp: the local derivative is 1: how fast does the result grow with x here?
  return made(y, x, y); => return made(y, x, 1);
exp: exp grows as fast as its result, not as fast as x
  return made(y, x, y); => return made(y, x, x.data());
exp: exp is no power of x: x * e^(x - 1) is the rule for x^n
  return made(y, x, y); => return made(y, x, x.data() * std::exp(x.data() - 1));
log: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  made(std::log(x.data()), x, 1 / x.data()) => Number(std::log(x.data()))
log: the local derivative is 1: how fast does the result grow with x here?
  made(std::log(x.data()), x, 1 / x.data()) => made(std::log(x.data()), x, 1)
log: log grows more slowly where x is large: yours grows faster there
  made(std::log(x.data()), x, 1 / x.data()) => made(std::log(x.data()), x, x.data())
log: that is the logarithm with base 10: the course uses the natural one, std::log
  made(std::log(x.data()), x, 1 / x.data()) => made(std::log10(x.data()), x, 1 / (x.data() * std::log(10.0)))
log: the slope of log is 1 / x: log10 and log2 have another one, so take one function for both
  made(std::log(x.data()), x, 1 / x.data()) => made(std::log2(x.data()), x, 1 / x.data())
log: the derivative of log has the wrong sign: log grows with x
  made(std::log(x.data()), x, 1 / x.data()) => made(std::log(x.data()), x, -1 / x.data())
pow: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)) => Number(std::pow(x.data(), n))
pow: the local derivative is taken at the result: it belongs to the number that goes in
  made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)) => made(std::pow(x.data(), n), x, n * std::pow(std::pow(x.data(), n), n - 1))
pow: the local derivative is 1: how fast does the result grow with x here?
  made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)) => made(std::pow(x.data(), n), x, 1)
pow: the factor is the exponent n, not n - 1
  made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)) => made(std::pow(x.data(), n), x, (n - 1) * std::pow(x.data(), n - 1))
pow: the exponent of the derivative is one less than n, not one more
  made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)) => made(std::pow(x.data(), n), x, n * std::pow(x.data(), n + 1))
pow: x^n grows with x: the derivative of n^x is another one
  made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 1)) => made(std::pow(x.data(), n), x, std::pow(x.data(), n) * std::log(x.data()))
relu: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  made(std::max(0.0, x.data()), x, x.data() > 0 ? 1 : 0) => Number(std::max(0.0, x.data()))
relu: that is the value of relu: how fast does it grow?
  made(std::max(0.0, x.data()), x, x.data() > 0 ? 1 : 0) => made(std::max(0.0, x.data()), x, std::max(0.0, x.data()))
relu: relu of a negative number is 0, not its absolute value
  made(std::max(0.0, x.data()), x, x.data() > 0 ? 1 : 0) => made(std::abs(x.data()), x, x.data() > 0 ? 1 : -1)
relu: relu lets positive numbers through: yours keeps the negative ones
  made(std::max(0.0, x.data()), x, x.data() > 0 ? 1 : 0) => made(std::min(0.0, x.data()), x, x.data() < 0 ? 1 : 0)
relu: the result of relu is x itself where x is positive, not 1
  made(std::max(0.0, x.data()), x, x.data() > 0 ? 1 : 0) => made(x.data() > 0 ? 1 : 0, x, 0)
tanh: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  return made(y, x, 1 - y * y); => return Number(y);
tanh: the local derivative is 1: how fast does the result grow with x here?
  return made(y, x, 1 - y * y); => return made(y, x, 1);
tanh: the result is to be squared: how flat is tanh at -3 and at 3?
  return made(y, x, 1 - y * y); => return made(y, x, 1 - y);
tanh: tanh grows everywhere: your derivative has the wrong sign
  return made(y, x, 1 - y * y); => return made(y, x, y * y - 1);
-x: the result has the other sign, but its gradient is handed on with the old one
  return x * -1; => return made(-x.data(), x, 1);
-x: - x is not x: the sign does not change
  return x * -1; => return x * 1;
a - b: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  return a + -b; => return Number(a.data() - b.data());
a - b: your difference forgets b: only a gets a gradient
  return a + -b; => return a + Number(-b.data());
a - b: your difference is a sum
  return a + -b; => return a + b;
a / b: the result does not remember what it was made of: make it as you make a sum, not as a new number of a double
  return a * pow(b, -1); => return Number(a.data() / b.data());
a / b: your quotient is b / a
  return a * pow(b, -1); => return b * pow(a, -1);
a / b: how fast a / b changes with b depends on a too
  return a * pow(b, -1); => const double x = a.data(), y = b.data(); return made(x / y, a, 1 / y, b, -1 / (y * y));
a / b: 1 / b is divided by b once more when b changes: the square is missing
  return a * pow(b, -1); => const double x = a.data(), y = b.data(); return made(x / y, a, 1 / y, b, -x / y);
a / b: your quotient is a product
  return a * pow(b, -1); => return a * b;
right exp
 0.35345468195878016 0.28471746318783914 0 1.3771277643359572 3.3648800703285526 0 3.896193301795215 25.223601984357092 0
right log
 -1.2729656758128876 -6.416946718930787 0 -0.12783337150988477 0.04030296089111858 0 0.7323678937132266 0.6787445336255589 0
right pow
 1.8898223650461363 -11.014005503387125 0 1.0660035817780522 -1.1784219760275854 0 0.6933752452815364 -0.224913660600562 0 -0.021951999999999992 0.048187023360000004 0 8.998912 189.99289380864008 0 0.07839999999999998 -0.20464639999999995 0 4.3264000000000005 29.7949184 0
right relu
 0 0 0 0 0 0 0.5599999999999999 1.136 0 1.7600000000000002 3.0560000000000005 0
right tanh
 -0.7778880665771849 -0.3967149063741646 0 0.3095069212126385 0.6647818715157028 0 0.8763930674728229 0.3808906759015976 0
right -x
 1.04 -1.904 0 -0.32000000000000006 0.27200000000000013 0 -1.36 1.936 0
right a - b
 -1.81 -2.6560000000000006 3.6520000000000006 2.41 4.096 -5.632000000000001 0.040000000000000036 0.30400000000000005 -0.4180000000000001
right a / b
 -1.3506493506493507 -2.4948557935570927 -4.63330361660603 -0.15311004784689 0.002380897873217231 0.0005012416575194171 1.0303030303030303 1.4306703397612488 -2.0267829813284357
= .Q2X..Q2X..Q2X./////// .ee1..3LW..2bF./////// /.SVt..EUy..Pn3.////// /a3GnQD.xgJaG3.YRf4Zk.////// //.Zty..IHQ..4Vb..xeq.._gW..tYt..xqH./////..JMo..S5z..Zb4 //.aSl..15s..ufi..zdp..SYx..roP..98N./////..kaN..BkM..OKc //-IPQ2X.-IPQ2X.-IPQ2X.............///// ///.9_v..9_v.......//// ///....9_v.......//// ////.pzc..aiF..loB./// ////.wAq..MOy..sJU./// ////.v9h..aFv..fr8.///
= /////.Q2X..Q2X..Q2X./..Q2X..Q2X..Q2X/ //////..9Qq..xuk..gxt/ //////0D8m7CAoPt12AAuwWkhxi-YDejZ/ ///////..kaN..BkM..OKc ///////..Q2X..Q2X..Q2X .a9a..x3O..zGi./////// .3Wv..hF3..O1S./////// ._xg..max..swO./////// /.Q2X..Q2X..Q2X.////// /.Mi-..KQA..3dJ.////// /.2Ky.._Fq..HO9.////// /9vS6Ip.CYsN13.aSf_Kl.////// /a3Gx-s.xgJqfm.YRf1xZ.////// /.QAh..Iut..sjS.//////
= //.Q2X..Q2X..Q2X..Q2X..Q2X..Q2X..Q2X./////..Q2X..Q2X..Q2X //.eYL..ecF..3O5..yjT..Tpg..tYt..xqH./////..ZpF..lR9..sKb //.zv8..VIS..V2H..ch6..jMR..4Ya..D31./////..kcX..4sI..WyO //.mf_..EXc..qTt..0z2..fp3..roP..98N./////..Gu2..VDj..uBP //.PjC..pNV..xEi..Ok3..BtM..evK..z9d./////..JKA..9AE..HFv //.cyP..gL2..MK-..KhB..9Wd..KhB..BKx./////..M3g..KhB..yKE ///.......Q2X..Q2X.//// ///.......qmC..96q.////
= ///-_Y1hS..vN3.......//// ///cyKaH6....Q2XQ2X.Q2XQ2X.//// ///......-IPQ2X.-IPQ2X.//// ////.Q2X..Q2X..Q2X./// ////.KKh..2dq..hvX./// ////.2fT..5XG..gnc./// ////.Q3-..VlM..O9W./// /////.X9U..ZtO..AOb./..9Qq..xuk..gxt/ /////cyKaH6.qAYpDg.nLLJC3./W3Ag6nL_53vISRsg9CUQRSfUEXx/ //////.Q2XQ2X.Q2XQ2X.Q2XQ2X/ //////..Q2X..Q2X..Q2X/ //////W3Ag6nL_53vISRsg9CUQRSfUEXx/ ///////.Q2XQ2X.Q2XQ2X.Q2XQ2X
= ///////UOu4BBbgJYxdZXrc0yqgeJnWas2 ///////..lva..Zhg..qSu ///////..JMo..S5z..Zb4 ///////W9o1hOTZoqhv_RIgOvbGCLJeE8G
& 1,2,22,zdJL2 1,2,24,NWrhH 1,2,25,6nieK 2,4,5,i-bd2 7,4,5,Td9tf 2,4,6,hU0Zm 2,4,27,FAt4j 7,4,27,qLn6u 2,4,29,nGos_ 7,4,29,qQ6iV 7,4,47,QpJEs 2,5,27,d4DIJ 7,5,27,-KuMr 2,5,30,2DSXs 7,5,30,lFN4M 7,5,47,IFL6z 2,6,30,jZpdl 6,12,14,-uyuT 6,14,41,6LjcG 1,21,24,kjqLS 1,21,25,J_ppi 1,22,24,cESmv 1,22,25,6H-Rx 1,24,25,pEGMM 7,26,47,lewsu 2,27,29,pzfzS 7,27,29,8rXYs 2,27,30,sZUnw 7,27,47,3A_Lp 7,28,47,tYm9M
& 2,29,30,tOSF4 7,29,30,_Vxjl 7,29,47,Xd9OU 7,30,47,1SoMN 7,31,47,qYbV9
~ whole exp: const int y = std::exp(x.data()) = #2kO3J///////	missing exp: const double y = (x.data()) = #nOve3///////	name exp: const double y = std::log(x.data()) = #-bjLv///////	missing log: return made((x.data()), x, 1 / x.data()) = /#kHq3F//////	name log: return made(std::exp(x.data()), x, 1 / x.data()) = /#a0af9//////
~ name log: return made(std::log10(x.data()), x, 1 / x.data()) = /#2mQXD//////	number log: return made(std::log(x.data()), x, 2 / x.data()) = /#zGRWL//////	order pow: return made(std::pow(n, x.data()), x, n * std::pow(x.data(), n - 1)) = //#ZBVpn/////#GGArD	operator pow: return made(std::pow(x.data(), n), x, n + std::pow(x.data(), n - 1)) = //#RAiGQ/////#QKuv-
~ operator pow: return made(std::pow(x.data(), n), x, n / std::pow(x.data(), n - 1)) = //#sCWc6/////#UNAev	missing pow: return made(std::pow(x.data(), n), x, n) = //#05Sep/////#z0Ymo	order pow: return made(std::pow(x.data(), n), x, n * std::pow(n - 1, x.data())) = //#YPybR/////#fNVJB	number pow: return made(std::pow(x.data(), n), x, n * std::pow(x.data(), n - 2)) = //#D-0gR/////#bfShO
~ name relu: return made(std::min(0.0, x.data()), x, x.data() > 0 ? 1 : 0) = ///#R6-B1////	operator relu: return made(std::max(0.0, x.data()), x, x.data() < 0 ? 1 : 0) = ///#aoz7j////	number relu: return made(std::max(0.0, x.data()), x, x.data() > 1 ? 1 : 0) = ///#GtIOi////	number relu: return made(std::max(0.0, x.data()), x, x.data() > 0 ? 2 : 0) = ///#zptzE////
~ whole tanh: const int y = std::tanh(x.data()) = ////#LyCi6///	missing tanh: const double y = (x.data()) = ////#RDBQA///	name tanh: const double y = std::sin(x.data()) = ////#06Ofx///	name tanh: const double y = std::atan(x.data()) = ////#2eT0W///	number tanh: return made(y, x, 0 - y * y) = ////#UfdUY///	number tanh: return made(y, x, 2 - y * y) = ////#iqCSn///
~ operator tanh: return made(y, x, 1 + y * y) = ////#DmEEy///	missing tanh: return made(y, x, 1  * y) = ////#_Dbiz///	operator : return x + -1 = /////#_T5yd/#gOvEc/	missing : return -1 = /////#uOVm2/#NW1Vw/	number : return x * -0 = /////#C4kff/#w-yUy/	number : return x * -2 = /////#ant_f/#2Tx03/	missing : return -b = //////#6k1KB/	operator : return a + pow(b, -1) = ///////#i0CjQ
~ missing : return pow(b, -1) = ///////#a76Oa	number : return a * pow(b, -0) = ///////#w-yUy	number : return a * pow(b, -2) = ///////#xWaXI
)~")  // measured: 6b369a099b02

}  // namespace its_check
