#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include "exercises/project/given.h"
#include "exercises/project/measure.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using project::Rows;

void measure_norm(Measured& got) {
  Rows rows = {exercise::fractions(3, 61), exercise::fractions(5, 62)};
  for (double& number : rows[1]) number *= 0.01;  // here epsilon counts
  for (const std::vector<double>& values : rows) {
    const Matrix x = {project::row_of<Number>(values)}, y = {rmsnorm(x[0])};
    project::expect_shape("rmsnorm", y, 1, values.size());
    backward(project::mixed(y));
    project::add_values(got, "rmsnorm", y);
    project::add_gradients(got, "x", x);
  }
}

// Three positions of four numbers, two heads.
void measure_rows(Measured& got, const std::string& name,
                  Matrix (*function)(const Matrix&, const Block&, int), size_t parts) {
  const char* names[] = {"wq", "wk", "wv", "wo", "fc1", "fc2"};
  const auto table = project::fractions_of<Number>;
  const Matrix x = table(3, 4, 71);
  const std::vector<Matrix> w = {table(4, 4, 72.2), table(4, 4, 73.7), table(4, 4, 74.1),
                                 table(4, 4, 75.6), table(5, 4, 76.4), table(4, 5, 77.3)};
  const Matrix y = function(x, {w[0], w[1], w[2], w[3], w[4], w[5]}, 2);
  project::expect_shape(name + " of 3 positions", y, 3, 4);
  backward(project::mixed(y));
  project::add_values(got, name, y);
  project::add_gradients(got, "x", x);
  for (size_t i = 0; i < parts; ++i) project::add_gradients(got, names[i], w[i]);
  if (parts > 4) return;
  // Two heads of four numbers have two numbers each: here the two counts differ.
  const Matrix of_four = function(x, {w[0], w[1], w[2], w[3], {}, {}}, 4);
  project::expect_shape(name + " with 4 heads", of_four, 3, 4);
  project::add_values(got, name + " with 4 heads of 1 number, position", of_four);
}

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  all.group("rmsnorm", measure_norm);
  all.group("attention", [](Measured& got) {
    const auto function = [](const Matrix& x, const Block& block, int heads) {
      return attention(x, block, heads);
    };
    measure_rows(got, "attention", function, 4);
  });
  all.group("transform", [](Measured& got) {
    const auto function = [](const Matrix& x, const Block& block, int heads) {
      return transform(x, block, heads);
    };
    measure_rows(got, "transform", function, 6);
  });
  all.judge();
}

HOLO_EXERCISE("stage_07_block", check, R"~(
rmsnorm: epsilon is 1e-5, not 1e-8: microgpt.py's losses need the same
  mean_square + 1e-5, -0.5 => mean_square + 1e-8, -0.5
rmsnorm: epsilon is added under the root, not to it
  pow(mean_square + 1e-5, -0.5) => 1 / (pow(mean_square, 0.5) + 1e-5)
rmsnorm: that is the variance: the mean of the squares, from which no mean is subtracted, is asked for
  const Number mean_square = dot(x, x) => Vector d; for (Number number : x) d.push_back(number - sum(x) / static_cast<double>(x.size())); const Number mean_square = dot(d, d)
rmsnorm: the divisor gets no gradient: it depends on all numbers of x, so calculate it with Numbers
  const Number scale = pow(mean_square + 1e-5, -0.5) => const Number scale = std::pow(mean_square.data() + 1e-5, -0.5)
rmsnorm: the squares are added, but not divided by how many there are
  (x, x) / static_cast<double>(x.size()); => (x, x);
rmsnorm: the root is missing: the result has the wrong unit
  (mean_square + 1e-5, -0.5); => (mean_square + 1e-5, -1);
attention: all heads share one softmax: take one for the scores of each head
  () / static_cast<size_t>(heads); => ();
attention: a head divides by the root of how many numbers it has itself, not all heads together
  q[t]), part(k[s])) / std::sqrt(static_cast<double>(size))); => q[t]), part(k[s])) / std::sqrt(static_cast<double>(q[t].size())));
attention: wo is missing: the heads' results go through one more matrix
  linear(all, block.wo) => all
attention: the heads are mixed: a head has numbers that are next to each other, not every second one
  const Matrix q = linear(x, block.wq), k = linear(x, block.wk), v = linear(x, block.wv); => Matrix q = linear(x, block.wq), k = linear(x, block.wk), v = linear(x, block.wv); for (Matrix* table : {&q, &k, &v}) { for (Vector& row : *table) { const Vector old = row; for (size_t c = 0; c < row.size(); ++c) row[c] = old[c % 2 * 2 + c / 2]; std::swap(row[1], row[2]); const Vector mixed = {old[0], old[2], old[1], old[3]}; row = mixed; } }
transform: attention replaces the position: add x to it
  add(mixed[t], x[t]) => mixed[t]
transform: feed_forward replaces the position: add what was there before
  add(feed_forward(rmsnorm(row), block.fc1, block.fc2), row) => feed_forward(rmsnorm(row), block.fc1, block.fc2)
transform: attention gets x itself: the norm before it is missing
  (rmsnorm(row)) => (row)
transform: feed_forward gets the rows as they are: the norm before it is missing
  x[t]); y.push_back(add(feed_forward(rmsnorm(row), block.fc1, block.fc2), row)) => x[t]); y.push_back(add(feed_forward(row, block.fc1, block.fc2), row))
transform: what is added to attention is the normed row: add x itself
  (mixed[t], x[t]); => (mixed[t], normed[t]);
transform: at the second addition x is added, not the row that attention has been added to
  (add(feed_forward(rmsnorm(row), block.fc1, block.fc2), row)); => (add(feed_forward(rmsnorm(row), block.fc1, block.fc2), x[t]));
transform: attention and feed_forward work side by side on x: feed_forward gets what attention has already added to
  t]); y.push_back(add(feed_forward(rmsnorm(row), block.fc1, block.fc2), row) => t]); y.push_back(add(feed_forward(rmsnorm(x[t]), block.fc1, block.fc2), row)
attention: there are as many heads as are asked for: yours have as many numbers
  block.wq.size() / static_cast => static_cast
right rmsnorm
 -1.4693604482489442 0.3199976127027858 0.8592530350533506 1.242678221591858 -0.4716427955356479 2.3005038384574 -1.440545365198685 0.9616225983411351 -0.39288417506878354 -0.21254967335255948 0.7981313589130694 62.6638088763577 -4.108523482495201 80.71673957068946 -27.43964961468138 105.82684296139286
right attention
 2.2851903729001553 4.695015144304154 -1.4053504659215426 -4.958376046284091 -0.9981549147405475 -2.3062693609043525 0.5659629499442702 2.412330102761126 -2.470891813175824 -5.126420274706582 1.5102071297402628 5.409431183024099 0.10247098869010293 -0.10098395234995652 0.0900650037572003 -0.07073397391100741 0.0776629138343571 -0.07798031991264866 0.07101435553720957 -0.05741564254665013
 0.06108210334156993 -0.06274834626216498 0.05855388674273019 -0.048890487763575526 0.00018864274358918815 -0.00041383271698858986 0.0006003706691206125 -0.0007308339347462841 7.092027495046294e-05 -7.522587364588084e-05 7.250536747173719e-05 -6.301285200381078e-05 -1.8909551728983634e-05 -4.04269482599668e-05 9.598756683651817e-05 -0.0001425829361167385 -1.063896088185392e-05
 -2.023042105108082e-06 1.4496092737020537e-05 -2.561520671345318e-05 0.0004541282746747436 -0.00039733235680514806 0.0003034255531235135 -0.00018117876941874166 -0.00037535693767193356 0.0003617915481807489 -0.0003144347883107312 0.00023770978464061795 1.8207275562866827e-05 -4.039684898595097e-05 5.881335227213817e-05 -7.17366819896145e-05 -2.8498819493851902e-05 4.170951348403731e-05
 -5.1024534328878355e-05 5.557385805728695e-05 -0.1508495710993826 0.10339897819362112 -0.046290909355921034 -0.015140735505224434 0.14876822945819743 -0.109748666012257 0.060478565093973646 -0.005559759546378981 -0.13278856045928067 0.10584405465072665 -0.06901370250030686 0.025737462948378913 0.10441604688288683 -0.09206244817629641 0.07111020668783163 -0.04351626407621914 -0.37818308796724254
 -0.4418925301698393 0.2950568677548131 0.4975268329751903 0.6052864996744155 -0.8710062606817107 -0.7685106449647421 0.7269764939320876 -0.27983612920307666 -0.4848039032210263 0.18870011648285745 0.5204717990708798 0.5167742367866663 -0.8323860249356425 -0.6727895688199823 0.7063260244459669 2.2851903729001553 4.695015144304154 -1.4053504659215426 -4.958376046284091 -0.29322699752168013
 1.914308313629963 0.6519659572104382 -1.7921307168562521 -0.3363168513352566 0.08894990587595775 0.35298595132810817 -0.022800784511999073
right transform
 5.678126964963717 2.017685389777264 -2.7877254169642005 -4.618478888450328 -0.26799541509338676 -3.7199678630182187 -1.237329163105397 5.043658674616744 -1.910143363496623 -3.0031403119905633 -1.316388219066754 5.126338965864964 0.6672001310490807 -0.2506678806232727 0.656647484142904 -0.18652491284197714 0.6422783528626362 -0.11660175967126057 0.46518627852392946 0.04277323563725928
 0.40844368953058574 0.03872924705566872 0.3852030543545579 0.05092920250244379 0.011446722552553669 -0.011256716618424065 0.01001533211446494 -0.007838514489835262 0.015968699412105204 -0.01570303429057389 0.013970704039764501 -0.010933508495570909 0.000621019599396937 -0.0006107327832736427 0.0005434034580429156 -0.0004253201900841086 0.0012893892508312667 -0.0012679464025512727
 0.0011280772208631027 -0.0008828455027149311 0.049523518897222264 -0.02272621400798374 -0.006193721768332397 0.03453516325047854 -0.030716877352503873 0.014096033383818667 0.0038413816527645955 -0.02142001122061473 0.004060693185420282 -0.0018634525136024317 -0.000507834827871237 0.002831690340584633 -0.0014954067271822716 0.0006862552811291717 0.00018699248363469954 -0.0010427751298670229
 -0.06781176331159056 0.0006657446258930277 0.06654245468106178 -0.12753558140445798 0.05684134885195731 -0.009841602263232274 -0.03807735105895704 0.08243987560562581 -0.040522959946554714 0.018080359928560257 0.006050947694686046 -0.02961709613793394 0.021339163839959235 -0.025052340252674766 0.026425625331301602 -0.025330754098503164 -0.49816652012698115 -1.0291545032842544 0.2819320552248712
 1.08375634305597 0.6398352371267664 -0.9897149532426529 -0.8272819375126669 0.8348327582755133 -0.5606764380209228 -0.7151092769304683 0.4055862942097508 0.7927103175733787 0.5323956738221141 -0.9436002574746655 -0.7128651054437275 0.8102855577365115 0.15282492161154548 0.14200428555743064 -0.014285765556254956 -0.23727744551655786 -0.10075600484176842 -0.050556739598945466 0.010156857157066945
 0.09706785980336441 -0.03448239006793141 -0.06167102802164377 0.0017666447047192382 0.09555929352664085 0.0018932633347435932 0.016019600852394948 -0.0011504624612064002 -0.02108861052331002 0.029899987123089493 0.027782944462311655 -0.002794990513793459 -0.0464230080456241 1.1469062153512273 0.40191596884295355 1.472738151169747 0.44822816840324 0.9832413138202438 -0.36045623911038577
 -0.11409997702031145 -0.04454642831359975 0.016325622783829707 -0.30901869862921955 0.996169969905066 0.3503143742566271 1.3210096932214124 0.40503791384129895 0.8540153125752975 -0.22479361820884064 -0.06765854189261761 0.09200918383990143 0.05519685188957665 -0.19271529750876787

= VOrGaT55IxPiR0sxplIwEiMfoJwliZgvMWgEenT_DPTK1WsP//KAUUZqbEchqukNiaHfWpM2vclPvlDMsYPKSwcdAT4Peta3yRCFpQCCRVZBFKOwwe80q6F636j6NSPit5TAG30V6Ojp66WKmuGL5URQRyM-N644KJe_lPXq0Tf-CpI70T8gFEmnM7clA_GAE-qSyhjBesLpjvBt__eUHexkLh6-zeoHyGfxQyWX6iM-gmSZ6rO0f2O0cFM0G5Po-Ok3mQZKmVnNevas8Nj8eeGHFfB4CQDowDtKC_ekF0eVhTfd_WJyWSMhyxrImh7Bmqpey5kAieg2oaCfAnVhffdb_Xr2VVR8bCmCsrySgbpq_GdTN6DA8C4mZ7fxmSROnCXkW14-wY7GS-6vMcfbR_id1iO4-eNDOYfwf2g0qjS7LOf-0d
= c4lmFvtWJEzLesDWDLXHWi5iRFBIviIulwzduHcGZUVW_HYD//g_3m78dUn5UKXt7FqKh3YYAgrBPSWR_DQgE-fOFy-CXfxNuHmp9exRpYC3cXFc3kDyKHWKqNxNgMGnzeO1_2PYSUskKIJeESVpAraev9BZ-eq1EP9OxiV5dt_SQLNpdPoDM1X4QxzXGzRqLOCWfIQG4W9_YWcWjE2Qfvj9gkcqgCKeyd-vmnUbXXejXNBdh0FAl5j8FbSh8ub9O0Mp5d5u6FCWzUu8yo9HaAL98tbLGGz8CZx5p1u65kgW7EHshX447P085IUesnRgNegnhOiygj42rWUNGFP8k0MQdmM4JPuL0BzKM5tEoBpq_Jbg_N6AXuW79qHjecPm_97g92etC412-owcXGklIMwXgY6LXCl1QM9kxYded7OqymV-XA
= hdoqbvgdnKKgTCHkI4JNSJpQisOrBLMXhsNSNzPV8uVKf-VR//wooDoERngxMa1aWyUOPrO8DeXJy-t-2u50rX7sedCMuMsnDvpNALqYB2tPdGeIRTzmDc6dNjn1BwbgDmFnxAydHlm58UvWtaDMTrxBLTgNR8v1ar8NUph1jVkas87rV7JvrYF4b2bHze2OQNo75IwzGd1i5Yeiw9OWHK16JQPlYEd3Ia7iQS5g0qKby6oGsC3JTJABh0jUjnG8a8sLzzxJBeeNqT1TjHxmaREInPPvFaJ5p6BUZUwu6x_GSdTjyAfShAkN9sY8vynQ54W4qNgEMdzavR4eN43-GZ71N0hXieBMpYelmTp9i14fRYmm2tdmprQXfCW7ClYGWeaRfrIoHk7LWxSqBZB5QzvcHf1u7S5Ef51exnh26H6dytboqx
= ...5kZQAkrSu.....LR_dkrj6DkB0fbh//............AG2ISIZtHCsZwx0UiOAiwdEO63Jmv_zIbePlmeGMTHGeKxDyi9x3Gi2WcJzkeCGgHDY-Qb5uGUf1JZZgZxumsXkjpm5ci2GAxElXe1IiGnc_5LLlZAlyojI4qEolQBB5nOF84trFQXs1RKigMJ8jxcuqwOCiMOwAcdz9ypixa8ybWiB_xy8jfUriAOzuKB8L2mppU8O-dCzLHSqVRIxlpale-TtTeoF2Hn5H........................................
= 0c22LzZ1EOyoLlMZkut0w6D76gvIafa8CJfmP-MxhkfdtAjd//tKtCWh1oG88A7JMUFtp6yR77hX5NyrfE2TtT4zpho1vgkiU0kEmMVqc2RDmq-i2OHObEOxLFXSRNVWtoAWfkeYKTMeON0vSvNFS4mYvCOJHm1P2Aubm2jlEuR6SJe1cAzBPnvNGfqd7fA29S2S12n__vgm0ISBaBL5Ih-iEoZeTyD4QKdjaLHNYoGFbqNH2aLvjn2WdFIMIlNbFodyABNbvPMJWIfdKIyDMnWPulT1tM6Yc8nbSI8kEnqgJUs2JgZ1D5-yFAOQ1TiKi_n0GqtG4zvfj-vePKpggU9-HAQBCHEpv8nmecpwzr9Kf2SxUivUspoduiF3QyfooRJkUnBuR2cq0njsh0v3vKiN9tWN-HF2XZvviQxNPT_8_ysLeD
= IwKLyFStY_exkvF8ug07_9IVYdaxmEe6XrcJDaeTTxI4dd0e//5KSSesOt68_Xw9c2Fu7HegHHjcN4gskGaBcU19TTSz3Fw42fWi1eXwJtN8z5GXcdHUWOnRwEKrOebOIkaUhSJSD4aE1YLoAuauOgLKWbQLm-0V2-7c5v45Rv_5vntYwoiS3GsSoBwaDH9eZlaXqzfV43Vf9K4ann7rue1oSHgnW4czgY9rx-V0RTqGe02StXPkW0SY7_SOMXcZ6jrkKn4OPq2viujr4M8LucMTeyif3R45-GeRXMI1iPcsqNzqTworQWAVThn_fjIqnaF_OPl1py8N2pjmdM5BVMAh5Y59m63CoUQrrc8y8T-vRuUOSjPJ91n423ixo1GFx8lKcx0cDGzLZyPvbm3E3JibFlWfZV2HCGgHFSK1u32Gj5sb_0
= /....44IA3hOkCRC51jYiiuDlcYK3PADiK7ORHcTLWrCP5gSvEJYZqSls2Jm2ahVIfx8rxnAvUkvVlr_Z8vzGcVCmcSPIvvJY800Z7QAD9yBi13fn4FOBSRa2I-13LprNb7dxdy4rpARy7eTgwi2kUT5ZDA6cMshoFdZ5Uy9x3ZM80SW4GgJH6EN5ufunPa5RlFsayIPHTtM8sc_O9A5LUksvWCwMWd9q7cAdVuEtLNqoRkK2bR-dyanad5lh1Uxi....44IA3hOkCRC51jYiiuDlcYK3/....dAurtsAvK94f7RXQxeDGti1kQ3ssv5Xfx6i6zoKAqXHvjoyP__zym7itgbALTx08_28gBF-Tp1SO3eN0eDv_TAtqNyvzrSUs2lrT8HOoxzTQd02J9gs5l1OL6eRgCgKljG0eDU2qByP4xBhrlrooMXXwnfVJW_mlyweRVivieqcc3q9A9bhZt5-aFdDjUCrlyj41eNmnCY2r93jVy5S0JoZUrIEY5SsC7AKnhYsq6694wnevTVh4hEp_t_aZ....dcdCvRXEwc2fY7Gd4Ww4uEdeu0V7aiyDTZP6.....0UtcLkLRX..mg2ICaGgP..T4oz9SU6u..2j_JQaTfu.
= /....VxLOABqurc9EsmaVHafHrOsx3OMIf4mueixydw-w_WynPlRwuXhhGsuPOhPhXk_o0gzjbqttwNZLsayfMT2FY7fWgpHvTPGci7PHL95Kq_6sx-NGglaeGq2L4726vQlvYUvkF786-Hjw-NGveqNLP8uHK0x7oriFuz-bEz9OyN5fsSgZst80gkx6wuuhFPcW4bYnSIj4u1VU0lawDjiiaRe9bjUFWc5a_LAGg3PXQM-jFTf_jtHvi8xLm59T....YHvAZydY2y65xxQR2cICrWUP/....erCv4Y9TCdpla4TNrPNG18eBYk4ft9bq6ZXTS91tOgW_27VJzZ6h9Cf6BWU-jwkkbIkIPnC-Ud960S09eCMba26q1KhW2DPQ8YSmsaq1kYyzCsHwDiE3mL1stN9UqbFNSEyGpckqksXg43-MSZR9QI59qXN_rCg3ZRkB5nh7AqfdaSD2upHNYAf1sO_Ms3eurfeTlDi_qN72WSOVovQ0gxkUJIsp6H24FYnJ8o56JJdhruFbKyot5SydPBad....hrA6dtGyAQBk7jRYakKrIYc4o3EQ25y5el56.....n95sEJDLE..t6bHvLfAA..YEv4e1lAP..myGG97A_3.
= /ksv16V27MNXYUPZ-C04jqSZfiBNY8arBflfnR1FbyiWts5qm5bpX7uVpxwEVfIxMkgMoX7D68xDw_hpfHd05oDek4BH7vG8FPdtDvFLtvOKpkl9vEG0FDpapAtYQfENAxSTUg65pkSbRono-NSqSpC4N4PvBxgDzmD1y8gBmYOA3pmuJJns0Zp__klsaaVo4nAm2XxGF8U0esnTg0DlPilJwQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2Xksv16V27MNXY_llI4xjxhfhq16OJeN7zyDrb/wVW1eXSU5stskdwWOmKDzzS2s0H9JyabeChP1_qwccSZaX9vNHzSfz5pwl03JbI4pKPiAeTpQ4qEQI5Q2BEqGzm_7XMvjE_EKRXn024RPR8AYA7Pe-h4M5hVOKQsPG8anXPf9AZeWWR33qATdTlRnWhJm0UbCxuWVGVSlF7SebZDKa_wSNX5_FuBr3s7HJhVubutYs-1fHh77LSnNe716-kCQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XMvtwDXd5tTjbf5tMAfv4BpnHpVXADE8qbvTM1bLR1HtyZQ1792KFHtk_1yZdH6xEYuJCPi0fm116-uclyfGMSLR2CrcjP7zY8EzpDAPDsP9OrO7Ei4yYD9Xu
= /5e5uP-KTukmmihDY08ZS8CH58Japz97op-eTpACK6SE-4qmJBeXtZyoQ0R0yeAFvY3NUtA_bQ2XifJnwQifJ21chVfmLbg8KQ2XnwQifJnwQcI-aXDgXSxIqnwQifJQ2XQ2XMfP3nSFUkUbOifJnwQifJQ2Xe8bmyF_Sl2kRe99g8mVJ4hbXAGWfbRUUI6G4Oz1RFa9cbepvMs6dBPQ2oR0loE8Qe9cKnVm48FwBnoNp4WPnobPTGBjeuRGaSRjlDE_48a5t5e5uP-KTukmm3HXASRzFPo9tQgj62gYoV7mm/BseZA0sCGxCSlxYLX86KKMck8aJ__DJrCgj_7UdRL5EYUJOfy-5uCbruBkXd5zavgdxIkasaZje-XOJGfkhKYm669DA-L9NReY5dIIN_Tyta0yMF5E9bULTnYXwbEoQexu4_peQ1hJ4X-PsEErb_sDHPIXo9nW0Y21RgadRkuORo9hiUB-qhG3hB-hJGzP4AKLTj80-SsuxDiJAs3-G0O9D3J3BbzJ6GVdKelQmXpDR5XhcZ56Nj1XhnD520jkb9JBQEwKKZnW7IQukCLPQFyz3fQoXoD4WjQ2XQ2XQ2XQ2XlYTD7UXNvV5J7LHVuyCVbSw7gbIBgrQ2Xad43o3JxNT-4Q2XnyjjFT9zoIUuQ2XnrBmeFsf8Rg8Q2Xo3rG3D
= //mOU_dMgtWUICPz2SMGXt-g4s8rdcFYBPIUVzmhUJfPt596e18B0uwIGp7PwC4X4DPQ4Q7ltRj48kqvB6JJfCNQDZ5lHpns8eKdGpAVwx_Lh-tk4tVfTFd00BnNqAuVtye9HyDSoGKWa4RJz0uiCfGhxrT2I5B1xNkapAixszK7rtJx3VM7tynRwUBxbMUDcVFZoHsU-1rGy0k_k9rT5oeZIb86V_oPBNOlPn39oX9OakWDBJBtJwNelwGnQgbbrtALjHg2M7CigSf19BjK8N8HSwjONAW77QwcypIQiFbPot4euaYBl6ffh7grZotVq1i27rwAsQpH2HfW2QGpuZ_1jjUjNr5N3Z6gXWO5Fg3YV09zXtpDIKpoJRnPL58a6a
= //jKI3BPbUxUYtaFjG9KADHvib6yRE8k6JpY5ZpN7PvmGkoda7oDRFRH30ShAqPRQBwVcJwk3bLiJuHVv7bWRlageugMPCf__8-WEmZXmBCrfcnmnlEqrj59GNhVhDQwpkLnO3aSgYTQJma8QHFOf0G_pC08VdEMwy2uzBJHtZZJ-nSRBnsNR-A3VCo0iznouBaFqYAKXjXP7HPZQYO_l4CvgUO6pBY3JLKnqAE1gWN6C70UbvckcGl5u6L7SZ1HWkTDXqPxAJ........................................
= //lyNDfF7ddlOlGSgT7O-itMxutF6r4FItiHyYmV1NayDImKO_ghMqfBg7Ac1xLZEUsSZxuGDGYngRXyjIEOZxrjqN_hnELxhn58rM4urMv0uT88eTAp5h5jP5a5uUXKCcUK8BYm8D91pR-xOQ4TMuetj_E_44OMIY4JLL5kAjN-I1XrvAn0dS9z9YvJ3Coop4sKt7GD4mTJ2x-6weYBsm4gmR2MRcTaPDc0POQQZXUb2vthMTmI_at5ieXZutN8-IQ1hXtn2D3e0we62AqnHNQVQls-D9mxZmYasOEvDZDP3SxrOmO_eYRF1wq8WPkOuRcJZbpnIDYawB-wIn3zTU48LvNnK0DMhGrbbe7YX0lITFABknEJKDs_G1GQ0WjqEi
= //lYjEOBWc8DmOa66e3k7Sd3eVKc5RuLXRKb3rsNHs1VQZaiKHoNDiFlzn_FKZBZNtmBYsIE2mcHCQHyBjb7aXOv_l2VjJ-py0LcDQfLpWCLr_UVR0sj_Z5-56pNXVLvBmUPFkb1nRtZlczZE5tx2zHpdKoT-OuIs7L_BSTXZ8Ay7YlqVy7RO8H4241Lo0cAro34rsCJWjq6UWoYNmltQ4EfEJewc1ikuEGvKMF5Fg7PoFU-WrKD-kdQqWiDuaSkxFqv3BOgj-trQbT-nKnU-CJRhx4KTQib1dAce-8yCfEGWdTm1pTubgCuzYdtbf64fZ-AwIJEYChhyN2DdhfnSGNZeuEUuXJwYea6gWDydZy3YJWNDAVGIGrZwSGDvnQnAW
= //M_AuU3m1XZjh2UCFuE8iAWF7DseLuV1_6jHqWuR0io6ubjYp6tJnc_MD9C457o5hE4fmwwI7zdS87uZdhpb7VhCiWKflyy1JFc7IoJE4zvY1n1sd1VS3LxgpuqlMVKFpLMy-HdWtQWwZ1rwtvb3yUMIrQmxHsSMjC67V5_0H78So2OQwYgiO5VyZeoI1FPt0rZGiHl4sUMBflkTMIZqwbFTfiXkrHOEOU7NyC0XSN_4U7tXl6SOOXQcX3ZxrxGi267NXznS1vM6Zz52Aq7dnXRD9b8D9mjiSYgt3NU9qcc9hVSU8arcEBb42qXOPkOuRcJZbKZ_Zys7aBsHjpaa-_XiZHa1IVpLszAYzDBKZeyIcvRFZWxsNscOnAFSguxA5
= //Jk8OwqdrFKg9MmUlnyB1J-BIs5yHBP4M6dDvZPi83bpuvYUTeBLt2NfiIa_5ZwTGEnvFGpoxLiJuHVv7bWRlageugMPCf__8-WEmZXmBCrfcnmnlEqrj59GNhVhDQwpkLnO3aSgYTQJma8QHFOf0G_pC08VdEMwy2uzBJHtZZJ-nSRBnsNR-A3VCo0iznouBaFqYAKXjXP7HPZQYO_l4CvgUO6pBY3JLKnqAE1gWN6C70UbvckcGl5u6L7SZ1HWkTDXqPxAJ........................................
= //CUyxk9Bh2mlL6ucHjQXoZGzPLv0a5cekQI7tuqqPN-3mTWAjfMm8pEXZAx4DhPibZLcKs3-rOAq4YfeRCzS1pcpFCnDKRkgoapJNfKM1q7B-Ln_5nU3gSUSm826kzkpJTV9eqYyt6NpWldUD95SCF4de8j8aw1p0VZuupVm3RBeTF9yvjnFk0Y57AjUVuBRYSztQzkrKp2Qf0JNJm-96PY6K5FuSNAZ1RO7fc0EepOj2hYDYsHxLZQ-f13oRiYKm3zeV0kEAGAsNEBt9l14fVTQt1lKsBFMlff_UjCF2lDrMws6AOxqQV5WX1-dU3EKRisy2Mhq8QN2IQNfsUYNIaPdAvWt6E4ETXYVVl_C3wwVbPQ5xPIlSk8FoqTTYjm2h
= /............................................................................................44IA3hOkCRC51jYiiuDlcYK3/
& 0,0,2,_WZzs 2,0,2,_b8gP 0,0,3,u-Xq4 2,0,3,0Cq94 0,0,4,RRVZx 2,0,4,J8N_s 0,0,5,Vbf82 2,0,5,nsJg1 2,0,6,6u94u 2,0,7,MAbnY 2,0,8,MB81r 2,0,9,PCf_a 2,0,10,F66pL 2,0,11,bAZiJ 2,0,12,s0jeV 2,0,13,c2DWz 2,0,14,4PdIj 2,0,15,1-IhB 2,0,16,uuoz3 0,1,2,8pdql 2,1,2,5x7Mc 0,1,4,ma3yl 2,1,4,-9omL 2,1,6,mvEtg 2,1,7,RtuU6 2,1,8,cIXqJ 2,1,9,jUD5v 2,1,10,cJ1OW 2,1,11,ueDDb 2,1,12,wURjD 2,1,13,_w-3g 2,1,14,DSq93
& 2,1,15,c-L9X 2,1,16,_9x8H 0,2,3,rsTjG 2,2,3,myvDB 0,2,4,5Vrs- 2,2,4,uDYtv 0,2,5,06URK 2,2,5,cGbhw 2,2,6,uAgt2 2,2,7,wwBp6 2,2,8,jxSRJ 2,2,9,3oPpd 2,2,10,h33Ta 2,2,11,n6cXb 2,2,12,CxhwT 2,2,13,TyfjU 2,2,14,dhPxe 2,2,15,aiEw9 2,2,16,87wAo 0,3,4,3kVfP 2,3,4,rHiit 0,3,5,ylLYw 2,3,5,7o1gs 2,3,6,_2Ye0 2,3,7,F1gdA 2,3,8,CZBjL 2,3,9,Pewju 2,3,10,ZfVAQ 2,3,11,v0gRo 2,3,12,9H_aL 2,3,13,Rm1xG 2,3,14,wwoDr
& 2,3,15,_UgGc 2,3,16,mIW9X 0,4,5,CSqoR 2,4,5,qkniP 2,4,6,Pgq7M 2,4,7,Zohu9 2,4,8,unCE6 2,4,9,V5Tqp 2,4,10,fX5VV 2,4,11,eHc-U 2,4,12,BEqYn 2,4,13,v1VZ_ 2,4,14,jGgke 2,4,15,og_Yg 2,4,16,U2tDa 2,5,6,0HKEQ 2,5,7,gBrcK 2,5,8,N1Ksz 2,5,9,-AM7R 2,5,10,la8jz 2,5,11,8k3Oz 2,5,12,F3FdC 2,5,13,pV8k7 2,5,14,09JCe 2,5,15,dkh55 2,5,16,eLUg6 1,6,8,v4Ge4 2,6,8,VFsCq 1,6,9,X7p2k 2,6,9,mG2bK 2,6,10,pbfSU
& 2,6,11,U45fm 2,6,12,vX8C8 2,6,13,1epqz 2,6,14,0JGGG 2,6,15,iZgVK 2,6,16,K-7Uq 1,7,8,j7fBu 2,7,8,WWdxL 1,7,9,45Lh9 2,7,9,GkMSd 2,7,10,AZvPI 2,7,11,maR19 2,7,12,F_qEq 2,7,13,kqd9R 2,7,14,hEvqF 2,7,15,4HSTl 2,7,16,iMm8G 1,7,17,NFGn7 1,8,9,ZsMh4 2,8,9,7annd 2,8,10,svaIm 2,8,11,fhoFo 2,8,12,ICQq4 2,8,13,2Zkrq 2,8,14,9ddqF 2,8,15,4fGRJ 2,8,16,5cZ8S 1,8,17,44Gkl 2,9,10,cCXLe 2,9,11,HgAY8 2,9,12,do_sz
& 2,9,13,1ib2C 2,9,14,h8W07 2,9,15,YLkUV 2,9,16,B4_h3 1,9,17,OD3KM 2,10,11,OjW5l 2,10,12,veN-o 2,10,13,emySN 2,10,15,CwMfd 2,10,16,7XXjc 2,11,12,0DW97 2,11,14,VfX7e 2,12,13,SaVFU 2,12,15,1_M8A 2,12,16,kdHO7 2,13,14,fufm1 2,13,15,Bxpqv 2,14,15,Fd6vU 2,14,16,1znDr 2,15,16,ZwnZZ

~ operator rmsnorm: const Number mean_square = dot(x, x) * static_cast<double>(x.size()) = #FK9cA//#Pw2Dm	operator rmsnorm: const Number scale = pow(mean_square - 1e-5, -0.5) = #jBArg//#sZczF	missing rmsnorm: const Number scale = pow(mean_square, -0.5) = #7Mz0z//#zJKaU	missing rmsnorm: const Number scale = pow(1e-5, -0.5) = #lUATE//#E3RVW
~ missing rmsnorm: const Number scale = pow(mean_square + 1e-5, 0.5) = #3S4GQ//#qfVM3	operator rmsnorm: for (Number number : x) y.push_back(number + scale) = #OT8R-//#g5t4i	missing rmsnorm: for (Number number : x) y.push_back(number) = #rshjN//#GlHDU	missing rmsnorm: for (Number number : x) y.push_back(scale) = #Q4eMc//#RcbsM
~ order attention: const Matrix q = linear(x, block.wq), k = linear(block.wk, x), v = linear(x, block.wv) = /#zcUmz/#oT8l3	order attention: return linear(block.wo, all) = /!Mm95E/!pwyZl	operator add: y.push_back(a[i] - b[i]) = //#qGwXb	missing add: y.push_back(a[i]) = //#-ny9S	missing add: y.push_back(b[i]) = //#XlCiI	loop transform: for (size_t t = 1 = //!6amjC
~ name rmsnorm: for (Number number : x) y.push_back(mean_square * scale) = #ZRFP7//#y-2hm	name rmsnorm: for (Number number : x) y.push_back(scale * scale) = #Xfz8W//#OI09J	name rmsnorm: for (Number number : x) y.push_back(number * mean_square) = #9MjSN//#z3UMN	name rmsnorm: for (Number number : x) y.push_back(number * number) = #bnQ9o//#JD5v0
~ name attention: const Matrix q = linear(x, block.wq), k = linear(q, block.wk), v = linear(x, block.wv) = /#ubt0I/#xFlb1	name attention: const Matrix q = linear(x, block.wq), k = linear(x, block.wk), v = linear(q, block.wv) = /#wPdLd/#_bJDn	name attention: const Matrix q = linear(x, block.wq), k = linear(x, block.wk), v = linear(k, block.wv) = /#wKhuK/#J-rKr
~ name attention: Matrix all(all.size()) = /!4uTdw/!pwyZl	name attention: const Matrix one = head(x, k, v, first, size) = /#aQRyz/#zigMd	name attention: const Matrix one = head(k, k, v, first, size) = /#CeCh8/#VV9J5	name attention: const Matrix one = head(v, k, v, first, size) = /#0ZLrv/#Cd70o	name attention: const Matrix one = head(q, x, v, first, size) = /#2KvHC/#rNsn3
~ name attention: const Matrix one = head(q, q, v, first, size) = /#CnbVh/#psyLx	name attention: const Matrix one = head(q, v, v, first, size) = /#BXmyr/#de2Z2	name attention: const Matrix one = head(q, k, x, first, size) = /#EtYxx/#rnyFz	name attention: const Matrix one = head(q, k, q, first, size) = /#6Gp3x/#cErln	name attention: const Matrix one = head(q, k, k, first, size) = /#y3jbN/#Dk1PC
~ name attention: const Matrix one = head(q, k, v, size, size) = /#3LKHe/#45Jcc	name attention: all[t].insert(all[t].end(), x[t].begin(), one[t].end()) = /!0ktbU/!pwyZl	name attention: all[t].insert(all[t].end(), q[t].begin(), one[t].end()) = /#L6f49/#gM4yU	name attention: all[t].insert(all[t].end(), k[t].begin(), one[t].end()) = /#BDlVm/#roA2j
~ name attention: all[t].insert(all[t].end(), v[t].begin(), one[t].end()) = /#knyU2/#0hqx2	name attention: return linear(x, block.wo) = /#IAFrb/#euA-y	name add: y.push_back(b[i] + b[i]) = //#xjqht	name add: y.push_back(a[i] + a[i]) = //#8tbMN	name transform: const Vector row = add(normed[t], x[t]) = //#FpTIk
)~")  // measured: b0d5ba595a37

}  // namespace its_check
