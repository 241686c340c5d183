// compare.js: what a program has printed in a page, and what the page has: only the part that the page shows is compared.
// run.js has loaded it.
"use strict";
(() => {
const {make} = window.holoPage;
// Pairs of equal lines, as many as there can be, in their order.
function pairs(a, b) {
  const most = Array.from({length: a.length + 1}, () => new Uint16Array(b.length + 1)), found = [];
  for (let i = a.length; i-- > 0;)
    for (let j = b.length; j-- > 0;) most[i][j] = a[i] === b[j] && a[i] !== "" ? most[i + 1][j + 1] + 1 : Math.max(most[i + 1][j], most[i][j + 1]);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j] && a[i] !== "") found.push([i++, j++]);
    else if (most[i + 1][j] >= most[i][j + 1]) ++i;
    else ++j;
  }
  return found;
}
const mark = (line, name, sign, words) =>
  make("span", {className: `line ${name}`}, make("i", {title: words}, sign), `${line}\n`);
// How many lines it has that are compared.
const wantedOf = (shown) => shown.filter((line) => line !== "" && line.trim() !== "...").length;
// From where to where `now` has what the page shows: the blocks between empty lines that have its lines in `usual`, which has
// the printed numbers. All of it where not each line of the page is usual.
const blockOf = (lines, at) => lines.slice(0, at).filter((line) => line === "").length;
function partOf(shown, usual, now) {
  const found = pairs(shown, usual).map(([, at]) => at), ends = (lines) => [-1, ...lines.flatMap((line, i) => line === "" ? [i] : []), lines.length];
  if (!found.length || found.length < wantedOf(shown) || ends(usual).length !== ends(now).length) return [0, now.length];
  return [ends(now)[blockOf(usual, found[0])] + 1, ends(now)[blockOf(usual, found.at(-1)) + 1]];
}
// Of the lines that the page does not show, those between two of its own take the place of what is missing there.
// A line that the program usually prints there is no other.
function compare(shown, all, usual, words) {
  const [from, to] = partOf(shown, usual, all), now = all.slice(from, to), theirs = new Set(usual === all ? [] : usual.slice(...partOf(shown, usual, usual)));
  const found = pairs(shown, now), same = new Map(found.map(([i, j]) => [j, i]));
  const missing = (begin, end) => shown.slice(begin, end).some((line) => line.trim() !== "..." && line !== "");
  const more = (line) => mark(line, "more", " ", ""), lines = all.slice(0, from).map(more);
  let last = -1, at = 0;
  for (const [i, j] of [...found, [shown.length, now.length]]) {
    const changed = missing(last + 1, i);
    for (; at < j; ++at) lines.push(changed && now[at] !== "" && !theirs.has(now[at]) ? mark(now[at], "changed", "≠", "another line than on the page") : more(now[at]));
    if (j < now.length && same.has(j)) lines.push(mark(now[j], "same", "✓", words ? "not changed" : "as on the page"));
    last = i;
    at = j + 1;
  }
  return {lines: [...lines, ...all.slice(to).map(more)], from, equal: found.length, wanted: wantedOf(shown)};
}
// What a comparison says of a program that ended well; `words`: with which numbers.
function summary({equal, wanted}, words) {
  const others = wanted - equal;
  if (words) return `, ${words}: ${others ? `${others} of ${wanted} printed lines ${others === 1 ? "has" : "have"} changed` : "no printed line has changed"}`;
  return others ? `: ${others} of ${wanted} printed lines ${others === 1 ? "is another" : "are others"}` : ": each printed line is as on the page";
}
window.holoPage.compare = {mark, compare, summary};
})();
