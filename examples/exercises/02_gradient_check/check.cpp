#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>
#include <limits>

using answer::largest_error;
using answer::numerical_gradient;
using answer::Vector;
using exercise::Measured;

double loss(const Vector& v) {
  return v[0] * v[0] * v[1] + std::sin(v[1] * v[2]) - v[2] * v[2] * v[2] * v[0];
}

const std::vector<std::pair<Vector, Vector>> pairs = {{{1000}, {1001}},
                                                      {{1001}, {1000}},
                                                      {{-4.5}, {-2.5}},
                                                      {{2.5}, {-0.7}},
                                                      {{0.3}, {0.2}},
                                                      {{0, 8}, {0, 4}},
                                                      {{0, 2}, {0.5, 2}},
                                                      {{5, 8, 2.2, 1}, {5, 4, 2.7, 1}},
                                                      {{3.5, 0.2, 1.1}, {2.4, 0.1, 1.1}}};

void check(Checks& checks) {
  exercise::Measurements all(checks);
  const Vector place = {1.3, -0.8, 0.6};
  Vector x;
  all.group("gradients", [&](Measured& got) {
    for (double h : {0.25, 0.5}) {
      x = place;
      got.add("f of three numbers, h = " + exercise::shown(h) + ": d f / d x",
              numerical_gradient(loss, x, h));
    }
  });
  all.group("x afterwards", [&](Measured& got) {
    got.add("what x is afterwards", x);
    Vector rounded = {0.1, 0.7, 1e-9};
    const Vector before = rounded;
    numerical_gradient([](const Vector& v) { return v[0]; }, rounded, 1e-5);
    got.add("x = (0.1, 0.7, 1e-9) is the same to the last bit afterwards, 1 for yes",
            rounded == before ? 1 : 0);
  });
  all.group("errors", [&](Measured& got) {
    got.add("the error of (0) beside (0)", largest_error({0}, {0}));
    for (const auto& [a, b] : pairs) {
      got.add("the error of " + std::to_string(a.size()) + " numbers, the first " +
                  exercise::shown(a[0]) + ", beside others, the first " + exercise::shown(b[0]),
              largest_error(a, b));
    }
  });
  all.group("NaN", [&](Measured& got) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    got.add("the error of (1, NaN, 3) beside (1, 2, 3)", largest_error({1, nan, 3}, {1, 2, 3}));
    got.add("the error of (1, 2, 3) beside (1, NaN, 3)", largest_error({1, 2, 3}, {1, nan, 3}));
  });
  all.judge();
}

HOLO_EXERCISE("02_gradient_check", check, R"~(
take the difference from both sides: f at x + h minus f at x - h
  before - h; => before;
  number = before; gradient.push_back((up - down) / (2 * h)) => gradient.push_back((up - down) / h)
from x - h to x + h it is 2 h: divide by 2 h
  ((up - down) / (2 * h)); => ((up - down) / h);
f(x + h) minus f(x) is divided by h, f(x + h) minus f(x - h) by 2 h
  before - h; => before;
  number = before; =>
put each number back before you change the next
  number = before; =>
change one number at a time: yours all move together
  (const Function& f, Vector& x, double h) { Vector gradient; for (double& number : x) { const double before = number; number = before + h; const double up = f(x); number = before - h; const double down = f(x); number = before; => (const Function& f, Vector& x, double h) { Vector gradient; for (size_t i = 0; i < x.size(); ++i) { Vector moved = x; for (double& other : moved) other += h; const double up = f(moved); for (double& other : moved) other -= 2 * h; const double down = f(moved);
keep the number and put it back itself: adding h again leaves a rounding error
  , double h) { Vector gradient; for (double& number : x) { const double before = number; number = before + h; => , double h) { Vector gradient; for (double& number : x) { number += h;
  number = before - h => number -= 2 * h
  number = before; => number += h;
divide by the larger of the two: an error of 1 says little without their size
  (a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])); => (a[i] - b[i]);
take the absolute value of the difference: yours is blind on one side
  [i]) continue; const double error = std::abs(a[i] - b[i]) / std => [i]) continue; const double error = (a[i] - b[i]) / std
one wrong element is enough: take the largest error, not the mean
  largest = std::max(largest, error); => largest += error / static_cast<double>(a.size());
a comparison with NaN is false, so max() passes over it: ask for isnan
  if (std::isnan(error)) return std::numeric_limits<double>::infinity(); =>
0 / 0 is NaN: where both gradients are 0 the error is 0
  if (a[i] == b[i]) continue; =>
a difference is no slope yet: divide it by 2 h
  (up - down) / (2 * h) => up - down
take the difference from both sides: f at x + h too, not only at x - h
  before + h; => before;
  ((up - down) / (2 * h)); => ((up - down) / h);
/ 2 * h divides by 2 and multiplies by h: write / (2 * h)
  ((up - down) / (2 * h)); => ((up - down) / 2 * h);
divide by the larger of the two: yours divides by the smaller
  i] - b[i]) / std::max(std::abs(a[i]), std::abs( => i] - b[i]) / std::min(std::abs(a[i]), std::abs(
return the largest error of all elements: yours is the error of the last element
  std::max(largest, error) => error
divide by the larger of the two: yours divides by their sum
  (a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])); => (a[i] - b[i]) / (std::abs(a[i]) + std::abs(b[i]));
divide by the larger of the two: yours divides by the first
  max(std::abs(a[i]), std::abs(b[i])) => abs(a[i])
the difference is divided by 2 h: yours is divided by h squared
  ((up - down) / (2 * h)); => ((up - down) / (h * h));
the difference is divided by the larger of |a| and |b|: yours is divided by the root of their product
  (a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])); => (a[i] - b[i]) / std::sqrt(std::abs(a[i] * b[i]));
the step is h for each number: yours is h times the number
  before + h; => before + h * before;
  before - h; => before - h * before;
  ((up - down) / (2 * h)); => ((up - down) / (2 * h * before));
divide by the larger of the two, however small it is: yours divides by 1 at least
  std::abs(a[i]), std::abs(b[i]) => {1.0, std::abs(a[i]), std::abs(b[i])}
the result is known after the loop: yours returns at the first two that differ
  largest = std::max(largest, error) => return error
the search for the largest error begins with 0: yours begins with 1
  largest = 0; => largest = 1;
right gradients
 -2.2960000000000003 2.2202034590948028 -2.19012475090871 -2.2960000000000003 2.2142498457745865 -2.419824184929797
right x afterwards
 1.3 -0.8 0.6 1
right errors
 0 0.000999000999000999 0.000999000999000999 0.4444444444444444 1.28 0.33333333333333326 0.5 1 0.5 0.5
right NaN
 inf inf
= EUHx_8hfYY6GeIvRCK/// 7ibwR3xdD7ibvHez94/// gs99yCYnHDeoSfZwKt/// .koacpG.LRB-zy/4cXwagRFSQ2X// 7kW7kW7kWplFplFplF/// /...Q2X// //.-IP-IPn9lNxKRFSI1CCghI1C4Pe/ //.Q2X.Q2X...Q2X../ //......dPLCghKRP9HA/ ///Q2XQ2X //6K7.....6K7.../ pZnPwfPUP.../// EpucK3nvycW4rXrv2l/// 17_I8eT_M1wRpVVtnK/// //.ON1ON14cXydkCgh-IP6K7-IP-IP/ //........1vh./ //.78k78k3_t-IPjjTQEs.QEsQEs/ //.ON1.....6K7../
= UbfhK7i6HvKJU7MXBC/// //.UHPUHPjPs3b7lWViBK6K7iBKiBK/ .V-0n9X.lADm2V/// //.....RFS.Cgh.lNq/ //.........lNq/ //-IP-IP-IP-IP.-IP-IP.-IP-IP/
& 0,1,2,UuzBq 0,1,3,Ule1O 0,1,4,kduo4 0,2,11,znFme 0,2,12,t3qjz 0,2,13,kie2S 0,2,18,dBSns 0,2,20,zgdLC 1,2,20,qnMzc 0,3,11,jR999 0,3,12,zJGL_ 0,3,13,dB4X1 0,3,18,1Kb4V 0,3,20,zMUQg 1,3,20,Z8mQg 0,4,11,VIGE4 0,4,13,hLiuO 0,4,18,ZCJTV 2,6,7,ANdRr 2,6,8,ziQN- 2,6,15,F1SWR 2,6,23,bGwJH 2,7,8,bpfGu 2,7,10,ZyUHA 2,7,14,u_ES8 2,7,15,SgC5A 2,7,16,2sCsE 2,7,19,L__eO 2,7,21,Ls9NJ 2,7,22,Uhitk 2,8,10,Wstxx
& 2,8,14,u1q3Q 2,8,16,I8nW6 2,8,17,zQzR1 2,8,19,mV2Rm 2,8,21,lrMHs 2,8,23,O8awn 2,10,14,_DLzZ 2,10,15,9PBe8 2,10,16,QPIRx 2,10,17,IffUC 2,10,19,okHUu 2,10,22,ymfzE 3,10,22,R3VI1 2,10,23,zgfed 2,14,15,lZcov 2,14,21,UiD3E 2,14,22,K2x3b 2,14,23,WVMVZ 2,15,16,lur4A 2,15,17,3p681 2,15,19,6m69z 2,15,21,SQVnD 2,15,23,dO0TV 2,16,22,69D8S 2,16,23,CdCRd 2,17,22,36jJB 2,17,23,Dn1mS 0,18,20,ohVG3 2,19,22,c2EdE
& 2,19,23,-dJ15 2,22,23,UWrIj
~ whole numerical_gradient: const int before = number = #IyMhG/#c4_R4//	missing numerical_gradient: ; const double up = f(x) = #iGzIt///	operator numerical_gradient: number = before - h = #S4t-x///	missing numerical_gradient: number = h = #5Uhsg///	whole numerical_gradient: const int up = f(x) = #X-K52///	whole numerical_gradient: const int down = f(x) = #g1v4m///
~ missing numerical_gradient: ; = !lR3tV///	operator numerical_gradient: gradient.push_back((up + down) / (2 * h)) = #024vP///	missing numerical_gradient: gradient.push_back((up) / (2 * h)) = #krK39///	operator numerical_gradient: gradient.push_back((up - down) * (2 * h)) = #Mb4GY///	number numerical_gradient: gradient.push_back((up - down) / (3 * h)) = #XB0nY///
~ operator numerical_gradient: gradient.push_back((up - down) / (2 + h)) = #svn9A///	missing numerical_gradient: gradient.push_back((up - down) / (2)) = #QEy4P///	loop largest_error: for (size_t i = 1 = //#bO5N1/	loop largest_error: i < a.size() - 1 = //#WKARB/	operator largest_error: if (a[i] != b[i]) continue = //#ba2hr/#cFsGw
~ operator largest_error: const double error = std::abs(a[i] + b[i]) / std::max(std::abs(a[i]), std::abs(b[i])) = //#bbOHd/	missing largest_error: const double error = std::abs(a[i]) / std::max(std::abs(a[i]), std::abs(b[i])) = //#J-hQe/#dSbg0	operator largest_error: const double error = std::abs(a[i] - b[i]) * std::max(std::abs(a[i]), std::abs(b[i])) = //#28aAX/
~ missing largest_error: const double error = std::abs(a[i] - b[i]) / std::max((a[i]), std::abs(b[i])) = //#GW1nu/	missing largest_error: if ((error)) return std::numeric_limits<double>::infinity() = //#xKUhc/	missing largest_error: ; = //#qbq_D/	name numerical_gradient: number = up - h = #dHF9P///	name numerical_gradient: number = up = #VHXdP/#YaGIt//
~ name numerical_gradient: number = down = #O929s/#r6tUd//	name numerical_gradient: x.push_back((up - down) / (2 * h)) = !lR3tV/!NGQBK//	name numerical_gradient: gradient.push_back((before - down) / (2 * h)) = #dCIK8///	name numerical_gradient: gradient.push_back((up - before) / (2 * h)) = #cBSyz///	name largest_error: if (b[i] == b[i]) continue = //#qbq_D/#nWkoP
~ name largest_error: if (a[i] == a[i]) continue = //#qbq_D/#yJQv3	name largest_error: const double error = std::abs(a[i] - b[i]) / std::max(std::abs(b[i]), std::abs(b[i])) = //#rJoKQ/
)~")  // measured: 5ebc94879c76
