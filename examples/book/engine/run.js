// run.js: makes the printed outputs of a page run. Below each <figure data-program data-flags> it puts Run, Stop and the
// flags; what the program prints now comes below what is printed there. Numbers of a listing may be knobs. The engine is loaded with
// the first Run.
"use strict";
(() => {
const {make, load} = window.book;
let engine;
const loaded = () => engine ??= load("engine.js");
const start = (words, on, {input, settings, file} = {}) => {
  let program, stopped = false;
  loaded().then(() => { if (!stopped) program = holo.run(words, {input, settings, file, on}); },
    (problem) => on({error: `${problem.message}\n`, status: 126}));
  return {stop: () => { stopped = true; program ? program.stop() : on({status: 130}); }};
};
const everything = (words, options) => new Promise((done) => {
  const all = {out: "", error: ""};
  start(words, (message) => {
    for (const kind of ["out", "error"]) all[kind] += message[kind] ?? "";
    if ("status" in message) done({...all, status: message.status});
  }, options);
});
// What the playground says of lines, as JSON: {error} where it says nothing else.
const asked = async (words, input) => {
  const {out, error, status} = await everything(["playground", "--json", ...words], {input});
  try {
    return JSON.parse(out);
  } catch {
    return {error: {line: 0, column: 0, message: error.replace(/^error: /, "").trim() || `It ended with status ${status}.`}};
  }
};

const usual = {}, usually = (words) => usual[words.join("\n")] ??= everything(words);

// ---- what a program has printed now beside what the page has: only the part that the page shows is compared ----

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
const mark = (line, name, sign, words) => make("span", {className: `line ${name}`}, make("i", {title: words}, sign), `${line}\n`);
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
// A line at the place of a line of the page is that line with other numbers.
function compare(shown, all, usual, words) {
  const [from, to] = partOf(shown, usual, all), now = all.slice(from, to), before = usual === all ? [] : usual.slice(...partOf(shown, usual, usual));
  const theirs = new Set(before), there = new Set(pairs(shown, before).map(([, at]) => at)), atPlace = there.size === wantedOf(shown) && before.length === now.length;
  const found = pairs(shown, now), same = new Map(found.map(([i, j]) => [j, i]));
  const missing = (begin, end) => shown.slice(begin, end).some((line) => line.trim() !== "..." && line !== "");
  const more = (line) => mark(line, "more", " ", ""), lines = all.slice(0, from).map(more);
  let last = -1, at = 0;
  for (const [i, j] of [...found, [shown.length, now.length]]) {
    const changed = missing(last + 1, i);
    for (; at < j; ++at) lines.push(changed && now[at] !== "" && (!atPlace || there.has(at)) && !theirs.has(now[at]) ? mark(now[at], "changed", "≠", "another line than on the page") : more(now[at]));
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

// ---- a figure ----

function addRun(figure) {
  const program = figure.dataset.program, printed = figure.querySelector("samp");
  const shown = printed.textContent.replace(/\n$/, "").split("\n");
  const button = make("button", {type: "button", className: "run"}, "Run"), reset = make("button", {type: "button", className: "reset", hidden: true}, "As printed");
  const flags = make("input", {value: figure.dataset.flags, size: 14, spellcheck: false, autocapitalize: "off", autocomplete: "off", placeholder: "--help"}), state = make("span", {className: "state", role: "status"});
  const now = make("samp"), pane = make("pre", {className: "now", hidden: true}, now);
  figure.append(make("div", {className: "bench"}, button, " ", make("label", {}, "flags ", flags), " ", reset, state), pane);
  let running, followed = -Infinity;
  const command = () => [program, ...flags.value.split(" ").filter(Boolean)], knobs = () => window.holoPage.knobs;
  figure.update = () => { reset.hidden = flags.value === figure.dataset.flags && !knobs()?.differs(program, figure, !pane.hidden); };
  const run = () => {
    // A new number has begun this run a moment ago: a reader who presses the button now has not yet seen that it says Stop.
    if (running && performance.now() - followed < 1000) return;
    if (running) return running.stop();
    const problem = knobs()?.problem(program);
    pane.classList.toggle("old", !!problem);
    if (problem) { state.textContent = `not run: ${problem}`; return; }
    let out = "", error = "";
    const began = performance.now();
    button.textContent = "Stop";
    state.textContent = engine ? "running" : "the engine is loaded";
    pane.hidden = false;
    figure.update();
    const settings = knobs()?.settings(program) ?? {}, words = knobs()?.words(program, figure) ?? "";
    running = start(command(), async (message) => {
      out += message.out ?? "";
      error += message.error ?? "";
      if (!("status" in message)) { now.textContent = out + error; return; }
      running = undefined;
      button.textContent = "Run";
      const all = out.replace(/\n$/, "").split("\n");
      const usual = settings.HOLO_KNOBS ? (await usually(command())).out.replace(/\n$/, "").split("\n") : all;
      if (running) return;
      const found = compare(shown, all, usual, words);
      now.replaceChildren(...found.lines, ...error ? [mark(error.trim(), "changed", "!", "an error")] : []);
      pane.scrollTop = found.from ? now.children[found.from].offsetTop - pane.offsetTop : 0;
      state.textContent = message.status === 130 ? "stopped" : message.status !== 0 ? `it ended with status ${message.status}` :
        `${((performance.now() - began) / 1000).toFixed(1)} s${summary(found, words)}`;
      figure.dataset.status = message.status;
      figure.dataset.equal = String(message.status === 0 && found.equal === found.wanted);
    }, {settings});
  };
  figure.run = () => {
    running?.stop();
    run();
    followed = performance.now();
  };
  button.addEventListener("click", run);
  flags.addEventListener("input", figure.update);
  flags.addEventListener("keydown", (event) => { if (event.key === "Enter") figure.run(); });
  reset.addEventListener("click", () => {
    const follows = knobs()?.reset(program);
    flags.value = figure.dataset.flags;
    figure.update();
    if (!follows && !running) run();
  });
}

window.holoPage = {loaded, start, asked};
if (document.getElementById("your-own-lines")) load("playground.js");
if (document.getElementById("train-it-in-the-page")) load("live.js");
for (const figure of document.querySelectorAll("figure[data-program]:not([data-stepper])")) {
  if (/^\d\d_/.test(figure.dataset.program)) addRun(figure);
}
// Who reads the book in a browser may have no make.
const commands = [...document.querySelectorAll("figure.commands")].find((one) => one.textContent.includes("make run-"));
if (commands && document.querySelector(".bench")) {
  commands.after(make("p", {className: "quiet no-make"}, "Here nothing needs to be installed: press Run below an output."));
}
})();

// ---- knobs: the numbers of a listing that the page declares as knobs can be changed: the program runs anew with them, and the
// output of that listing follows ----

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
  const field = make("input", {type: "number", className: "knob", value: Number(preset), min: low, max: high, step: whole ? 1 : Math.min(0.5, Math.abs(preset) || 0.5), title: `from ${low} to ${high}; the page has ${preset}`});
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
for (const [listing, problem] of listings) {
  listing.append(problem, listing.answer = make("p", {className: "knob-answer", hidden: true}));
}
knobs[0]?.field.closest("figure.listing").before(make("p", {className: "knob-about"}, "You can change the framed numbers. The program then runs anew by itself."));

const show = (one) => {
  const listing = one.field.closest("figure.listing"), problem = listings.get(listing);
  one.field.classList.toggle("set", changed(one));
  one.field.setAttribute("aria-invalid", String(!fits(one)));
  if (fits(one)) one.field.removeAttribute("aria-describedby");
  else one.field.setAttribute("aria-describedby", problem.id);
  const wrong = knobs.filter((other) => !fits(other) && listing.contains(other.field));
  problem.textContent = wrong.map(({allowed}) => allowed).join("; ");
  problem.hidden = !wrong.length;
  listing.answer.hidden = !one.figure || !knobs.some((other) => changed(other) && listing.contains(other.field));
  if (one.figure) {
    one.figure.id ||= `${one.program}-prints-${figuresOf(one.program).indexOf(one.figure) + 1}`;
    listing.answer.replaceChildren("With your numbers: ", make("a", {href: `#${one.figure.id}`}, `what ${one.program} prints`), ".");
  }
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
