#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

void measure_linear(Measured& got) {
  const Matrix x = {project::row_of<Number>(exercise::fractions(3, 21))};
  const Matrix w = project::fractions_of<Number>(3, 3, 22);
  const Matrix y = {linear(x[0], w)};
  project::expect_shape("linear with three rows", y, 1, 3);
  backward(project::mixed(y));
  project::add_values(got, "linear", y);
  project::add_gradients(got, "x", x);
  project::add_gradients(got, "w", w);
  // As many rows as the result has numbers, as many columns as x has.
  const Matrix wide = {linear(project::row_of<Number>({0.5, -1.5}),
                              project::table_of<Number>({{1.25, 2}, {0.5, 0.75}, {-1, 3}}))};
  project::expect_shape("linear of 2 numbers with 3 rows", wide, 1, 3);
}

void measure_feed_forward(Measured& got) {
  const Matrix x = {project::row_of<Number>(exercise::fractions(3, 31))};
  const Matrix fc1 = project::fractions_of<Number>(5, 3, 32),
               fc2 = project::fractions_of<Number>(3, 5, 33.5);
  const Matrix y = {feed_forward(x[0], fc1, fc2)};
  project::expect_shape("feed_forward", y, 1, 3);
  backward(project::mixed(y));
  project::add_values(got, "feed_forward", y);
  project::add_gradients(got, "x", x);
  project::add_gradients(got, "fc1", fc1);
  project::add_gradients(got, "fc2", fc2);
}

void measure_logits(Measured& got) {
  // As many tokens as numbers in an embedding.
  const auto table = project::fractions_of<Number>;
  const Mlp model = {table(4, 4, 41), table(3, 4, 42.3), table(4, 3, 43), table(4, 4, 44)};
  const Matrix rows = logits(model, {2, 0, 3, 2});
  project::expect_shape("logits of 4 tokens", rows, 4, 4);
  backward(project::mixed(rows));
  project::add_values(got, "logits", rows);
  project::add_gradients(got, "wte", model.wte);
  project::add_gradients(got, "fc1", model.fc1);
  project::add_gradients(got, "fc2", model.fc2);
  project::add_gradients(got, "lm_head", model.lm_head);
}

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  all.group("linear", measure_linear);
  all.group("feed_forward", measure_feed_forward);
  all.group("logits", measure_logits);
  all.judge();
}

void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const auto draw = [&](int rows, int columns) {
    return project::table_of<Number>(project::draw(rows, columns, 0.3, random));
  };
  const Mlp model = {draw(27, 8), draw(32, 8), draw(8, 32), draw(27, 8)};
  const Vector parameters =
      project::numbers_of<Number>({model.wte, model.fc1, model.fc2, model.lm_head});
  const int length = tape_length();
  project::learn_names(
      "your MLP", 1000, parameters,
      [&](const std::vector<int>& tokens) { return logits(model, tokens); }, cross_entropy,
      [](int step) { return 0.3 * (1 - step / 1000.0); }, [&] { cut_tape(length); }, names, random);
  std::printf("\n");
}

HOLO_REWARD(reward)

HOLO_EXERCISE("stage_05_mlp", check, R"~(
linear: y[i] is made of row i of w: yours takes a column
  (const Vector& row : w) y.push_back(dot(row, x)); => (size_t i = 0; i < w.size(); ++i) { Number total = 0; for (size_t j = 0; j < x.size(); ++j) total = total + w[j % w.size()][i % x.size()] * x[j]; y.push_back(total); }
linear: x gets no gradient: calculate with the Numbers themselves
  (a[i] * b[i]); => (a[i] * b[i].data());
linear: the sum of the products has its last term alone: add all of them, with +=
  sum(products) => products.back()
feed_forward: relu is missing, or its result is put into a copy: two linear layers without it are one
  for (Number& h : hidden) h = relu(h); =>
or
  Number& h => Number h
feed_forward: that is tanh: relu is asked for
  h = relu(h); => h = tanh(h);
logits: lm_head is missing
  linear(feed_forward(model.wte[token], model.fc1, model.fc2), model.lm_head) => feed_forward(model.wte[token], model.fc1, model.fc2)
feed_forward: relu belongs between the two layers, and not behind the second as well
  return linear(hidden, fc2) => Vector y = linear(hidden, fc2); for (Number& number : y) number = relu(number); return y
feed_forward: relu is taken of x: it belongs behind the first layer
  linear(x, fc1); for (Number& h : hidden) h = relu(h) => x; for (Number& h : hidden) h = relu(h); hidden = linear(hidden, fc1)
feed_forward: x is added to the result: that comes in stage 7, and not in this function
  return linear(hidden, fc2) => Vector y = linear(hidden, fc2); for (size_t i = 0; i < y.size(); ++i) y[i] = y[i] + x[i]; return y
feed_forward: that is the square of relu: relu itself is asked for
  h = relu(h); => h = relu(h) * relu(h);
logits: the embedding gets no gradient: take the Numbers of wte themselves, no copies of their data()
  ; for (int token : tokens) { rows.push_back(linear(feed_forward(model.wte[token], model.fc1, model.fc2), model.lm_head => ; for (int token : tokens) { Vector x; for (Number number : model.wte[token]) x.push_back(number.data()); rows.push_back(linear(feed_forward(x, model.fc1, model.fc2), model.lm_head
logits: the embedding of a token is its row of wte, not its column
  ; for (int token : tokens) { rows.push_back(linear(feed_forward(model.wte[token], model.fc1, model.fc2), model.lm_head => ; for (int token : tokens) { Vector x; for (const Vector& row : model.wte) x.push_back(row[token]); rows.push_back(linear(feed_forward(x, model.fc1, model.fc2), model.lm_head
logits: feed_forward is missing between the embedding and lm_head
  feed_forward(model.wte[token], model.fc1, model.fc2) => model.wte[token]
logits: the row of wte is chosen by the place in the text: it is chosen by the token
  , const std::vector<int>& tokens) { Matrix rows; for (int token : tokens) { => , const std::vector<int>& tokens) { Matrix rows; for (int token = 0; token < static_cast<int>(tokens.size()); ++token) {
linear: the sum of the products goes on from the one before: set it to 0 each time
  for (const Vector& row : w) y.push_back(dot(row, x)); => Number sum(0); for (const Vector& row : w) { sum = sum + dot(row, x); y.push_back(sum); }
linear: the sum of the products leaves out its last term: the loop ends one too early
  (dot(row, x)); => (dot(Vector(row.begin(), row.end() - 1), Vector(x.begin(), x.end() - 1)));
you read row 0 of w, in linear, each time: the row follows the loop
  y; for (const Vector& row : w) y.push_back(dot(row, x)); => y; for (size_t i = 0; i < w.size(); ++i) y.push_back(dot(w[0], x));
right linear
 2.9660896801785754 3.4337522060755883 -2.32260885451013 0.08243293172247812 -0.03235314044049231 -0.02074843771587187 -0.6773683748776256 0.8292691813130266 -0.9037161550361902 0.21288720353296806 -0.2606274569840941 0.2840250772970884 -0.5883428170365662 0.7202795174833146 -0.7849420318028624
right feed_forward
 0.15137701299722395 -0.10701239128289518 -0.17143099993829292 0.42980686608013274 -0.38376019551528245 0.30187028049514447 0.04502169306937401 0.009648054434963032 -0.06341667259426771 -0.053278778750874084 -0.011417530585193788 0.07504744130924326 0 0 0 0 0 0 0.047460251469147154 0.010170632387497922 -0.06685157806088626 0.1363078323192089 0.2563674751050182 0 0 0.03712223862692693
 -0.04283960444317995 -0.08057263503300574 0 0 -0.011666989282748464 0.11839308864297003 0.22267346409121583 0 0 0.03224331583595939
right logits
 0.8733188770965037 -0.7863580278094828 -1.020681378126892 0.5950836269428641 -1.0163647243135856 2.26020653529242 1.439924573780491 -1.990366489177878 -0.6939671548051696 1.5432541695386381 0.9831710366328945 -1.359009159283021 0.8733188770965037 -0.7863580278094828 -1.020681378126892 0.5950836269428641 0.0019547702180868105 -0.0031531225295618665 0.004056972850091988 -0.0045819014603617645 0 0 0
 0 0.0014325428746482707 0.009908143239509308 -0.02032340768570149 0.02884046361950494 0.009669044359637332 -0.015596555199999277 0.020067346069849768 -0.02266384461038352 -0.03173661303899277 0.0298968434839666 -0.025264705460400702 0.018272841168993536 0.022850067839437396 -0.021525450776815457 0.018190354244930547 -0.013156276626550133 0.003265144749390976 -0.009800777818298845
 0.015421017161388193 -0.019600931806071427 0.717975292760644 0.5162398153033307 0.41393151608293177 -0.8199754741825382 -0.5895801591133222 -0.4544688238822364 0.8453898561599532 0.6078536512381312 0.45255869356236417 -0.7918447326221145 -0.5693535455042934 -0.40837953150528733 4.3454636042722745 2.634796667749966 -3.8517060371906076 -3.356601513381806 -0.3154699465806089 -0.2972330910245794
 0.25976884080768947 0.34591344363423454 3.8793702491869864 2.3415936918725118 -3.4405585493907775 -2.986350017680202 0.10401407299615041 -0.033350412734870494 -0.1102638982121571 0.012687097502791012
= g6hi9lTD2PYbWHPWU0.TLeeP_pci.UvEpFefHD./854QXAmZ1NBla7dk1OreWQ2Xs4Kr8QQ2Xim55TR.XWc...Q2XQ2XQ2XdL0qOR4kr.Q2XQ2XQ2X..Q2XvSavjCry8.Q2X/TPUhvebmYb-Byclj9ZLHBLv4Ygo5uvr_DrEqTPUhvebmYb-Bn32gLKrz6n32....bV-wEM33obV-_IT7RBw5N_ITA8C9Ug3wrQ2XxMMPnKz9nQ2X1yosok1d2Q2XKiB0QzqS6Jh_RCHawX-yIszO-oNQ2XQ2XQ2XQ0ZoHfyuEO2qDtHrX5IdoRhTf_3L4uKZLMWqQ0ZoHfyuEO2q
= ...Q2XQ2XQ2X........./...Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X......Q2XQ2XQ2X.............../................Q2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X................
= P0sH1ynNDQ2XQ2X.Q2XQ2X.Q2XQ2X.Q2XQ2X./Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X......Q2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2X..Q2XQ2XQ2X..Q2X/Q2XQ2XQ2XQ2XN2fa4w8jSyTqwklPZ-2aDTdhQ2XQ2XQ2XQ2XQ2XQ2XQ2XCkP....Q2XQ2XQ2XQ2XQ2XQ2XQ2XlZMQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XKiDQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X9kdQ2XQ2XQ2XIimQ2XQ2XQ2X_DZQ2XQ2XQ2XO_IQ2XQ2XQ2XVTv
= /J15VTdVCGY6U8JhSzq......TZR0xOHtPjojPIAZm4.....MVtpCt..._vk9m1...lcx6du./lgE5SmZlC-pZOwQHj-_pp_d9KcrUJ35sOcswlgE5SmZlC-pZj-aShVLmNHuT....36AmbQU7aDK9Jk7xcWo9LdpGZTol5WiTfOVKDzehEMDgaEFDCNhYSje1SV_QH5Nn9AsUvljquzi2nYMAD-P_ao5H7hIElAvjg6JP2ste0kxD9myHwCIkBe0MuOmR3BpmcLje3HxPOwyQ4XgX
= /J15VTdVCGY6U8JhSzq......TZR0xOHtPjojPIAZm4.....MVtpCt..._vk9m1...lcx6du./lgE5SmZlC-pZOwQHj-_pp_d9KcrUJ35sOcswlgE5SmZlC-pZj-aShVLmNHuT....36AmbQU7aDK9Jk7xcWo9LdpGZTol5WiTfOVKDzehEMDgaEFDCNhYSje1SV_QH5Nn9AsUvljquzi2nYMAD-P_ao5H7hIElAvjg6JP2ste0kxD9myHwCIkBe0MuOmR3BpmcLje3HxPOwyQ4XgX
= /XBoiQZekSvOe92bs9No_q03OulDcd34sWPJdzI7876g66QJYUzioKysa6PqGB5i94f1BKUkFxGGmS8FR7PEyHGvOLbKScHwbh7hP8uNn0foG/4hH1qH8wLqmyV_o5RSDAkXDVjGRYItP1y3w74hH1qH8wLqmyutAvnO3EnkPz....G1FfeQlNZAJw0kOEEl39rIh6kSwVhWAtGA1qIZ3uhT8TnoNhujLJlj3i8_y1yLjgcyZiZ-SdxvB21eI45fMzxq8eGf-IOZyJvYkQ_BKJcuHcvpcHiWaEJcybrnWbovXZE0KIup43joWTMQqn
= //-_bmHAmiCmtudQab2d_MGpSRjQABh1UNRnx3-_bmHAmiCmtuJx6HQ_co72_e....-pgf9oxZa6wIfvduJq_s-otaBfBP2BxsaFw0NMIjsbDCDCHe4Af_0kDlYGQMN_WU6vEcTTAeW8pXmxTRAmjhcdpdYxt7QNhsQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X
= /.Q2XQ2XnoYptlnt6fbk5Y3H0bAz5PI65eh......xSah50nL2.....Q2XQ2X..Q2XQ2XQ2X..Q2X/OTcWdq-D6jIuXExdGIhX0rCA3HeXPfB_soWvOTcWdq-D6jIuRitviiLOy-j4....J7b3eJgsNjQn-O8X7N8-xz8RXgrB52TiJgVcOKno2A0Z3OHVANGC1NKR1sOu......Q2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2X..Q2XQ2X..Q2XQ2X..Q2XQ2X
= /kBAxBjaaDQ2XQ2XSzqQ2XQ2X.Q2XQ2X...HtP..Zm4Q2XQ2X.58kT0lW-K02YWCwtw0CY0qZTyuS8xZh1d96Zwc-kyyRWR/MqVOX63WakPyirnyFNx-O2cnt7twk978t85DMqVOX63WakPyj-aQ2XLmNQ2X....Q2XmbQQ2XDK9Q2XQ2Xo9LQ2XKcm.5xz.RAy.53m.eXsUb7.hI4WZqWlbc_DOLRNoZEjulChCriSUuACuk6-t8O6B6OE8xIuE3rCrC9-B_9M0axrXwm4D4LDaP-JJGpovFuyVHl
= /JVQFbXsKQNDTjfmkwl............................../sb3t7_W_g72meHTy_icBqsvmfdpWDs7Ct5Xlsb3t7_W_g72mgmy0qL6Bb4zS....mBlR4jJRK292rNSyffErnw0k........................xcwa-NC6IRQ5cDWR3U6hyxSDQx5yJNC6e9mfASv4Iy336yy2
= /mndSIMyqMFMRtRUDbbgl5CjoNNsiksAqmS5g......EVi2YE3k37ipJE6..8JjNdVPWz..Ki85VyVny..WN3/K14HGS8cT5YIbVY3_otNblOtcMIBgKfKIHIrK14HGS8cT5YIodG5_pmTWldW....b63X9eYB973ynqNPi8VMEK3UTnxOsjAHvRjRvJ_fLkbRtYfFBBnrKBIGdSn7O4w0bsdgkyRib_VngNgcoh25y0he1LYHZnEcr70IVwn4hBRFvg--TvlmcjKUQ_RRyRIz8JHNF_Tsz10WbuNw //................Q2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X........................................
= //Ru5dHAshNMWLDiZaikC7wl45k-HdYK2Ll-zgRu5dHAshNMWLK75Q2XR4UK_PpRc.QjeMZDzzYQ2Xs1j8JWfUrQ2X0HkaaupTI97cct30Ovfqyyyq0qZyRNlIGdl4YSIH22iyeXcOm4n0nEOSHzmG_bY04qtWZ5o8C_7EKIlwBSHIxTzgsKHsQtrJYh0X4XXzGI48kmzlaG3PjbzFqYHyLw
= //hR799qaKLIl9HD6knIxkQVKFKseedlH7if-8hR799qaKLIl9BgR_yHT4lhx_....9jtw48A5Gp4GOuKF0oxmyVpJQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X9HdaMcNqCOJbNxNG4svR-L_wgmJHRo4-clSFAnLSXD_2BMWN
= //zl6x8Y5Uti-Xu8zUuH8DlyTTsINz-l8hhANJFcP4-wBxND-qHhpB8RHAdmqtGZ5DoheuBmBmwz5Pr6gAP4WjzxwQWXkOj3Qwn-MANEALGyoQkFl-vSHf1xh5fqIxzoYXenSNvqWp97AUY_NbuS1leZeTw8Ho6jm_J2JNeN9OynvUqQAamTUggcOsTJlPR-oFIhj3lnGUy3fHEvBcO5DQoVAr
= .s5jz-L8v2TeaQWUPmmLoZ25DU5I2sc3ML.../xT55OomSlNZUaaqOJ73K8dW_x_LO0FqMovWvwasvNrHgXZIQ7tH1XvxHU4brBJ75vxdXOgOE_v7KyXH9Wr_GTf3HUa7xg.1EEdYrqPAnVX/kbLUKmiUmScvQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XkbLUKmiUmScvQ2XQ2XQ2XQ2X....Bb7M-ujVMt_sQ2XQ2XQ2XQ2XgcnL9w9DRHzUl599X0juAxpwMqwsYEFYJ_CReRdWJPt06weRy1GmomqTNxIn9-VhstAMW-uG3joN-BPNszG24XDIJNzYGcyrcJ-4WQKqwJaZd1ZrX78hBAxx
= UxT8WY33f..Q2X..Q2X..Q2X..Q2X/6k5MKQ6Vw6YmIQuQ2X..Q2XQ2XQ2XQ2X...jojPIA.Q2XQ2XQ2XJWIQ2X.TxDQ2XrrvQ2X.iLXQ2XZqpQ2X.JmIQ2X/Xh5_X63j_NO8Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XXh5_X63j_NO8Q2XQ2XQ2XQ2X....gi5IrYpBFQ2XQ2XQ2XQ2XQ2XZgbxViB4GQ2X5Eu4x8c2iQ2XQ2XQ2XQ2XQ2X4tBT2VQ2XOVG4VbQ2XblGt2VQ2XQ2XQ2XQ2XVnfOBLPBGQ2XKUVpQfsXaQ2X4vu-bgLPpQ2XGkcqJuLsGQ2X
= .87n87nssPxXOFZbPmmLoZ25DQ2XQ2XQ2XQ2XQ2XQ2X/7xq7xq7xqf4ShPxdPbXcdUlJYpPQ2XQ2XQ2X......Q2XQ2XQ2X5vx5vx5vx5vx5vxQ2XQ2X..Q2XQ2XQ2X..Q2X/nDtnDtnDtnDtQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XnDtnDtnDtnDtQ2XQ2XQ2XQ2X....M4AUYYAmnYkKQ2XQ2XQ2XQ2XoBGKdi7IiypwQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XKVXKVXKVXQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XVzEVzEVzEVzEQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X
& 1,0,3,yNP1n 2,0,3,kKyFN 1,0,5,xAmCU 2,0,5,m2Bap 2,0,6,SfbYc 1,0,7,Y_5NO 2,0,7,umasW 1,0,8,z2I8t 2,0,8,EBd8G 1,0,9,9viKr 2,0,9,qRsC2 1,0,10,lhQ3z 2,0,10,7CkJN 2,0,11,QJqBg 2,0,12,Tg7lq 2,0,13,jrekf 2,0,14,5b-w8 0,1,2,F8mrE 2,1,2,Qi-Y6 1,1,3,PwvTB 2,1,3,KxJsN 1,1,5,-9bNd 2,1,5,zyZoa 2,1,6,2lm76 1,1,7,Z--Xm 2,1,7,7NdQi 1,1,8,JnCKE 2,1,8,c4E4s 1,1,9,O1yVs 2,1,9,6D4Mw 1,1,10,J0S77 2,1,10,KFLQa
& 2,1,12,3c20Q 2,1,13,YE99- 2,1,14,bRk0N 0,1,15,POfUj 1,1,15,-qwlL 2,1,15,lpPIp 0,1,16,EtS7V 1,1,16,wlOPS 2,1,16,Zm_a4 0,1,17,cyt9s 1,1,17,AOQpn 2,1,17,oBH64 1,2,3,3q8-N 2,2,3,ySf-t 1,2,5,AF_4V 2,2,5,ljII0 2,2,6,b9ZCu 2,2,7,TLOsG 1,2,8,3q8-N 2,2,8,mHXB9 1,2,9,SlWuE 2,2,9,AhGBI 2,2,10,P3lm1 2,2,11,N2krp 2,2,12,MfRuM 2,2,13,Xf5xF 2,2,14,YNIuk 0,2,15,0vmd3 2,2,15,JBwHS 0,2,16,nb0fO 2,2,16,62Q_s
& 0,2,17,XEsmZ 2,2,17,oTjYr 2,3,6,puGU7 1,3,7,7yM3r 2,3,7,JriJA 1,3,9,Escki 2,3,9,PL3in 2,3,11,p4xzu 2,3,12,yqBvB 2,3,14,RK87C 2,3,15,c_qyu 1,3,16,3Cnhs 2,3,16,dAIpG 2,3,17,SX-NU 2,5,6,b33N2 1,5,7,ILKus 2,5,7,XaxFy 1,5,9,kVdBK 2,5,9,2R6g6 1,5,10,eoepe 2,5,10,Ny2LT 2,5,11,LRLyw 2,5,12,ohszM 2,5,14,aAxGL 1,5,15,aNKls 2,5,15,VhHzp 1,5,16,yJZN- 2,5,16,nftVR 1,5,17,tDzpk 2,5,17,fApwc 2,6,7,nb_nW
& 2,6,8,X3tG7 2,6,9,trCdq 2,6,10,cCdu5 2,6,14,stXAK 2,6,15,DoWlc 2,6,16,dpur4 2,6,17,dj7Nx 1,7,8,7f2Bb 2,7,8,atCP4 1,7,10,N_6c8 2,7,10,9QX6J 2,7,11,wa3Zq 2,7,12,L1c0D 2,7,14,WsYQj 1,7,16,g9iQN 2,7,16,60BvZ 1,7,17,7LDKu 1,8,9,Iws0v 2,8,9,w2ljL 2,8,11,WB4lH 2,8,12,gLKO5 2,8,14,Dnvi5 1,8,15,11YiY 2,8,15,uS-2C 1,8,16,7LDKu 2,8,16,qtKCH 1,8,17,X8XkD 2,8,17,_sAIy 1,9,10,W7jgO 2,9,10,gI3yf 2,9,11,8L9us
& 2,9,12,Z_vW5 2,9,14,4U0rd 1,9,15,PTCNP 2,9,15,jdq62 1,9,16,pDcrL 2,9,16,llr3x 1,9,17,ppcan 2,9,17,7BuFR 2,10,11,cju1X 2,10,12,bvSg1 2,10,14,OuD3p 1,10,15,o1EJj 2,10,15,lKUV8 1,10,16,_ZN5W 2,10,16,7_DmK 1,10,17,WvvOv 2,10,17,Md9-_ 2,11,14,fGrBv 2,11,15,iGT_b 2,11,16,QhLyF 2,11,17,7dQEI 2,12,14,8cVoJ 2,12,15,Msnbm 2,12,16,YVWsN 2,12,17,BPO6l 2,13,14,gkG7b 2,13,15,PM_Ev 2,13,16,HaAR8 2,13,17,z2sD2
& 2,14,15,2F0St 2,14,16,xJ8n0 2,14,17,9Mz-T
~ loop dot: for (size_t i = 1 = #a-27y/#3r1kN/#q0UYa	operator dot: products.push_back(a[i] + b[i]) = #0uZnz/#yH8bv/#roWVG	operator dot: products.push_back(a[i] / b[i]) = #KJp2a/#WiAZ8/#CfScf	missing dot: products.push_back(a[i]) = #kalLB/#p-Snw/#Xvx3r	missing dot: products.push_back(b[i]) = #BlTAO/#Wn2rz/#9ZBQ2	missing logits: ; = //!QFHOd
~ name dot: products.push_back(b[i] * b[i]) = #XnHh7/#TGkem/#6yLDp	name dot: products.push_back(a[i] * a[i]) = #v5WJ2/#lIykx/#iWj1e
)~")  // measured: 01942cf0276c

}  // namespace its_check
