// tensor_summary.js: least, largest and mean of a Tensor, and what in it is no number.

// Of the finite numbers, and how many others there are.
function summaryOf(numbers, whole) {
  if (!whole)
    return {
      min: numbers[0],
      max: numbers[1],
      mean: numbers[2],
      nans: numbers[3],
      infinities: numbers[4]
    };
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
