// c_functions.js: what math.h takes from C's library and JavaScript's Math has not, or has
// otherwise.

const C = {
  // 1 for x = 1 and any p, and for x = -1 and an infinite p.
  pow(x, p) { return x === 1 || (x === -1 && Math.abs(p) === Infinity) ? 1 : Math.pow(x, p); },

  // 1 - erf(x) by the series of erf up to 1, then e^-(x^2) times a continued fraction; below, by
  // erfc(-x) = 2 - erfc(x). Abramowitz and Stegun, 7.1.6 and 7.1.14.
  erfc(x) {
    if (!(x > 0)) return x < 0 ? 2 - C.erfc(-x) : 1 - x;
    if (x > 28) return 0;
    // x^2 as a number of few bits, which is exact, and a small rest.
    const short = Math.fround(x);
    const exponential = Math.exp(-short * short) * Math.exp((short - x) * (short + x));
    if (x < 1) {
      let term = x, sum = x;
      for (let n = 1; term > 1e-17 * sum; ++n) sum += term *= 2 * x * x / (2 * n + 1);
      return 1 - 2 / Math.sqrt(Math.PI) * exponential * sum;
    }
    let fraction = x;
    for (let n = 200; n > 0; --n) fraction = x + n / 2 / fraction;
    return exponential / Math.sqrt(Math.PI) / fraction;
  },
};
