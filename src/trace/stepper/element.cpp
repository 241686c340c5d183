// element.cpp: a number of a product of matrices is a row times a column, and so is its
// gradient: dW = x^T dy.
#include "trace/stepper/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "holo/check.h"
#include "trace/formula.h"
#include "trace/product.h"
#include "trace/stepper/line.h"
#include "trace/stepper/names.h"

namespace holo {
namespace {

constexpr std::size_t usual_element_terms = 8;

double number_at(std::span<const double> run, std::size_t at) { return run.empty() ? 0 : run[at]; }

// A sum in names and in numbers, of which the first terms are kept.
class Sum {
 public:
  explicit Sum(std::size_t most) : most_(most) {}
  void add(const std::string& names, const std::string& numbers) {
    if (count_++ >= most_) return;
    names_ += (names_.empty() ? "" : " + ") + names;
    numbers_ += (numbers_.empty() ? "" : " + ") + numbers;
  }
  bool takes_more() const { return count_ < most_; }
  void skip() { ++count_; }
  bool empty() const { return count_ == 0; }
  std::string text(double result) const {
    const std::string more =
        count_ > most_ ? fmt::format(" + ({} more)", count_ - most_) : std::string();
    return fmt::format("{}{} = {}{} = {}", names_, more, numbers_, more, number_text(result));
  }

 private:
  std::size_t most_, count_ = 0;
  std::string names_, numbers_;
};

std::string times(double a, double b) {
  const auto bracketed = [](double x) {
    return x < 0 ? "(" + number_text(x) + ")" : number_text(x);
  };
  return number_text(a) + " * " + bracketed(b);
}

// What the product `node` has sent to an element of a parent, from its gradient in `state`: dy of
// each number of y times the other factor.
Sum terms_sent(const TraceLog& log, const TraceState& state, std::uint32_t node,
               const TraceElement& to, std::size_t most) {
  Sum sum(most);
  const std::optional<TraceProduct> product = product_of(log, node);
  if (!product) return sum;
  const std::vector<std::uint32_t>& parents = log.nodes[node].parents;
  const std::span<const double> dy = state.grad(node);
  const auto add = [&](std::size_t y_at, std::uint32_t other, std::size_t other_at) {
    if (!sum.takes_more()) return sum.skip();
    sum.add(fmt::format("{} * grad {}", element_name(log, other, other_at),
                        element_name(log, node, y_at)),
            times(number_at(state.value(other), other_at), number_at(dy, y_at)));
  };
  product->each_term([&](std::size_t y_at, std::size_t a_at, std::size_t b_at) {
    if (parents[0] == to.node && a_at == to.at) add(y_at, parents[1], b_at);
    if (parents[1] == to.node && b_at == to.at) add(y_at, parents[0], a_at);
  });
  if (parents.size() > 2 && parents[2] == to.node) {  // the bias of linear
    for (std::size_t y_at = to.at; y_at < log.numel(node); y_at += product->columns) {
      sum.add("grad " + element_name(log, node, y_at), number_text(number_at(dy, y_at)));
    }
  }
  return sum;
}

// The number itself: a row times a column, and the bias.
Sum terms_of_value(const TraceLog& log, const TraceState& state, const TraceElement& element) {
  Sum sum(usual_element_terms);
  const std::optional<TraceProduct> product = product_of(log, element.node);
  if (!product) return sum;
  const std::vector<std::uint32_t>& parents = log.nodes[element.node].parents;
  product->each_term([&](std::size_t y_at, std::size_t a_at, std::size_t b_at) {
    if (y_at != element.at) return;
    if (!sum.takes_more()) return sum.skip();
    sum.add(
        fmt::format("{} * {}", element_name(log, parents[0], a_at),
                    element_name(log, parents[1], b_at)),
        times(number_at(state.value(parents[0]), a_at), number_at(state.value(parents[1]), b_at)));
  });
  if (parents.size() > 2) {
    const std::size_t at = element.at % product->columns;
    sum.add(element_name(log, parents[2], at), number_text(number_at(state.value(parents[2]), at)));
  }
  return sum;
}

}  // namespace

std::string element_name(const TraceLog& log, std::uint32_t node, std::size_t at) {
  const std::vector<Index>& shape = log.nodes[node].shape;
  std::string indices;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto size = static_cast<std::size_t>(shape[d]);
    indices.insert(0, fmt::format("[{}]", at % size));
    at /= size;
  }
  return short_name(log, node) + indices;
}

void print_element(StepperSession& session, const TraceElement& element) {
  const TraceLog& log = session.log;
  const std::string name = element_name(log, element.node, element.at);
  session.text.say(fmt::format("{}: of {}", name, name_and_shape(log, element.node)), name.size());
  if (!session.state.has_value(element.node)) {
    return session.text.say(fmt::format("  not there yet at step {}", session.position()));
  }
  const double value = number_at(session.state.value(element.node), element.at);
  const Sum sum = terms_of_value(log, session.state, element);
  session.text.say("  data " + (sum.empty() ? number_text(value) : sum.text(value)));
  session.text.say(log.nodes[element.node].requires_grad
                       ? "  grad " +
                             number_text(number_at(session.state.grad(element.node), element.at))
                       : "  no gradient: none was asked for");
}

void explain_element(StepperSession& session, const TraceElement& element, std::size_t most) {
  const TraceLog& log = session.log;
  const BackwardPass pass = session.pass_for("why");
  const std::vector<std::size_t> all = contributions_by_parent(log, pass, pass.end)[element.node];
  session.text.say(
      fmt::format("grad of {} is {}", element_name(log, element.node, element.at),
                  number_text(number_at(session.state.grad(element.node), element.at))));
  TraceState state(log);
  for (const std::size_t i : all) {
    if (i >= session.position()) {
      return session.text.say(fmt::format("  so far: {} more to come",
                                          all.end() - std::find(all.begin(), all.end(), i)));
    }
    state.go_to(i);
    const TraceEvent& event = log.events[i];
    const double before = log.run(event, 0)[element.at], after = log.run(event, 1)[element.at];
    session.text.say(fmt::format("  from {} {}, step {}:  grad {} -> {}", log.nodes[event.node].op,
                                 log.name(event.node), i + 1, number_text(before),
                                 number_text(after)));
    const Sum sum = terms_sent(log, state, event.node, element, most);
    if (!sum.empty()) session.text.say("    " + sum.text(after - before));
  }
  if (all.empty()) session.text.say("  this backward brings nothing to it");
}

}  // namespace holo
