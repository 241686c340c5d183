#include "exercises/support/formula_search.h"

#include <algorithm>
#include <cmath>

#include "exercises/support/judge.h"

namespace exercise {

namespace {

using Quantity = Formulas::Quantity;

// The search for one list of numbers.
class FormulaSearch {
 public:
  FormulaSearch(const std::vector<Quantity>& plain, const std::vector<Quantity>& all,
                const std::vector<double>& numbers)
      : plain_(plain), all_(all), numbers_(numbers) {}

  std::string found() {
    if (numbers_.empty()) return "";
    for (const Quantity& one : plain_) {
      if (gives([&](size_t i) { return one.numbers[i]; })) return one.name;
    }
    if (numbers_.size() < 2) return "";
    std::string formula = two_or_three_of(plain_);
    // Of so many formulas one may give two numbers by chance, but not three.
    if (!formula.empty() || different_numbers() < 3) return formula;
    for (const Quantity& one : all_) {
      if (gives([&](size_t i) { return one.numbers[i]; })) return one.name;
    }
    formula = two_or_three_of(all_);
    return formula.empty() && different_numbers() > 3 ? four_of_plain() : formula;
  }

 private:
  static constexpr char operations[] = {'*', '/', '+', '-'};

  // a operation b for each number, with its first value to be searched by.
  struct Pair {
    double first;
    const Quantity *a, *b;
    char operation;
    double at(size_t i) const { return value(a->numbers[i], operation, b->numbers[i]); }
    bool is_sum() const { return operation == '+' || operation == '-'; }
    std::string text() const { return a->name + " " + operation + " " + b->name; }
  };

  static double value(double a, char operation, double b) {
    return operation == '*' ? a * b : operation == '/' ? a / b : operation == '+' ? a + b : a - b;
  }

  template <class Expected>
  bool gives(const Expected& expected) const {
    for (size_t i = 0; i < numbers_.size(); ++i) {
      const double number = expected(i);
      if (!std::isfinite(number) || !near(numbers_[i], number)) return false;
    }
    return true;
  }

  // How many numbers say something: neither 0 nor the same as another one.
  size_t different_numbers() const {
    std::vector<double> kept;
    for (double number : numbers_) {
      const auto same = [number](double other) { return near(number, other); };
      if (number != 0 && std::none_of(kept.begin(), kept.end(), same)) kept.push_back(number);
    }
    return kept.size();
  }

  // The number to search by: the one of the largest size.
  size_t leading() const {
    const auto smaller = [](double a, double b) { return std::abs(a) < std::abs(b); };
    return static_cast<size_t>(std::max_element(numbers_.begin(), numbers_.end(), smaller) -
                               numbers_.begin());
  }

  std::string two_or_three_of(const std::vector<Quantity>& from) const {
    const std::string formula = two_of(from);
    return formula.empty() ? three_of(from) : formula;
  }

  std::string two_of(const std::vector<Quantity>& from) const {
    for (char operation : operations) {
      for (const Quantity& a : from) {
        for (const Quantity& b : from) {
          const Pair pair = {0, &a, &b, operation};
          if (near(numbers_[0], pair.at(0)) && gives([&](size_t i) { return pair.at(i); }))
            return pair.text();
        }
      }
    }
    return "";
  }

  // In the order of their leading values.
  std::vector<Pair> pairs_of(const std::vector<Quantity>& from) const {
    std::vector<Pair> pairs;
    const size_t place = leading();
    for (char operation : operations) {
      for (size_t i = 0; i < from.size(); ++i) {
        const bool either_way = operation == '*' || operation == '+';
        for (size_t j = either_way ? i : 0; j < from.size(); ++j) {
          Pair pair = {0, &from[i], &from[j], operation};
          pair.first = pair.at(place);
          if (std::isfinite(pair.first)) pairs.push_back(pair);
        }
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.first < b.first; });
    return pairs;
  }

  // The formula of the quantities that come first in the list, the shortest one of these.
  struct Best {
    std::string formula;
    size_t cost = 0;
    void offer(const std::string& other, size_t its_cost) {
      const bool better = its_cost < cost || (its_cost == cost && other.size() < formula.size());
      if (formula.empty() || better) formula = other, cost = its_cost;
    }
  };
  static size_t cost(const Pair& pair, const std::vector<Quantity>& from) {
    return static_cast<size_t>(pair.a - &from[0]) + static_cast<size_t>(pair.b - &from[0]);
  }

  // Each pair P with P operation other = numbers, or other operation P = numbers, is told to
  // `found` until this says true.
  template <class Other, class Found>
  bool with(const std::vector<Pair>& pairs, const Other& other, const Found& found) const {
    const size_t place = leading();
    const double target = numbers_[place], mine = other(place);
    const auto search = [&](double wanted, char operation, bool pair_first) {
      const double width = 1e-8 * std::max(1.0, std::abs(wanted));
      if (!std::isfinite(wanted)) return false;
      auto it = std::lower_bound(pairs.begin(), pairs.end(), wanted - width,
                                 [](const Pair& pair, double x) { return pair.first < x; });
      for (; it != pairs.end() && it->first <= wanted + width; ++it) {
        const auto both = [&](size_t i) {
          const double p = it->at(i), q = other(i);
          return pair_first ? value(p, operation, q) : value(q, operation, p);
        };
        if (gives(both) && found(*it, operation, pair_first)) return true;
      }
      return false;
    };
    return search(target / mine, '*', true) || search(target * mine, '/', true) ||
           search(mine / target, '/', false) || search(target - mine, '+', true) ||
           search(target + mine, '-', true) || search(mine - target, '-', false);
  }

  static std::string in_formula(const Pair& pair, char operation, bool pair_first) {
    const bool tight = operation == '*' || operation == '/';
    const bool bare = pair_first ? !(pair.is_sum() && tight)
                                 : operation == '+' || (operation == '-' && !pair.is_sum());
    return bare ? pair.text() : "(" + pair.text() + ")";
  }

  std::string three_of(const std::vector<Quantity>& from) const {
    const std::vector<Pair> pairs = pairs_of(from);
    Best best;
    for (const Quantity& c : from) {
      with(
          pairs, [&](size_t i) { return c.numbers[i]; },
          [&](const Pair& pair, char operation, bool first) {
            const std::string text = in_formula(pair, operation, first);
            best.offer(first ? text + " " + operation + " " + c.name
                             : c.name + " " + operation + " " + text,
                       cost(pair, from) + static_cast<size_t>(&c - &from[0]));
            return false;
          });
    }
    return best.formula;
  }

  std::string four_of_plain() const {
    const std::vector<Pair> pairs = pairs_of(plain_);
    Best best;
    for (const Pair& other : pairs) {
      with(
          pairs, [&](size_t i) { return other.at(i); },
          [&](const Pair& pair, char operation, bool first) {
            const Pair &left = first ? pair : other, &right = first ? other : pair;
            best.offer(in_formula(left, operation, true) + " " + operation + " " +
                           in_formula(right, operation, false),
                       cost(pair, plain_) + cost(other, plain_));
            return false;
          });
    }
    return best.formula;
  }

  const std::vector<Quantity>&plain_, &all_;
  const std::vector<double>& numbers_;
};

}  // namespace

std::string formula_of(const std::vector<Quantity>& plain, const std::vector<Quantity>& all,
                       const std::vector<double>& numbers) {
  return FormulaSearch(plain, all, numbers).found();
}

}  // namespace exercise
