// mistakes.h: the mistakes of this stage, as edits of the reference, and the numbers they give.
// ../../support/list_mistakes.py writes all but the sentences and the edits: see ../../README.md.
#pragma once

inline constexpr char sine_mistakes[] = R"~(
right set_data and cut_tape
 -0.5 -1.75 3.0625 0 -0.5 -1
right network
 -3.163894035025672 -0.06669953631067092 -0.15921897659391962 0.11372784042422832 -6.198854080590749
 -5.816313971983634 4.15450997998831 -1.6132161740447293 0.2486555462601878 -0.17761110447156273
 6.258883203142033 -6.327788070051344 -1.9155321236136806 -6.058378182014713 1.432332623194197
 1.685097203757879 0.4340603759391932 1.9763879377952165 2.3251622797590783 -1.4111094238073145
 -3.7317180236005707 -4.3902564983536125 1.3030152349054778 -3.8310642472273613
right mean_squared_error
 0.03294650950127283 -0.11912996810286536 0.039318718387701956 0.04416490394794015
 -0.12352351939894246
right descend
 -0.24281419767900822 0.49514658082761304 -0.5846163604237168 -0.4161155009686728 0.580131550015266
 -0.4209237795050761
set_data has changed a copy: the number itself must have the new value
  (Number x, double data) { tape[x.place].data = data; } => (Number x, double data) { Node node = tape[x.place]; node.data = data; }
= Q7aZKT..Q7a8_s///pZ20W8Ec9pZ20W8Ec9
cut_tape has taken nothing away
  (int length) { tape.erase(tape.begin() + length, tape.end()); } => (int) {}
= ...NXv..///
network: a neuron without tanh is a straight line, and so is the sum of many
  = y + p[i + 2] * tanh(p[i] * x + p[i + => = y + p[i + 2] * (p[i] * x + p[i +
= /VxgDB466pInpprs03dVjNX9v1WYKRWk6NhZOs5BImCU_wajn11xzgIFDPVd3IpvHUxUJOMZS//
network: tanh belongs to each neuron, not to the sum of them
  p.back(); for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]); return y => 0; for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * (p[i] * x + p[i + 1]); return p.back() + tanh(y)
= /vvF2kxorICx41M7VssxcHoL1e6wzOwkBqQnWDrbmPNKu4JUtoHCINpusVxs8_IbkmnBVKYjt//
network: c, the last parameter, is missing
  p.back(); => 0;
= /LgeMOAmJ5r3qjxxIVmdMUZ7z2-d41bu1TQ2X4Md9_IwH9dWv2-QDgrCn8dLz8KT79O3jjQ2X//
network: w and v of a neuron are exchanged: w is the first, v the third
  += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1] => += 3) y = y + p[i] * tanh(p[i + 2] * x + p[i + 1]
= /bUlX53TFMn0DcuKp6FUNQNQ3VF2ZgtNfTAkT1fuUUMHWFWcMGvld18y0t4KNQrgqFYSUtm7L//
network: the parameters get no gradient: calculate with the Numbers themselves, not with their data()
  (); for (size_t i = 0; i + 1 < p.size(); i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]); => ().data(); for (size_t i = 0; i + 1 < p.size(); i += 3) { y = y + p[i + 2].data() * tanh(p[i].data() * x + p[i + 1].data()); }
= /..Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X//
mean_squared_error: that is the sum: the mean is divided by how many there are
  (squares) / static_cast<double>(squares.size()); => (squares);
= //FeGpc5LyZUEoS7I/
mean_squared_error: that is the mean of the absolute differences: square them
  squares.push_back(pow(predicted[i] - wanted[i], 2)); => { const Number d = predicted[i] - wanted[i]; squares.push_back(relu(d) + relu(-d)); }
= //6serYPdPLdPLrYP/
mean_squared_error: differences of different sign cancel: square each first
  pow(predicted[i] - wanted[i], 2) => predicted[i] - wanted[i]
= //TPzdPLdPLdPLdPL/
mean_squared_error: only the last pair counts: add all of them
  sum(squares) / static_cast<double>(squares.size()) => squares.back()
= //kdVQ2XQ2XQ2XS7I/
descend: that is uphill: the loss grows in the direction of the gradient
  p.data() - rate * p => p.data() + rate * p
= ///CUlxyagP8wN1rQ0sQl
descend: the rate is missing
  ; } void descend(const Vector& parameters, double rate) { for (Number p : parameters) set_data(p, p.data() - rate * p.grad()); => ; } void descend(const Vector& parameters, double rate) { (void)rate; for (Number p : parameters) set_data(p, p.data() - p.grad());
= ///5VUkLKuXlumqJcgHy7
descend: the step becomes the parameter: it is to be added to what was there
  p.data() - rate => -rate
= ///SKnjeRIabsqD1p6o5w
descend: no parameter moves: set_data must be called with the new value of each
  set_data(p, p.data() - rate * p.grad()) => p = p.data() - rate * p.grad()
= ///pZ20W8Ec9pZ20W8Ec9
cut_tape takes away as many numbers as it is given: it is given how many are to stay
  tape.erase(tape.begin() + length, tape.end()) => tape.resize(tape.size() - static_cast<size_t>(length), Node())
= ...n9l..///
~ cut_tape: your numbers are those of "tape.erase(tape.begin() - length, tape.end())": is this the right operator? = !KR39Y/!pwyZl/!pwyZl/!pwyZl	~ cut_tape: your numbers are those of "tape.erase(tape.begin(), tape.end())": something is missing = !BLrtP/!pwyZl/!pwyZl/!pwyZl	~ sum: your numbers are those of "Number total = x[1]": is this the right number? = //tWHQ2XUcd../	~ sum: your numbers are those of "for (size_t i = 0": does the loop have the right ends? = //Hc40Ly.../
~ sum: your numbers are those of "for (size_t i = 2": does the loop have the right ends? = //VP9.Q2X../	~ sum: your numbers are those of "i < x.size() - 1": does the loop have the right ends? = //p8F...Q2X/	~ sum: your numbers are those of "total = total - x[i]": is this the right operator? = //fWK.mV6fa_5b3/	~ sum: your numbers are those of "total = total * x[i]": is this the right operator? = //Pg2R8TDclOHiXhO/
~ sum: your numbers are those of "total = total": something is missing = //51E.Q2XQ2XQ2X/	~ sum: your numbers are those of "total = x[i]": something is missing = //ko1Q2XQ2XQ2X./	~ network: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = /ZyeGe4Q2XHFpSlX7qrMJ3kPW7JiqD6lgYa0Ai3M9_oQ2X6y4Z3AHx7S3uSxxbFHxgp4Xp7Ar//	~ network: your numbers are those of "i - 1 < p.size()": is this the right operator? = /xLUQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XWcqxLUQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XWcq//
~ network: your numbers are those of "i -= 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1])": is this the right operator? = /2L5hmF2v1IaExLzQ2XQ2XQ2XQ2XQ2XQ2XnDmcvy6EIfJWaNLOwiQ2XQ2XQ2XQ2XQ2XQ2XAY4//	~ network: your numbers are those of "i += 3) y = y - p[i + 2] * tanh(p[i] * x + p[i + 1])": is this the right operator? = /mZy6zHNWxhm2a9ap0tDFko3VbYXEDun9MLq4cY8ktQDTAvsjZHCt2Bs5x0NxnYCyVIVH7BoG//	~ network: your numbers are those of "i += 3) y = y * p[i + 2] * tanh(p[i] * x + p[i + 1])": is this the right operator? = /NkY5Af_YFbZj1IxlbAawUGOBBoP-HYMq6ukChXpkSxDsLtfwuMFA78sGKNI5oh2TSCFKpJgS//
~ network: your numbers are those of "i += 3) y = y  * tanh(p[i] * x + p[i + 1])": something is missing = /Esj8tBv-ZfrqQ2X6ftoq4Q2XgEZC9qQ2XfVAr-WdyCQBXJxYQ2XZvxy3gQ2XyjAhndQ2X0Pm//	~ network: your numbers are those of "i += 3) y = p[i + 2] * tanh(p[i] * x + p[i + 1])": something is missing = /4eOPElQ2XQ2XQ2XQ2XQ2XQ2XlVImRt4RhQ2XavXim4Q2XQ2XQ2XQ2XQ2XQ2Xx92MiWi-5Q2X//	~ network: your numbers are those of "i += 3) y = y + p[i ] * tanh(p[i] * x + p[i + 1])": something is missing = /2ybaeGbpHXX_Q2X15rbPuQ2XjQL_FfQ2Xq-KhgCs_BWD_SP4Q2Xum-TkYQ2XYTKLqxQ2XC8T//
~ network: your numbers are those of "i += 3) y = y + p[2] * tanh(p[i] * x + p[i + 1])": something is missing = /9h8ODh3GOZ3VYslftYQ0uQ2X5GtxA5Q2Xu9pA74yosFOYfMba0lU5sdRWQ2XOm7L1PQ2XYzD//	~ network: your numbers are those of "i += 3) y = y + p[i + 1] * tanh(p[i] * x + p[i + 1])": is this the right number? = /iKrEAUKELluEQ2XigUno3Q2XGcC3nVQ2XHaZjATsikv82R7mQ2Xi5KMm_Q2XNJb-MhQ2XI1p//	~ network: your numbers are those of "i += 3) y = y + p[i + 3] * tanh(p[i] * x + p[i + 1])": is this the right number? = /qDzx_5nWHCibQ2XcmNP_AQ2X7H1JbwQ2XyiB7hvoN0EAOjgOQ2XQIbP9KQ2XNg9vlaQ2Xnn2//
~ network: your numbers are those of "i += 3) y = y + p[i + 2] + tanh(p[i] * x + p[i + 1])": is this the right operator? = /UO_kozXGdY-Ohfx6s2sjMhfxeWGNiDhfxhfx_LMeNn9cQ8iuoci-3rl8iociwePqVIocioci//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] / tanh(p[i] * x + p[i + 1])": is this the right operator? = /1WU__05Z-3s0pA5GN6D3i8McbBbHX4xK5qnqDn-4zFGEyGOQfc6cfg7OEWb3Xz7BjHSDh_Qw//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] - tanh(p[i] * x + p[i + 1])": is this the right operator? = /NGQR5vIbFEeg6z5S5YiIF6z5dj8lja6z56z5B-mNx-Yma0Mj-qUxn6T_C-qUNDBQQk-qU-qU//
~ network: your numbers are those of "i += 3) y = y + p[i + 2]": something is missing = /W6mQ2XQ2XQ2XiyUQ2XQ2XiyUQ2XQ2XiyUiyUW6mQ2XQ2XQ2XiyUQ2XQ2XiyUQ2XQ2XiyUiyU//	~ network: your numbers are those of "i += 3) y = y + tanh(p[i] * x + p[i + 1])": something is missing = /7VdeRCJWkjdfQ2Xc54bJqQ2XLnYzu8Q2XwlMfVfw8M4PvCQKQ2X-1aOtkQ2X2nTijIQ2XANx//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] + x + p[i + 1])": is this the right operator? = /5IJKDf8T38T3U57UehUehLb3-Ru-RuRvdqA-8RUMfqIDRIDRUlXYTtYTteSKxJIxJIE9NtK9//
~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] / x + p[i + 1])": is this the right operator? = /5i6XwFSsJi6OtiYax7vrzQp88GFLjwAFXtKEaeQFFqsixbRmc_Z5i7HKKEC5-artLbKTdv75//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] - x + p[i + 1])": is this the right operator? = /GIChpzw6Cw6C0V9tb2tb2c4s70v70vddU398yepf8hn8dn8dGJJ7Th7Thds4NqbNqbZ0YT6H//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i]  + p[i + 1])": something is missing = /fduQ2X6xa6xavR8DJxDJxMrgGHUGHUuhWA5LfduQ2X6xa6xavR8DJxDJxMrgGHUGHUuhWA5L//
~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(x + p[i + 1])": something is missing = /Ek6eJMQ2XeWI5SnQ2XsdZ1FEQ2XUQC7y9Zco04DjKyQ2XsholdSQ2X7P_byEQ2Xk-7zT-ox9//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * x - p[i + 1])": is this the right operator? = /l662q2YkEck4ri5wxL3IYBELyoKYqicHNF-ntjGvQZRpVJPX_6Bwm_wV6StPdc08wCQ_-RMc//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * x * p[i + 1])": is this the right operator? = /3zbs_9qDbZbxycOWxfC7ZiFZw8e3rmHcGr_JKmMAEhLIsExZkF1T4R-kxgGVJ9CJ4J_6q3f1//
~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * x)": something is missing = /6bwum_QWcQ2XVyTiKeQ2X0XEGx2Q2XZkAuE2DieO31KGQQ2Xd2GiJuQ2XExbbCNQ2XMHhGXf//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * p[i + 1])": something is missing = /O8nQ2XX84fssK3WEvHjggF5lwO_aM7-qu70EO8nQ2XX84fssK3WEvHjggF5lwO_aM7-qu70E//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i * 1])": is this the right operator? = /745Wa4sJWQ2X8L9TlCQ2XtcT5o_Q2X28qrYmCBQGw-LwFQ2XXkLQ1OQ2XjBZhGNQ2X2Ja_2m//
~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[1])": something is missing = /opnRQ3kNjvQF-nLgopQ2XteBt1fQ2XfkNMRVq585JnS0s65_9daxZ6Q2XFs6ct4Q2X4Z8OxG//	~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 2])": is this the right number? = /VzyCpbXvWQ2XB3sORpQ2X0vElXIQ2XuanerPWt62m5a8_Q2XB8vOI-Q2XGS9un9Q2XIIviVE//	~ mean_squared_error: your numbers are those of "for (size_t i = 1": does the loop have the right ends? = //UktQ2XpeAGOnBDG/
~ mean_squared_error: your numbers are those of "i < predicted.size() - 1": does the loop have the right ends? = //fEP1EVpeAGOnQ2X/	~ mean_squared_error: your numbers are those of "squares.push_back(pow(predicted[i] + wanted[i], 2))": is this the right operator? = //XtWnqTVWD5w4i0r/	~ mean_squared_error: your numbers are those of "squares.push_back(pow(predicted[i] * wanted[i], 2))": is this the right operator? = //DZBbHjc9Gmfiesr/
~ mean_squared_error: your numbers are those of "squares.push_back(pow(predicted[i], 2))": something is missing = //S6KSsvLSDD0tvI5/	~ mean_squared_error: your numbers are those of "squares.push_back(pow(predicted[i] - wanted[i], 3))": is this the right number? = //ieCVhX2DWTUElB-/	~ mean_squared_error: your numbers are those of "return sum(squares) * static_cast<double>(squares.size())": is this the right operator? = //PCMa59grhFxsD0N/
~ mean_squared_error: your numbers are those of "return sum(squares) + static_cast<double>(squares.size())": is this the right operator? = //VaKpc5LyZUEoS7I/	~ mean_squared_error: your numbers are those of "return sum(squares) - static_cast<double>(squares.size())": is this the right operator? = //lW9pc5LyZUEoS7I/	~ descend: your numbers are those of "for (Number p : parameters) set_data(p, p.data() * rate * p.grad())": is this the right operator? = ///0xk0xk73hfo1fo1_9y
~ descend: your numbers are those of "for (Number p : parameters) set_data(p, p.data()  * p.grad())": something is missing = ///q-0q-07BeKPhKPhxt1	~ descend: your numbers are those of "for (Number p : parameters) set_data(p, p.data() - rate + p.grad())": is this the right operator? = ///bcCbcCK8liI9iI9CtE	~ descend: your numbers are those of "for (Number p : parameters) set_data(p, p.data() - rate / p.grad())": is this the right operator? = ///kuDrrBmv77xcvXGwzS
~ descend: your numbers are those of "for (Number p : parameters) set_data(p, p.data() - rate - p.grad())": is this the right operator? = ///zTZkvB9dFE736p0DqD	~ descend: your numbers are those of "for (Number p : parameters) set_data(p, p.data() - rate)": something is missing = ///XM_zNF1oVnXuwUzKKm	~ network: your numbers are those of "i += 3) y = x + p[i + 2] * tanh(p[i] * x + p[i + 1])": is each name the right one? = /Istp-SQ2XQ2XQ2XQ2XQ2XQ2XQNL9alfkYQ2XiyUQZaQ2XQ2XQ2XQ2XQ2XQ2X7z-9v1L6IQ2X//
~ network: your numbers are those of "i += 3) y = y + p[i + 2] * tanh(p[i] * y + p[i + 1])": is each name the right one? = /NXMQ2XrZ5Pc9nmQ5Tnd-riHfkhpkmLJFEJnlNXMQ2XrZ5Pc9nmQ5Tnd-riHfkhpkmLJFEJnl//	~ mean_squared_error: your numbers are those of "return sum(predicted) / static_cast<double>(squares.size())": is each name the right one? = //WwZdPLdPLdPLdPL/
)~";
