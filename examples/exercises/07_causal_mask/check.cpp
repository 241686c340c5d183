#include <stdexcept>

#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::causal_softmax;
using answer::Matrix;
using exercise::Measured;

answer::Vector row(const Matrix& weights, size_t t) {
  if (t < weights.size()) return weights[t];
  throw std::logic_error("causal_softmax returns a row for each position: yours has too few");
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("weights", [](Measured& got) {
    const Matrix weights = causal_softmax({{0.4, 1.7, -0.9, 2.2},
                                           {1.1, -0.6, 0.8, 0.3},
                                           {2.1, 0.9, 2.1, -0.2},
                                           {0.6, 1.3, -1.8, 0.7}});
    for (size_t t = 0; t < weights.size(); ++t)
      got.add("the weights of position " + std::to_string(t), weights[t]);
  });
  all.group("large scores", [](Measured& got) {
    got.add("scores (2, 9000) at position 0 of 0 to 1: weight ",
            row(causal_softmax({{2, 9000}, {0, 0}}), 0));
    got.add("scores (-20000, 0) at position 0 of 0 to 1: weight ",
            row(causal_softmax({{-20000, 0}, {0, 0}}), 0));
    got.add("scores (1000, 1000) at position 1: weight ",
            row(causal_softmax({{0, 0}, {1000, 1000}}), 1));
    got.add("scores (-50, -51) at position 1, after (900, 0): weight ",
            row(causal_softmax({{900, 0}, {-50, -51}}), 1));
  });
  all.judge();
}

HOLO_EXERCISE("07_causal_mask", check, R"~(
the mask comes before the softmax: your rows no longer have the sum 1
  for (size_t s = 0; s < end; ++s) sum += std::exp(row[ => for (size_t s = 0; s < row.size(); ++s) sum += std::exp(row[
a position sees itself too: hide s > t, not s >= t
  end = t + 1; => end = t;
a position sees the one after it: hide s > t, not s > t + 1
  end = t + 1; => end = std::min(t + 2, row.size());
nothing is hidden: the weight of each later position has to be 0
  end = t + 1; => end = row.size();
the mask is upside down: position t sees s <= t, not s >= t
  weights[t]; const size_t end = t + 1; double largest = row[0], sum = 0; for (size_t s = 0; s < end; ++s) largest = std::max(largest, row[s]); for (size_t s = 0; s < end; ++s) sum => weights[t]; double largest = row[t], sum = 0; for (size_t s = t; s < row.size(); ++s) largest = std::max(largest, row[s]); for (size_t s = t; s < row.size(); ++s) sum
  ++s) { row[s] = s < end ? std::exp(row[s] - largest) => ++s) { row[s] = s >= t ? std::exp(row[s] - largest)
a hidden score is not 0, since exp(0) is 1: it is minus infinity
  end = t + 1; => end = row.size(); for (size_t s = t + 1; s < end; ++s) row[s] = 0;
a hidden score is minus infinity: a number like -10000 may be the largest
  end = t + 1; => end = row.size(); for (size_t s = t + 1; s < end; ++s) row[s] = -10000;
the largest score is taken before the mask: take it of those that are seen
  for (size_t s = 0; s < end; ++s) largest = std::max(largest, => for (size_t s = 0; s < row.size(); ++s) largest = std::max(largest,
the sum runs over the positions that t looks at, so each row has the sum 1
  double>; using Matrix = std::vector<Vector>; Matrix causal_softmax(const Matrix& scores) { => double>; using Matrix = std::vector<Vector>; double column(const Matrix& scores, size_t s) { double sum = 0; for (size_t t = s; t < scores.size(); ++t) sum += std::exp(scores[t][s]); return sum; } Matrix causal_softmax(const Matrix& scores) {
  double largest = row[0], sum = 0; for (size_t s = 0; s < end; ++s) largest = std::max(largest, row[s]); for (size_t s = 0; s < end; ++s) sum += std::exp(row[s] - largest) => const double largest = 0
  (row[s] - largest) / sum : 0.0; => (row[s] - largest) / column(scores, s) : 0.0;
the largest score may be negative: its search begins with a score that is seen, not with 0
  double largest = row[0], sum = 0 => double largest = 0, sum = 0
or
  double largest = row[0], sum = 0 => double largest = 0, sum = 0
  / sum : 0.0; => / sum : 0.0 / sum;
your exponentials overflow, or are all 0: first subtract the largest score that the position sees
  double largest = row[0], sum = 0; for (size_t s = 0; s < end; ++s) largest = std::max(largest, row[s]); => const double largest = 0; double sum = 0;
or
  double largest = row[0], sum = 0; for (size_t s = 0; s < end; ++s) largest = std::max(largest, row[s]); => const double largest = 0; double sum = 0;
  / sum : 0.0; => / sum : 0.0 / sum;
divide by the sum of the exponentials, not by the number of positions
  (row[s] - largest) / sum : 0.0; => (row[s] - largest) / static_cast<double>(end) : 0.0;
the sum of the exponentials goes on from the one before: set it to 0 each time
  weights = scores; => weights = scores; double sum = 0;
  row[0], sum = 0; => row[0];
what is hidden has a part of the sum: its weight is exactly 0, so its score is minus infinity, and not only a small number
  const size_t end = t + 1 => for (size_t s = t + 1; s < row.size(); ++s) row[s] = -10; const size_t end = row.size()
the weights of a position have the sum 1: divide by the sum of the exponentials
  (row[s] - largest) / sum : 0.0; => (row[s] - largest) : 0.0;
all positions that t sees have the same weight in your row: its scores do not reach the weights
  std::exp(row[s] - largest) / sum => 1.0 / static_cast<double>(end)
the exponentials are divided by their sum: yours are divided by how many positions there are as well
  (row[s] - largest) / sum : 0.0; => (row[s] - largest) / (sum * static_cast<double>(end)) : 0.0;
a position sees all before it as well: yours sees itself alone
  [s]); for (size_t s = 0; s < end; ++s) sum += => [s]); for (size_t s = t; s < end; ++s) sum +=
  ++s) { row[s] = s < end ? std::exp(row[s] - largest) => ++s) { row[s] = s == t ? std::exp(row[s] - largest)
the sum of the exponentials has to be whole before you use it: add up first, in a separate loop
  for (size_t s = 0; s < end; ++s) sum += std::exp(row[s] - largest); =>
  < row.size(); ++s) { row[s] = s < end ? std => < row.size(); ++s) { if (s < end) sum += std::exp(row[s] - largest); row[s] = s < end ? std
you read the scores with row and column exchanged
  weights[t]; => weights[t]; for (size_t s = 0; s < row.size(); ++s) row[s] = scores[s][t];
your weights follow the scores in a straight line: take their exponentials first
  std::exp(row[s] - largest); => row[s] - largest + 1;
  end ? std::exp(row[s] - largest) / sum => end ? (row[s] - largest + 1) / sum
the last row is 0, the rest is right: does the loop reach it?
  using Matrix = std::vector<Vector>; Matrix causal_softmax(const Matrix& scores) { Matrix weights = scores; for (size_t t = 0; t < weights.size(); ++t) { => using Matrix = std::vector<Vector>; Matrix causal_softmax(const Matrix& scores) { Matrix weights(scores.size(), Vector(scores.size())); for (size_t t = 0; t + 1 < weights.size(); ++t) { weights[t] = scores[t];
each position has a largest score of its own: begin its search anew for each, with a score of its row
  & scores) { Matrix weights = scores; for (size_t t = 0; t < weights => & scores) { Matrix weights = scores; double largest = scores[0][0]; for (size_t t = 0; t < weights
  largest = row[0], sum => sum
right weights
 1 0 0 0 0.8455347349164652 0.15446526508353467 0 0 0.43455697690506495 0.13088604618987001 0.43455697690506495 0 0.237549915182237 0.47836678485761186 0.02155004210940608 0.2625332578507451
right large scores
 1 0 1 0 0.5 0.5 0.7310585786300049 0.2689414213699951
= CYJ...xppCxR..oDIkV_oDI...../Q2X.Q2X..... Q2X...-IPQ2X..GtridAQ2X.ucqXNND4jQ2X/Q2X.Q2X.-IPQ2X-IPQ2X F0QA4x..-LpqZAIzD.oDIkV_oDIt2w..../Q2X-IPQ2X-IP.... CYJsq6Y4T9BCxppCxRDydEAToDIkV_oDIt2w..../Q2X-IPQ2X-IP.... CYJsq6Y4T9BCQ2XvLdcE9br2Q2XQ2X_xEHiDQ2XQ2XQ2X-IP/Q2X-IPQ2X-IPQ2X-IPQ2X-IP TLWmK6mK6mK6SLRE55nBAnBAlJHDvplJH3bC..../0OtDW5Q2X-IP.... /..Q2X-IP.... /KhB.KhB.....
= pBr...RlqQoG..qt2Kf7Di2.AAYFTc7g_-IP/0Ot.Q2X.KhBKhBQ2X-IP /..KhB..... /..KhBKhB.... /..KhB.KhBKhB.. /..KhBKhBKhBKhB.. ....CghWdA..QEsmU0QEs._khdPLaHrg02/......CghTZg ....wR3Coo..k7rRGJk7r.UrZXLcM01g09/....QEsQEsdDYcrl XINNAxNAxNAx_m3EkB5eH5eHbwnCSfbwnFsx..../KP9j8XQ2X-IP.... ....-IP84J..-IPA4w-IP.wDY-IPSPCZbw/....-IP-IP-IPgpO ....CghCgh..QEsQEsQEs.dPLdPLdPLdPL/......CghCgh
= ....bu2Wll..mOMKvXmOM.7KW-u1QurJT2/....dPLdPLNvGFT7 ....Q2X-IP..Q2XQ2X-IP.Q2XQ2XQ2X-IP/....Q2X-IPQ2X-IP ....-IP...-IPidA..-IPScMD4j./....-IP.-IP. ...._xEHiD..pXMQr1-h1.55AuYaee2eSW/....Q2X-IP-IPQ2X ....ksxouk..EVtG-QEVt.PKlsDCxxWcRT/......-IPQ2X ............Q2XQ2XQ2XQ2X/....Q2XQ2XQ2XQ2X /......KhBKhB
& 0,0,1,bmEop 1,0,1,oaKfN 0,0,2,a9Dcn 1,0,11,sI7uh 0,0,14,yqf9x 1,0,14,ONfNo 0,0,18,Br2F7 1,0,18,J6pYk 0,0,19,xdJJg 1,0,19,QNUmT 0,0,21,3w2dB 1,0,21,L8KNo 0,0,22,A2Ghy 1,0,22,mhmCg 0,0,23,GILmL 1,0,23,9IkQK 1,0,24,Iqqha 0,1,8,nQ5K8 1,1,8,-Jgaa 0,1,10,L1dJA 1,1,10,1ddIb 1,1,11,TEDQd 0,1,12,L1dJA 1,1,12,-qngx 0,1,13,PBZ9f 0,1,14,kz3pv 0,1,16,PBEuk 0,1,17,HsoTY 0,1,18,AnIcz 0,1,19,6Bf_K 1,1,19,SY6kt
& 0,1,20,RFa_4 0,1,21,jzY2S 0,1,22,m8Xqu 0,1,23,3zU8z 1,1,23,9IkQK 1,1,24,uLg80 0,2,8,mF1om 1,2,8,sn-o0 1,2,11,G6pmp 0,2,13,xTtxX 1,2,13,eLwMJ 0,2,14,MTBnl 1,2,14,OBvNk 0,2,16,m3Ez_ 1,2,16,PRJYp 0,2,17,ghOTR 1,2,17,0YJkN 0,2,18,ht5rP 1,2,18,gmr1D 0,2,19,pRNkD 1,2,19,QNUmT 0,2,20,sCQet 1,2,20,o2Inz 0,2,21,VqXgo 1,2,21,d81M3 0,2,22,YoHkV 1,2,22,VaqFP 0,2,23,ms-iF 1,2,23,mEeXv 1,2,24,tyNA2 0,3,8,4o1We
& 1,3,8,sn-o0 0,3,13,B5zy5 1,3,13,eLwMJ 0,3,14,4yE5x 1,3,14,OBvNk 0,3,16,1Y03_ 1,3,16,PRJYp 0,3,17,JOo1x 1,3,17,0YJkN 0,3,18,lUJMO 1,3,18,gmr1D 0,3,20,gTmBg 1,3,20,o2Inz 0,3,21,7RlnB 1,3,21,d81M3 0,3,22,ZBoqH 1,3,22,VaqFP 0,3,23,RVU3h 1,3,23,mEeXv 0,4,16,CJdwp 0,4,21,c6y5- 1,4,21,AEj4E 0,4,22,3KgLi 1,4,22,FdqCJ 0,4,23,etnDc 1,4,23,mEeXv 0,5,8,-YKfX 1,5,8,pDUdk 1,5,11,G8_5E 0,5,13,peTN9 1,5,13,spFdh
& 0,5,14,34BpU 1,5,14,4mIDa 0,5,16,jsbSC 1,5,16,m71X8 0,5,18,6QNzI 1,5,18,rSFFg 0,5,19,808_- 1,5,19,J-m5k 0,5,20,TvQSw 1,5,20,1dICL 0,5,21,El0Pf 1,5,21,d81M3 0,5,22,JOwMa 1,5,22,NdYnk 0,5,23,08oB8 1,5,23,t17by 1,5,24,9TlT6 1,6,9,WGwOB 1,6,11,oVVh_ 0,6,13,hyzXz 1,6,13,0vW_X 1,6,14,EQKDZ 1,6,16,HyoS6 0,6,18,7dZ9Y 1,6,18,nzi9a 1,6,19,_kgkX 1,6,20,PffPU 1,6,21,vVJ0P 0,6,22,2tCz2 1,6,22,59zoL
& 1,6,23,Qmziu 1,6,24,XCoaJ 1,7,10,-eUBZ 0,7,13,ifjAp 1,7,13,AN9GI 0,7,14,qdtwU 1,7,14,CK9B0 0,7,16,y_DTK 1,7,16,EIHVX 1,7,18,KZynd 1,7,19,wn9NU 1,7,20,YU9VJ 1,7,21,Yevl1 1,7,23,9GsV- 1,7,24,I8nEX 0,8,15,irf80 1,8,15,zYPrO 0,8,21,SeCVU 1,8,21,z4xlQ 0,8,23,MIIxG 1,8,23,3bnBc 1,9,13,PxJYq 1,9,14,6wJhL 1,9,16,3xw7l 1,9,18,BScT0 1,9,19,ooA0N 1,9,20,tcKD2 1,9,22,czfMX 1,9,23,1OeA5 1,10,13,MRE6n
& 1,10,14,dJsEi 1,10,16,Fn6T1 1,10,17,JLqxG 1,10,18,aHqoX 1,10,19,sXCf5 1,10,20,89sHF 1,10,21,9bjYW 1,10,23,lVBd9 0,11,13,l_OJp 1,11,13,Yo2Ed 1,11,15,R2OQO 0,11,16,N-WXv 1,11,16,Yo2Ed 1,11,18,V5IeO 1,11,19,1ntP_ 1,11,20,Yamwt 1,11,21,eviLA 0,11,22,VIPgn 1,11,22,czfMX 0,12,13,l_OJp 1,12,13,9tzwx 0,12,16,N-WXv 1,12,16,9tzwx 1,12,18,wSdWc 1,12,19,rmwNz 1,12,20,3NX_D 1,12,21,mdXT5 0,13,15,SACbr
& 1,13,15,vejE3 0,13,19,e_K1s 1,13,19,yp0dJ 0,13,21,47mFb 1,13,21,lpoSS 0,13,22,BnQTR 1,13,22,Olkpt 0,13,23,_cJl3 0,13,24,y32ZQ 1,13,24,Yq9SZ 0,14,15,hoWMQ 1,14,15,iO8n3 0,14,18,diS00 1,14,18,N-R-o 0,14,19,CCJVf 1,14,19,7AXFP 0,14,20,oXXsf 1,14,20,4nm1m 0,14,21,W6ii6 1,14,21,lpoSS 0,14,22,C_lCf 1,14,22,b4KTq 0,15,16,JlGJT 1,15,16,1vIbN 0,15,18,_VKAC 1,15,18,KtUQB 0,15,19,A7fGj 1,15,19,AwZ4X
& 0,15,20,SEqBC 1,15,20,B4IAI 0,15,21,qTbW9 1,15,21,XPbIS 0,15,22,SnJ1n 1,15,22,fTQgx 0,15,23,tm8-V 1,15,23,6b4lw 1,15,24,A-v0z 0,16,19,eSsWY 1,16,19,5mqog 0,16,21,WkWBO 0,16,22,nHV7s 1,16,22,D1DVB 0,16,23,gjzdD 0,16,24,27QGU 1,16,24,Aip30 0,17,19,hE2rL 1,17,19,gFsZu 0,17,23,uk25b 0,18,20,piSiF 1,18,20,21lMM 0,18,21,MRvJs 1,18,21,lpoSS 0,18,22,dpZ8c 1,18,22,9VdMc 0,18,23,HTiwR 1,18,24,xt3tS
& 1,19,22,WUXez 0,19,23,-Nw-2 0,20,21,hTTRn 1,20,21,BFhf- 0,20,23,UHK2X 1,20,24,vFTWm 0,21,22,CpFm8 1,21,22,6HR-b 0,21,23,J_ZSp 1,21,24,4JN3Z 0,22,23,c-yBi 0,22,24,tn9k0 1,22,24,901LM
~ loop causal_softmax: for (size_t t = 1 = #0-HdO/#pN170	loop causal_softmax: t < weights.size() - 1 = #G1cqY/#uSMwv	missing causal_softmax: const size_t end = 1 = #zaZnD/#C6Pf3	number causal_softmax: double largest = row[0], sum = 1 = #-VPrO/#qO0Kw	loop causal_softmax: for (size_t s = 1 = #D54-Y/#wDNLz	loop causal_softmax: s < end - 1 = #pKL7z/#v0HOo
~ operator causal_softmax: sum = std::exp(row[s] - largest) = #CZYhr/#_lttl	operator causal_softmax: sum -= std::exp(row[s] - largest) = #uTNH4/#67XwH	missing causal_softmax: sum += (row[s] - largest) = #z9656/#waak-	name causal_softmax: sum += std::log(row[s] - largest) = #oJr9f/#oTYtv	operator causal_softmax: sum += std::exp(row[s] + largest) = #BNHWX/#-1WPz
~ missing causal_softmax: sum += std::exp(row[s]) = #StQuo/#QrjSZ	loop causal_softmax: for (size_t s = 1 = #kWf6g/#FhcE7	loop causal_softmax: s < row.size() - 1 = #UD-Mc/#CuhCp	missing causal_softmax: ; = #eI5gd/#w0ghx	operator causal_softmax: row[s] = s <= end ? std::exp(row[s] - largest) / sum : 0.0 = #2fndf/#KpoPP
~ missing causal_softmax: row[s] = s < end ? (row[s] - largest) / sum : 0.0 = #Bgrls/#CSiT_	name causal_softmax: row[s] = s < end ? std::log(row[s] - largest) / sum : 0.0 = #KQl1c/#ygaH3	operator causal_softmax: row[s] = s < end ? std::exp(row[s] + largest) / sum : 0.0 = #OfB_r/#0Kvyl	missing causal_softmax: row[s] = s < end ? std::exp(row[s]) / sum : 0.0 = #1YDyD/#8z8iw
~ operator causal_softmax: row[s] = s < end ? std::exp(row[s] - largest) * sum : 0.0 = #f7aeP/#BieSJ	name causal_softmax: Matrix weights = weights = !ZDGQW/!ZDGQW	name causal_softmax: sum = std::max(largest, row[s]) = #sE4Ac/#_eulS	name causal_softmax: sum += std::exp(row[t] - largest) = #zAyN9/#KpxaD	name causal_softmax: sum += std::exp(row[s] - sum) = #Z-q4y/#QrjSZ
~ name causal_softmax: row[t] = s < end ? std::exp(row[s] - largest) / sum : 0.0 = #K8Rx2/#Im6wd	name causal_softmax: row[s] = t < end ? std::exp(row[s] - largest) / sum : 0.0 = #5AgTt/#KpoPP	name causal_softmax: row[s] = end < end ? std::exp(row[s] - largest) / sum : 0.0 = #xxH2i/#Cbqzo	name causal_softmax: row[s] = s < t ? std::exp(row[s] - largest) / sum : 0.0 = #G0D70/#zroH_
~ name causal_softmax: row[s] = s < end ? std::exp(row[t] - largest) / sum : 0.0 = #9PmWb/#9e3Ig	name causal_softmax: row[s] = s < end ? std::exp(row[s] - sum) / sum : 0.0 = #M9tG1/#Awpw6	name causal_softmax: row[s] = s < end ? std::exp(row[s] - largest) / largest : 0.0 = #o6zVA/#156Cp
)~")  // measured: 3531bfd241f3
