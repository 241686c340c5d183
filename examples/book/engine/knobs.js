// knobs.js: the numbers of a listing that the page declares as knobs can be changed: the program runs anew with them, and its
// outputs on the page follow. They are in the address, #knobs=..., and nowhere else. run.js has loaded it.
"use strict";
(() => {
const {make} = window.holoPage;
// "w" of w(2.0 and of w = 2; "fc2.weight, number 3" in a list, or "uniform, number 2" of a call.
function nameOf(line, at, index) {
  const head = line.slice(0, at), lists = ["tensor", "copy_"];
  const direct = head.match(/([A-Za-z_]\w*)\W*$/)?.[1], call = head.match(/(\w+)\([^()]*$/)?.[1];
  const several = lists.includes(direct) || /^[^()]*,\s*-?\d/.test(line.slice(at));
  if (direct && (direct !== call || !several)) return head.match(/(\w+) = \w+\([^()]*$/)?.[1] ?? direct;
  const named = lists.includes(call) ? line.match(/(\w+) = /)?.[1] ?? line.match(/^([\w.]+)\.\w+\(/)?.[1] : call;
  return `${named ?? "list"}, number ${Number(index) + 1}`;
}
const knobs = [...document.querySelectorAll("span.knob")].map((span) => {
  const {of: program, line, index, low, high} = span.dataset, preset = span.textContent, whole = !preset.includes(".");
  const field = make("input", {type: "number", className: "knob", value: Number(preset), min: low, max: high, step: whole ? 1 : 0.5, title: `from ${low} to ${high}; it was ${preset}`});
  const at = [...line.replace(/"[^"]*"/g, (text) => "_".repeat(text.length)).matchAll(/(?<![\w.])\d+(?:\.\d*)?/g)][index]?.index ?? 0;
  field.setAttribute("aria-label", `${nameOf(line, at, index)} in ${program}`);
  field.style.setProperty("--letters", Math.max(...[low, high, preset].map((text) => text.length)));
  span.replaceWith(field);
  return {program, line, index, field, preset: String(Number(preset))};
});
// The outputs that follow have the flags of the first one behind the first listing with a knob of the program.
const flagsOf = {};
for (const {program, field} of knobs)
  flagsOf[program] ??= [...document.querySelectorAll(`figure[data-program="${program}"]:not([data-stepper])`)].find((figure) =>
    field.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING)?.dataset.flags;
const changed = (one) => one.field.value !== "" && one.field.validity.rangeOverflow === false && one.field.validity.rangeUnderflow === false && Number(one.field.value) !== Number(one.preset);
window.holoPage.settings = (program) => ({HOLO_KNOBS: knobs.filter((one) => one.program === program && changed(one))
  .map(({index, field, line}) => `${index}\t${Number(field.value)}\t${line}`).join("\n")});
const keep = () => {
  const values = knobs.map((one) => (changed(one) ? String(Number(one.field.value)) : ""));
  history.replaceState(null, "", values.some(Boolean) ? "#knobs=" + values.join(",") : location.pathname + location.search);
};
let timer;
const follow = (program) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    for (const figure of document.querySelectorAll(`figure[data-program="${program}"]`)) if (figure.dataset.flags === flagsOf[program]) figure.run?.();
  }, 150);
};
const show = (one) => one.field.classList.toggle("set", changed(one));
for (const one of knobs) {
  one.field.addEventListener("input", () => { show(one); keep(); follow(one.program); });
}
const given = location.hash.match(/^#knobs=([-\d.,e]*)$/)?.[1].split(",") ?? [];
const used = new Set();
knobs.forEach((one, i) => {
  if (!given[i] || !Number.isFinite(Number(given[i]))) return;
  one.field.value = Number(given[i]);
  show(one);
  if (changed(one)) used.add(one.program);
});
used.forEach(follow);
})();
