// mistakes.h: mistakes as edits, and what list_mistakes.py measured of them: see ../../README.md.
#pragma once

inline constexpr char sine_mistakes[] = R"~(
set_data has changed a copy: the number itself must have the new value
  (Number x, double data) { tape[x.place].data = data; } => (Number x, double data) { Node node = tape[x.place]; node.data = data; }
cut_tape has taken nothing away
  (int length) { tape.erase(tape.begin() + length, tape.end()); } => (int) {}
network: a neuron without tanh is a straight line, and so is the sum of many
  = y + p[i + 2] * tanh(p[i] * x + p[i + => = y + p[i + 2] * (p[i] * x + p[i +
network: tanh belongs to each neuron, not to the sum of them
  p.back(); for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]); return y => 0; for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * (p[i] * x + p[i + 1]); return p.back() + tanh(y)
network: c, the last parameter, is missing
  p.back(); => 0;
network: w and v of a neuron are exchanged: w is the first, v the third
  += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1] => += 3) y = y + p[i] * tanh(p[i + 2] * x + p[i + 1]
network: the parameters get no gradient: calculate with the Numbers themselves, not with their data()
  (); for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]); => ().data(); for (size_t i = 0; i + 1 < p.size(); i += 3) { y = y + p[i + 2].data() * tanh(p[i].data() * x + p[i + 1].data()); }
mean_squared_error: that is the sum: the mean is divided by how many there are
  (squares) / static_cast<double>(squares.size()); => (squares);
mean_squared_error: that is the mean of the absolute differences: square them
  squares.push_back(pow(predicted[i] - wanted[i], 2)); => { const Number d = predicted[i] - wanted[i]; squares.push_back(relu(d) + relu(-d)); }
mean_squared_error: differences of different sign cancel: square each first
  pow(predicted[i] - wanted[i], 2) => predicted[i] - wanted[i]
mean_squared_error: only the last pair counts: add all of them
  sum(squares) / static_cast<double>(squares.size()) => squares.back()
descend: that is uphill: the loss grows in the direction of the gradient
  p.data() - rate * p => p.data() + rate * p
descend: the rate is missing
  ; } void descend(const Vector& parameters, double rate) { for (Number p : parameters) set_data(p, p.data() - rate * p.grad()); => ; } void descend(const Vector& parameters, double rate) { (void)rate; for (Number p : parameters) set_data(p, p.data() - p.grad());
descend: the step becomes the parameter: it is to be added to what was there
  p.data() - rate => -rate
descend: no parameter moves: set_data must be called with the new value of each
  set_data(p, p.data() - rate * p.grad()) => p = p.data() - rate * p.grad()
cut_tape takes away as many numbers as it is given: it is given how many are to stay
  tape.erase(tape.begin() + length, tape.end()) => tape.resize(tape.size() - static_cast<size_t>(length), Node())
or
  tape.erase(tape.begin() + length, tape.end()) => tape.erase(tape.begin(), tape.begin() + length)
network: v is inside tanh: it is what tanh gives that is multiplied by v
  p[i + 2] * tanh(p[i] * x + p[i + 1]) => tanh(p[i + 2] * (p[i] * x + p[i + 1]))
network: that is relu: this neuron has tanh
  p[i + 2] * tanh( => p[i + 2] * relu(
mean_squared_error: that is the root of the mean: leave the root out
  return sum(squares) / static_cast<double>(squares.size()); => return pow(sum(squares) / static_cast<double>(squares.size()), 0.5);
mean_squared_error: the predictions get no gradient: calculate with the Numbers themselves
  squares.push_back(pow(predicted[i] - wanted[i], 2)) => squares.push_back(pow(predicted[i].data() - wanted[i], 2))
right set_data and cut_tape
 -0.5 -1.75 3.0625 0 -0.5 -1
right network
 -3.163894035025672 -0.06669953631067092 -0.15921897659391962 0.11372784042422832 -6.198854080590749 -5.816313971983634 4.15450997998831 -1.6132161740447293 0.2486555462601878 -0.17761110447156273 6.258883203142033 -6.327788070051344 -1.9155321236136806 -6.058378182014713 1.432332623194197 1.685097203757879 0.4340603759391932 1.9763879377952165 2.3251622797590783 -1.4111094238073145
 -3.7317180236005707 -4.3902564983536125 1.3030152349054778 -3.8310642472273613
right mean_squared_error
 0.03294650950127283 -0.11912996810286536 0.039318718387701956 0.04416490394794015 -0.12352351939894246
right descend
 -0.24281419767900822 0.49514658082761304 -0.5846163604237168 -0.4161155009686728 0.580131550015266 -0.4209237795050761
= Q7aZKT..Q7a8_s///pZ20W8Ec9pZ20W8Ec9 ...NXv../// /VxgDB466pInpprs03dVjNX9v1WYKRWk6NhZOs5BImCU_wajn11xzgIFDPVd3IpvHUxUJOMZS// /vvF2kxorICx41M7VssxcHoL1e6wzOwkBqQnWDrbmPNKu4JUtoHCINpusVxs8_IbkmnBVKYjt// /LgeMOAmJ5r3qjxxIVmdMUZ7z2-d41bu1TQ2X4Md9_IwH9dWv2-QDgrCn8dLz8KT79O3jjQ2X// /bUlX53TFMn0DcuKp6FUNQNQ3VF2ZgtNfTAkT1fuUUMHWFWcMGvld18y0t4KNQrgqFYSUtm7L//
= /..Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X// //FeGpc5LyZUEoS7I/ //6serYPdPLdPLrYP/ //TPzdPLdPLdPLdPL/ //kdVQ2XQ2XQ2XS7I/ ///CUlxyagP8wN1rQ0sQl ///5VUkLKuXlumqJcgHy7 ///SKnjeRIabsqD1p6o5w ///pZ20W8Ec9pZ20W8Ec9 ...n9l../// ...n9lBil6fh/// /p8p3eRE4Xl_wSB1D3krUAzGxjVMb5P7-VNAXgF2oMUCG1h2IhnK7bNHdWP-RI2qhByipcBxj//
= /CP5DtvgjBzvnrQfxYrx78n4sQ2XQ2XQ2XXHnTUBR1QQ2XQ2XQ2XzmYMrq2a8Q2XQ2XQ2XcMS// //LkFp9JMsnlvYk_7/ //.Q2XQ2XQ2XQ2X/
& 0,0,1,aiy0Q 0,0,15,WsopG 0,0,16,14X0r 1,2,4,ll9E_ 1,4,5,k67Vl 1,4,17,cYieb 1,4,18,dt85V 2,7,8,rKKlP 2,7,9,WiiM1 2,7,20,kxHt_ 2,8,10,G3vgt 2,8,19,J14Oa 2,9,10,nYE80 2,9,19,VWFtX 2,10,20,4-KGm 2,19,20,vLrhr
~ operator cut_tape: tape.erase(tape.begin() - length, tape.end()) = !KR39Y/!pwyZl/!pwyZl/!pwyZl	missing cut_tape: tape.erase(tape.begin(), tape.end()) = !BLrtP/!pwyZl/!pwyZl/!pwyZl	number sum: Number total = x[1] = //tWHQ2XUcd../	loop sum: for (size_t i = 0 = //Hc40Ly.../	loop sum: for (size_t i = 2 = //VP9.Q2X../	loop sum: i < x.size() - 1 = //p8F...Q2X/
~ operator sum: total = total - x[i] = //fWK.mV6fa_5b3/	operator sum: total = total * x[i] = //Pg2R8TDclOHiXhO/	missing sum: total = total = //51E.Q2XQ2XQ2X/	missing sum: total = x[i] = //ko1Q2XQ2XQ2X./	loop network: for (size_t i = 1 = /ZyeGe4Q2XHFpSlX7qrMJ3kPW7JiqD6lgYa0Ai3M9_oQ2X6y4Z3AHx7S3uSxxbFHxgp4Xp7Ar//
~ operator network: i - 1 < p.size() = /xLUQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XWcqxLUQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XWcq//	operator network: i -= 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]) = /2L5hmF2v1IaExLzQ2XQ2XQ2XQ2XQ2XQ2XnDmcvy6EIfJWaNLOwiQ2XQ2XQ2XQ2XQ2XQ2XAY4//
~ operator network: i += 3) y = y - p[i + 2] * tanh(p[i] * x + p[i + 1]) = /mZy6zHNWxhm2a9ap0tDFko3VbYXEDun9MLq4cY8ktQDTAvsjZHCt2Bs5x0NxnYCyVIVH7BoG//	operator network: i += 3) y = y * p[i + 2] * tanh(p[i] * x + p[i + 1]) = /NkY5Af_YFbZj1IxlbAawUGOBBoP-HYMq6ukChXpkSxDsLtfwuMFA78sGKNI5oh2TSCFKpJgS//
~ missing network: i += 3) y = y  * tanh(p[i] * x + p[i + 1]) = /Esj8tBv-ZfrqQ2X6ftoq4Q2XgEZC9qQ2XfVAr-WdyCQBXJxYQ2XZvxy3gQ2XyjAhndQ2X0Pm//	missing network: i += 3) y = p[i + 2] * tanh(p[i] * x + p[i + 1]) = /4eOPElQ2XQ2XQ2XQ2XQ2XQ2XlVImRt4RhQ2XavXim4Q2XQ2XQ2XQ2XQ2XQ2Xx92MiWi-5Q2X//
~ missing network: i += 3) y = y + p[i ] * tanh(p[i] * x + p[i + 1]) = /2ybaeGbpHXX_Q2X15rbPuQ2XjQL_FfQ2Xq-KhgCs_BWD_SP4Q2Xum-TkYQ2XYTKLqxQ2XC8T//	missing network: i += 3) y = y + p[2] * tanh(p[i] * x + p[i + 1]) = /9h8ODh3GOZ3VYslftYQ0uQ2X5GtxA5Q2Xu9pA74yosFOYfMba0lU5sdRWQ2XOm7L1PQ2XYzD//
~ number network: i += 3) y = y + p[i + 1] * tanh(p[i] * x + p[i + 1]) = /iKrEAUKELluEQ2XigUno3Q2XGcC3nVQ2XHaZjATsikv82R7mQ2Xi5KMm_Q2XNJb-MhQ2XI1p//	number network: i += 3) y = y + p[i + 3] * tanh(p[i] * x + p[i + 1]) = /qDzx_5nWHCibQ2XcmNP_AQ2X7H1JbwQ2XyiB7hvoN0EAOjgOQ2XQIbP9KQ2XNg9vlaQ2Xnn2//
~ operator network: i += 3) y = y + p[i + 2] + tanh(p[i] * x + p[i + 1]) = /UO_kozXGdY-Ohfx6s2sjMhfxeWGNiDhfxhfx_LMeNn9cQ8iuoci-3rl8iociwePqVIocioci//	operator network: i += 3) y = y + p[i + 2] / tanh(p[i] * x + p[i + 1]) = /1WU__05Z-3s0pA5GN6D3i8McbBbHX4xK5qnqDn-4zFGEyGOQfc6cfg7OEWb3Xz7BjHSDh_Qw//
~ operator network: i += 3) y = y + p[i + 2] - tanh(p[i] * x + p[i + 1]) = /NGQR5vIbFEeg6z5S5YiIF6z5dj8lja6z56z5B-mNx-Yma0Mj-qUxn6T_C-qUNDBQQk-qU-qU//	missing network: i += 3) y = y + p[i + 2] = /W6mQ2XQ2XQ2XiyUQ2XQ2XiyUQ2XQ2XiyUiyUW6mQ2XQ2XQ2XiyUQ2XQ2XiyUQ2XQ2XiyUiyU//
~ missing network: i += 3) y = y + tanh(p[i] * x + p[i + 1]) = /7VdeRCJWkjdfQ2Xc54bJqQ2XLnYzu8Q2XwlMfVfw8M4PvCQKQ2X-1aOtkQ2X2nTijIQ2XANx//	operator network: i += 3) y = y + p[i + 2] * tanh(p[i] + x + p[i + 1]) = /5IJKDf8T38T3U57UehUehLb3-Ru-RuRvdqA-8RUMfqIDRIDRUlXYTtYTteSKxJIxJIE9NtK9//
~ operator network: i += 3) y = y + p[i + 2] * tanh(p[i] / x + p[i + 1]) = /5i6XwFSsJi6OtiYax7vrzQp88GFLjwAFXtKEaeQFFqsixbRmc_Z5i7HKKEC5-artLbKTdv75//	operator network: i += 3) y = y + p[i + 2] * tanh(p[i] - x + p[i + 1]) = /GIChpzw6Cw6C0V9tb2tb2c4s70v70vddU398yepf8hn8dn8dGJJ7Th7Thds4NqbNqbZ0YT6H//
~ missing network: i += 3) y = y + p[i + 2] * tanh(p[i]  + p[i + 1]) = /fduQ2X6xa6xavR8DJxDJxMrgGHUGHUuhWA5LfduQ2X6xa6xavR8DJxDJxMrgGHUGHUuhWA5L//	missing network: i += 3) y = y + p[i + 2] * tanh(x + p[i + 1]) = /Ek6eJMQ2XeWI5SnQ2XsdZ1FEQ2XUQC7y9Zco04DjKyQ2XsholdSQ2X7P_byEQ2Xk-7zT-ox9//
~ operator network: i += 3) y = y + p[i + 2] * tanh(p[i] * x - p[i + 1]) = /l662q2YkEck4ri5wxL3IYBELyoKYqicHNF-ntjGvQZRpVJPX_6Bwm_wV6StPdc08wCQ_-RMc//	operator network: i += 3) y = y + p[i + 2] * tanh(p[i] * x * p[i + 1]) = /3zbs_9qDbZbxycOWxfC7ZiFZw8e3rmHcGr_JKmMAEhLIsExZkF1T4R-kxgGVJ9CJ4J_6q3f1//
~ missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * x) = /6bwum_QWcQ2XVyTiKeQ2X0XEGx2Q2XZkAuE2DieO31KGQQ2Xd2GiJuQ2XExbbCNQ2XMHhGXf//	missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * p[i + 1]) = /O8nQ2XX84fssK3WEvHjggF5lwO_aM7-qu70EO8nQ2XX84fssK3WEvHjggF5lwO_aM7-qu70E//
~ operator network: i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i * 1]) = /745Wa4sJWQ2X8L9TlCQ2XtcT5o_Q2X28qrYmCBQGw-LwFQ2XXkLQ1OQ2XjBZhGNQ2X2Ja_2m//	missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[1]) = /opnRQ3kNjvQF-nLgopQ2XteBt1fQ2XfkNMRVq585JnS0s65_9daxZ6Q2XFs6ct4Q2X4Z8OxG//
~ number network: i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 2]) = /VzyCpbXvWQ2XB3sORpQ2X0vElXIQ2XuanerPWt62m5a8_Q2XB8vOI-Q2XGS9un9Q2XIIviVE//	loop mean_squared_error: for (size_t i = 1 = //UktQ2XpeAGOnBDG/	loop mean_squared_error: i < predicted.size() - 1 = //fEP1EVpeAGOnQ2X/	operator mean_squared_error: squares.push_back(pow(predicted[i] + wanted[i], 2)) = //XtWnqTVWD5w4i0r/
~ operator mean_squared_error: squares.push_back(pow(predicted[i] * wanted[i], 2)) = //DZBbHjc9Gmfiesr/	missing mean_squared_error: squares.push_back(pow(predicted[i], 2)) = //S6KSsvLSDD0tvI5/	number mean_squared_error: squares.push_back(pow(predicted[i] - wanted[i], 3)) = //ieCVhX2DWTUElB-/	operator mean_squared_error: return sum(squares) * static_cast<double>(squares.size()) = //PCMa59grhFxsD0N/
~ operator mean_squared_error: return sum(squares) + static_cast<double>(squares.size()) = //VaKpc5LyZUEoS7I/	operator mean_squared_error: return sum(squares) - static_cast<double>(squares.size()) = //lW9pc5LyZUEoS7I/	operator descend: for (Number p : parameters) set_data(p, p.data() * rate * p.grad()) = ///0xk0xk73hfo1fo1_9y
~ missing descend: for (Number p : parameters) set_data(p, p.data()  * p.grad()) = ///q-0q-07BeKPhKPhxt1	operator descend: for (Number p : parameters) set_data(p, p.data() - rate + p.grad()) = ///bcCbcCK8liI9iI9CtE	operator descend: for (Number p : parameters) set_data(p, p.data() - rate / p.grad()) = ///kuDrrBmv77xcvXGwzS
~ operator descend: for (Number p : parameters) set_data(p, p.data() - rate - p.grad()) = ///zTZkvB9dFE736p0DqD	missing descend: for (Number p : parameters) set_data(p, p.data() - rate) = ///XM_zNF1oVnXuwUzKKm	name network: i += 3) y = x + p[i + 2] * tanh(p[i] * x + p[i + 1]) = /Istp-SQ2XQ2XQ2XQ2XQ2XQ2XQNL9alfkYQ2XiyUQZaQ2XQ2XQ2XQ2XQ2XQ2X7z-9v1L6IQ2X//
~ name network: i += 3) y = y + p[i + 2] * tanh(p[i] * y + p[i + 1]) = /NXMQ2XrZ5Pc9nmQ5Tnd-riHfkhpkmLJFEJnlNXMQ2XrZ5Pc9nmQ5Tnd-riHfkhpkmLJFEJnl//	name mean_squared_error: return sum(predicted) / static_cast<double>(squares.size()) = //WwZdPLdPLdPLdPL/
)~";
