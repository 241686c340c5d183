// mistakes.h: the mistakes of this exercise, as edits of its solution, and the numbers they give.
// ../support/list_mistakes.py writes all but the sentences and the edits: see ../README.md.
#pragma once

inline constexpr char gradient_check_mistakes[] = R"~(
right gradients
 -2.2960000000000003 2.2202034590948028 -2.19012475090871 -2.2960000000000003 2.2142498457745865
 -2.419824184929797
right x afterwards
 1.3 -0.8 0.6 1
right errors
 0 0.000999000999000999 0.000999000999000999 0.4444444444444444 1.28 0.33333333333333326 0.5 0.5 0.5
right NaN
 inf
take the difference from both sides: f at x + h minus f at x - h
  before - h; => before;
  number = before; gradient.push_back((up - down) / (2 * h)) => gradient.push_back((up - down) / h)
= EUHx_8hfYY6GeIvRCK///
from x - h to x + h it is 2 h: divide by 2 h
  ((up - down) / (2 * h)); => ((up - down) / h);
= 7ibwR3xdD7ibvHez94///
& 0,2,UuzBq 0,3,Ule1O 0,4,kduo4
the difference of f(x + h) and f(x) goes with h, that of both sides with 2 h
  before - h; => before;
  number = before; =>
= gs99yCYnHDeoSfZwKt///
& 0,11,znFme 0,12,t3qjz 0,13,kie2S 0,18,dBSns 0,20,zgdLC 1,20,qnMzc
put each number back before you change the next
  number = before; =>
= .koacpG.LRB-zy/4cXwagRFSQ2X//
& 0,11,jR999 0,12,zJGL_ 0,13,dB4X1 0,18,1Kb4V 0,20,zMUQg 1,20,Z8mQg
change one number at a time: yours all move together
  (const Function& f, Vector& x, double h) { Vector gradient; for (double& number : x) { const double before = number; number = before + h; const double up = f(x); number = before - h; const double down = f(x); number = before; => (const Function& f, Vector& x, double h) { Vector gradient; for (size_t i = 0; i < x.size(); ++i) { Vector moved = x; for (double& other : moved) other += h; const double up = f(moved); for (double& other : moved) other -= 2 * h; const double down = f(moved);
= 7kW7kW7kWplFplFplF///
& 0,11,VIGE4 0,13,hLiuO 0,18,ZCJTV
keep the number and put it back itself: adding h again leaves a rounding error
  , double h) { Vector gradient; for (double& number : x) { const double before = number; number = before + h; => , double h) { Vector gradient; for (double& number : x) { number += h;
  number = before - h => number -= 2 * h
  number = before; => number += h;
= /...Q2X//
divide by the larger of the two: an error of 1 says little without their size
  (a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])); => (a[i] - b[i]);
= //.-IP-IPn9lNxKRFSI1CI1C4Pe/
& 2,7,ErBXj 2,8,_WmO8 2,15,IhVtT 2,23,6APRU
take the absolute value of the difference: yours is blind on one side
  [i]) continue; const double error = std::abs(a[i] - b[i]) / std => [i]) continue; const double error = (a[i] - b[i]) / std
= //.Q2X.Q2X...../
& 2,8,T_gDr 2,10,MUr20 2,14,BfEol 2,15,WqqB3 2,16,MqCAU 2,19,JGT-H 2,21,GLqpe 2,22,UhUjV
one wrong element is enough: take the largest error, not the mean
  largest = std::max(largest, error); => largest += error / static_cast<double>(a.size());
= //......dPLKRP9HA/
& 2,10,8zPBX 2,14,2KmTz 2,16,61lng 2,17,oPf2V 2,19,ZTtpx 2,21,O5n7x 2,23,6pCcv
a comparison with NaN is false, so max() passes over it: ask for isnan
  if (std::isnan(error)) return std::numeric_limits<double>::infinity(); =>
= ///Q2X
0 / 0 is NaN: where both gradients are 0 the error is 0
  if (a[i] == b[i]) continue; =>
= //6K7.....6K7../
& 2,14,dX6PI 2,15,CIpW9 2,16,rZlce 2,17,aOgvR 2,19,d0Dvy 2,22,rLu4k 3,22,jbs2- 2,23,hoQwA
a difference is no slope yet: divide it by 2 h
  (up - down) / (2 * h) => up - down
= pZnPwfPUP...///
take the difference from both sides: f at x + h too, not only at x - h
  before + h; => before;
  ((up - down) / (2 * h)); => ((up - down) / h);
= EpucK3nvycW4rXrv2l///
/ 2 * h divides by 2 and multiplies by h: write / (2 * h)
  ((up - down) / (2 * h)); => ((up - down) / 2 * h);
= 17_I8eT_M1wRpVVtnK///
divide by the larger of the two: yours divides by the smaller
  i] - b[i]) / std::max(std::abs(a[i]), std::abs( => i] - b[i]) / std::min(std::abs(a[i]), std::abs(
= //.ON1ON14cXydkCgh-IP-IP-IP/
& 2,15,g83pc 2,21,xUp69 2,22,RZV6J 2,23,RTSY1
the largest error is asked for: yours is that of the last element
  std::max(largest, error) => error
= //.......1vh./
& 2,16,uWP8- 2,17,FwhPW 2,19,bO-3q 2,21,eQV3x 2,23,2hhrG
divide by the larger of the two: yours divides by their sum
  (a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])); => (a[i] - b[i]) / (std::abs(a[i]) + std::abs(b[i]));
= //.78k78k3_t-IPjjTQEsQEsQEs/
& 2,22,pogc4 2,23,DF30S
divide by the larger of the two: yours divides by the first
  max(std::abs(a[i]), std::abs(b[i])) => abs(a[i])
= //.ON1......./
& 2,22,Hlq2K
the difference is divided by 2 h: yours is divided by h squared
  ((up - down) / (2 * h)); => ((up - down) / (h * h));
= UbfhK7i6HvKJU7MXBC///
& 0,20,ohVG3
the difference is divided by the larger of |a| and |b|: yours is divided by the root of their product
  (a[i] - b[i]) / std::max(std::abs(a[i]), std::abs(b[i])); => (a[i] - b[i]) / std::sqrt(std::abs(a[i] * b[i]));
= //.UHPUHPjPs3b7lWViBKiBKiBK/
& 2,22,YqKCk 2,23,1eo0-
the step is h for each number: yours is h times the number
  before + h; => before + h * before;
  before - h; => before - h * before;
  ((up - down) / (2 * h)); => ((up - down) / (2 * h * before));
= .V-0n9X.lADm2V///
divide by the larger of the two, however small it is: yours divides by 1 at least
  std::abs(a[i]), std::abs(b[i]) => {1.0, std::abs(a[i]), std::abs(b[i])}
= //.....RFS..lNq/
the result is known after the loop: yours returns at the first two that differ
  largest = std::max(largest, error) => return error
= //........lNq/
& 2,23,eaj0s
the search for the largest error begins with 0: yours begins with 1
  largest = 0; => largest = 1;
= //-IP-IP-IP-IP.-IP-IP-IP-IP/
~ numerical_gradient: your numbers are those of "const int before = number": take double, not int = JgqKyZHTYJgqpn5rYP/-IPQ2XQ2XQ2X//	~ numerical_gradient: your numbers are those of "; const double up = f(x)": something is missing = fYYQhx_30Qty3uV6BP///	~ numerical_gradient: your numbers are those of "number = before - h": is this the right operator? = Q2XQ2XQ2XQ2XQ2XQ2X///	~ numerical_gradient: your numbers are those of "number = before * h": is this the right operator? = RIYF7ffh5D3TQH1Tsm///
~ numerical_gradient: your numbers are those of "number = h": something is missing = xUhueE04cEtHJ5-Q5a///	~ numerical_gradient: your numbers are those of "const int up = f(x)": take double, not int = C963mdJs-DNUr6c97o///	~ numerical_gradient: your numbers are those of "number = before * h": is this the right operator? = V5lh8OsEJeY0I6OY2Q///	~ numerical_gradient: your numbers are those of "const int down = f(x)": take double, not int = U_mhXim_KbEtvyfK-Y///
~ numerical_gradient: your numbers are those of ";": something is missing = !lR3tV///	~ numerical_gradient: your numbers are those of "gradient.push_back((up + down) / (2 * h))": is this the right operator? = wOQ-o4proKy_0ne_Rg///	~ numerical_gradient: your numbers are those of "gradient.push_back((up * down) / (2 * h))": is this the right operator? = qHyJEU756t3XpZt32i///	~ numerical_gradient: your numbers are those of "gradient.push_back((up) / (2 * h))": something is missing = KTguX97vG-A8nHOoq4///
~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) * (2 * h))": is this the right operator? = 1wRr3Jrsh...///	~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) + (2 * h))": is this the right operator? = 9wE2YdhIzxZbz3-Efl///	~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) - (2 * h))": is this the right operator? = rc1eanLGqM4i9dcCch///
~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) / (3 * h))": is this the right number? = o25R7Sdpso25giqWa_///	~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) / (2 + h))": is this the right operator? = u5w0z7DTle_4i3vZls///	~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) / (2 - h))": is this the right operator? = Cms7LvaaNo25giqWa_///
~ numerical_gradient: your numbers are those of "gradient.push_back((up - down) / (2))": something is missing = 1wRr3JrshpZnOmrRQg///	~ largest_error: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = //.Q2XQ2XQ2XQ2XQ2X.../	~ largest_error: your numbers are those of "i < a.size() - 1": does the loop have the right ends? = //.Q2XQ2XQ2XQ2XQ2XQ2X../	~ largest_error: your numbers are those of "if (a[i] != b[i]) continue": is this the right operator? = //6K7Q2XQ2XQ2XQ2XQ2X6K7Q2XQ2X/Q2X
~ largest_error: your numbers are those of "const double error = std::abs(a[i] + b[i]) / std::max(std::abs(a[i]), std::abs(b[i]))": is this the right operator? = //.DPcDPctA34XT_Agt3eo2hKiX/	~ largest_error: your numbers are those of "const double error = std::abs(a[i] * b[i]) / std::max(std::abs(a[i]), std::abs(b[i]))": is this the right operator? = //.nfDnfDvQ96-ijjTI1CI1CNP9/	~ largest_error: your numbers are those of "const double error = std::abs(a[i]) / std::max(std::abs(a[i]), std::abs(b[i]))": something is missing = //.KNL-IP-IP-IP-IP-IP-IP-IP/
~ largest_error: your numbers are those of "const double error = std::abs(a[i] - b[i]) * std::max(std::abs(a[i]), std::abs(b[i]))": is this the right operator? = //._qE_qEIfe4u98sqRndRnddqX/	~ largest_error: your numbers are those of "const double error = std::abs(a[i] - b[i]) + std::max(std::abs(a[i]), std::abs(b[i]))": is this the right operator? = //.R9KR9KgX61NCHMpyQAyQAa6M/	~ largest_error: your numbers are those of "const double error = std::abs(a[i] - b[i]) - std::max(std::abs(a[i]), std::abs(b[i]))": is this the right operator? = //.Q2XQ2XQ2X6-iQ2XQ2XQ2XQ2X/
~ largest_error: your numbers are those of "const double error = std::abs(a[i] - b[i]) / std::max((a[i]), std::abs(b[i]))": something is missing = //...4cX...../	~ largest_error: your numbers are those of "if ((error)) return std::numeric_limits<double>::infinity()": something is missing = //.6K76K76K76K76K76K76K76K7/	~ largest_error: your numbers are those of ";": something is missing = //.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/
~ numerical_gradient: your numbers are those of "number = up - h": is each name the right one? = 0u_MLMDRCO83FIGOf1///	~ numerical_gradient: your numbers are those of "number = up": is each name the right one? = .BbVgUl.OtEUMc/-A8OHw449Q2X//	~ numerical_gradient: your numbers are those of "number = down": is each name the right one? = .oWEJJG.wil3Lb/Cr3fgGM1HQ2X//	~ numerical_gradient: your numbers are those of "x.push_back((up - down) / (2 * h))": is each name the right one? = !lR3tV/!NGQBK//
~ numerical_gradient: your numbers are those of "gradient.push_back((before - down) / (2 * h))": is each name the right one? = jwHRtfM9cMg6eRBJvH///	~ numerical_gradient: your numbers are those of "gradient.push_back((up - before) / (2 * h))": is each name the right one? = ZSINE6mpEcPe9K1Fi6///	~ largest_error: your numbers are those of "if (b[i] == b[i]) continue": is each name the right one? = //.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/Q2X
~ largest_error: your numbers are those of "const double error = std::abs(a[i] - b[i]) / std::max(std::abs(b[i]), std::abs(b[i]))": is each name the right one? = //..ON14cXydkCgh-IP-IP-IP/
)~";
