// numbers.js: numbers as text, as the engine prints them.

// Up to 6 significant digits, or as many as are said, in the form of C's %.6g.
function numberText(x, digits = 6) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  const [mantissa, power] = x.toExponential(digits - 1).split("e");
  const short = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (+power >= -4 && +power < digits) return short(x.toFixed(digits - 1 - power));
  return short(mantissa) + "e" + power[0] + power.slice(1).padStart(2, "0");
}

// A number behind a sign of its own: (-2).
const bracketed = (text) => (text.startsWith("-") ? `(${text})` : text);

const MOST_NUMBERS = 12;  // more become their range

// Least, largest and mean of the finite numbers, and how many others there are.
function summaryOf(numbers) {
  let min = Infinity, max = -Infinity, sum = 0, nans = 0, infinities = 0;
  for (const x of numbers) {
    if (Number.isNaN(x))
      ++nans;
    else if (!Number.isFinite(x))
      ++infinities;
    else
      min = Math.min(min, x), max = Math.max(max, x), sum += x;
  }
  const count = numbers.length - nans - infinities;
  return count ? {min, max, mean: sum / count, nans, infinities} :
                 {min: NaN, max: NaN, mean: NaN, nans, infinities};
}

// "0", "1 2 3", "all 0", and of many numbers "-1 to 2", or in a sentence "between -1 and 2".
// `summary`: of numbers that are one.
function numbersText(numbers, summary, {digits = 6, most = MOST_NUMBERS, sentence = false} = {}) {
  const {min, max, nans, infinities} = summary ?? summaryOf(numbers), others = nans + infinities;
  if (numbers.length > 1 && !others && min === max) return "all " + numberText(min, digits);
  if (!summary && numbers.length <= most)
    return Array.from(numbers, (x) => numberText(x, digits)).join(" ");
  const [low, high] = [min, max].map((x) => numberText(x, Math.min(digits, 3)));
  const not = others ? `, ${others.toLocaleString("en")} not finite` : "";
  if (!(min <= max)) return "none finite";
  return (sentence ? `between ${low} and ${high}` : `${low}\u00a0to ${high}`) + not;
}

const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
