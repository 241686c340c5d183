// knobs.js: the numbers of a listing that the page declares as knobs can be changed: the program runs anew with them, and the
// output of that listing follows. run.js has loaded it.
"use strict";
(() => {
const {make} = window.book;
// "w" of w(2.0 and of w = 2; "fc2.weight, number 3" in a list, or "uniform, number 2" of a call.
function nameOf(line, at, index) {
  const head = line.slice(0, at), lists = ["tensor", "copy_"];
  const direct = head.match(/([A-Za-z_]\w*)\W*$/)?.[1], call = head.match(/(\w+)\([^()]*$/)?.[1];
  const several = lists.includes(direct) || /^[^()]*,\s*-?\d/.test(line.slice(at));
  if (direct && (direct !== call || !several)) return head.match(/(\w+) = \w+\([^()]*$/)?.[1] ?? direct;
  const named = lists.includes(call) ? line.match(/(\w+) = /)?.[1] ?? line.match(/^([\w.]+)\.\w+\(/)?.[1] : call;
  return `${named ?? "list"}, number ${index + 1}`;
}
// Pygments marks a number with its sign.
const knobs = [...document.querySelectorAll(".knobs")].flatMap((row) => [...row.querySelectorAll(".mi, .mf")].map((number, index) => {
  const {of: program, line, low, high} = row.dataset, preset = number.textContent, whole = !preset.includes(".");
  const field = make("input", {type: "number", className: "knob", value: Number(preset), min: low, max: high, step: whole ? 1 : 0.5, title: `from ${low} to ${high}; the page has ${preset}`});
  const at = [...line.replace(/"[^"]*"/g, (text) => "_".repeat(text.length)).matchAll(/(?<![\w.])\d+(?:\.\d*)?/g)][index]?.index ?? 0;
  const name = nameOf(line, at, index);
  field.setAttribute("aria-label", `${name} in ${program}`);
  field.style.setProperty("--letters", Math.max(...[low, high, preset].map((text) => text.length)));
  number.replaceWith(field);
  return {program, line, index, field, name, allowed: `${name}: a number from ${low} to ${high}`, preset: String(Number(preset))};
}));
const of = (program) => knobs.filter((one) => one.program === program);
const fits = ({field}) => field.value !== "" && !field.validity.rangeOverflow && !field.validity.rangeUnderflow;
const changed = (one) => fits(one) && Number(one.field.value) !== Number(one.preset);
const differs = (one) => !fits(one) || changed(one);

// The output of a listing is the first one of its program behind it; where a listing of another file is between them, the last
// one before it in its section.
const figuresOf = (program) => [...document.querySelectorAll(`figure[data-program="${program}"]:not([data-stepper])`)];
const follows = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
function outputOf({program, field}) {
  const figures = figuresOf(program), behind = figures.find((figure) => follows(field, figure)), heads = [...document.querySelectorAll("article h2")];
  const apart = [...document.querySelectorAll("article figure.listing")].some((one) => !one.contains(field) && follows(field, one) && (!behind || follows(one, behind)) &&
    !one.querySelector("figcaption")?.textContent.startsWith(`examples/${program}.cpp`));
  const before = figures.filter((figure) => follows(figure, field) && !heads.some((head) => follows(figure, head) && follows(head, field))).at(-1);
  return apart && before ? before : behind ?? before;
}
for (const one of knobs) one.figure = outputOf(one);

// Below a listing: what its fields allow, where one has something else.
const listings = new Map();
for (const {field} of knobs) {
  const listing = field.closest("figure.listing");
  if (!listings.has(listing)) listings.set(listing, make("p", {className: "knob-problem", id: `knobs:${listings.size}`, hidden: true}));
}
for (const [listing, problem] of listings) listing.append(problem);
knobs[0]?.field.closest("figure.listing").before(make("p", {className: "knob-about"}, "The framed numbers can be changed."));

const show = (one) => {
  const listing = one.field.closest("figure.listing"), problem = listings.get(listing);
  one.field.classList.toggle("set", changed(one));
  one.field.setAttribute("aria-invalid", String(!fits(one)));
  if (fits(one)) one.field.removeAttribute("aria-describedby");
  else one.field.setAttribute("aria-describedby", problem.id);
  const wrong = knobs.filter((other) => !fits(other) && listing.contains(other.field));
  problem.textContent = wrong.map(({allowed}) => allowed).join("; ");
  problem.hidden = !wrong.length;
  for (const figure of figuresOf(one.program)) figure.update?.();
};
// The output of the listing, and those of the program that are open.
let timer;
const waiting = new Set();
const runSoon = (one) => {
  waiting.add(one.figure);
  for (const figure of figuresOf(one.program)) if (figure.querySelector(".now:not([hidden])")) waiting.add(figure);
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const figure of waiting) figure?.run?.();
    waiting.clear();
  }, 150);
};
window.holoPage.knobs = {
  settings: (program) => ({HOLO_KNOBS: of(program).filter(changed).map(({index, field, line}) => `${index}\t${Number(field.value)}\t${line}`).join("\n")}),
  // What its fields may have, where one has something else; else "".
  problem: (program) => of(program).find((one) => !fits(one))?.allowed ?? "",
  // Whether a number is another than on the page: one of the listing of the figure, or for an output that is open any one.
  differs: (program, figure, open) => of(program).some((one) => differs(one) && (open || one.figure === figure)),
  // "with your w = 5", or "" when all are as on the page.
  words: (program, figure) => {
    const all = of(program).filter(changed), own = all.filter((one) => one.figure === figure);
    return !all.length ? "" : !own.length ? "with your numbers of another listing" : own.length > 3 ? `with your ${own.length} numbers` :
      `with your ${own.map(({name, field}) => `${name} = ${Number(field.value)}`).join(", ")}`;
  },
  // All of a program as on the page; whether one was another.
  reset: (program) => {
    const others = of(program).filter(differs);
    for (const {field, preset} of others) {
      field.value = preset;
      field.dispatchEvent(new Event("input", {bubbles: true}));
    }
    return others.length > 0;
  },
};
for (const one of knobs) one.field.addEventListener("input", () => { show(one); runSoon(one); });
})();
