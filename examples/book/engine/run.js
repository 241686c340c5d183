// run.js: makes the printed outputs of a page run. Beside each <figure data-program data-flags> it puts Run, Stop and the
// flags that the page speaks of; what the program prints now comes beside what is printed there. The engine is loaded
// with the first Run.
"use strict";
(() => {
const {scripts, pages} = window.bookPlaces;
const make = (tag, values, ...children) => {
  const element = Object.assign(document.createElement(tag), values);
  element.append(...children);
  return element;
};
const load = (script) => new Promise((done, failed) =>
  document.head.append(make("script", {src: scripts + script, onload: done, onerror: () => failed(new Error(`${script} cannot be loaded`))})));
let engine;
const loaded = () => engine ??= load("engine.js");
const start = (words, on, {input, settings, file} = {}) => {
  let program, stopped = false;
  loaded().then(() => { if (!stopped) program = holo.run(words, {input, settings, file, on}); },
    (problem) => on({error: `${problem.message}\n`, status: 126}));
  return {stop: () => { stopped = true; program ? program.stop() : on({status: 130}); }};
};
const everything = (words) => new Promise((done) => {
  let out = "";
  start(words, (message) => { out += message.out ?? ""; if ("status" in message) done(out); });
});

const usual = {}, usually = (words) => usual[words.join("\n")] ??= everything(words);

// ---- flags: a program's --help says their names, ranges, defaults and choices ----

// Those of a line "  --steps N   training steps (1 to 1000000, default 500)".
function flagOf(line) {
  const found = line.match(/^  (--[a-z0-9-]+)(?: (\S+))?\s{2,}(.*)$/);
  if (!found) return;
  const [, name, kind, help] = found, preset = help.match(/default ([^)]*)\)$/)?.[1];
  const [, low, high] = help.match(/\((?:(-?[\d.]+) to (-?[\d.]+)|above|at least)/) ?? [];
  return {name, kind, help: help.replace(/ \([^)]*\)$/, ""), preset, low: Number(low ?? 0), high: Number(high ?? Infinity)};
}
const schemas = {};
const schemaOf = (program) => schemas[program] ??= everything([program, "--help"]).then((help) =>
  new Map(help.split("\n").map(flagOf).filter(Boolean).map((flag) => [flag.name, flag])));

// The flags that the page names, those of this block first.
const unasked = new Set(["--device", "--trace", "--trace-scope", "--trace-events", "--step", "--help", "--data", "--losses", "--log", "--out", "--plot"]);
function namedFlags(figure, schema) {
  const text = [figure.dataset.flags, ...[...document.querySelectorAll("article code")].map((code) => code.textContent)].join(" ");
  const names = [...new Set(text.match(/--[a-z0-9-]+/g) ?? [])];
  return names.filter((name) => schema.has(name) && !unasked.has(name)).slice(0, 3).map((name) => schema.get(name));
}

// A slider of a number goes by factors, from a hundredth of the default to four times it: few steps are learned little from.
function scaleOf(flag) {
  const preset = Number(flag.preset), whole = flag.kind === "N";
  const least = Math.max(flag.low, whole && preset <= 16 ? flag.low : preset / 100), most = Math.min(flag.high, Math.max(4 * preset, flag.low + 4));
  const round = (x) => whole ? Math.round(x < 100 ? x : Number(x.toPrecision(2))) : Number(x.toPrecision(2));
  if (least <= 0 || most <= 16) return {to: (x) => (x - least) / (most - least), of: (t) => round(least + t * (most - least))};
  return {to: (x) => Math.log(x / least) / Math.log(most / least), of: (t) => round(least * (most / least) ** t)};
}
function control(flag, given, changed) {
  const label = make("label", {title: flag.help}, make("code", {}, flag.name), " ");
  if (flag.kind === undefined) {
    const box = make("input", {type: "checkbox", checked: given !== undefined, oninput: changed});
    label.append(box);
    return {label, words: () => box.checked ? [flag.name] : []};
  }
  const value = given ?? flag.preset ?? "";
  if (flag.kind.includes("|")) {
    const select = make("select", {oninput: changed}, ...flag.kind.split("|").map((name) => make("option", {}, name)));
    select.value = value;
    label.append(select);
    return {label, words: () => [flag.name, select.value]};
  }
  const typed = make("input", {value, size: 8, oninput: changed, inputMode: /^[NX]$/.test(flag.kind) ? "decimal" : "text"});
  if (/^[NX]$/.test(flag.kind) && Number.isFinite(Number(flag.preset))) {
    const scale = scaleOf(flag), slider = make("input", {type: "range", min: 0, max: 1, step: 0.005, value: scale.to(Number(value))});
    slider.setAttribute("aria-label", flag.name);
    slider.addEventListener("input", () => { typed.value = scale.of(Number(slider.value)); changed(); });
    typed.addEventListener("input", () => { slider.value = scale.to(Number(typed.value)); });
    label.append(slider, " ");
  }
  label.append(typed);
  return {label, words: () => typed.value === "" ? [] : [flag.name, typed.value]};
}
// The words of a command line, with those of the controls in place of the old ones.
function commandOf(figure, controls, schema) {
  const old = figure.dataset.flags.split(" ").filter(Boolean), words = [];
  for (let i = 0; i < old.length; ++i) {
    const has = schema?.get(old[i])?.kind !== undefined;
    if (!controls.has(old[i])) words.push(...old.slice(i, i + (has ? 2 : 1)));
    if (has) ++i;
  }
  for (const [name, one] of controls) {
    const mine = one.words(), preset = schema.get(name).preset;
    if (mine.length === 1 || (mine.length === 2 && mine[1] !== preset) || old.includes(name)) words.push(...mine);
  }
  return words;
}

// ---- a figure ----

function addRun(figure) {
  const program = figure.dataset.program, printed = figure.querySelector("samp");
  const shown = printed.textContent.replace(/\n$/, "").split("\n");
  const button = make("button", {type: "button", className: "run"}, "Run"), reset = make("button", {type: "button", className: "reset", hidden: true}, "As printed");
  const flags = make("span", {className: "flags"}), state = make("span", {className: "state", role: "status"});
  const now = make("samp"), pane = make("pre", {className: "now", hidden: true}, now);
  figure.append(make("div", {className: "bench"}, button, " ", flags, reset, state), pane);
  let running, schema, controls = new Map();
  const command = () => [program, ...commandOf(figure, controls, schema)], knobs = () => window.holoPage.knobs;
  let printedCommand;
  figure.update = () => { reset.hidden = !(printedCommand && command().join(" ") !== printedCommand) && !knobs()?.differs(program, figure, !pane.hidden); };
  const showFlags = async () => {
    schema = await schemaOf(program);
    const old = figure.dataset.flags.split(" ");
    controls = new Map(namedFlags(figure, schema).map((flag) => {
      const at = old.indexOf(flag.name);
      return [flag.name, control(flag, at < 0 ? undefined : flag.kind === undefined ? "" : old[at + 1], figure.update)];
    }));
    printedCommand = command().join(" ");
    flags.replaceChildren(...[...controls.values()].map((one) => one.label));
  };
  const run = () => {
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
      await comparing;
      const all = out.replace(/\n$/, "").split("\n");
      const usual = settings.HOLO_KNOBS ? (await usually(command())).replace(/\n$/, "").split("\n") : all;
      if (running) return;
      const {mark, compare, summary} = window.holoPage.compare, found = compare(shown, all, usual, words);
      now.replaceChildren(...found.lines, ...error ? [mark(error.trim(), "changed", "!", "an error")] : []);
      pane.scrollTop = found.from ? now.children[found.from].offsetTop - pane.offsetTop : 0;
      state.textContent = message.status === 130 ? "stopped" : message.status !== 0 ? `it ended with status ${message.status}` :
        `${((performance.now() - began) / 1000).toFixed(1)} s${summary(found, words)}`;
      figure.dataset.status = message.status;
      figure.dataset.equal = String(message.status === 0 && found.equal === found.wanted);
      if (!schema) showFlags();
    }, {settings});
  };
  figure.run = () => { if (running) running.stop(); run(); };
  button.addEventListener("click", run);
  reset.addEventListener("click", async () => {
    const follows = knobs()?.reset(program);
    if (schema) await showFlags();
    figure.update();
    if (!follows && !running) run();
  });
}

window.holoPage = {make, load, loaded, start, pages};
const comparing = load("compare.js");
if (document.getElementById("your-own-lines")) load("playground.js");
if (document.querySelector(".knob")) load("knobs.js");
if (document.querySelector(".formulas")) load("formulas.js");
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
