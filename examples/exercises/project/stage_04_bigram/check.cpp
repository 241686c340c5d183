#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;
using project::Rows;

void measure_softmax(Measured& got, const std::string& name, const std::vector<double>& row) {
  const Vector logits = project::row_of<Number>(row);
  const Matrix p = {softmax(logits)};
  project::expect_shape("softmax of a row", p, 1, row.size());
  backward(project::mixed(p));
  project::add_values(got, name, p);
  project::add_gradients(got, "logit of " + name, Matrix{logits});
}

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  all.group("softmax", [](Measured& got) {
    for (const std::vector<double>& row : project::fractions(2, 4, 11))
      measure_softmax(got, "softmax of fractions", row);
  });
  all.group("softmax of large logits", [](Measured& got) {
    measure_softmax(got, "softmax of (1000.25, 999.5, 998)", {1000.25, 999.5, 998});
    measure_softmax(got, "softmax of (-1001.5, -1000.25, -1003)", {-1001.5, -1000.25, -1003});
    measure_softmax(got, "softmax of (-800.5, 750.25, 749)", {-800.5, 750.25, 749});
  });
  all.group("cross_entropy", [](Measured& got) {
    // Logits above 0, so that a logarithm of them is a number.
    Rows rows = project::fractions(3, 4, 17);
    for (std::vector<double>& row : rows) {
      for (double& number : row) number += 1.7;
    }
    const Matrix logits = project::table_of<Number>(rows);
    const Number loss = cross_entropy(logits, {2, 3, 0});
    backward(loss);
    got.add("cross_entropy of 3 rows", loss.data());
    project::add_gradients(got, "logit of cross_entropy", logits);
  });
  // What one row subtracts is of no use to the other one.
  all.group("cross_entropy of large logits", [](Measured& got) {
    const Matrix apart = project::table_of<Number>({{1000.25, 999.5}, {-1001.5, -1000.25}});
    got.add("cross_entropy of (1000.25, 999.5) and (-1001.5, -1000.25)",
            cross_entropy(apart, {1, 0}).data());
  });
  all.judge();
}

// A table with a row of logits for each token, which learns what follows it.
void reward() {
  holo::PythonRandom random(42);
  const std::vector<std::vector<int>> names = project::documents(random);
  const Matrix table = project::table_of<Number>(project::draw(27, 27, 0.08, random));
  const auto logits = [&](const std::vector<int>& tokens) {
    Matrix rows;
    for (int token : tokens) rows.push_back(table[static_cast<size_t>(token)]);
    return rows;
  };
  const int length = tape_length();
  project::learn_names(
      "your table of letter pairs", 1500, project::numbers_of<Number>({table}), logits,
      cross_entropy, [](int) { return 2; }, [&] { cut_tape(length); }, names, random);
  std::printf("\n");
}

HOLO_REWARD(reward)

HOLO_EXERCISE("stage_04_bigram", check, R"~(
softmax: e^1000 is too large for a double: subtract the largest logit first, which changes no probability
  (exp(logit - largest)); => (exp(logit));
softmax: when all logits are far below 0 all your exponentials are 0: the largest logit may be negative
  logits[0].data() => 0
softmax: your gradient takes each probability for a function of one logit: it depends on all logits, through the sum, so the sum must be a Number as well
  (powers); => (powers).data();
softmax: p (1 - p) is the derivative of a probability for its own logit alone: it depends on all the others too
  (Number& power : powers) power = power / total; => (size_t i = 0; i < powers.size(); ++i) { const double p = powers[i].data() / total.data(); powers[i] = made(p, logits[i], p * (1 - p)); }
softmax: the logits get no gradient: calculate with the Numbers themselves, not with their data()
  (Number logit : logits) powers.push_back(exp(logit - largest)); => (Number logit : logits) powers.push_back(std::exp(logit.data() - largest));
softmax: the probabilities have the sum 1: divide by the sum of the exponentials
  const Number total = sum(powers); for (Number& power : powers) power = power / total; =>
softmax: these are the logarithms of the probabilities: cross_entropy takes the logarithm, softmax does not
  power / total => log(power / total)
cross_entropy: that is the sum over the rows: the loss is their mean
  (losses) * (1 / static_cast<double>(losses.size())); => (losses);
cross_entropy: the sum is divided by the number of rows twice
  return sum(losses) * (1 / static_cast<double>(losses.size())) => const double n = static_cast<double>(losses.size()); return sum(losses) / (n * n)
cross_entropy: logits are no probabilities: softmax comes before the logarithm
  softmax(logits[i]) => logits[i]
cross_entropy: softmax is taken twice
  (logits[i]) => (softmax(logits[i]))
cross_entropy: that is the mean probability of the targets: the logarithm is missing
  (-log(softmax(logits[i])[targets[i]])) => (softmax(logits[i])[targets[i]])
cross_entropy: that is a squared error: the loss is the negative logarithm of a probability
  losses.push_back(-log(softmax(logits[i])[targets[i]])) => const Vector p = softmax(logits[i]); Number squares = 0; for (size_t j = 0; j < p.size(); ++j) { squares = squares + pow(p[j] - (static_cast<int>(j) == targets[i] ? 1.0 : 0.0), 2); } losses.push_back(squares)
cross_entropy: only the last row counts: add those before it
  sum(losses) * (1 / static_cast<double>(losses.size())) => losses.back()
cross_entropy: the sign is wrong: the logarithm of a probability is negative, the loss is not
  size(); ++i) { losses.push_back(-log(softmax(logits[i])[targets[i]]) => size(); ++i) { losses.push_back(log(softmax(logits[i])[targets[i]])
softmax: the sum of the exponentials has to be whole before you use it: add up first, in a separate loop
  const Number total = sum(powers); for (Number& power : powers) power = power / total; => Number total(0); for (Number& power : powers) { total = total + power; power = power / total; }
softmax: the sum of the exponentials leaves out its first term: the first index is 0
  (powers); => (Vector(powers.begin() + 1, powers.end()));
you read element 0 of logits, in cross_entropy, each time: the index follows the loop
  push_back(-log(softmax(logits[i])[targets[i]])) => push_back(-log(softmax(logits[0])[targets[i]]))
cross_entropy: each row subtracts its own largest logit before the exponentials, as softmax does
  for (size_t i = 0; i < targets.size(); ++i) { losses.push_back(-log(softmax(logits[i])[targets[i]])); => for (size_t i = 0; i < targets.size(); ++i) { double largest = logits[0][0].data(); for (const Vector& row : logits) { for (Number x : row) largest = std::max(largest, x.data()); } Vector powers; for (Number x : logits[i]) powers.push_back(exp(x - largest)); losses.push_back(-log(powers[targets[i]] / sum(powers)));
right softmax
 0.5191438547644586 0.055470695258733424 0.3191273368799951 0.10625811309681284 0.0879180744480399 -0.041638963852134225 0.02468515273440657 -0.07096426333031224 0.110061975861892 0.3145806743272511 0.05693014280572894 0.518427207005128 0.08019985614687027 -0.060185873078917776 0.03624622930759214 -0.05626021237554464
right softmax of large logits
 0.6338076376009726 0.29938952887449777 0.06680283352452963 0.17847023385825395 -0.19113499743003176 0.012664763571777829 0.21215778154411102 0.7405034186832158 0.047338799772673086 0.14545926064711548 -0.1735604391912926 0.02810117854417715 0 0.7772998611746911 0.2227001388253088 0 -0.14333076362978753 0.14333076362978753
right cross_entropy
 1.7548802840030429 0.04374946696109449 0.1352883276935047 -0.24072977500474269 0.06169198035014348 0.1297543235724638 0.01448917954861042 0.17557219614307712 -0.3198156992641514 -0.18032911516714517 0.03280934942506549 0.07649980052010932 0.07101996522197032
right cross_entropy of large logits
 1.3194000437301365
= /KhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhBKhB.KhBKhBKhBKhBKhB//KhB /......KhBKhBKhBKhBKhBKhB......//KhB ....x3435BjNfLl3....q32FMV3tj0A8/...BK5_srqal...oLCebmt4L....NnDq6I/.Q2XQ2XC1aQ2XQ2XQ2XQ2XC1aC1aQ2XQ2XQ2X/ ....c_TKfdCItmMN....KORZoZEZGyCv/...3hQNFfmda...kfkK_-eue....5AnoGE/.Q2XQ2X.Q2XQ2XQ2XQ2X..Q2XQ2XQ2X/
= ....Q2XQ2XQ2XQ2X....Q2XQ2XQ2XQ2X/...Q2XQ2XQ2X...Q2XQ2XQ2X....Q2XQ2X/.Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/ -IP-ELugS7Wx6-iFVOs9kT_I_RfVUOWhR-IPD-YuFMgY91qE/-IPuyM5Tx6-iegiisUByW-IPkzncxgqdcmq1.-IPByW.qdc1HH/xluQ2XQ2XC1aQ2XQ2XQ2XQ2XC1aC1aQ2XQ2XQ2X/-IP Xpn30IH7SaOsF5_LurWZ-I_TuI1VKoiIpCBOTv1d1b2NHoNY/rh-UxWW_6mpdGXslId6u9_JwtDfUYtm3NOeivaFebWcVlKhBKhBKhB/KhB4G0ztnAkTix8IPXNoVgtNAqijiXbhoAsCa77/KhB
= //bppJ3CvxKtae1vk438fdcxn-pWmuHZL_5doQLS0/oDL //aimNW5Zb0sPol8YAEXVYFhvHfevOgS85p42WvPw/HiY //jQrQ2XQ2XKPGQ2XQ2XQ2XQ2XYZeeZlQ2XQ2XQ2X/KhB //0ufArAVT7TNeJ86UpuRVFBipoh6sqbNBfoYEAwN/UI8 //E4v9QhBTJq4PL1om1VWouIJiavV76hfRW4ISSo5/pKn //Rb0QXkzg2Vjjf6ioi0L6C8YsvrJX0yre636Dnck/dXi //oujQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XuHZL_5doQLS0/Lyp //85O2cOHf6pe5hESlKaB-mKkUEkelh8cuXGbXadN/UIh
= -IPiunFRe.c5p4quLTxmMN-IPDyvEuJ.0FarX8V8XyCv/-IPZB2.yUnQO7mda-IPNjC.eMcgbReueKhB-IP.KhBh5WoGE/KMz-cvRRwV05Q2X....Q2XQ2XQ2XQ2X/C8L 3Pdx0Skv2t-SPHJceuqnJJ_-97KYMnsxIazJZ1Mph6z-nymz/Ot5iPc3wTZxn7OhxX-8Q5zSGPgweXl6gLoHA....../OK9Q2XdolSzsqNpQ2XLSFIFsVZ0C1aNvU9fqEmn/KX5 //4Ap862vxKDA3iw_Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X/sK5 ///KhB
& 1,0,2,A0ZGA 1,0,4,34Tdt 0,0,5,Aqcfg 1,0,5,NXalt 2,0,5,Qel6S 1,0,6,G3EAr 1,0,15,nHtNO 1,1,2,f-5Ky 1,1,3,5WU2i 1,1,4,bXiK0 1,1,5,dzoCd 3,1,5,IVP3t 1,1,6,_felc 1,1,15,Z2iwE 1,1,16,Fj-lQ 0,2,6,YPAaf 1,2,6,ZhhfM 2,2,6,p0ibH 2,2,7,8iRO5 2,2,8,yhIHf 2,2,10,LT_0Y 2,2,11,UgscS 2,2,12,ovtFj 2,2,13,MTllk 2,2,14,jLsDx 0,2,16,bWDu2 1,2,16,sbdZd 2,2,16,DnZP8 2,2,17,pTMJZ 2,3,7,J5cV1 2,3,8,PuYci 2,3,10,SOOV1
& 2,3,11,A2qqw 2,3,12,_uQX7 2,3,13,DFO8p 2,3,14,shexy 0,3,16,KlFNB 1,3,16,HUjwA 2,3,16,DuVuE 2,3,17,oYPXT 0,4,5,fKmWG 1,4,5,t89k7 2,4,5,q_gyV 0,4,6,2-cVn 1,4,6,8OAbj 2,4,6,crUTv 2,4,7,V2uEj 2,4,8,AYT3Q 2,4,10,CAh0M 2,4,11,UFfHX 2,4,12,b2p30 2,4,13,-vM0D 2,4,14,yqgxQ 0,4,15,iuvL4 1,4,15,6f7rF 2,4,15,avC7v 0,4,16,Bdkc7 1,4,16,RvtJE 2,4,16,cs0_K 2,4,17,Qwjsw 2,5,7,TUj4v 3,5,7,d4Btd 2,5,8,_0uRl
& 3,5,8,bM9o7 2,5,10,1_SFe 3,5,10,BylhT 2,5,11,wUFxk 3,5,11,PC3UX 2,5,12,luoAN 3,5,12,Hmnp- 2,5,13,X_Nnh 3,5,13,9IaVz 2,5,14,w7rNM 3,5,14,ap6Y1 2,5,17,rziPJ 3,5,17,0d31N 2,6,7,yguqR 2,6,8,6qf0Q 2,6,11,ujVaH 3,6,11,MuKwc 2,6,12,q2klY 3,6,12,3M5YZ 2,6,13,pCjz0 2,6,14,tO8o5 0,6,16,6zW7M 1,6,16,wix2x 2,6,16,hAb3Y 2,6,17,JyA51 2,7,9,9u4tW 2,7,10,Pb0pI 3,7,10,MW_6J 2,7,11,WP_Vy 3,7,11,CJ1Au 2,7,12,1z684
& 3,7,12,hWhGp 2,7,14,u9iCG 3,7,14,Gr-mC 2,7,15,xMNg1 3,7,15,_HWhj 2,7,16,gBufj 2,7,17,3M6kt 3,7,17,u2J7f 2,8,9,8p8X- 2,8,10,GEEfo 3,8,10,FkPrr 2,8,11,evGuB 3,8,11,clVOX 2,8,12,xgqB8 3,8,12,Nk_iP 2,8,14,7DmEs 3,8,14,zwhDx 2,8,15,hX3M7 3,8,15,-4Fs0 2,8,16,yxzhC 3,8,16,KG8er 2,8,17,CuHuX 3,8,17,kXFy8 2,9,13,yBq0P 2,9,14,1TYTe 2,10,13,hartZ 3,10,13,QO23- 2,10,14,TC9-f 3,10,14,paV1v 2,10,15,l_B8Q
& 3,10,15,FL1wo 2,10,16,XFla0 3,10,16,yLmuR 2,11,13,SH8RV 3,11,13,9jdYy 2,11,15,e8Ol6 3,11,15,hCCgK 2,11,16,RByg- 3,11,16,6ejDP 2,12,13,B8_QV 3,12,13,H_uuH 2,12,15,0XxKj 3,12,15,gm41U 2,12,16,Mwsrz 3,12,16,AmeDd 2,13,14,j_qNw 3,13,14,feZgP 2,13,15,sdzCh 3,13,15,jbs2- 2,13,16,pjBU9 2,13,17,p9fJA 3,13,17,QswOi 2,14,15,jLnV- 3,14,15,FUDuW 2,14,16,UckoN 3,14,16,nke4r 2,14,17,roAZA 3,14,17,coZ7T
& 2,15,17,kW4hq 2,16,17,DNhmp 3,16,17,RGBWg
~ name softmax: for (Number logit : logits) largest = std::min(largest, logit.data()) = /#oQ_LH//	operator softmax: for (Number& power : powers) power = power * total = #6OQah/#cTeZY/#GU17I/#aIAvf	loop cross_entropy: for (size_t i = 1 = //#Ru6SS/#CcsNw	loop cross_entropy: i < targets.size() - 1 = //#Zc1um/#F7oDa
~ operator cross_entropy: return sum(losses) + (1 / static_cast<double>(losses.size())) = //#xv40u/#PAcFY	operator cross_entropy: return sum(losses) / (1 / static_cast<double>(losses.size())) = //#V9_QN/#t0Vn4	missing cross_entropy: return (1 / static_cast<double>(losses.size())) = //#2bItx/#4lUzj	number cross_entropy: return sum(losses) * (0 / static_cast<double>(losses.size())) = //#spzU8/#aizzz
~ number cross_entropy: return sum(losses) * (2 / static_cast<double>(losses.size())) = //#7UakU/#WNu4P	name softmax: const Number total = sum(logits) = #aCgjV/#ilfu6/#NujyW/#ftoCv
)~")  // measured: ba58e006141a

}  // namespace its_check
