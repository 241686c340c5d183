// step.js: below a listing, what the program did there: graph and card of a log, forward and back, with the line lit in
// the listings of the page. Without it the log is a text. It loads trace.js when the reader opens one.
"use strict";
(() => {
const {make, load, pages} = window.book;
let loading;
const loaded = () => loading ??= load("trace.js");

// Of all listings of the file the line is lit; of several steps that are open the last one counts.
function light(file, line) {
  for (const row of document.querySelectorAll(".row[aria-current]")) row.removeAttribute("aria-current");
  if (!line) return;
  for (const listing of document.querySelectorAll(".listing[data-file]")) {
    if (listing.dataset.file !== file) continue;
    for (const row of listing.querySelectorAll(`.row[data-line="${line}"]`)) row.setAttribute("aria-current", "step");
  }
}

// ---- numbers that the reader has changed: run.js ----

// Two computers may differ in the last digits.
const isOther = (a, b) => !Object.is(Number(a), Number(b)) && !(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)));
// The numbers of each event.
function numbersOf({kind, size, numbers}) {
  let at = 0;
  return kind.map((k, e) => numbers.slice(at, at += size[e] * (k === 3 ? 2 : 1)));  // 3: a contribution
}
// What the program does with them, in a worker of the engine: the same part of the log with other numbers. undefined where
// nothing is changed there, or other things happen.
async function logNow(figure, printed) {
  const words = figure.dataset.command.split(" "), settings = window.holoPage?.knobs?.settings(words[0]);
  if (!settings?.HOLO_KNOBS) return undefined;
  const file = "/steps.json", flags = ["--trace-events", "1000", "--trace", file];
  const told = await new Promise((done) => window.holoPage.start([...words, ...flags], (message) => "status" in message && done(message), {settings, file}));
  if (!told.written) return undefined;
  const log = JSON.parse(told.written), list = (name) => figure.dataset[name].split(" ").map(Number);
  const nodes = list("nodes").map((node, i) => log.nodes[node]?.with(6, printed.nodes[i][6]).with(7, printed.nodes[i][7]));
  const ofEvents = numbersOf(log), numbers = list("events").flatMap((event) => ofEvents[event] ?? []);
  if (nodes.includes(undefined) || numbers.length !== printed.numbers.length) return undefined;
  const same = !numbers.some((x, i) => isOther(x, printed.numbers[i])) && JSON.stringify(nodes) === JSON.stringify(printed.nodes);
  return same ? undefined : {...printed, numbers, nodes};
}

function addStep(figure) {
  const data = figure.querySelector("script"), text = figure.querySelector(".log");
  const printed = JSON.parse(data.textContent), other = JSON.parse(figure.dataset.other);
  const open = make("button", {type: "button"}, "Step through it"), about = make("span", {className: "quiet"}, `${printed.event_count} steps, forward and back`);
  const at = make("p", {className: "at", hidden: true}), place = make("div", {className: "trace"});
  open.setAttribute("aria-expanded", "false");
  // What is lit is in the listing above; a line that is not there is said here.
  let trace, step = 0, turn = 0;
  const show = ({detail}) => {
    const {file, line} = detail;
    step = detail.step;
    light(file, line);
    at.replaceChildren(...line in other && file === figure.dataset.file ? [
      make("a", {href: `${pages}source/${file}.html#L-${line}`}, `Line ${line}`), " ", make("code", {}, other[line])] : ["\u00a0"]);
  };
  // With the numbers of now, at the step where it was.
  const draw = async () => {
    const mine = ++turn, now = await logNow(figure, printed);
    if (mine !== turn) return;
    trace = make("hologradient-trace", {}, make("script", {type: "application/json"}, JSON.stringify(now ?? printed)));
    if (step) trace.setAttribute("step", step);
    trace.addEventListener("step", show);
    about.textContent = `${printed.event_count} steps, forward and back${now ? ", with your numbers" : ""}`;
    place.replaceChildren(trace);
  };
  let timer;
  document.addEventListener("input", (event) => {
    if (!trace || !event.target.matches('input.knob:not([aria-invalid="true"])')) return;
    clearTimeout(timer);
    timer = setTimeout(() => trace && draw(), 300);
  });
  const toggle = async () => {
    if (trace) {
      place.replaceChildren();
      trace = undefined;
      ++turn;
      light();
    } else {
      try {
        await loaded();
      } catch (problem) {
        about.textContent = problem.message;
        return;
      }
      step = 1;
      await draw();
    }
    at.hidden = !trace || !Object.keys(other).length;
    open.textContent = trace ? "Close" : "Step through it";
    open.setAttribute("aria-expanded", String(!!trace));
    trace?.shadowRoot.getElementById("step").focus({preventScroll: true});
  };
  open.addEventListener("click", toggle);
  figure.querySelector("figcaption").classList.add("of-text");
  text.classList.add("of-text");
  figure.append(make("p", {className: "bar-of-step"}, open, " ", about), at, place);
}

document.querySelectorAll("figure.step").forEach(addStep);
})();
