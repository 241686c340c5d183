#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/project/measure.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  // Four positions of three numbers: square matrices, so that none is told by its shape.
  const Matrix x = project::fractions_of<Number>(4, 3, 51),
               wq = project::fractions_of<Number>(3, 3, 52.6),
               wk = project::fractions_of<Number>(3, 3, 53.1),
               wv = project::fractions_of<Number>(3, 3, 54.9);
  all.group("attention_head", [&](Measured& got) {
    const Matrix out = attention_head(x, wq, wk, wv);
    project::expect_shape("attention_head of 4 positions", out, 4, 3);
    backward(project::mixed(out));
    project::add_values(got, "position", out);
    project::add_gradients(got, "x", x);
    project::add_gradients(got, "wq", wq);
    project::add_gradients(got, "wk", wk);
    project::add_gradients(got, "wv", wv);
  });
  all.group("a narrow head", [&](Measured& got) {
    // A head may be narrower than x.
    const Matrix narrow = attention_head(x, {wq[0], wq[1]}, {wk[0], wk[1]}, {wv[0], wv[1]});
    project::expect_shape("a head of 2 numbers", narrow, 4, 2);
    project::add_values(got, "a head of 2 numbers, position", narrow);
  });
  all.judge();
}

HOLO_EXERCISE("stage_06_attention", check, R"~(
the scores are not divided by the root of how many numbers a query has
  (dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))); => (dot(part(q[t]), part(k[s])));
the scores are divided by how many numbers a query has: its root is wanted
  std::sqrt(static_cast<double>(size)) => static_cast<double>(size)
the scores are divided by the root of how many positions there are: take the root of how many numbers a query has
  q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))); => q[t]), part(k[s])) / std::sqrt(static_cast<double>(q.size())));
the mask is missing: a position sees those after it, which it is to predict
  t) { Vector scores; for (size_t s = 0; s <= t; ++s) { => t) { Vector scores; for (size_t s = 0; s < q.size(); ++s) {
  ; for (size_t s = 0; s <= t; ++s) column.push_back(v[s][c => ; for (size_t s = 0; s < q.size(); ++s) column.push_back(v[s][c
the mask is off by one: a position sees the one after it
  { Vector scores; for (size_t s = 0; s <= t; ++s) { => { Vector scores; for (size_t s = 0; s <= t + 1 && s < q.size(); ++s) {
  (size_t s = 0; s <= t; ++s) column.push_back(v[s][c => (size_t s = 0; s <= t + 1 && s < q.size(); ++s) column.push_back(v[s][c
the mask is off by one: a position sees itself too
  t) { Vector scores; for (size_t s = 0; s <= t; ++s) { => t) { Vector scores; for (size_t s = 0; s < std::max<size_t>(t, 1); ++s) {
  ; for (size_t s = 0; s <= t; ++s) column.push_back(v[s][c => ; for (size_t s = 0; s < std::max<size_t>(t, 1); ++s) column.push_back(v[s][c
the weights are for the values: yours are taken of the keys
  size_t s = 0; s <= t; ++s) column.push_back(v[s][c]); => size_t s = 0; s <= t; ++s) column.push_back(k[s][c]);
the query is x itself: it is wq times x
  linear(x, wq) => x
the key is x itself: it is wk times x
  linear(x, wk) => x
the value is x itself: it is wv times x
  linear(x, wv) => x
the position that looks has the query, the position that it looks at has the key: you exchanged them, or wq and wk
  dot(part(q[t]), part(k[s])) / std => dot(part(q[s]), part(k[t])) / std
the scores are the weights: softmax is missing
  softmax(scores) => scores
the mask comes after softmax: weights of what comes later are 0, but they have taken their part of the sum 1
  t) { Vector scores; for (size_t s = 0; s <= t; ++s) { => t) { Vector scores; for (size_t s = 0; s < q.size(); ++s) {
  const Vector weights = softmax(scores) => Vector weights = softmax(scores); weights.erase(weights.begin() + t + 1, weights.end())
the scores get no gradient: calculate with the Numbers themselves, not with their data()
  / std::sqrt(static_cast<double>(size))); } const Vector weights = softmax(scores); => / std::sqrt(static_cast<double>(size))); } for (Number& score : scores) score = score.data(); const Vector weights = softmax(scores);
a position has its own value alone: the values of the positions before it are missing
  push_back(v[s][c]) => push_back(v[t][c])
the sum of the products of query and key goes on from the one before: set it to 0 each time
  (); ++t) { Vector scores; for (size_t s = 0; s <= t; ++s) { scores.push_back(dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))) => (); ++t) { Vector scores; static Number product(0); if (t == 0) product = Number(0); for (size_t s = 0; s <= t; ++s) { product = product + dot(part(q[t]), part(k[s])); scores.push_back(product / std::sqrt(static_cast<double>(size)))
right attention_head
 2.460748761765031 3.414780002816034 -1.8208233030206786 2.427445899941989 3.3885168278684903 -1.7924421270053654 -2.1845963713741465 -2.9207397151939563 1.6372534384247523 -2.007710661086056 -3.0749346728658056 1.4314717878584837 -0.5576759719103869 0.511557733882481 -0.417659947264551 0.005219969540491829 -0.009432853821785565 0.01276470851898786 -0.17153058234876595 0.1477387867719728
 -0.11014817226692135 -0.42447798345708226 0.3840107481213596 -0.30767686668938243 0.0013495895417787902 -0.0006660634488105431 -7.967304350982134e-05 -0.012251613507556686 0.009629047214952316 -0.006107126853764322 -0.003645526436020838 0.0024705347328232113 -0.0010647948139463131 -0.029541622067512832 -0.004010462167215092 0.037187968794574464 0.016743720887424315 0.002109401763476541
 -0.020765506057739646 0.03267937421000337 0.004405761392950095 -0.04107939839738816 -0.14177251304098493 0.1431931044109086 -0.1312394440849025 0.09180914811656712 -0.015753611252585398 -0.06177331463449587 -0.11841434692522973 0.12729843284455916 -0.12429283113986167
right a narrow head
 2.460748761765031 3.414780002816034 2.3620872084533215 3.3369739076825216 -2.1845927486800907 -2.9207342566270844 -2.030240875703906 -3.055292658584622
= ...nXd7HwXq_zbIzde7sMLDu1eqmwCH3uJxTW38AZfVmIAmUgKKVt7YxAgNsSPteQkvhV5qrKOq9ceWbv24DhJBKZ9luWF2zPWWfaXtuj_yDwHxveuVBfI_cQf4kz9xbFS2TV4iBsVdibEih6-U/..bUBlOw6FCzdeI8FiDx ...8R5Vq28r2ThV0MmF6M028AySE9WNNCdtEFpP1qHzI7vASPWD8BEgM5bqcZRmEiJbx4LHl-c04macqlG7rOyfTYJAhK8BLlyReSfks8Yw3Ls9g-QCMmRIk77MHJZnxau1X7vd31iyvzteg__t/..nP5rDsw2UV_FL_xXMv
= ...uGgMPVo676FCzdez-S2zXwGX9w_qSTDNO4uG6m-dWTZELCQeiUoFuDjgHOS-4IpTD60BtTeLCEFhvIs9JVfjyoIE9py52u78Qv20iEA9pXHVqrAa4qCKGmbBGna4tzkUEGdQpRaxAU1w1SiY/..nP5rDsw2UV_FL_xXMv Jl0npRUtyiU2b6K2kQ78M00zqBi...JXqadzaINJ0_zbQxwd4aTQI0UHkwNqVxrsuAb4wHDUhu_q6LVsgUzGajkqwwdkZq5gZhUKJkU2n1dVifQNC9Lk0JCbrPonlkwzSd3W-JG17m3e_2kf_vt/hb5p_jRZ9Py3p-AvPn..
= Jl0npRUtyiU2b6K2kQ78M00zqBi...JXqadzaINguV_JWxwd4aTQI0UHkwNqVxrsuADCDHDUhu_q6LVsgUzGajkqwwdkZq5gZhUKJkU2n1dVifQNC9Lk0JCbrPonlkwzSd3W-JG17m3e_2kf_vt/QE-Ztdtpu0Z4p-AvPn.. ...bo1_83jVWovzL-H4LxzbIzde7sMLoy6fctPkxoEfV3NcnKwEHbVzCFQ2XQ2XQ2XPGvWYwYvPxho5Yc9ZTQVPpbuBEylkZwvf29a6PbFf4l5WXYSS3NH8qfy-iYRnektuSUMPrPFB01u62-D2/..bo1_831sEkt8K5WnKh
= lK-HEfCMm00VLE1uvz73DrJQ1s6KC_hksC9Wtf4Y6HVvZqQf-WIRX1ujmMTBrRALHxdtM1JR-LHjeLHqZVo6I5dV-p3T_jqzDHjf449saI3mo5lkoGQvYZMC6zw8x-Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/lK-HEfuOh9kOiVb2PxqmwMrH ...kPJpZLMZ7dvXLxV0C4DtLu8MLAlZYLRm6fZDKQ97GvYdx18Qn6Vofop1NXXbFfvQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XfzK3DlANuFRsp-eyWwPupog0Yna2U6hAAw4ogXZsmavAxdNBHvR0el/..perLNVkQFcyPl9yMGK
= ...1RR_Shbh0xWrpiU61d8wjaMcOCUN1fwSUHpU3k1qIZvHa4E8QXfSVA8S4IH2hGnUHiJq6CHJgu6JafqL7_Dcjiz84IQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XFL-blsoezKua6UA0olkoeqFdadR/..uasDpSpIgSp3l1JhoX A-Sl-7_FpNMTcYByMHgxly0ixszLHGhSPIA0e-pMNioH0gNKby35yWwkFfMgYMBeG8RKeUBF5G4M0NaiIKMSrOVdAo962F1JLXP_sNGF1qIzXqkfuZcMnzE6kJNNU7Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/A-Sl-7ZxfmusmjZchxm-6ebn
= ...568w_v9M36FCzde7sMwkIO710cnHDpgcTkhK5U2yVr1q5d_6Q8JnMvm-_ya_nQh5hC5PsybKJ3A_Sc6phZjdRY01xPQTTAAgQoB5X-ItVuKpPV4WcT3Y-BwxpTwB3X8y4cX1CVPbhkr3D2vK/..5K--ir15qUBoQyey05 ohLUP3Jzvwg8a5weskTtFLZHqZQ6usQqDzZD5xrxr2OdpSxoEvftzRZM5of4ssFpB10VczUgwU5S-AF_ohhBfZc1rBFdlof9ene5dhrqkVJej9GZaeg3FDDckbkkwvgKb_4ySnHNRWYyxhVw1V2zAtSVs/5gXOl9TuZbYf62LTWx3rbLWJ
= NQbWdSlL9iU2b6K2kQA0ca15I3e...mUr_qSQ7ltr4jaDgmlA8lNvmbQhhH2UY60Re8FPyTAgp9hgTD26h9OnpJ-WbqfwacDh29iYVGfbY0LL8FU43Q1VieYzdJWiS7mm1MvMy-40fhDm3WRTjz/aeiQMitpuVeocMsuGN.. ............NXEMt_G5nMWGkDJujCt4V4zNtDjzbAFH9p32Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X........./
= ...AXasGNHbbzbIzde7sMU15y8E6_6kWnY08MwgIdoaItE1byv7YZfAcmYRAgwHPD6Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XU6VxbNNHOHsgfFU8Y0P6oQxBhve/..AXasGNzbIzdeU15y8E ...z1mgg38ig-1dwwtFqPGYnqbPf4o8a94hNVn4A41oGMeegnv_kBMjcKxSm2wii8s2alpZzpGkWIoYf0nPA3GhfG_MPLYdqIXL_YpOGWR65b48YXGkM5uDlX3KTIEwIMo_mTjIa9TJ5WfW-Ww0/..cZT-zliqrs7pb08Hng
& 0,0,3,U8TKa 1,0,3,j1K4h 0,0,5,4DFyw 1,0,5,UWutx 0,0,6,dPV8g 1,0,6,IMekK 0,0,7,9sH-z 1,0,7,bsifm 0,0,8,bKvfH 1,0,8,IchBf 0,0,9,rIMtQ 1,0,9,3J6TK 0,0,10,fvAEH 1,0,10,WMcCS 0,0,11,1Ag8C 1,0,11,QAFpm 0,0,12,qfkQq 1,0,12,wn1KF 0,0,13,TJyiX 0,0,15,5ybLj 1,0,15,R3zb9 0,1,3,XFRh_ 1,1,3,ZESCu 0,1,4,8wXUn 1,1,4,JiCgC 0,1,5,fnCgO 1,1,5,wyCMA 0,1,6,tdwaC 1,1,6,7CGxC 0,1,7,1GwTc 1,1,7,SFhtw 0,1,8,XZ60f
& 1,1,8,y-aGF 0,1,9,M6kGN 1,1,9,GcA1s 0,1,10,aY0b0 1,1,10,dw7FF 0,1,11,ZnQOE 1,1,11,ft5HK 0,1,12,1oMfE 1,1,12,t7BSX 0,1,13,y5mK7 0,1,15,UO7PU 1,1,15,kcP5D 0,2,3,Dhdr6 1,2,3,ZESCu 0,2,4,RsvVA 1,2,4,JiCgC 0,2,5,rFhIi 1,2,5,wyCMA 0,2,6,r59qp 1,2,6,7CGxC 0,2,7,26xjG 1,2,7,SFhtw 0,2,8,e-n5y 1,2,8,y-aGF 0,2,9,2sd6T 1,2,9,GcA1s 0,2,10,xQ1-4 1,2,10,dw7FF 0,2,11,QvmZk 1,2,11,ft5HK 0,2,12,43mKB 1,2,12,t7BSX
& 0,2,13,rX_Ps 0,2,15,PF9-0 1,2,15,kcP5D 0,3,6,U9eJ9 1,3,6,-PWPW 0,3,7,WQyBf 1,3,7,6Jsto 0,3,8,loYa0 1,3,8,0iehu 0,3,9,aPceA 1,3,9,CrEhG 0,3,10,-SPIe 1,3,10,3zyiO 0,3,11,K4EF_ 1,3,11,a5Ws8 0,3,13,rzTyy 0,4,5,fBJz8 1,4,5,j3_pS 0,4,6,oOeA2 1,4,6,JGpnu 0,4,7,4lJgj 1,4,7,CDrte 0,4,8,sCpj0 1,4,8,FQtKC 0,4,9,aPceA 1,4,9,DY0RP 0,4,10,sH2lT 1,4,10,A0Bd2 0,4,11,wDblm 1,4,11,f59dB 0,5,6,X0gW4 1,5,6,JD2ab
& 0,5,7,Q-Dat 1,5,7,tfOWt 0,5,8,B7RyO 1,5,8,fKwIq 0,5,9,53bm2 1,5,9,iwM1G 0,5,10,cEsT6 1,5,10,x_AAU 0,5,11,fKkZa 1,5,11,Tkvbb 0,5,13,LhT5B 0,6,7,jFvb0 1,6,7,5AQhN 0,6,8,6kiiH 1,6,8,TDxBv 0,6,10,5_Mro 1,6,10,YhxCB 0,6,11,RWrnS 1,6,11,e0DzX 0,6,12,cwfk5 1,6,12,Wt4VH 0,6,13,qWvvT 0,6,14,slgOL 1,6,14,muAQv 0,6,15,QkQ_O 1,6,15,C6IlM 0,7,8,kNw84 1,7,8,ZwLfx 0,7,9,KniyX 1,7,9,vW4vX 0,7,10,ZkOKO
& 1,7,10,0FNJ4 0,7,11,scWHp 1,7,11,hPjMy 0,7,12,XTt9o 1,7,12,nUGKi 0,7,13,w3ZT8 0,7,15,UNfb4 1,7,15,EMZLK 0,8,10,gAVFX 1,8,10,p_xMs 0,8,11,LquWO 1,8,11,J74KB 0,8,12,PgL61 1,8,12,f_YOF 0,8,13,V0NFW 0,8,15,B_fDx 1,8,15,7yC-w 0,9,10,R7ghn 1,9,10,pzJy7 0,9,11,QI5_z 1,9,11,kPfb2 0,9,12,2AGg2 1,9,12,8TFgI 0,9,13,45Fou 0,9,14,UXnWq 1,9,14,otgr4 0,9,15,qpn0k 1,9,15,sewlY 0,10,11,ZqRea 1,10,11,7x21n
& 0,10,12,c-6TY 1,10,12,FsRQ8 0,10,13,7qv34 0,11,13,D9cRB 0,11,14,Lrho9 1,11,14,aREeX 0,11,15,bWN1h 1,11,15,t4P1J 0,12,13,BK_FD 0,12,14,tCztm 1,12,14,H1I9I 0,13,15,FgtrA
~ order head: return Vector(x.begin() + first + size, x.begin() + first) = !4uTdw/!pwyZl	loop head: for (size_t t = 1 = !EkhsE/!pwyZl	operator head: scores.push_back(dot(part(q[t]), part(k[s])) * std::sqrt(static_cast<double>(size))) = #J6TEL/#xPoU4	name linear: for (const Vector& row : x) y.push_back(linear(row, x)) = #orgP3/#UTw3d
~ name head: scores.push_back(dot(part(k[t]), part(k[s])) / std::sqrt(static_cast<double>(size))) = #0-xhp/#1TrkK	name head: scores.push_back(dot(part(v[t]), part(k[s])) / std::sqrt(static_cast<double>(size))) = #MpA6n/#1a5Jr	name head: scores.push_back(dot(part(q[size]), part(k[s])) / std::sqrt(static_cast<double>(size))) = #Hatu3/#ym1DD
~ name head: scores.push_back(dot(part(q[s]), part(k[s])) / std::sqrt(static_cast<double>(size))) = #3Hqdb/#fYtdn	name head: scores.push_back(dot(part(q[t]), part(q[s])) / std::sqrt(static_cast<double>(size))) = #458K8/#0P-AT	name head: scores.push_back(dot(part(q[t]), part(v[s])) / std::sqrt(static_cast<double>(size))) = #6wT8l/#8fIoV
~ name head: scores.push_back(dot(part(q[t]), part(k[size])) / std::sqrt(static_cast<double>(size))) = #oPGUX/#z0kSE	name head: scores.push_back(dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(t))) = #lU9m0/#PXL7p	name head: scores.push_back(dot(part(q[t]), part(k[s])) / std::sqrt(static_cast<double>(s))) = #_KRN0/#2X3XZ	name head: column.push_back(q[s][c]) = #jh58K/#dZQmn
~ name head: column.push_back(v[size][c]) = #R6kLM/#JLsqT	name head: column.push_back(v[c][c]) = #9CD8_/#jYU2P	name head: mean.push_back(dot(column, column)) = #S7LqS/#Xg4zk	name head: mean.push_back(dot(weights, scores)) = #H-mBB/#6XzdL	name head: mean.push_back(dot(weights, weights)) = #vcbM7/#vqvL-
~ name attention_head: return head(linear(x, x), linear(x, wk), linear(x, wv), 0, wq.size()) = #QbXCg/#5HAVb	name attention_head: return head(linear(x, wq), linear(x, x), linear(x, wv), 0, wq.size()) = #hcwN7/#MKEkV	name attention_head: return head(linear(x, wq), linear(x, wk), linear(x, x), 0, wq.size()) = #3jb4E/#VD7v2
)~")  // measured: 02905e64684e

}  // namespace its_check
