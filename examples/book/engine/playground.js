// playground.js: the page of the playground calculates while its reader types: each line with its number, its gradient and
// its slope, the graph with its steps, and the paths of a gradient. The lines are in the address, #sheet=..., and nowhere
// else. run.js has loaded it. The examples are those whose output the page shows.
"use strict";
(() => {
const {make, load} = window.book, {asked} = window.holoPage;
const figures = [...document.querySelectorAll('figure[data-program="playground"]')];
const begin = document.getElementById("your-own-lines");
const field = make("textarea", {id: "sheet:text", rows: 6, spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off"});
const choice = make("select", {id: "sheet:example"}, make("option", {value: ""}, "of your own"));
const problem = make("p", {className: "problem", hidden: true});
const status = make("p", {className: "state"}, "The engine is loaded.");
const rows = make("tbody", {}), why = make("pre", {className: "why", hidden: true, tabIndex: 0}), drawing = make("div", {className: "drawing"});
for (const [element, name, value] of [[problem, "role", "alert"], [status, "role", "status"], [field, "aria-describedby", "sheet:problem"],
  [why, "role", "group"], [why, "aria-label", "Where a gradient comes from"], [why, "aria-live", "polite"]]) element.setAttribute(name, value);
problem.id = "sheet:problem";
const head = (text, className = "") => make("th", {scope: "col", className}, text);
const table = make("div", {className: "table"}, make("table", {}, make("thead", {}, make("tr", {}, head("line"), head("change"), head("data", "right"), head("gradient", "right"),
    head("slope", "right"), head("equal"), head("ask"))), rows));

// ---- what the engine says ----

const examples = new Map(figures.map((figure) => {
  const name = figure.dataset.flags.match(/--example (\S+)/)?.[1], head = [...document.querySelectorAll("h3")].filter((h) =>
    h.compareDocumentPosition(figure) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1);
  return [name, head ? head.firstChild.textContent.trim() : name];
}));

// One calculation at a time; of those that wait the newest.
let running = false, waiting = false, explained = "";
async function calculate() {
  waiting = running;
  if (running) return;
  running = true;
  const text = field.value, words = explained ? ["--why", explained] : [];
  const told = await asked(words, text);
  running = false;
  if (!waiting || !told.error) show(told, text);
  if (waiting) calculate();
}

// ---- the lines ----

const number = (text) => text.replace("inf", "∞").replace(/^nan$/, "NaN").replace(/^-/, "−");
const LEAF = /^(\s*[A-Za-z_]\w*\s*=\s*)([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?=\s*(?:#.*)?$)/;
let shape = "", results = [];

// A slider for a line that is a number alone: as far to both sides as the number is large.
function sliderOf(result) {
  const at = result.line - 1, found = field.value.split("\n")[at]?.match(LEAF);
  if (!found) return "";
  const x = Number(found[2]), reach = Math.max(1, 2 * Math.abs(x)), step = Number((reach / 100).toPrecision(1));
  const slider = make("input", {type: "range", min: x - Math.ceil(reach / step) * step, max: x + Math.ceil(reach / step) * step, step, value: x});
  slider.setAttribute("aria-label", result.name);
  slider.addEventListener("input", () => {
    const lines = field.value.split("\n");
    lines[at] = lines[at].replace(LEAF, (_, head) => head + String(Number(Number(slider.value).toPrecision(6))));
    field.value = lines.join("\n");
    keep();
    calculate();
  });
  return slider;
}
function rowOf(result) {
  const ask = make("button", {type: "button", className: "ask"}, "why?");
  ask.setAttribute("aria-label", `Why the gradient of ${result.name}`);
  ask.addEventListener("click", () => {
    explained = explained === result.name ? "" : result.name;
    calculate();
  });
  return make("tr", {}, make("th", {scope: "row"}, make("code", {})), make("td", {className: "move"}, sliderOf(result)), make("td", {className: "right"}),
    make("td", {className: "right grad"}), make("td", {className: "right"}), make("td", {className: "verdict"}), make("td", {}, result.name ? ask : ""));
}
function fill(row, result) {
  const [head, , data, gradient, slope, verdict, last] = row.cells;
  head.firstChild.textContent = result.text;
  data.textContent = number(result.data);
  gradient.textContent = result.leads ? number(result.gradient) : "–";
  slope.textContent = result.leads ? number(result.slope) : "–";
  verdict.textContent = !result.leads ? "not used by the last line" : result.agrees ? "✓" : result.verdict;
  verdict.title = result.agrees && result.leads ? "the slope, from two points, is the gradient" : "";
  last.querySelector("button")?.setAttribute("aria-pressed", String(explained === result.name));
}
function show(told, text) {
  problem.hidden = !told.error;
  field.setAttribute("aria-invalid", String(!!told.error));
  // What was calculated before an error stays, grey and still.
  const old = !!told.error && results.length > 0;
  status.textContent = old ? "The table and the graph are those before the error." : "";
  for (const part of [table, why, drawing]) { part.classList.toggle("old", old); part.inert = old; }
  if (told.error) {
    const {line, column, message} = told.error;
    if (explained && !line) { explained = ""; return calculate(); }
    const shown = line ? `${text.split("\n")[line - 1]}\n${" ".repeat(column - 1)}^` : "";
    problem.replaceChildren(message, ...shown ? [make("code", {}, shown)] : []);
    return;
  }
  results = told.lines;
  const now = results.map(({name, line}) => `${name}:${line}`).join();
  if (now !== shape) rows.replaceChildren(...results.map(rowOf));
  shape = now;
  results.forEach((result, i) => fill(rows.rows[i], result));
  why.hidden = !told.why;
  why.textContent = told.why;
  draw(told.log);
}

// ---- the graph, anew when the reader pauses; it stays at its step ----

let timer, step = null, events = 0, drawn = false;
function draw(log) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const data = make("script", {type: "application/json"}, JSON.stringify(log)), trace = document.createElement("hologradient-trace");
    if (step !== null && events === log.event_count) trace.setAttribute("step", step);
    events = log.event_count;
    trace.append(data);
    trace.addEventListener("step", ({detail}) => {
      step = detail.step || null;
      results.forEach(({line}, i) => rows.rows[i]?.toggleAttribute("data-now", line === detail.line));
    });
    drawing.replaceChildren(trace);
    drawn = true;
  }, drawn ? 300 : 0);
}

// ---- the address ----

function keep() {
  choice.value = "";
  history.replaceState(null, "", "#sheet=" + encodeURIComponent(field.value));
}
function take(text) {
  field.value = text;
  field.rows = Math.min(20, Math.max(6, text.split("\n").length));
  shape = "";
  step = null;
  calculate();
}
function given() {
  if (!location.hash.startsWith("#sheet=")) return null;
  try {
    return decodeURIComponent(location.hash.slice(7)).replaceAll("\r", "");
  } catch {
    return "";
  }
}
async function choose(name) {
  const {sheet} = await asked(["--example", name]);
  if (sheet === undefined) return;
  explained = "";
  location.hash = "#sheet=" + encodeURIComponent(sheet);
  choice.value = name;
}

for (const [name, title] of examples) choice.append(make("option", {value: name}, title));
choice.addEventListener("change", () => choice.value && choose(choice.value));
field.addEventListener("input", () => { shape = ""; keep(); calculate(); });
addEventListener("hashchange", () => { const text = given(); if (text !== null && text !== field.value) take(text); });

(begin.querySelector("p:has(a[href*=train-it])") ?? begin.querySelector("h2")).after(make("section", {className: "sheet-bench"},
  make("p", {className: "choose", hidden: !examples.size}, make("label", {htmlFor: "sheet:example"}, "Example"), " ", choice),
  make("label", {htmlFor: "sheet:text", className: "name"}, "Lines"), field, problem, status,
  table, why, drawing));
load("trace.js").then(async () => {
  const text = given();
  if (text !== null) take(text);
  else {
    const {sheet, error} = await asked(["--example", "chain-rule"]);
    if (error) show({error}, "");
    else { take(sheet); choice.value = "chain-rule"; }
  }
});
})();
