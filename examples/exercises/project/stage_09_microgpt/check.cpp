#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using project::Rows;

// Of microgpt.py.
const std::vector<double> first_losses = {
    0x1.b3434e3a6cc20p+1, 0x1.ab4d22b1b7928p+1, 0x1.aa23031d63964p+1, 0x1.9fc5d829aa59ep+1,
    0x1.a2324eb63f7fdp+1, 0x1.93e85b2ad5391p+1, 0x1.b7bf2b9e86a0bp+1, 0x1.83ff75188ce30p+1,
    0x1.8bf2d05cf0a87p+1, 0x1.8864b960c39f6p+1, 0x1.79f134e667041p+1, 0x1.97bd00191d0fep+1,
    0x1.7e43b62b85291p+1, 0x1.95701f0101713p+1, 0x1.73dc33b563d42p+1, 0x1.908a3ff664680p+1,
    0x1.8538b40543433p+1, 0x1.72654898a44f2p+1, 0x1.61309dd7b49f7p+1, 0x1.30aa1b208c427p+1};

// wte, wpe, lm_head, then wq, wk, wv, wo, fc1, fc2 of each block.
Microgpt microgpt_of(const std::vector<Rows>& weights, int heads) {
  Microgpt gpt;
  gpt.wte = project::table_of<Number>(weights[0]);
  gpt.wpe = project::table_of<Number>(weights[1]);
  gpt.lm_head = project::table_of<Number>(weights[2]);
  gpt.heads = heads;
  for (size_t i = 3; i + 5 < weights.size(); i += 6) {
    Block block;
    Matrix* parts[] = {&block.wq, &block.wk, &block.wv, &block.wo, &block.fc1, &block.fc2};
    for (size_t j = 0; j < 6; ++j) *parts[j] = project::table_of<Number>(weights[i + j]);
    gpt.blocks.push_back(block);
  }
  return gpt;
}

Vector parameters_of(const Microgpt& gpt) {
  std::vector<Matrix> parts = {gpt.wte, gpt.wpe, gpt.lm_head};
  for (const Block& block : gpt.blocks) {
    parts.insert(parts.end(), {block.wq, block.wk, block.wv, block.wo, block.fc1, block.fc2});
  }
  return project::numbers_of(parts);
}

// Two blocks of two heads, five tokens, four positions.
std::vector<Rows> small_weights() {
  std::vector<Rows> weights = {project::fractions(5, 4, 81), project::fractions(4, 4, 82.4),
                               project::fractions(5, 4, 83.1)};
  for (int i = 0; i < 12; ++i) {
    const bool wide = i % 6 == 4, high = i % 6 == 5;
    weights.push_back(project::fractions(wide ? 6 : 4, high ? 6 : 4, 84.3 + i));
  }
  return weights;
}

void measure_logits(Measured& got) {
  const Microgpt gpt = microgpt_of(small_weights(), 2);
  const Matrix rows = logits(gpt, {4, 1, 3, 0});
  project::expect_shape("logits of 4 tokens", rows, 4, 5);
  backward(project::mixed(rows));
  project::add_values(got, "logits", rows);
  const Vector parameters = parameters_of(gpt);
  for (size_t i = 0; i < parameters.size(); ++i)
    got.add("the gradient of parameter " + std::to_string(i), parameters[i].grad());
}

void measure_loss(Measured& got) {
  const Microgpt gpt = microgpt_of(small_weights(), 2);
  got.add("the loss of a document of 4 tokens", loss(gpt, {4, 1, 3, 4}).data());
  got.add("the loss of a document that is longer than wpe",
          loss(gpt, {4, 2, 0, 3, 1, 1, 4}).data());
}

// The given loop: that of microgpt.py. Returns the losses; gives the model and what is left of the
// random numbers to `after`.
std::vector<double> train(int steps, void (*after)(const Microgpt&, holo::PythonRandom&)) {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> documents = project::documents(random);
  std::vector<Rows> weights;
  const int sizes[9][2] = {{27, 16}, {16, 16}, {27, 16}, {16, 16}, {16, 16},
                           {16, 16}, {16, 16}, {64, 16}, {16, 64}};
  for (const auto& [rows, columns] : sizes) {
    weights.push_back(project::draw(rows, columns, 0.08, random));
  }
  const Microgpt gpt = microgpt_of(weights, 4);
  const Vector parameters = parameters_of(gpt);
  const int length = tape_length();
  Adam adam;
  std::vector<double> losses;
  for (int step = 0; step < steps; ++step) {
    const Number mean = loss(gpt, documents[static_cast<size_t>(step)]);
    losses.push_back(mean.data());
    backward(mean);
    adam.step(parameters, 0.01 * (1 - step / 1000.0));
    cut_tape(length);
    if (after != nullptr && (step + 1) % 100 == 0) {
      std::printf("  step %d of %d, loss %.2f\n", step + 1, steps, losses.back());
      std::fflush(stdout);
    }
  }
  if (after != nullptr) after(gpt, random);
  return losses;
}

void check_training(Checks& checks) {
  const std::vector<double> losses = train(20, nullptr);
  for (size_t i = 0; i < losses.size(); ++i) {
    checks.equal("loss of step " + std::to_string(i + 1) + " of microgpt.py", losses[i],
                 first_losses[i],
                 i == 0 ? "the first loss differs, before anything was learned"
                        : "the losses differ from step " + std::to_string(i + 1) +
                              " on: the gradients of so large a calculation, or what is kept from "
                              "step to step");
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  all.group("logits", measure_logits);
  all.group("loss", measure_loss);
  all.judge();
  // What is built on a mistake is not asked for.
  if (all.right()) check_training(checks);
}

void print_names(const Microgpt& gpt, holo::PythonRandom& random) {
  const int length = tape_length();
  const auto next = [&](const std::vector<int>& so_far) {
    const Matrix rows = logits(gpt, so_far);
    std::vector<double> row;
    for (Number number : rows.back()) row.push_back(number.data());
    cut_tape(length);
    return row;
  };
  std::printf("\ntwenty names by your engine:\n\n ");
  for (int i = 1; i <= 20; ++i) {
    std::printf(" %s%s", project::name(next, 16, 0.5, random).c_str(), i == 10 ? "\n " : "");
  }
  std::printf("\n");
}

void reward() {
  std::printf("\nyour engine trains microgpt, 1000 steps: about half a minute ...\n");
  std::fflush(stdout);
  const std::vector<double> losses = train(1000, print_names);
  int equal = 0;
  for (size_t i = 0; i < 20; ++i) equal += losses[i] == first_losses[i];
  std::printf("\n%d of the first 20 losses are microgpt.py's in every bit%s\n", equal,
              equal == 20 ? "." : ", the others within 1e-9: the page of this stage says why.");
}

HOLO_REWARD(reward)

HOLO_EXERCISE("stage_09_microgpt", check, R"~(
logits: the position is missing: add its row of wpe to the row of the token
  add(model.wte[tokens[t]], model.wpe[t]) => model.wte[tokens[t]]
logits: the norm before the first block is missing
  rmsnorm(add(model.wte[tokens[t]], model.wpe[t])) => add(model.wte[tokens[t]], model.wpe[t])
logits: there is a norm before lm_head: microgpt.py has none there
  (x, block, model.heads); return linear(x, model.lm_head); => (x, block, model.heads); for (Vector& row : x) row = rmsnorm(row); return linear(x, model.lm_head);
logits: only the first block is there: go through all of them
  model.wte[tokens[t]], model.wpe[t]))); } for (const Block& block : model.blocks) x = transform(x, block, model.heads); => model.wte[tokens[t]], model.wpe[t]))); } x = transform(x, model.blocks[0], model.heads);
logits: you use wte as the last matrix: use lm_head
  (x, model.lm_head); => (x, model.wte);
logits: all blocks work with one head: hand model.heads on
  model.heads => 1
logits: the norm is taken before the position is added: add first
  rmsnorm(add(model.wte[tokens[t]], model.wpe[t])) => add(rmsnorm(model.wte[tokens[t]]), model.wpe[t])
loss: each token predicts itself: its target is the next one
  begin() + 1, document.begin() + 1 + n => begin(), document.begin() + n
loss: a long document is cut too early: there are as many predictions as rows of wpe
  size(), document => size() - 1, document
loss: the end of the document is never a target: the last letter predicts it
  (model.wpe.size(), document.size() - 1); => (model.wpe.size(), document.size() - 2);
loss: that is the sum over the positions: the loss is their mean
  (logits(model, tokens), targets); => (logits(model, tokens), targets) * static_cast<double>(n);
right logits
 -1.7915740982482928 6.357991440650901 2.983053662377933 -5.798970952718791 -4.069773493261726 -1.622434406905817 2.7418598021044707 2.1362554701158856 -2.341528225668834 -2.5750549016280697 3.227660723206037 -6.085804390894143 -4.368132778056725 5.267221826410582 5.355203494411907 -0.5664899477884218 7.524633834742556 1.9765968227886557 -7.154222087124342 -3.3172890042143255 0.07747747452002075
 -0.041374938761127494 0.015386397548195485 0.02280821653267342 0.01187076326184304 0.032297525670122555 -0.10733353249554034 0.14572959634823815 0 0 0 0 0.005043851470346777 -0.006727487489082917 -0.005763524214841942 0.009373782420048049 0.12839271128214108 -0.034909156239899264 -0.009913018791426864 0.1040444567419691 0.12839271128214108 -0.034909156239899264 -0.009913018791426864
 0.1040444567419691 0.01187076326184304 0.032297525670122555 -0.10733353249554034 0.14572959634823815 0.005043851470346777 -0.006727487489082917 -0.005763524214841942 0.009373782420048049 0.07747747452002075 -0.041374938761127494 0.015386397548195485 0.02280821653267342 4.643116498374726 1.533537518039894 -4.874158141367802 -1.4025645826560857 2.110412290863218 0.26731892850591543
 -2.854417274920882 -0.37699813450112435 4.3898460776235755 1.4069156590864962 -4.67218405472311 -1.3000079378405898 2.338355669539254 0.3812786015639735 -3.036193952901105 -0.469299114835071 4.184697036815144 1.304351953334244 -4.50858504454091 -1.216937055540038 -0.004048184548550704 0.0034890885559281095 -0.002604111308560238 0.0014759097786514808 0.005102343587045316 -0.002617129356548327
 -0.00011252504360051495 0.002831669592306685 -0.0016991916581290793 0.0025726181145674745 -0.0032057617562484065 0.0035394868974241355 0.0016334261705432795 0.0005649102401245813 -0.002710483972253124 0.00460289820335812 0.002651094833268551 0.0011565473058970013 -0.0048561677995256295 0.008102221686749752 0.0025751185796113706 -0.0015954387925130788 0.000466744846775489 0.000705543118969012
 -0.005477331613273503 0.0036864524511334602 -0.0015512582247315283 -0.0007288236904192998 0.005200127628148431 -0.002557440685950871 -0.00032411149750435214 0.0031753916314573175 0.02314607727102263 -0.02804154593079606 0.030317931117482422 -0.029762618204360776 -0.018872997452050677 0.03512210139779966 -0.048090797211333476 0.056567807277786264 0.013233552716636648 -0.03910470485087219
 0.06132347325248418 -0.07781462250985437 -0.00610940679147591 0.03934333625127254 -0.06890259377940552 0.09202634147276827 1.4261314721103489 0.23528071563831976 -1.3824868112004807 -0.49706628427039834 -1.2182330145250146 -0.15811452705560414 1.188891656182185 0.38333025769807105 1.419450861568039 0.24102508258209665 -1.3743743005571036 -0.5010232128366396 -1.0123557800512097 -0.14562408683594386
 0.9849644025927409 0.33202542234562893 0.01414254601040555 -0.06362802517562635 -0.15781507021202942 0.1928426196571542 -0.006874094391715303 0.04651553369861432 0.11277480557646373 -0.13540649828383958 -0.0025273118884073524 -0.0018220295225777243 -0.007751958503951875 0.009280425926514433 0.011699850175948991 0.008434840404184928 0.035886648372300975 -0.042962482552019156 -0.01583718501559065
 0.022654314420294995 0.06428380001360702 -0.08603082472528328 0.02134508374420839 -0.04445368683206888 -0.11884879039053006 0.15316544056127265 1.6554288799361927 1.3535856024606172 0.6793160098087527 1.2275407409132726 1.0988807029909387 1.8222041318409243 -1.6872259538114083 -1.3733505915065611 -0.7139948146384342 -1.2902061943398722 -1.1222833259723282 -1.8516193617972179 1.627033910512679
 1.3211339531284068 0.6860614913164791 1.2397299919367284 1.0834321441384378 1.7826759070155036 -1.3024506019669826 -1.0502015532590498 -0.5961955535561962 -1.077340031699842 -0.8700093848537531 -1.4204365313292477 0.004685220637506716 0.00377799490855624 -0.00023869267769880472 -0.0072632660899171215 -0.007662179789594624 -0.0017086680811298413 -0.0009366965812891998 0.006204700321654611
 0.00856582843972478 0.004683746391006768 -0.0011528006568409543 -0.00988306746166055 -0.011693329956091585 -0.0006648546256248435 0.004144875184218608 0.0044385716212670045 -7.085404749670446e-05 0.002432521066020128 0.0024067876893053516 -0.004658853600698583 0.00036847081096922437 -2.613660755327159e-05 -0.009195883750928398 0.004001329603920108 -0.0001524542922796265 0.0035606783341918
 0.005802697693668981 -0.007761959274916606 0.00033085063556571154 0.003633497957907939 -0.009115921107857744 -0.0015502006769875579 0.14727356750601328 0.02661852420089736 -0.16739557085332818 -0.014313494439558795 -0.1947940105299994 -0.03071749012872206 0.23000762105285627 0.008917563994231326 0.22412329959301938 0.03200056974426317 -0.2712685627325705 -0.0027141212328582326 -0.23251458300230016
 -0.03028036227954972 0.28705153753822105 -0.0037042519834184218 -0.10792608312103225 0.7553458195588861 0.25141451352171296 -0.7096329518257176 0.07428192006969836 -0.7479094243986621 -0.21660337163143273 0.708934271497333 -0.06301450060143166 0.7046227980426231 0.19720390202669746 -0.6693177915742836 0.024790255415947704 -0.5639176074841077 -0.1323839135242253 0.5406116697177094
 -0.011310165149909573 -0.022229389222365618 -0.005663607837537211 0.032652797093074316 -0.010681698168300642 0.002504039567782359 0.005664929658307873 -0.006833807048671502 0.054185713625885285 -0.05654405228557835 -0.09743238496938361 0.08908373547267424 0.018550622737503155 0.0021151845354406163 -0.03327191828847414 -0.0031695663406285045 0.04903549559094179 0.09637605664947811
 0.02455470927836979 -0.14156699452811827 -0.07734410595806093 -0.07793713784710785 0.008624878463376024 0.11816096864685974 0.7025231335741384 0.4470601060735502 1.4876143911598296 -0.027715233498444146 0.6581090592922465 0.3122946392559505 -0.7239254231991633 -0.4591267436912836 -1.5231937645632083 0.030635673678935875 -0.6781582790526929 -0.321459895709241 0.6777129987022413 0.4283108929675524
 1.4165066728821736 -0.030694738569444727 0.6348674409865414 0.30060076255897444 -0.5682021056124276 -0.35749075774814876 -1.1775177022099617 0.027886911502700187 -0.5322799141289858 -0.25166548513484205
right loss
 2.092879510671409 4.864337575874057

= lQjvVyUs5sZ2GC4RBM_2mEpHlu6zlVdhVB2RVTSEzigM8Emo87sLt9SWluoJjprl5FvWZYvFsYQOCVfS1E_P....oYobcM2-QNWgF4pGBykQh2YcQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XIoe6baOnk-FzYZ0jn6GI3I-vzsBDUC-D54Xr7FTlVGtY2n2l0vIS0V9rr7kY5-OSxFbd1VpU2bZ3kZF8f5kmujuhz7gqgwTpdv_zU5i5IzfUKCXeISt1GQQ0GgWDm_cKIXsZU08URk8UO28vyoKJFObyKXTaiJDin_UedUIno1bImLWdMNbFamX0GDbZFaVPSjOPseKoeSrqDKMKHQlo8woWWjWjj84_QmZ0Qve1fwUFzH0fMY1JOXgK9WPlgkdCfcLxCUUOCzBUYYqKkpAMhV78mXkpDhSb6orQpkdo_xv2YDivNrl9h12uO97C8YZEZh6rIyvXYFyB-FC70wnIgKs35OgAHhC0JfFEa3XFvu2B2wX0EfCSFyChiZaBFUJggOA2ZUGCE3IZ_fNSPV63KDgbXY73nlooatxRYgMlN2UZr6JHjLwhVbwgg0xRHNqwascZN8UoYSkvUYSFnR9DKryk3XaRHuFnCqLG-46e4TMTFRUtUPsUY9K1nuMfwZOSPS77eZ7VOE2ieHzDPvc-0KWkL-MNHcIJDf1BVYrVFuoCvmAPYm0pxqcveab4WHyOn4fJIZHzWp6ZJijK4w8Basah9phYAs139bGI_bojaeXqQ1DioiZdpFaFnjRBLlHLA5uTFthpUbDarHJ-2c-UuuISIxtJpZU1hDBb4Y4ZJ4ej8g014EVf87xkerQySex8_-VJe5N4rYVJDHanmPrI9jzdKtTz/sT2q0H
= P1gF3BfzqVwMGnqt_wj64TJY0Icqv9SAS-3ADGr6YIY7m2FVS5h8-k8HjDZTs_45IiNl9fYmjMeatIzylgfy....3JwokPOq7awaEllsmDRMmGjdEllsmDRMmGjdjMeatIzylgfy3JwokPOq7awas_45IiNl9fYmneKh-aBXKqOd_80zwfn6UXtb6rhWAJH9Qaw4XRrB70CPGsL8Al5mr5yGAuVLfsdXjKGXV_iPftRnkdchp0SY8OofEBUfoVcMiF8-67msRbSeflKqpKdm3zROrRn7gXy1WN_MLUAYU6Zw8Cu83RIGMYu6rMgU-AgX7hqR6rgTGbKvVQ9MEyRTaNqSTa_-oFWPC_c5IEwyNueazB4IEPeOL_R1Y4RQmNfBwFPPJKTQn1uL3KXmJGVQxY7IMlyHy6L_kkTj0Lzl0X0u0Qkm6y6Temt5Tx3tDXIqjqa2u5Rbpf2D3VUV6X4l5AgddSR7RwhUsuOAbhOroz9kFi3jOsZuSgFRd4fqOoHVZKqQFLW9apFt-W99T5S08WHv62dmjFq3L34TvDMc1wnjr2wgKUaeMs_OJ63TpcEhPzHvcu3JL5vzI_sttYxN4-8e9iG4HqFy5DeWfIxgBqWwVYgGlJ8JTSgstYIvyNYH919gMZMbO0pHvJd-OcFksiccgSAPAyszup5ymRNAd-qibi8dYvENWYVkVuzndl8NUkG7JG2GgUDyQP7vRc7ir-DTUz7ZppxTPJK4277Yd1VnBznjJNlDgn1rHqdzX8Jyw_Rv0JLWnLyQSBoi1vifZCC__WaI9clTbfFP0pWI1DJy6GwGaFV3WEvenCwkb_cUqM1eAl2PGeYNt_XFGRzMT3NIzILIn2k6WAz_FgYECQCGKrr4vTb8TLtxWBOa/gqaxpt
= vEsqdcLRzj6g1_uewOBeuJzyh62ihGvFr9kdVQ77Z3_UVTX0Xlhq2My3OPk0PF5rzGaosT9mm5FvQ_WgoFAU....DYGcn-OsP7OyCbtlqSlRPZz-CbtlqSlRPZz-m5FvQ_WgoFAUDYGcn-OsP7OyPF5rzGaosT9myX8bgEb9gP9H3fJ5qMdkTjO2CAV4Bb6EC1ysul8-TVVWAi4TfqQEfZYFGnkrJNa9VDmliAe_W14IgqSZ9zqRnPsL-Q-WJ_veSQ0lPyvabNqhR8AEfKR13tkrxum9_d55ZTEV9dVy50h6FzNnZu84t_mtNm72S44FaNeLDqhakguIPcZ0NQxhJxKCrECs6eZJuELoR7C4fWGmo--9oWi_gnD0kQYJm1vXJoDhXg8B44NUl8hd8ttNzZGXRVZAg5XpevwOXRmDclKJfgI2jkcH5qxyuxZT65ERaqfTLi0L5rnJZq3W6EHLXqmtBgasP3B1yCY5G2dCW8tPNnsn31IgU-sBka1y23eDcy3907SLaKaF7lSFLglUjONLP1vZQZRPIQfA_k5MVFV5Gyf1zEp-WFhSY0D_MViuN4q6ZSehijqhJwK087K1upclLMyYxGN_kmYFatAu_dfC32dEX7cjvpO0epWw4t_wDhPO27W0RzRp4oIc5A_pJR_ZtdlHcui0F1dBPhHpCVHE41DLjac7BzsVecS6rRHMfGqo6oY7S7RvreHaJeqor0iQvkdpPV-GDB0XcBQf3aYVKFGtysuao8piqMtc8D97j8iAPwkQrpYjGJhJIISEez0Hl51X20L39dS6K9cu6BDkizo-nLjXz-V4C5eOoO2exICnRgPre2TeLjH_vTjY4FAvTn5Tm_TBStIUYwrFxFVhtb1FoTm-bP9ZVAjp/38bgCG
= SJWN3B4Ewl551fca56rHD9MyQ3ZEYOJn7bsLLLc7o3oY9O_keOppUG8aHkUcYvNtc4pJ2-7_5d-TTP36WGlc....m4LxSiK56l8vCxFkK4WUBqLdCxFkK4WUBqLd5d-TTP36WGlcm4LxSiK56l8vYvNtc4pJ2-7_G_i_k52igKSP-7-MOfB4aJkxgd5wCt_ttxCdROUuMQ-Mk1tHLuWI71SbLwPy6INLKVtzffIBGEngtQG50J9z4dI9JEdyjG3AtjfEU-p8JfPwqMBfvnMkoDfBoA3e9aK3mJXinlAMfTSxmpdhPRYBoVNaBKkXh9pxW_jmZg-0Ulew5eHbBAHk9urxG820gWTLxoSiFpXLage7esvVegNhmdpQ2PBq5wwEE6MRTJBQA458h5FjQr_RpjeQrKXK4m7IiqjbbSCKk9nNJxEq4mOjf6IgSheGRcYgmmXSfJREPBDuwA1NmpQqcIfduuxeJdukmTQJq-6YwYDSJaq7aubW9XVu6dOQ-CtIsZiqRLRTIDQ-arQTknRPDREQoJFXBGA_oqjhUF9VoSZCQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/Ead-rU
= AnroLJi7CSOqjZd9aoHNVsIY1ae6vvgx0diUWdYUivWKNZF37_b-ujKCV0fIa1jxGeH06TK_Og9GH-YOulwdpHigln9YU9HqHUn8B0CWxDgW9H6Daq_fjBn0_B-lJLfkdaOZCzGvfRddWGuu2l0Zl4QbhCuEQeom_6lnfQAUQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XYGnrOPRUIQRRXUie0W1OjCH_lFhTDDgW0F-1W8z6FGzrSupkXeAWGbhAU1HffC4y_OaJ3CqFI0bRwexUrTNHpa8ePxRZ25fi5K56uMtUW0J3z9j3hM4eCHjPzMQgwynEvedRuYK7vBQDmLpwyZ27JCE1T3NoZUvEnXx7b1TYhNvxlKgP4UUZqtb0E1o4QG2meFnFFHjn4KlrZPMCAFJpqgak4e8Fxvto-dJSlYBpPGGKAWKe1A0LtyA7sbTU2TjUBoK_HD-MHMRq9xcgxFjLQ15vCYxA1lsvsp_KTmZaeAw3o_W8gIFSG9KPF0mIwdQaYdDcHoxGCf85CGN1pVdnLKJWfQVyG7hdhWMkWgBraruDd4K6uMHih25ESpP8jW730PHBHQOJ1fGFqjQ76gpLjcs_NpxB6kILA-fyZd-fKtrrcfHZyABPmty_nMwb7R6hofN8kjp-nAP_d4ShVlknQ3SVV7gb_h66T4rXDDK_CaPb8xaiZhY6L9wflpAVU_MkIjIjl4sjeDW2-qPGyhIHmlljEt-jDqhWhEpVOevbm4pcy3GLvooqAfLl1vBPjRTwXyRuL2zATqtOIQPlL3GL2nmI6mZXcQVvskH_YRrqwshLCr3Zt6J7WRbdw6AAXa2CgPwNNdyj2Mxkek7dUTq2BnumBcUrJMTq/FIyqqn
= .....DTZHqXqz9qF2BkArYJ1FMcItvU86Ga3OThGMrS9T_B1L4HWl81GCVm3IunZMuM8G55MTL....r8sVJ229liNcUpOjMuNSA_EZUpOjMuNSA_EZnZMuM8G55MTLr8sVJ229liNcHWl81GCVm3IuHLHMX64z6VdOAFTw2fA6jahn0PfP7yGSCVOMdUic34guPzse_1uFcFv5MN6W8XePaDxIcvMRTkpt6fGfvXdCv9VibnEN1JBvK8VbsuE02c9Y2eAOcXRnoWdHFggceYtlonTrOBDo3ZQMr0RM7NslmrgvwvPuNfd4-TIVpkvUP6BIJtSObTDCoQmPxFLoNkCBT-Yr1-LleE6BvRxtm1bKwIZ9kRGD5elL49Dk8fwx0OQ0tIAG9_2SsYjL3MXzJ8pXutyR_mpsapITNNvYwdwVPIqxk-1Xam1YS9Q4-A0WBX6JB4-hFZBfGcdFcBmy568LlAxU6NDbOS3e6AICKkWLMIPT8NCjsdGc1SQPeA5qzYjvmefQhq6Og9-es6F-OKcZ0n2MvDzNuvsY50oGPp-0KHlolVCbjcSqJ58bYmXLuYPpBcCC1T-3lGCrbJ9XUfz2H7RAll1j5s7dTIi3k3NbOvd0j6cLpFDUCDpzwqGrkVtBKaLAXcKUWkEK8f-Ap57UDVDb2RXQgHcc5kMb09EhMmKtAxciZxEhW-godzFxwVoFfAGDnyqJqP9UcnliyhsqO9wmafHJUyfnRFRykX_hQAB1lQ2posnBJkYzusi0tzQZscsbkhSG9zoQio5B10AOthvsFLBeCwBy-xnbwpGgd2iLpJWeDuHcpCclRw4HqFhIwBISrtzNOWwtIeEshDh-xLYO51QtimXsoy0n-FKYrMPAW0d5/MV1VJM
= 98ULYqDxw90DrAeyiUKQOWnJjOO21AMLkuoIsD81nhvl9dm7Rpt7wM5pGTOQu5RuXpT-52KEJBTuCQO4jXwl....0QKFL88HJ5gXWg7S7Oyn7Vo_sSDC5tc45PGg6TH7uUFmSnOrQEeYIEZir-H8eRhar2OScP8D-oYHd10Wkvzwf4TZ1SQTpvxDQWMzAXQXHxdZH0q4wp_sCj6uVbzS9G2qeXfcx3QVN-XRFt0SzGm82Br7HQjSeMux0W5jlNKdNTgUoyAfxT9ovGRvyMntL6kcyjg7aRAsOcYGcuggrVljOMlOOz52pVWYI1Bcyw1Ue9QFVdGALOL3FciXssKdQ7y0TtBTMqMXwV-nwa2T7ZacXCMhTvXodcGl1BnNmz6rCR-nRTthYpEwOyF0E4WFF4GWGvQx6C7J1n11piLais18Tm-X9Th18NtAc6_TtNVsJ_ABTpDkdmoOuccSsbPQPrjpeNKYKWLP2AcDuNuCVucCbVhxO4qGnKtubWeJOsul7WEGPkGzEXoenJn5rbPCOT6exywIDwnj3jbJw0BvOwHcvUj2YyycwSNJeZlK6cNjAc1taGxTQymVVCDWl3KFg3kOUV9f2gm-Z6B7X7pz04y7gKrVLv2Q_W_JSCrdZQgiUnXMgH5fXnR1j28JU754AL_ACqfEpUQ8GfRs2Ncn28qvzT3AJwKNjA93-LJKWgc_oY2DdVt2Q51FoT8JBejOrGZtfENyOvUm7SX1TgP3RXFx4ShuFTHKjYAAz1J7PVXG2hH4HbAJa7phxVKgNEXbo2fU8-FoTjXflGI4pBUFNeFxeGFjA8Gh62y6McSeOssa060ouMG0FpcKnXkeo374mmNk4iV4GAKrhVPwcrT65qP4YEoFdZMfM6iNktQR/gqG-eF
= /gBVR7c /.a9b /ujC. /nC-tpT
& 0,0,2,9_oFz 1,0,2,oA9D- 0,0,3,sKtkr 1,0,3,adQEt 0,0,4,2c36C 1,0,4,UVXma 0,0,5,j0wdq 1,0,5,WWLIe 1,0,7,yvGH7 1,0,8,qadxP 1,0,9,IKJSl 1,0,10,I2dol 0,1,2,pUDim 1,1,2,qqaJc 0,1,3,tAtt4 1,1,3,LiUxF 0,1,4,30qdD 1,1,4,8fc0Z 0,1,5,8mHY3 1,1,5,AsHBk 1,1,7,7g3pP 1,1,8,SKBXp 1,1,9,NsEs0 1,1,10,no4Wo 0,2,3,7wND0 1,2,3,NWmiA 0,2,4,1o15I 1,2,4,Cax8K 0,2,5,yT3nf 1,2,5,QfgMz 0,2,6,_PFxb 1,2,6,2U8qx 1,2,7,pI5XB
& 1,2,8,0WkyP 1,2,9,42pc7 1,2,10,Allt1 0,3,4,GjV6j 1,3,4,TcGZb 0,3,5,Gx2HL 1,3,5,FwSHA 0,3,6,QWBmb 1,3,6,x41jo 1,3,7,7cgkR 1,3,8,OOv_M 1,3,9,ueboe 1,3,10,vSVcd 0,4,5,KJuSh 1,4,5,FwH9U 0,4,6,Loa61 1,4,6,KuJUA 1,4,7,Wutti 1,4,8,XglFM 1,4,9,eLvdm 1,4,10,HEscb 0,5,6,prqDa 1,5,6,Wp3Bz 1,5,7,4Vr2z 1,5,8,Tltvv 1,5,9,qAzUt 1,5,10,5krW3 1,6,7,NO_zi 1,6,8,QpHO3 1,6,9,pVUxJ 1,6,10,IqlX4 1,7,8,nAlz2
& 1,7,9,tc-Jy 1,7,10,a0bq_ 1,8,9,eCOyJ 1,8,10,L4mma 1,9,10,NTGbf
~ loop logits: for (size_t t = 1 = !hHmTm/!pwyZl	operator loss: const size_t n = std::min(model.wpe.size(), document.size() + 1) = /#9BIjq	order loss: const std::vector<int> tokens(document.begin() + n, document.begin()) = /!4uTdw	number loss: const std::vector<int> targets(document.begin() + 2, document.begin() + 1 + n) = /#wo0F6
~ operator loss: const std::vector<int> targets(document.begin() + 1, document.begin() - 1 + n) = /#s4Pry	missing loss: const std::vector<int> targets(document.begin() + 1, document.begin()  + n) = /#o7llL
)~")  // measured: 86c603749ca3

}  // namespace its_check
