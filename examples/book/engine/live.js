// live.js: what the pages share in which a model trains: questions to one, see examples/support/live/, and drawings of its
// answers. run.js has loaded it; it loads live_gpt.js or live_product.js, into the section of a page that has the
// heading "Train it in the page".
"use strict";
(() => {
const {make, load} = window.book, {loaded} = window.holoPage;

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

// What is wrong with a field is shown next to it: say("a whole number"), and say("") when it is right, which gives true.
let fields = 0;
function beside(field) {
  const element = make("span", {className: "wrong", id: `wrong-${++fields}`});
  element.setAttribute("role", "status");
  field.setAttribute("aria-describedby", element.id);
  const say = (text) => {
    element.textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
    return text === "";
  };
  return {element, say};
}

// Train, which becomes Pause, and Start again. `step` trains a little and draws; `begin` makes the models anew, and keeps
// none when `still` says that a later beginning has overtaken it; `rest` is told when the training pauses. After `most`
// steps it pauses by itself, and Train goes on by as many more.
function controls({begin, step, rest = () => {}, most}) {
  const train = make("button", {type: "button", className: "run"}, "Train"), again = make("button", {type: "button"}, "Start again");
  const seed = make("input", {value: "42", size: 6, inputMode: "numeric"}), wrong = beside(seed), state = make("span", {className: "state"});
  state.setAttribute("role", "status");
  let running = false, ready = false, turn = 0, looping = 0, done = 0, goal = most, opening;
  const tell = (text) => { state.textContent = text; };
  const stop = () => { running = false; train.textContent = ready && done >= goal ? `Train ${most} more` : "Train"; };
  const right = () => wrong.say(/^\d+$/.test(seed.value.trim()) && Number(seed.value) <= 1e9 ? "" : "a whole number from 0 to 1000000000");
  // What an earlier turn still waits for is not drawn.
  const start = () => {
    if (!right()) return Promise.resolve(false);
    const mine = ++turn;
    ready = false;
    stop();
    done = 0, goal = most;
    tell("Loading the engine.");
    return opening = begin(seed.value.trim(), () => mine === turn).then(() => {
      if (mine !== turn) return false;
      tell(`Step 0 of ${goal}`);
      return ready = true;
    }, (problem) => {
      if (mine === turn) opening = undefined, tell(problem.message);
      return false;
    });
  };
  const open = () => opening ?? start();
  const run = async () => {
    if (running) return stop();
    if (!await open() || running) return;
    const mine = turn;
    if (done >= goal) goal += most;
    running = true;
    train.textContent = "Pause";
    if (looping === mine) return;  // the loop was in its last step, and goes on
    looping = mine;
    try {
      while (running && mine === turn) {
        const told = await step();
        if (mine !== turn) return;
        done = told.step;
        tell(`Step ${done} of ${goal}${done >= goal ? ", done" : ""}${told.words}`);
        if (done >= goal) stop();
      }
      looping = 0;
      if (mine === turn) await rest();
    } catch (problem) {
      if (mine === turn) looping = 0, stop(), tell(problem.message);
    }
  };
  train.addEventListener("click", run);
  again.addEventListener("click", start);
  seed.addEventListener("input", right);
  const row = make("div", {className: "bench"}, train, " ", again, " ", make("label", {}, "seed ", seed), " ", wrong.element, state);
  return {row, tell, start, open, get ready() { return ready; }, get running() { return running; }};
}

window.holoLive = {model, chart, controls, beside, shape};
// The bench is below the first paragraph of the section.
const section = document.getElementById("train-it-in-the-page");
if (section) {
  const place = make("div", {className: "live"});
  section.querySelector("p").after(place);
  window.holoLive.place = place;
  load(/\/17_[^/]*$/.test(document.location.pathname) ? "live_gpt.js" : "live_product.js");
}
})();
