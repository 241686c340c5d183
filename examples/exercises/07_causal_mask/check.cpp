#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::causal_softmax;
using answer::Matrix;
using exercise::Measured;

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
            causal_softmax({{2, 9000}, {0, 0}}).at(0));
    got.add("scores (-20000, 0) at position 0 of 0 to 1: weight ",
            causal_softmax({{-20000, 0}, {0, 0}}).at(0));
    got.add("scores (1000, 1000) at position 1: weight ",
            causal_softmax({{0, 0}, {1000, 1000}}).at(1));
    got.add("scores (-50, -51) at position 1, after (900, 0): weight ",
            causal_softmax({{900, 0}, {-50, -51}}).at(1));
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
= pBr...RlqQoG..qt2Kf7Di2.AAYFTc7g_-IP/0Ot.Q2X.KhBKhBQ2X-IP /..KhB..... ....CghWdA..QEsmU0QEs._khdPLaHrg02/......CghTZg ....wR3Coo..k7rRGJk7r.UrZXLcM01g09/....QEsQEsdDYcrl XINNAxNAxNAx_m3EkB5eH5eHbwnCSfbwnFsx..../KP9j8XQ2X-IP.... ....-IP84J..-IPA4w-IP.wDY-IPSPCZbw/....-IP-IP-IPgpO ....CghCgh..QEsQEsQEs.dPLdPLdPLdPL/......CghCgh ....bu2Wll..mOMKvXmOM.7KW-u1QurJT2/....dPLdPLNvGFT7
= ....Q2X-IP..Q2XQ2X-IP.Q2XQ2XQ2X-IP/....Q2X-IPQ2X-IP ....-IP...-IPidA..-IPScMD4j./....-IP.-IP. ...._xEHiD..pXMQr1-h1.55AuYaee2eSW/....Q2X-IP-IPQ2X ....ksxouk..EVtG-QEVt.PKlsDCxxWcRT/......-IPQ2X ............Q2XQ2XQ2XQ2X/....Q2XQ2XQ2XQ2X /......KhBKhB
& 0,0,1,bmEop 1,0,1,oaKfN 0,0,2,a9Dcn 0,0,11,yqf9x 1,0,11,ONfNo 0,0,15,Br2F7 1,0,15,J6pYk 0,0,16,xdJJg 1,0,16,QNUmT 0,0,18,3w2dB 1,0,18,L8KNo 0,0,19,A2Ghy 1,0,19,mhmCg 0,0,20,GILmL 1,0,20,9IkQK 1,0,21,Iqqha 0,1,8,nQ5K8 1,1,8,-Jgaa 0,1,10,PBZ9f 0,1,11,kz3pv 0,1,13,PBEuk 0,1,14,HsoTY 0,1,15,AnIcz 0,1,16,6Bf_K 1,1,16,SY6kt 0,1,17,RFa_4 0,1,18,jzY2S 0,1,19,m8Xqu 0,1,20,3zU8z 1,1,21,uLg80 0,2,8,mF1om
& 1,2,8,sn-o0 0,2,10,xTtxX 1,2,10,eLwMJ 0,2,11,MTBnl 1,2,11,OBvNk 0,2,13,m3Ez_ 1,2,13,PRJYp 0,2,14,ghOTR 1,2,14,0YJkN 0,2,15,ht5rP 1,2,15,gmr1D 0,2,16,pRNkD 0,2,17,sCQet 1,2,17,o2Inz 0,2,18,VqXgo 1,2,18,d81M3 0,2,19,YoHkV 1,2,19,VaqFP 0,2,20,ms-iF 1,2,20,mEeXv 1,2,21,tyNA2 0,3,8,4o1We 0,3,10,B5zy5 0,3,11,4yE5x 0,3,13,1Y03_ 0,3,14,JOo1x 0,3,15,lUJMO 0,3,17,gTmBg 0,3,18,7RlnB 0,3,19,ZBoqH
& 0,3,20,RVU3h 0,4,13,CJdwp 0,4,18,c6y5- 1,4,18,AEj4E 0,4,19,3KgLi 1,4,19,FdqCJ 0,4,20,etnDc 0,5,8,-YKfX 1,5,8,pDUdk 0,5,10,peTN9 1,5,10,spFdh 0,5,11,34BpU 1,5,11,4mIDa 0,5,13,jsbSC 1,5,13,m71X8 0,5,15,6QNzI 1,5,15,rSFFg 0,5,16,808_- 1,5,16,J-m5k 0,5,17,TvQSw 1,5,17,1dICL 0,5,18,El0Pf 0,5,19,JOwMa 1,5,19,NdYnk 0,5,20,08oB8 1,5,20,t17by 1,5,21,9TlT6 1,6,9,WGwOB 0,6,10,hyzXz 1,6,10,0vW_X 1,6,11,EQKDZ
& 1,6,13,HyoS6 0,6,15,7dZ9Y 1,6,15,nzi9a 1,6,16,_kgkX 1,6,17,PffPU 1,6,18,vVJ0P 0,6,19,2tCz2 1,6,19,59zoL 1,6,20,Qmziu 1,6,21,XCoaJ 0,7,10,ifjAp 1,7,10,AN9GI 0,7,11,qdtwU 1,7,11,CK9B0 0,7,13,y_DTK 1,7,13,EIHVX 1,7,15,KZynd 1,7,16,wn9NU 1,7,17,YU9VJ 1,7,18,Yevl1 1,7,20,9GsV- 1,7,21,I8nEX 0,8,12,irf80 1,8,12,zYPrO 0,8,18,SeCVU 1,8,18,z4xlQ 0,8,20,MIIxG 1,8,20,3bnBc 1,9,10,PxJYq 1,9,11,6wJhL
& 1,9,13,3xw7l 1,9,15,BScT0 1,9,16,ooA0N 1,9,17,tcKD2 1,9,19,czfMX 1,9,20,1OeA5 0,10,12,SACbr 1,10,12,vejE3 0,10,16,e_K1s 1,10,16,yp0dJ 0,10,18,47mFb 1,10,18,lpoSS 0,10,19,BnQTR 1,10,19,Olkpt 0,10,20,_cJl3 0,10,21,y32ZQ 1,10,21,Yq9SZ 0,11,12,hoWMQ 1,11,12,iO8n3 0,11,15,diS00 1,11,15,N-R-o 0,11,16,CCJVf 1,11,16,7AXFP 0,11,17,oXXsf 1,11,17,4nm1m 0,11,18,W6ii6 0,11,19,C_lCf 1,11,19,b4KTq 0,12,13,JlGJT
& 1,12,13,1vIbN 0,12,15,_VKAC 1,12,15,KtUQB 0,12,16,A7fGj 1,12,16,AwZ4X 0,12,17,SEqBC 1,12,17,B4IAI 0,12,18,qTbW9 1,12,18,XPbIS 0,12,19,SnJ1n 1,12,19,fTQgx 0,12,20,tm8-V 1,12,20,6b4lw 1,12,21,A-v0z 0,13,16,eSsWY 1,13,16,5mqog 0,13,18,WkWBO 0,13,19,nHV7s 1,13,19,D1DVB 0,13,20,gjzdD 0,13,21,27QGU 1,13,21,Aip30 0,14,16,hE2rL 1,14,16,gFsZu 0,14,20,uk25b 0,15,17,piSiF 1,15,17,21lMM 0,15,18,MRvJs
& 0,15,19,dpZ8c 1,15,19,9VdMc 0,15,20,HTiwR 1,15,21,xt3tS 1,16,19,WUXez 0,16,20,-Nw-2 0,17,18,hTTRn 1,17,18,BFhf- 0,17,20,UHK2X 1,17,21,vFTWm 0,18,19,CpFm8 1,18,19,6HR-b 0,18,20,J_ZSp 1,18,21,4JN3Z 0,19,20,c-yBi 0,19,21,tn9k0 1,19,21,901LM
~ loop causal_softmax: for (size_t t = 1 = #0-HdO/#pN170	loop causal_softmax: t < weights.size() - 1 = #G1cqY/#uSMwv	missing causal_softmax: const size_t end = 1 = #zaZnD/#C6Pf3	number causal_softmax: double largest = row[0], sum = 1 = #-VPrO/#qO0Kw	loop causal_softmax: for (size_t s = 1 = #D54-Y/#wDNLz	loop causal_softmax: s < end - 1 = #pKL7z/#v0HOo
~ operator causal_softmax: sum = std::exp(row[s] - largest) = #CZYhr/#_lttl	operator causal_softmax: sum -= std::exp(row[s] - largest) = #uTNH4/#67XwH	operator causal_softmax: sum *= std::exp(row[s] - largest) = #u79G2/#46dHd	missing causal_softmax: sum += (row[s] - largest) = #z9656/#waak-	name causal_softmax: sum += std::log(row[s] - largest) = #oJr9f/#oTYtv
~ operator causal_softmax: sum += std::exp(row[s] + largest) = #BNHWX/#-1WPz	operator causal_softmax: sum += std::exp(row[s] * largest) = #3y0ED/#RWw0S	missing causal_softmax: sum += std::exp(row[s]) = #StQuo/#QrjSZ	loop causal_softmax: for (size_t s = 1 = #kWf6g/#FhcE7	loop causal_softmax: s < row.size() - 1 = #UD-Mc/#CuhCp	missing causal_softmax: ; = #eI5gd/#w0ghx
~ operator causal_softmax: row[s] = s <= end ? std::exp(row[s] - largest) / sum : 0.0 = #2fndf/#KpoPP	missing causal_softmax: row[s] = s < end ? (row[s] - largest) / sum : 0.0 = #Bgrls/#CSiT_	name causal_softmax: row[s] = s < end ? std::log(row[s] - largest) / sum : 0.0 = #KQl1c/#ygaH3	operator causal_softmax: row[s] = s < end ? std::exp(row[s] + largest) / sum : 0.0 = #OfB_r/#0Kvyl
~ operator causal_softmax: row[s] = s < end ? std::exp(row[s] * largest) / sum : 0.0 = #nYkRx/#W2kDK	missing causal_softmax: row[s] = s < end ? std::exp(row[s]) / sum : 0.0 = #1YDyD/#8z8iw	operator causal_softmax: row[s] = s < end ? std::exp(row[s] - largest) * sum : 0.0 = #f7aeP/#BieSJ	operator causal_softmax: row[s] = s < end ? std::exp(row[s] - largest) + sum : 0.0 = #X8Qnj/#uC3Vq
~ operator causal_softmax: row[s] = s < end ? std::exp(row[s] - largest) - sum : 0.0 = #15TzB/#fVISr	name causal_softmax: Matrix weights = weights = !lR3tV/!ywWf5	name causal_softmax: sum = std::max(largest, row[s]) = #sE4Ac/#_eulS	name causal_softmax: sum += std::exp(row[t] - largest) = #zAyN9/#KpxaD	name causal_softmax: sum += std::exp(row[s] - sum) = #Z-q4y/#QrjSZ
~ name causal_softmax: row[t] = s < end ? std::exp(row[s] - largest) / sum : 0.0 = #K8Rx2/#Im6wd	name causal_softmax: row[s] = t < end ? std::exp(row[s] - largest) / sum : 0.0 = #5AgTt/#KpoPP	name causal_softmax: row[s] = end < end ? std::exp(row[s] - largest) / sum : 0.0 = #xxH2i/#Cbqzo	name causal_softmax: row[s] = s < t ? std::exp(row[s] - largest) / sum : 0.0 = #G0D70/#zroH_
~ name causal_softmax: row[s] = s < end ? std::exp(row[t] - largest) / sum : 0.0 = #9PmWb/#9e3Ig	name causal_softmax: row[s] = s < end ? std::exp(row[s] - sum) / sum : 0.0 = #M9tG1/#Awpw6	name causal_softmax: row[s] = s < end ? std::exp(row[s] - largest) / largest : 0.0 = #o6zVA/#156Cp
)~")  // measured: 786d94479a6b
