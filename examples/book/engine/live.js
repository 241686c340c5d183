// live.js: what the pages share in which a model trains: questions to one, see examples/live/, and drawings of its
// answers. run.js has loaded it; it loads live_gpt.js or live_product.js, into the section of a page that has the
// heading "Train it in the page".
"use strict";
(() => {
const {make, load, loaded} = window.holoPage;

// A model in a worker of its own. ask(...words) gives its answer; one that is an error is thrown.
async function model(...words) {
  await loaded();
  const session = holo.session();
  const ask = async (...question) => {
    const answer = await session.ask(question.map(String));
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  try {
    return {about: await ask(...words), ask, stop: session.stop};
  } catch (problem) {
    session.stop();
    throw problem;
  }
}

// An element of SVG: shape("line", {x1: 0, ...}, children).
const shape = (tag, values, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// Curves over steps: {title, low, high, yardstick: {at, words}}, and draw([{name, points: [[step, value], ...]}, ...]).
function chart({title, low, high, yardstick, log = false}) {
  const width = 640, height = 230, left = 56, bottom = 26, inner = width - left - 10;
  const of = (value) => log ? Math.log10(Math.max(value, low)) : value;
  const y = (value) => (height - bottom) - (of(Math.min(high, value)) - of(low)) / (of(high) - of(low)) * (height - bottom - 10);
  const label = shape("title", {}, title), lines = shape("g", {});
  const svg = shape("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", class: "chart"}, label, lines);
  const words = (x, at, text, anchor = "end") => shape("text", {x, y: at, "text-anchor": anchor}, text);
  const ticks = log ? [1, 0.1, 0.01, 0.001, 0.0001].filter((one) => one >= low && one <= high)
    : Array.from({length: 5}, (_, i) => low + i * (high - low) / 4);
  const draw = (curves, said) => {
    const last = Math.max(50, ...curves.flatMap(({points}) => points.slice(-1).map(([step]) => step)));
    const x = (step) => left + step / last * inner;
    label.textContent = said ? `${title}: ${said}` : title;
    lines.replaceChildren(...ticks.flatMap((value) => [
      shape("line", {x1: left, x2: left + inner, y1: y(value), y2: y(value), class: "grid"}),
      words(left - 6, y(value) + 4, log ? String(value) : value.toFixed(1))]),
    ...[0, last / 2, last].map((step) => words(x(step), height - 8, String(Math.round(step)), step === last ? "end" : "middle")),
    ...yardstick ? [shape("line", {x1: left, x2: left + inner, y1: y(yardstick.at), y2: y(yardstick.at), class: "yardstick"}),
      words(left + inner, y(yardstick.at) - 5, yardstick.words)] : [],
    ...curves.map(({name, points}) => shape("polyline", {class: name,
      points: points.map(([step, value]) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ")})));
  };
  draw([]);
  return {svg, draw};
}

// Train, which becomes Pause, and Start again. `step` trains a little and draws; `begin` makes the models anew.
function controls({begin, step, most = Infinity}) {
  const train = make("button", {type: "button", className: "run"}, "Train"), again = make("button", {type: "button"}, "Start again");
  const seed = make("input", {value: "42", size: 6, inputMode: "numeric"}), state = make("span", {className: "state"});
  state.setAttribute("role", "status");
  let running = false, ready = false, turn = 0;
  const tell = (text) => { state.textContent = text; };
  const stop = () => { running = false; train.textContent = "Train"; };
  // What an earlier turn still waits for is not drawn.
  const start = async () => {
    const mine = ++turn;
    stop();
    ready = false;
    tell("The engine is loaded.");
    try {
      await begin(seed.value);
      if (mine === turn) ready = true, tell("");
    } catch (problem) {
      if (mine === turn) tell(problem.message);
    }
    return ready && mine === turn;
  };
  const run = async () => {
    if (running) return stop();
    if (!ready && !await start()) return;
    const mine = turn;
    running = true;
    train.textContent = "Pause";
    try {
      while (running && mine === turn) {
        const told = await step();
        if (mine !== turn) return;
        tell(told.words);
        if (told.step >= most) stop();
      }
    } catch (problem) {
      if (mine === turn) stop(), tell(problem.message);
    }
  };
  train.addEventListener("click", run);
  again.addEventListener("click", start);
  const row = make("div", {className: "bench"}, train, " ", again, " ", make("label", {}, "seed ", seed), " ", state);
  return {row, tell, start, get ready() { return ready; }};
}

window.holoLive = {model, chart, controls, shape};
const heading = document.getElementById("train-it-in-the-page");
if (heading) {
  let last = heading;
  while (last.nextElementSibling && !/^H[12]$/.test(last.nextElementSibling.tagName)) last = last.nextElementSibling;
  const place = make("div", {className: "live"});
  last.after(place);
  window.holoLive.place = place;
  load(/\/17_[^/]*$/.test(document.location.pathname) ? "live_gpt.js" : "live_product.js");
}
})();
