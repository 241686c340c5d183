// numbers.js: numbers as text, as the engine prints them.

// "12.5" as [125, 1]: the digits of the size of x as a whole number, and the power of ten of the
// first. As C rounds: of two that are as near the one with an even last digit; JavaScript takes the
// larger one.
function roundedTo(x, digits) {
  const size = Math.abs(x), partsOf = (text) => text.replace(".", "").split("e");
  const [shortest, power] = partsOf(size.toExponential()), kept = shortest.slice(0, digits);
  const isHalf = shortest.length === digits + 1 && shortest.endsWith("5") &&
      /^0*$/.test(partsOf(size.toExponential(100))[0].slice(digits + 1));
  return (isHalf && kept % 2 === 0 ? [kept, power] : partsOf(size.toExponential(digits - 1))).map(Number);
}

// The same as text, in the form of C's %g.
function writtenAs(n, power, digits) {
  const all = String(n).padEnd(digits, "0"), first = power + String(n).length - digits;
  const short = (text) => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);
  if (first < -4 || first >= digits) {
    const exponent = String(Math.abs(first)).padStart(2, "0");
    return `${short(`${all[0]}.${all.slice(1)}`)}e${first < 0 ? "-" : "+"}${exponent}`;
  }
  if (first < 0) return short(`0.${"0".repeat(-first - 1)}${all}`);
  return short(`${all.slice(0, first + 1)}.${all.slice(first + 1)}`);
}

// Up to 6 significant digits, or as many as are said, in the form of C's %.6g. `way`: -1 rounds
// down, 1 up.
function numberText(x, digits = 6, way = 0) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  const [n, power] = roundedTo(x, digits), sign = x < 0 ? "-" : "";
  const text = sign + writtenAs(n, power, digits);
  if (way * (x - text) <= 0) return text;
  if (way * x > 0) return sign + writtenAs(n + 1, power, digits);
  const isLeast = n === 10 ** (digits - 1);  // 1.00, before which 0.999 comes
  return sign + (isLeast ? writtenAs(10 * n - 1, power - 1, digits) : writtenAs(n - 1, power, digits));
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
function numbersText(
    numbers, summary, {digits = 6, most = MOST_NUMBERS, more, sentence = false} = {}) {
  const {min, max, nans, infinities} = summary ?? summaryOf(numbers), others = nans + infinities;
  if (numbers.length > 1 && !others && min === max) return "all " + numberText(min, digits);
  if (!summary && numbers.length <= most)
    return Array.from(numbers, (x) => numberText(x, digits)).join(" ");
  const not = others ? `, ${others.toLocaleString("en")} not finite` : "";
  if (!(min <= max)) return "none finite";
  const [low, high] = rangeTexts(min, max, Math.min(digits, 3), more);
  return (sentence ? `between ${low} and ${high}` : `${low}\u00a0to ${high}`) + not;
}

// Both ends, rounded away from each other, with as many digits more as they have in common, or with
// as many more as is said.
function rangeTexts(min, max, digits, more) {
  const largest = Math.max(Math.abs(min), Math.abs(max)), common = Math.log10(largest / (max - min));
  const all = Math.min(6, digits + (more ?? Math.max(0, Math.floor(common) || 0)));
  return [numberText(min, all, -1), numberText(max, all, 1)];
}

// The place of the first item that is not smaller.
function lowerBound(items, item) {
  let low = 0, high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
