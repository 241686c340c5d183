#include "exercises/support/judge.h"
#include HOLO_ANSWER

#include <cmath>
#include <cstdio>
#include "exercises/project/given.h"
#include "exercises/project/measure.h"

// Apart from the names of the answer.
namespace its_check {

using exercise::Measured;

void measure_memory(Measured& got) {
  const Number x(1.75);
  const int length = tape_length();
  const Number before = x * x;
  set_data(x, -0.5);
  const Number after = x * Number(3.5);
  got.add("x after set_data(x, -0.5)", x.data());
  got.add("x * 3.5 after it", after.data());
  got.add("x * x, calculated before set_data", before.data());
  cut_tape(length);
  const int left = tape_length() - length;
  got.add("length = tape_length(), some more numbers, cut_tape(length): tape_length() - length",
          left);
  if (left < 0) throw std::logic_error("cut_tape(length) is to leave the oldest numbers");
  got.add("x after cut_tape", x.data());
  const Number y = x * x;
  backward(y);
  got.add("d(x * x) / dx after cut_tape", x.grad());
}

void measure_network(Measured& got) {
  for (double place : {-1.4, 0.85}) {
    const Vector parameters = project::row_of<Number>(exercise::fractions(10, 3));
    const Number x(place);
    const Number y = network(x, parameters);
    backward(y * y);
    const std::string where = "network of 3 neurons at x = " + exercise::shown(place) + ": ";
    got.add(where + "value", y.data());
    got.add(where + "d(y * y) / dx", x.grad());
    for (size_t i = 0; i < parameters.size(); ++i)
      got.add(where + "gradient of parameter " + std::to_string(i), parameters[i].grad());
  }
}

void measure_error(Measured& got) {
  const Vector predicted = project::row_of<Number>(exercise::fractions(4, 5));
  const Number error = mean_squared_error(predicted, exercise::fractions(4, 6));
  backward(error);
  got.add("mean_squared_error of 4 numbers", error.data());
  for (size_t i = 0; i < 4; ++i)
    got.add("its gradient for predicted[" + std::to_string(i) + "]", predicted[i].grad());
}

void measure_descend(Measured& got) {
  const Vector parameters = project::row_of<Number>(exercise::fractions(3, 8));
  for (int step = 1; step <= 2; ++step) {
    backward(parameters[0] * parameters[1] + parameters[2] * parameters[2] * Number(0.4));
    descend(parameters, 0.35);
    for (size_t i = 0; i < 3; ++i) {
      got.add("loss = p0 p1 + 0.4 p2 p2, rate 0.35, after step " + std::to_string(step) + ": p" +
                  std::to_string(i),
              parameters[i].data());
    }
  }
}

void check(Checks& checks) {
  exercise::Measurements all(checks, true);
  all.group("set_data and cut_tape", measure_memory);
  all.group("network", measure_network);
  all.group("mean_squared_error", measure_error);
  all.group("descend", measure_descend);
  all.judge();
}

// The given loop: it calls what the answer has.
void reward() {
  holo::PythonRandom random(42);
  std::vector<double> start = project::draw(1, 15, 1, random)[0];
  start.push_back(0);
  const Vector parameters = project::row_of<Number>(start);
  const int length = tape_length();
  double error = 0;
  for (int step = 0; step < 4000; ++step) {
    Vector predicted;
    std::vector<double> wanted;
    for (int i = 0; i < 8; ++i) {
      const double x = random.uniform(-3, 3);
      predicted.push_back(network(Number(x), parameters));
      wanted.push_back(std::sin(x));
    }
    const Number loss = mean_squared_error(predicted, wanted);
    error = loss.data();
    backward(loss);
    descend(parameters, 0.15 * (1 - step / 4000.0));
    cut_tape(length);
  }
  std::printf("\nfive of your neurons after 4000 steps, error %.5f:\n\n     x   sin(x)    yours\n",
              error);
  for (int x = -3; x <= 3; ++x) {
    std::printf("%6d %8.4f %8.4f\n", x, std::sin(x), network(Number(x), parameters).data());
  }
}

HOLO_REWARD(reward)

HOLO_EXERCISE("stage_03_sine", check, R"~(
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
cut_tape(length) keeps the oldest numbers, as many as length says: yours removes some of them
  tape.erase(tape.begin() + length, tape.end()) => tape.erase(tape.begin(), tape.end())
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
= /..Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X..Q2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2XQ2X// //FeGpc5LyZUEoS7I/ //6serYPdPLdPLrYP/ //TPzdPLdPLdPLdPL/ //kdVQ2XQ2XQ2XS7I/ ///CUlxyagP8wN1rQ0sQl ///5VUkLKuXlumqJcgHy7 ///SKnjeRIabsqD1p6o5w ///pZ20W8Ec9pZ20W8Ec9 !BLrtP/!pwyZl/!pwyZl/!pwyZl ...n9l../// ...n9lBil6fh/// /p8p3eRE4Xl_wSB1D3krUAzGxjVMb5P7-VNAXgF2oMUCG1h2IhnK7bNHdWP-RI2qhByipcBxj//
= /CP5DtvgjBzvnrQfxYrx78n4sQ2XQ2XQ2XXHnTUBR1QQ2XQ2XQ2XzmYMrq2a8Q2XQ2XQ2XcMS// //LkFp9JMsnlvYk_7/ //.Q2XQ2XQ2XQ2X/
& 0,0,1,aiy0Q 0,0,15,kCL02 0,0,16,WsopG 0,0,17,14X0r 1,2,4,ll9E_ 1,4,5,k67Vl 1,4,18,cYieb 1,4,19,dt85V 2,7,8,rKKlP 2,7,9,WiiM1 2,7,21,kxHt_ 2,8,10,G3vgt 2,8,20,J14Oa 2,9,10,nYE80 2,9,20,VWFtX 2,10,21,4-KGm 2,20,21,vLrhr
~ operator cut_tape: tape.erase(tape.begin() - length, tape.end()) = !KR39Y/!pwyZl/!pwyZl/!pwyZl	number sum: Number total = x[1] = //#G-FhB/	loop sum: for (size_t i = 0 = //#LD4o3/	loop sum: for (size_t i = 2 = //#ljt5x/	loop sum: i < x.size() - 1 = //#CzSAK/	operator sum: total = total - x[i] = //#UovDU/	missing sum: total = total = //#ylS7G/	missing sum: total = x[i] = //#uyMsv/
~ loop network: for (size_t i = 1 = /#nqXe8//	operator network: i - 1 < p.size() = /#ESufj//	operator network: i -= 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 1]) = /#02Y2O//	operator network: i += 3) y = y - p[i + 2] * tanh(p[i] * x + p[i + 1]) = /#a96tH//	missing network: i += 3) y = y  * tanh(p[i] * x + p[i + 1]) = /#K8ws3//
~ missing network: i += 3) y = p[i + 2] * tanh(p[i] * x + p[i + 1]) = /#MwII-//	missing network: i += 3) y = y + p[i ] * tanh(p[i] * x + p[i + 1]) = /#wTWor//	missing network: i += 3) y = y + p[2] * tanh(p[i] * x + p[i + 1]) = /#1ySY0//	number network: i += 3) y = y + p[i + 1] * tanh(p[i] * x + p[i + 1]) = /#5sZAM//	number network: i += 3) y = y + p[i + 3] * tanh(p[i] * x + p[i + 1]) = /#F_lkP//
~ operator network: i += 3) y = y + p[i + 2] + tanh(p[i] * x + p[i + 1]) = /#ECyNO//	operator network: i += 3) y = y + p[i + 2] / tanh(p[i] * x + p[i + 1]) = /#uOG_X//	missing network: i += 3) y = y + p[i + 2] = /#7Inqe//	missing network: i += 3) y = y + tanh(p[i] * x + p[i + 1]) = /#mTKrx//	operator network: i += 3) y = y + p[i + 2] * tanh(p[i] + x + p[i + 1]) = /#sw7Zz//
~ operator network: i += 3) y = y + p[i + 2] * tanh(p[i] / x + p[i + 1]) = /#iFSPE//	missing network: i += 3) y = y + p[i + 2] * tanh(p[i]  + p[i + 1]) = /#9T8p4//	missing network: i += 3) y = y + p[i + 2] * tanh(x + p[i + 1]) = /#19Lq2//	operator network: i += 3) y = y + p[i + 2] * tanh(p[i] * x - p[i + 1]) = /#sULmx//	missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * x) = /#UF83O//
~ missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * p[i + 1]) = /#NOrEi//	missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i ]) = /#x0q5e//	missing network: i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[1]) = /#63yqt//	number network: i += 3) y = y + p[i + 2] * tanh(p[i] * x + p[i + 2]) = /#Uvqt_//	loop mean_squared_error: for (size_t i = 1 = //#BehuQ/
~ loop mean_squared_error: i < predicted.size() - 1 = //#Q2uLu/	operator mean_squared_error: squares.push_back(pow(predicted[i] + wanted[i], 2)) = //#X2qNo/	missing mean_squared_error: squares.push_back(pow(predicted[i], 2)) = //#ouBHn/	number mean_squared_error: squares.push_back(pow(predicted[i] - wanted[i], 3)) = //#VkYHL/
~ operator mean_squared_error: return sum(squares) * static_cast<double>(squares.size()) = //#6wS1B/	missing descend: for (Number p : parameters) set_data(p, p.data()  * p.grad()) = ///#nO9wu	operator descend: for (Number p : parameters) set_data(p, p.data() - rate + p.grad()) = ///#jwAU-	operator descend: for (Number p : parameters) set_data(p, p.data() - rate / p.grad()) = ///#Oufdd
~ missing descend: for (Number p : parameters) set_data(p, p.data() - rate) = ///#3Ob7m	name network: i += 3) y = x + p[i + 2] * tanh(p[i] * x + p[i + 1]) = /#JHz1j//	name network: i += 3) y = y + p[i + 2] * tanh(p[i] * y + p[i + 1]) = /#ftdMS//	name mean_squared_error: return sum(predicted) / static_cast<double>(squares.size()) = //#LMlv4/
)~")  // measured: 22a3a3daa10b

}  // namespace its_check
