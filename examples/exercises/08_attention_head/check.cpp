#include "exercises/support/judge.h"
#include HOLO_ANSWER

using answer::Matrix;
using exercise::Measured;

// `rows` positions of `columns` channels, no two numbers equal.
Matrix table(size_t rows, int columns, double seed) {
  Matrix result;
  for (size_t t = 0; t < rows; ++t)
    result.push_back(exercise::fractions(columns, seed + 0.31 * static_cast<double>(t)));
  return result;
}

void add(Measured& got, const std::string& what, const Matrix& rows) {
  for (size_t t = 0; t < rows.size(); ++t) got.add(what + std::to_string(t) + ": ", rows[t]);
}

void check(Checks& checks) {
  exercise::Measurements all(checks);
  all.group("one head", [](Measured& got) {
    add(got, "a head of five channels, position ",
        answer::head(table(6, 5, 3.1), table(6, 5, 3.7), table(6, 5, 3)));
  });
  all.group("several heads", [](Measured& got) {
    const Matrix q = table(3, 6, 4), k = table(3, 6, 5), v = table(3, 6, 6);
    for (size_t count : {2U, 3U, 1U}) {
      add(got, std::to_string(count) + " heads of six channels together, position ",
          answer::heads(q, k, v, count));
    }
  });
  all.judge();
}

HOLO_EXERCISE("08_attention_head", check, R"~(
scale by the root of the number of channels, not by the number
  sum / std::sqrt(static_cast<double>(q.size())); => sum / static_cast<double>(q.size());
divide the scores by the root of the number of channels
  sum / std::sqrt(static_cast<double>(q.size())); => sum;
take the root of the number of channels, not of positions
  (score(q[t], k[s])); => (score(q[t], k[s]) * std::sqrt(5.0 / static_cast<double>(q.size())));
position t sees the positions s <= t only: your head looks ahead
  ; double sum = 0; for (size_t s = 0; s <= t; ++s) { => ; double sum = 0; for (size_t s = 0; s < q.size(); ++s) {
the weights are for the values: you have taken the mean of the keys
  mean[c] += weight * v[s][c]; => mean[c] += weight * k[s][c];
position t has the query, position s the key: you exchanged them
  (score(q[t], k[s])); => (score(q[s], k[t]));
the weights of a position have the sum 1: divide by the sum of the exponentials
  { Vector mean(v[t].size()); double sum = 0; for (size_t s = 0; s <= t => { Vector mean(v[t].size()); for (size_t s = 0; s <= t
  sum += weight; =>
  for (double& number : mean) number /= sum; =>
the channels of a head are next to each other: yours takes every second one
  for (size_t c = begin; c < end; ++c) channels.push_back(row[c]) => for (size_t c = begin / (end - begin); c < row.size(); c += row.size() / (end - begin)) channels.push_back(row[c])
a head is scaled by the root of the number of its own channels, not of the channels of all heads
  push_back(channels); } return result; } double score(const Vector& q, const Vector& => push_back(channels); } return result; } size_t channels = 0; double score(const Vector& q, const Vector&
  (static_cast<double>(q.size())); => (static_cast<double>(channels));
  >(q.size())); } Matrix head(const Matrix& q, const Matrix& k, => >(q.size())); } Matrix one_head(const Matrix& q, const Matrix& k,
  mean) number /= sum; out.push_back(mean); } return out; } Matrix heads(const Matrix& q, const Matrix& k, const Matrix& v, size_t count) { Matrix out(q.size()); => mean) number /= sum; out.push_back(mean); } return out; } Matrix head(const Matrix& q, const Matrix& k, const Matrix& v) { channels = q[0].size(); return one_head(q, k, v); } Matrix heads(const Matrix& q, const Matrix& k, const Matrix& v, size_t count) { Matrix out(q.size()); channels = q[0].size();
  begin + size; const Matrix one = head(part(q, begin, end), part(k => begin + size; const Matrix one = one_head(part(q, begin, end), part(k
each head has weights of its own: the scores of your heads are mixed
  Matrix out(q.size()); const size_t size = q[0].size() / count; for (size_t h = 0; h < count; ++h) { const size_t begin = h * size, end = begin + size; const Matrix one = head(part(q, begin, end), part(k, begin, end), part(v, begin, end)); for (size_t t = 0; t < out.size(); ++t) { out[t].insert(out[t].end(), one[t].begin(), one[t].end()); } } return out => return head(q, k, v)
there are `count` heads: yours are always two
  () / count; for (size_t h = 0; h < count; ++h) => () / 2; for (size_t h = 0; h < 2; ++h)
divide by the sum of the exponentials, not by the number of positions
  number /= sum; => number /= static_cast<double>(t + 1) + 0 * sum;
each head has its own values: yours all take the values of the first head
  (q, begin, end), part(k, begin, end), part(v, begin, end)); => (q, begin, end), part(k, begin, end), part(v, 0, size));
a score is the product of query and key: you multiply query and value
  (score(q[t], k[s])); => (score(q[t], v[s]));
the scores are divided by the root, not multiplied by it
  sum / std => sum * std
all positions have the same weight in your mean: the scores do not reach the weights
  std::exp(score(q[t], k[s])) => 1
the result of the first head comes first: yours comes last
  out[t].end(), one => out[t].begin(), one
a score is no weight yet: take its exponential
  std::exp(score(q[t], k[s])) => score(q[t], k[s])
take the root of the number of channels, not of how many positions t sees
  sum / std::sqrt(static_cast<double>(q.size())); => sum;
  (score(q[t], k[s])); => (score(q[t], k[s]) / std::sqrt(static_cast<double>(t + 1)));
position 1 takes 0.697 of the value of position 0 and 0.303 of its own: it should be 0.643 and 0.357, as if each score were multiplied by 1.41 before the softmax
  (static_cast<double>(q.size())); => (static_cast<double>(q.size()) / 2);
position 1 takes 0.765 of the value of position 0 and 0.235 of its own: it should be 0.643 and 0.357, as if each score were multiplied by 2 before the softmax
  exp(score(q[t], k[s])) => pow(std::exp(score(q[t], k[s])), 2)
the result of a position is its own value in yours: take the mean of the v[s], by their weights
  weight * v[s][c]; => weight * v[t][c];
the root has lost its fraction: take double, not size_t or int
  return sum / std::sqrt(static_cast<double>(q.size())) => const size_t root = static_cast<size_t>(std::sqrt(static_cast<double>(q.size()))); return sum / static_cast<double>(root)
the sum of the products of query and key goes on from the one before: set it to 0 each time
  channels); } return result; } double score(const Vector& q, const Vector& k) { double sum = 0; => channels); } return result; } double score(const Vector& q, const Vector& k, double& sum) {
  ++t) { Vector mean(v[t].size()); double sum = 0; for (size_t s = 0; s <= t; ++s) { const double weight = std::exp(score(q[t], k[s])); => ++t) { Vector mean(v[t].size()); double sum = 0, products = 0; for (size_t s = 0; s <= t; ++s) { const double weight = std::exp(score(q[t], k[s], products));
the sum of the exponentials goes on from the one before: set it to 0 each time
  (v[t].size()); double sum = 0; => (v[t].size()); static double sum; if (t == 0) sum = 0;
divide by the sum of the exponentials, not by the last one
  sum += weight => sum = weight
the last head is missing: its channels of the result are 0
  size; const Matrix one = head(part(q, begin, end), part(k, begin, end), part(v, begin, end)); => size; Matrix one = head(part(q, begin, end), part(k, begin, end), part(v, begin, end)); if (h > 0 && h + 1 == count) one.assign(q.size(), Vector(size));
right one head
 -1.0675311189094974 0.7936126652290989 -0.44557070135911214 0.0559123849919786 0.33896815428093563 -0.24101702875229314 0.04718687359808109 0.15105054073835736 -0.3351798179619257 0.4880032633350496 -0.6147638641717157 0.6503217186570649 -0.625139453117399 0.5415690939228964 -0.40741612181082953 0.7675651012519003 -0.8902731431399722 0.9298295755738244 -0.8825398234149311 0.75282075471441
 -0.4849294403396474 0.7780857600921905 -0.9985687843021055 1.1257853742662227 -1.1478534864945131 -0.26615442120899163 0.11802312515755012 0.04113154376017152 -0.196444521968307 0.3334095602256566
right several heads
 -1.0246232135381943 1.2184212023542529 -1.2984185169058144 1.257143399218111 -1.098450949821346 0.837163060937308 0.015428060371614604 -0.39885671290469754 0.7450321045984484 -0.9995010194101045 1.1804525866094124 -1.251149752429416 -0.30809536437454016 0.4522652401995144 -0.5541934928635884 0.5085656966773401 -0.688272926403911 0.8036953891292011 -1.0246232135381943 1.2184212023542529
 -1.2984185169058144 1.257143399218111 -1.098450949821346 0.8371630609373079 -0.014546586528147153 -0.352246189303845 0.7416568257877627 -1.0178574557122837 1.0653581122777525 -1.1456809330378954 -0.1404893640901079 0.21888354861395642 -0.7384868623672245 0.8180186532587324 -0.6226442680626575 0.7911800369577915 -1.0246232135381943 1.2184212023542529 -1.2984185169058144 1.257143399218111
 -1.098450949821346 0.8371630609373079 0.02587029789666414 -0.4150943740266004 0.7655485899830987 -1.0445004834636118 1.225895916946482 -1.2927925370001012 -0.09050668296120451 0.32660841556216147 -0.5322048862392322 0.6880933620259811 -0.779713842144091 0.7985089636769187
= .....3tKvZabc-tQI0bSlDFxiCm_1ZzzBVe5nRGsNT9ov4m3gpXRJSo_IciRwoYq2nwGwSrljazwGbO1/......yLXwThHEyXaW5KAePhu9EbpuEk4hzTA14mCy......PIVejYzVjbVclyU18cBDiUPFoysRV3XfljvE......40w5vE1ZGB_QgI2lMaZE9Rr50UYBHa30MqFX
= .....erM8xNYIzoHjU63wYyUJGHoC4zhQiDhbhSsld1KZyAtAYAd8sHrvcy4KR5xZYm4XRhMH9PHVUJk/......UESAi8LU-uQQMvNWHbryamw4MiobcOTNiysh......m3Cor3min09lHwhRDeDWYdS6WZpUyPEaycUZ......xC2RnMTysc-MvWOJa-LgWsvh71b4kkwRMKP6
= .....3-dvqESppoiWR5fP10atAdiR8FEud5R7zJqE0lcvGkaiZ-j5MbQXDX1Pnw4kxtPYS4Ih8_8MQmK/......ySNL4IZyjT4H9qgGSmjZowcKvUGAjHY6TqdZ......Ma4Ki7GcEuxjXjg_8I2EGt741woHdGDGStqM......luqH_8Tq-FHh2iWgg3rs4t036ZMr3IZwIHRz
= I1VEajhHTqJrtqrIhCjqZle7dbgfM4Yrk03DAdO_QenDpCx4KLXDCnx8eDcOwZotc29CJl7E35W...../axp5_NebkVf4wNYmSeECqCojtPw_ad01Olk5......5b2nwfnNhTb03IE556HHGbPKGX8d2nbpbKwI......mtdZ4wMR1eNcVzFWZHUI7RsPgJvzXo-vJIn-......
= lzgnr1WXhwlLBW0L98Yqt6Es4GLNE93W5ACOr6B3ivT532yfsZaxItvudQpQ5BmXBurVUXAczo7UfiEeBeZMsrQvNg/eV18j9_t0U8DP3UkbVAtbsZAASKN_HmzLWjMLakx6W4g_Y6Q80XUK5eV18j9_t0U8DP3UkbVGNFGd2d829MWsYxY_1ghf4FfT6FPjoo5CbHkeV18j9_t0U8DP3UkbVNoZu4HIv2Fg9yVg3Cdsu9Lpx4QK-grg9JfrQ
= .....vFfRyPPNXMMR53-39qswMhrCxFzod9-VMo8T63aXSsc3yh60Odz_ZzRrqBYjoT-Hq6UOjpQWF1c/......ZFK49Owpu-iUzwE67KSXMVbuf3NKp1zhJmvQ......YquIL6kSZVXt1e2Uwm4e4RjvsVHHsVByi1jO......kHKTJb_qMwxI3rTnZ9KRR7PR-EOnbe8PadJT
= rfAQeIZYNl8K0yDVo5eMDorvHdmYMNY0NwLTA7YsSTc9VN7h9LKb5UocF4uetiC8T1UdNlOc6mIvMLBMPScDCt15Fz/PrnzalMT1MAKJCtdKTtm88oSpprTdZu2tsmErCx8vTZ65-4Yiakb02n-lCzpI5xTrDAblyRA_KXLYguteQX2cT3iM4755tEGCcUMXvpv7pGP3OVLvqLGWCYqEuvnMIcfUCV8-o_Ozkp81HZ0xVmM76pFandJ_oF5KB /.85ggPwLj7dfH.0NDkZTgs9JKZ_UmeYYqtrt43fr-rfJWIePkq.dfHLj7gPw85g.EtoARD1d8BBlr57D1NVp52l6Gbgl71FIMPnL..................
= /......f-MAUWqOk3gycfvzJZia4UNV2kdF6E8YdtCS......XBfEmUJs1ORu1H457xHCK-rA8qBR_NS6ZExf.................. /......-PZn97ABR4xbX9Eywy6b5lZ0FD4DZQnzLJSh......-PZn97ABR4xbX9Eywy6b5lZ0FD4DZQnzLJSh.................. /........................wXIYW4nofBORblqDPxq_XKp32uz29d25nQSt......wXIYW4nofBORblqDPxq_XKp32uz29d25nQSt
= rfAQeIZYNl8K0yD1oWBnC9cKiMQAkfd4g9p6E1aQQf4YB0edoSGqcPDjBjBa1933CjL9pqWP1Z70AgmPBN7Zi3RDt8/PrnzalMT1MAKJCtdKToVdLYk4xauNr5BX3W5wNun40yQFsYdyHaSwjn-lCzpI5xTrDAblyRAMbtnvK60IsuwQqxWjyX4_0Ty_2hvvkp2-pDK3OVLvqLGWCYqEuvnMIPPmesCBYsq6O0Hvjwtayna_xNuRktcacZ9tw /...uLcLj785g..._6CaPudkr...mg80gIV5M..uLcLj7uLcLj7..Pyj7Cp_YeIOp..jX0c-pCjwqy3..................
= .....if-oAg_5xGLWUzdmSEJ3qReoGyhGW1hCIsmVHRBULXbfzjeG_DJfsipMRjG4EfHcnTsjfDjcNmZ/......18YCmx0jHSoD5rQyNEXtAWdhPLtQ5Z_QTLWz......ge_6dnhHtNOyMjvwSV8LdPm-0OZtCYEJJLbi......OXAsQjpXajXZGlLczWioyPBGzkTC49l199lw
= .....n19CQaQgUMgb352OvD627zlzevJj9TJw5Cg1_dWB90cRt0pnOxG7g-SbBrvjT1ht7MyoZMVPxrx/......v7JL6nhNFbOo2l7-ONuGi_XX2LTYrb_Mkv23......ZZQ1yNZl2oo4J8aejYOUgvvWpeA464SS5UVJ......WqAJC7YUuCNW_SAjChyQg3FOKhSZ1N140WUH
= .....Ifc8rijxEt18OrT4QZ8Pm9MQ9ns_RAhW5d4CVx7hJoID1O5wMLpbw2sAxOboFs4plcSq8Lu4uxH/......atMY7zByxMABC4QQiRqN8CGTncAlktD3pErU......atMY7zByxMABC4QQiRqN8CGTncAlktD3pErU......atMY7zByxMABC4QQiRqN8CGTncAlktD3pErU /dfHgPwTbHuLcLj785gBORblqDPxwXIYW4nof29d25nQStq_XKp32uzgPwTbH..uLcLj7bKoXtT..AElz4P5aVvMD..qmAX4U..................
= .....63_XY8p1JvjV1g7lfxJ7LpQIjHKlQ39e-dGkC-4vQro9AL557cOqi-boU_XXkhReeowTQl6Ykii/......kzjnsYGDNaEyZwF4vfVe5YIBOKquaDt6iwRW......yHR_cpKG5yJ7q4F56APh3vzmeeY6SfAHE-iN......06Geza7K_sd2pEHlAmUoWNnKpMPPNENvNaKn .....yYAlXUZcTqKoG6mYvziD713lu9wpdhp3Q76w7-LMfeZFT.....xtPYS4Ih8_8MQmK/......22RYQQ0Lr3UJdu_h2I..................jYwk2DBHL3QrYn0G7p......ESmrRtnG6Td2azcfpkqzFYf4oy6thZxsMxJT
= .....0qlKHgn8UeenGIRqteJ5wD1JOxxWUVGCmFINJ6QIUz4wBBt4N2V2vmcd7eou3-lcwezYl19qN9z/......EadVUvlK2NUOAsetugfHlzo80WwI4KLdKPz8......m3Cor3min09lHwhRDeDWYdS6WZpUyPEaycUZ......kmJU-DmsxauyGlRvdPqzFYf4oy6thZxsMxJT
= .....ylGdaGxVcY96FY9ww6gGG1SXQWrjad7TLNAC9KqtzCfLymA07GRISOYJNRlln1h_Ba5zWhLnuzb/......OyReWKK-i6dIc1rJvHUnR8ZIWzwwcpZC7MmK......ZZQ1yNZl2oo4J8aejYOUgvvWpeA464SS5UVJ......Y-ZXcT2vyGu_3m8S34vlKLQhUWh6altsBIL3
= .....sZmu90x5sqR7PEZ2O1sXnHUmKeMdDI57SVfeA-smQ37bRLWtKOODqNSG5a4ll78bgSlM6EMFtxE/......WqAJC7YUuCNW_SAjChP1teWwBGcCYVv8oOyR......WqAJC7YUuCNW_SAjChP1teWwBGcCYVv8oOyR......WqAJC7YUuCNW_SAjChP1teWwBGcCYVv8oOyR
= .....RJmX33DovuORsoi9oI-I19YsaYXOZjp3Q76w7-LMfeZFTOhke4rAO6EXwv7zBCT7dofJtaC0EiR/......UESAi8LU-uQQMvNWHbryamw4MiobcOTNiysh......m3Cor3min09lHwhRDeDWYdS6WZpUyPEaycUZ......qlVEdjZMU6yRjljzTt282KD1qsVx-YbFsbRu
= .....OBxqE5j4p1h7B8m1u-r-Vrybnjr2QeudLy0cGzLqVnKdS5RZSThjDCLAJn17PYX_raVp00zGDKO/......44wOIdyVW00DciAQHIi8pT-XT9PJxemSvubK......xl8h-Tr7VrobwQjI_DdUeLbCWflfJl0lzXpa......hLwJn5lgar6sju4PjO9L4F3xqp58N-jHKbl7
= .....TssM2fC9CchCSBUhKgnUqMWCWgvHmRxHC9FYC_MyVgJqVgWbEb_e5vFo7ve_JU7kr-fbaxnnyvO/......Y52oQs8exhpIsWsxV2IewTWLXG3XtjI4aMa9......o9RQvbvSWnC84rH54sEcHXd4HXjY7leFmOxw......q2yuBWuSUtBPBfZ4nDv1FeYvbVWVNUktx7Q8
= .....uMucDiiq7vLgusWWE5XzHh_kTq_i6-GwS28ShzC99SkyQOzPue3ZjxCrSBzQQ7w3xbmhYq-cJw2/......EjDvjPeq4_fG6AylFhxXjHWkjz-6nW0ScVhG......ZsApSUTCRnSaYpddBU_q9R1NGje1XPvBdrVq......gKoEW2e2gxbAXg6KZPqGJnhyEIQ_3fI8YSC1 /...Q2XQ2XQ2X...Q2XQ2XQ2X...Q2XQ2XQ2X....Q2XQ2X....Q2XQ2X....Q2XQ2X..................
& 0,0,2,_OKQg 1,0,2,AgL8b 0,0,3,x-Ks0 1,0,3,dApqr 0,0,4,0K4Z8 1,0,4,1Hfj7 0,0,5,UPFh6 1,0,5,8MZOD 0,0,6,MkMgf 1,0,6,A1x97 1,0,7,NPwpn 1,0,9,K2Kz8 1,0,10,xqhdv 0,0,11,wEOei 1,0,11,ObsUp 1,0,12,vfH6H 0,0,13,txugQ 1,0,13,vHU41 0,0,14,PDr7i 1,0,14,QTZtr 1,0,16,8MTka 0,0,19,swmh2 1,0,19,q2Fri 0,0,20,83BNI 1,0,20,hLEOM 0,0,23,-JUAq 1,0,23,FSJc5 0,0,24,ToNRt 1,0,24,coCx9 0,0,25,eFpJb 1,0,25,hL5On
& 1,0,26,CdQI4 0,1,2,gyI_D 1,1,2,JIM9s 0,1,3,GeIAZ 1,1,3,Sl-zR 0,1,4,llIiI 1,1,4,p4d7- 0,1,5,I0HAV 1,1,5,ZjYOD 0,1,6,uEZWV 1,1,6,m0rCq 1,1,7,tprL6 1,1,9,EhHq4 1,1,10,MfsXR 0,1,11,sbIYk 1,1,11,SH-5F 1,1,12,C_lSb 0,1,13,Vg9qa 1,1,13,plC9y 1,1,16,swR-l 0,1,20,YYzL_ 1,1,20,_lwb1 0,1,23,nxDX1 1,1,23,kUeqb 0,1,24,CxM-H 1,1,24,MyUPQ 0,1,25,xmVen 1,1,25,-PCsR 1,1,26,B5BNo 0,2,3,sNUgt 1,2,3,FLUuk
& 0,2,4,_GsI- 1,2,4,n52tV 0,2,5,4lzCV 1,2,5,2ZD0f 0,2,6,1sNuJ 1,2,6,vIBIy 1,2,7,vB9AQ 1,2,8,4zc2l 1,2,9,9FtQc 1,2,10,a_7XL 0,2,11,3jzrR 1,2,11,61hGU 1,2,12,-SS83 0,2,13,NjqLJ 1,2,13,QCWYI 0,2,14,w7rCb 1,2,14,C2XYb 1,2,16,cmyRK 0,2,18,nQMK7 1,2,18,z-Lnl 0,2,19,jl9k5 1,2,19,0fWW3 0,2,20,lNn95 1,2,20,UCdmX 0,2,22,8SQOs 1,2,22,MrJMP 0,2,23,iaoYI 1,2,23,a7tqD 0,2,24,DXUQa 1,2,24,8eYBf 0,2,25,kk2wi
& 1,2,25,7LzLy 1,2,26,Z-oc5 0,3,4,AFPBA 1,3,4,UklfZ 0,3,5,ZbOI5 1,3,5,CSceF 0,3,6,3hTkU 1,3,6,VMfwN 1,3,7,3_YXr 1,3,8,MSQIO 1,3,9,NhzY7 1,3,10,wUbY- 0,3,11,Asefk 1,3,11,tdd3r 1,3,12,TNaCy 0,3,13,c2o0r 1,3,13,HBCbp 0,3,14,hCQDY 1,3,14,uWWmn 0,3,15,Whz3O 1,3,15,45NOW 1,3,16,_PBKg 0,3,17,j45Nq 1,3,17,rdO3z 0,3,18,-c9JO 1,3,18,AM5_e 0,3,19,5eW3j 1,3,19,hbjRr 0,3,20,w3pUd 1,3,20,CXxQG 0,3,22,VizVH
& 1,3,22,gyUpF 0,3,24,rPL3S 1,3,24,2xfNf 0,3,25,q7yXL 1,3,25,3_5he 1,3,26,g_kQH 0,4,5,7aYgb 1,4,5,n_6us 0,4,6,RXKOv 1,4,6,5rYuo 1,4,7,TauF9 1,4,8,M6Iv8 1,4,9,b8s5H 1,4,10,ezobf 0,4,11,onY0S 1,4,11,pDRHV 0,4,13,BtORA 1,4,13,PTVfK 0,4,14,lZXJQ 1,4,14,vKSxY 0,4,15,49Krk 1,4,15,Yjajf 1,4,16,oGiBa 0,4,17,7-bXa 1,4,17,MRHhv 0,4,18,Wx65T 1,4,18,YUrpN 0,4,19,d-tmQ 1,4,19,_kuaG 0,4,20,3KTg0 1,4,20,vOTaX
& 0,4,21,n_6mJ 1,4,21,tKiwE 0,4,22,rI2vu 1,4,22,wHt3_ 0,4,23,liBBo 1,4,23,gZ5Hd 0,4,24,VzCDw 1,4,24,62qjx 0,4,25,CbiEE 1,4,25,maO5V 1,4,26,Wqq8d 0,5,6,qEwkD 1,5,6,XTnN_ 1,5,7,hNzB2 1,5,8,Qugip 1,5,9,kbQKa 1,5,10,8H0GY 0,5,11,zS28r 1,5,11,2Mx2J 1,5,12,2zLNc 0,5,14,Qxaz2 1,5,14,J18TM 1,5,16,xQM52 0,5,18,-BHNi 1,5,18,Tpnsf 0,5,19,kDuds 1,5,19,32buO 0,5,22,vdpLj 1,5,22,XpDVo 0,5,24,urE-C 1,5,24,ANGlJ
& 0,5,25,liC71 1,5,25,D58Vs 1,5,26,AR19S 1,6,7,oPphB 1,6,8,RNDId 1,6,9,1eUH2 1,6,10,WFZ6U 1,6,12,HNwp1 0,6,13,Bqwqe 1,6,13,53N1Y 0,6,14,2Fkk0 1,6,14,BsiEY 0,6,15,XgRao 1,6,15,gCoCa 1,6,16,F7i1k 0,6,17,JAKxH 1,6,17,Q9Lk_ 0,6,18,1sxmU 1,6,18,NokC6 0,6,19,ZZC_C 1,6,19,GXrQM 0,6,20,Hk3NQ 1,6,20,hTO_1 0,6,21,tjJUV 1,6,21,TZcce 0,6,22,dSrwh 1,6,22,DyPQC 1,6,26,c_GhL 1,7,8,c9Uu6 1,7,10,KE59m 1,7,11,-XDfz
& 1,7,12,ZgmlZ 1,7,13,B65mK 1,7,14,ECixS 1,7,15,V1mCo 1,7,16,OBWy7 1,7,17,uLdF5 1,7,18,MZnAa 1,7,19,lEUPa 1,7,20,3Fdxo 1,7,21,5XVwg 1,7,22,4Gdr0 1,7,23,QC3Dm 1,7,24,rEejZ 1,7,25,Gfax8 1,7,26,_xTIy 1,8,10,G1wuT 1,8,11,ceses 1,8,12,phiaO 1,8,13,-OClh 1,8,14,8Xgul 1,8,16,6eGlz 1,8,19,uYzZ3 1,8,20,1FHaY 1,8,23,elbc4 1,8,24,3fB4v 1,8,25,1HCp1 1,9,11,8oF31 1,9,13,hhmuD 1,9,14,hIf6o 1,9,17,gjg9q
& 1,9,18,wTp3_ 1,9,19,dmxwi 1,9,20,2HeqY 1,9,22,8JOOF 1,9,23,ceaL8 1,9,24,IZfyK 1,9,25,VCctx 1,10,11,qDTkU 1,10,12,_eT7n 1,10,13,i345x 1,10,14,ncEy5 1,10,16,w6dSI 1,10,17,cLzST 1,10,18,zhDhj 1,10,19,S0kmp 1,10,20,RENxp 1,10,23,-S4Q2 1,10,24,9Jb1s 1,10,25,u52RO 1,10,26,ecQy1 1,11,12,smG-p 0,11,13,tFpN_ 1,11,13,IOxes 0,11,14,wNts- 1,11,14,LH25x 1,11,16,61p9o 0,11,17,0-pvJ 1,11,17,P8EuK 0,11,18,TAXwN
& 1,11,18,luD28 0,11,19,SnHsg 1,11,19,CwNRF 0,11,20,CAWyf 1,11,20,JtxMI 0,11,21,wcJ10 1,11,21,fXz3f 0,11,22,zXYJ2 1,11,22,85mQ8 0,11,23,LDTR1 1,11,23,kSGX- 1,11,26,m-_N3 1,12,13,kPWHt 1,12,14,8LgvG 1,12,15,7otNY 1,12,16,mCokV 1,12,17,jvsrK 1,12,18,nVVor 1,12,19,YzlZV 1,12,20,rjbaz 1,12,21,bPCM8 1,12,22,GKegZ 1,12,23,QkSC4 1,12,24,T9Jka 1,12,25,9K6s6 0,13,14,XKrvT 1,13,14,OqPsD 1,13,16,q8b82
& 0,13,18,CfzUD 1,13,18,2AI9u 0,13,19,DJuQs 1,13,19,x1CPP 0,13,22,aR6SO 1,13,22,FDOrA 0,13,24,h1rDQ 1,13,24,RMQVh 0,13,25,RZsFm 1,13,25,9J0FF 1,13,26,e9wqE 1,14,16,bm0I0 0,14,19,Pr8r- 1,14,19,hlqXK 0,14,20,BF6SH 1,14,20,_UD9w 0,14,23,V5Keq 1,14,23,sXzVs 0,14,24,ZmQDb 1,14,24,kxmri 0,14,25,PqDaI 1,14,25,WPuym 1,14,26,aUoMa 1,15,16,KhQic 0,15,24,oBfLo 1,15,24,GXgd4 1,15,26,lbvUM 1,16,17,M8GYD
& 1,16,18,B37bl 1,16,19,WaKrz 1,16,20,L-QrX 1,16,21,I1S8d 1,16,22,ZwHn7 1,16,23,ZDeyZ 1,16,24,PStgv 1,16,25,FRBaC 1,16,26,x8yeg 0,17,24,2Psdk 1,17,24,KN7pt 0,17,25,tMVpC 1,17,25,bTIIz 1,17,26,5Ails 0,18,20,cHbZ_ 1,18,20,_WhNH 0,18,23,kTjSA 1,18,23,1j-KA 0,18,24,jqfQB 1,18,24,8I8DK 0,18,25,CFu4I 1,18,25,51Qk_ 1,18,26,EeOAc 0,19,20,39LeL 1,19,20,onVB4 0,19,22,yJs56 1,19,22,nVCo3 0,19,23,QKi6h
& 1,19,23,M6-yf 0,19,24,I1dGD 1,19,24,mjZRR 0,19,25,_RIVV 1,19,25,3FI3l 1,19,26,o_843 1,20,22,DaqYU 0,20,24,EPs94 1,20,24,0_i4E 0,20,25,4JkJi 1,20,25,3uXBz 1,20,26,DgcbD 0,21,24,btWWq 1,21,24,Eukq- 0,21,25,RCoGR 1,21,25,pW6_j 1,21,26,iAeK- 0,22,23,avrCE 1,22,23,8ZY2K 0,22,24,UzrhJ 1,22,24,BX4c3 0,22,25,Uslh- 1,22,25,VMX3I 1,22,26,Dy6Ji 0,23,25,vT6AI 1,23,25,S0prj 1,23,26,dhz0P 1,24,26,DmHe9
& 1,25,26,2rf8i
~ loop part: c < end - 1 = /!1kLQb	whole score: int sum = 0 = #1ZBLf/#El4ki	loop score: for (size_t c = 1 = #OknrB/#8x0bW	loop score: c < q.size() - 1 = #Jg2VW/#tcmCn	operator score: sum = q[c] * k[c] = #JxEwr/#on412	operator score: sum -= q[c] * k[c] = #c8_Fx/#jBu50	operator score: sum += q[c] + k[c] = #qJToD/#qWYGa	operator score: sum += q[c] / k[c] = #QVlNL/#l4j7E
~ whole head: int sum = 0 = #NEKXk/#g16M4	number head: double sum = 1 = #Gk63U/#29RG_	loop head: for (size_t s = 1 = #oaNhX/#82_Q-	loop head: s < t = #vHtsO/#ILcR_	whole head: const int weight = std::exp(score(q[t], k[s])) = #wUZU4/#lakp-	name head: const double weight = std::log(score(q[t], k[s])) = #YISOG/#fCrzj	missing head: ; for (size_t c = 0 = #w0Wkv/#PDSHC
~ operator head: sum -= weight = #IKVSB/#LH350	loop head: for (size_t c = 1 = #G7H2N/#mBASI	loop head: c < mean.size() - 1 = #XwjgV/#HMFVR	operator head: mean[c] = weight * v[s][c] = #uY5sS/#Qyxab	operator head: mean[c] += weight + v[s][c] = #z7q9v/#b93ZB	operator head: mean[c] += weight / v[s][c] = #EssmJ/#F6cRu	missing head: mean[c] += weight = #HTVA9/#qgSTa
~ missing head: mean[c] += v[s][c] = #5wnu0/#uEu8Y	operator head: for (double& number : mean) number = sum = #__vt7/#BQ2e9	operator head: for (double& number : mean) number *= sum = #LXPAT/#6XV_H	loop heads: for (size_t h = 1 = /!SCAKF	loop heads: h < count - 1 = /!Suxkm	operator heads: const size_t begin = h / size, end = begin + size = /#WHocj
~ missing heads: const size_t begin = h, end = begin + size = /#AB-Ug	missing heads: const size_t begin = h * size, end = begin = /!lR3tV	missing heads: const size_t begin = h * size, end = size = /!CJ-Kj	loop heads: for (size_t t = 1 = /!Dht_a	loop heads: t < out.size() - 1 = /!H3Sp2	name part: result.push_back(row) = /!SFv9Z	name score: sum += k[c] * k[c] = #dTwAn/#xfi2Z
~ name head: const double weight = std::exp(score(v[t], k[s])) = #ZtG_F/#7q93u	name head: const double weight = std::exp(score(q[s], k[s])) = #4VAEE/#68K6z	name head: mean[c] += sum * v[s][c] = #nq3gc/#pXgB0	name head: mean[c] += weight * q[s][c] = #dQKf0/#6LswU	name heads: Matrix out(out.size()) = /!4uTdw	name heads: const size_t begin = h * h, end = begin + size = /#RPQbc
~ name heads: const size_t begin = h * size, end = begin + h = /!MBVO5	name heads: const Matrix one = head(part(k, begin, end), part(k, begin, end), part(v, begin, end)) = /#fgmhL	name heads: const Matrix one = head(part(v, begin, end), part(k, begin, end), part(v, begin, end)) = /#7q93u	name heads: const Matrix one = head(part(q, end, end), part(k, begin, end), part(v, begin, end)) = /#dy0x0
~ name heads: const Matrix one = head(part(q, begin, end), part(q, begin, end), part(v, begin, end)) = /#ePvFA	name heads: const Matrix one = head(part(q, begin, end), part(v, begin, end), part(v, begin, end)) = /#wrJvF	name heads: const Matrix one = head(part(q, begin, end), part(k, begin, end), part(q, begin, end)) = /#6LswU
~ name heads: const Matrix one = head(part(q, begin, end), part(k, begin, end), part(k, begin, end)) = /#jdl_J	name heads: out[t].insert(out[t].end(), q[t].begin(), one[t].end()) = /!0ktbU
)~")  // measured: e959de1baa2f
