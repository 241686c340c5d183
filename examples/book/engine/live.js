// live.js: the GPT of chapter 17 trains in its page: loss, names, the next letter, attention. It asks a model in a worker, see
// examples/support/live/, and draws the answers. run.js has loaded it.
"use strict";
(() => {
const {make} = window.book, {loaded} = window.holoPage;

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
function chart({title, low, high, yardstick}) {
  const width = 640, height = 230, left = 56, bottom = 26, inner = width - left - 10;
  const y = (value) => (height - bottom) - (Math.min(high, value) - low) / (high - low) * (height - bottom - 10);
  const label = shape("title", {}, title), lines = shape("g", {});
  const svg = shape("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", class: "chart"}, label, lines);
  const words = (x, at, text, anchor = "end") => shape("text", {x, y: at, "text-anchor": anchor}, text);
  const ticks = Array.from({length: 5}, (_, i) => low + i * (high - low) / 4);
  const draw = (curves, said) => {
    const last = Math.max(50, ...curves.flatMap(({points}) => points.slice(-1).map(([step]) => step)));
    const x = (step) => left + step / last * inner;
    label.textContent = said ? `${title}: ${said}` : title;
    lines.replaceChildren(...ticks.flatMap((value) => [
      shape("line", {x1: left, x2: left + inner, y1: y(value), y2: y(value), class: "grid"}),
      words(left - 6, y(value) + 4, value.toFixed(1))]),
    ...[0, last / 2, last].map((step) => words(x(step), height - 8, String(Math.round(step)), step === last ? "end" : "middle")),
    shape("line", {x1: left, x2: left + inner, y1: y(yardstick.at), y2: y(yardstick.at), class: "yardstick"}),
    words(left + inner, y(yardstick.at) - 5, yardstick.words),
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

// Train, which becomes Pause, and Start again. `step` trains a little and draws; `begin` makes the model anew, and keeps
// none when `still` says that a later beginning has overtaken it; `rest` is told when the training pauses. After `most`
// steps it pauses by itself, and Train goes on by as many more.
function controls({begin, step, rest, most}) {
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

// ---- the GPT ----

const percent = (p) => `${(100 * p).toFixed(1)} %`;
const heading = (text) => make("h3", {}, text);

let gpt, step = 0, losses = [], held = [], plot, text = "";
const graph = make("div", {}), names = make("p", {className: "names"});
const word = make("input", {value: "emm", size: 16, maxLength: 15, spellcheck: false, autocapitalize: "off"}), wordWrong = beside(word);
const temperature = make("input", {type: "range", min: 0.2, max: 2, step: 0.1, value: 0.7}), degrees = make("output", {}, "0.7");
const after = make("table", {className: "probable"}), tables = make("div", {className: "heads"}), reading = make("p", {className: "reading"});
const own = make("textarea", {rows: 5, spellcheck: false}), ownWrong = beside(own), take = make("button", {type: "button"}, "Train on it");

// What goes wrong in the engine, while this model is the one of the page, is said.
const attempt = (act) => {
  const mine = gpt;
  return act().catch((problem) => { if (mine === gpt) bench.tell(problem.message); });
};

// ---- what the model says ----

// A text may have a dot of its own; the last token is the one that begins and ends.
const ends = ". (start and end)";
const label = (token) => token === " " ? "a space" : token === "." ? "a dot of the text" : token;
const labels = () => [...gpt.about.letters.slice(0, -1).map(label), ends];
// A capital that the text does not have is a small letter.
const typed = () => [...word.value].map((one) => gpt.about.letters.includes(one) ? one : one.toLowerCase()).join("");
function wrongWord() {
  const letters = gpt.about.letters.slice(0, -1), asked = [...typed()];
  if (asked.length <= word.maxLength && asked.every((one) => letters.includes(one))) return "";
  return `only the letters ${letters.join("") === "abcdefghijklmnopqrstuvwxyz" ? "a to z" : `of the text, ${letters.map(label).join(" ")}`}, at most ${word.maxLength}`;
}
const bar = (p, name) => {
  const meter = make("meter", {max: 1, value: p});
  meter.setAttribute("aria-label", name);
  return meter;
};

let shown = 0;
async function showWord() {
  if (!gpt) return;
  const mine = gpt, turn = ++shown, asked = typed();
  if (!wordWrong.say(wrongWord())) {
    after.replaceChildren(), tables.replaceChildren(), reading.textContent = "";
    return;
  }
  const [{p}, {heads, positions, weights}] = await Promise.all([mine.ask("next", asked), mine.ask("attention", asked)]);
  if (mine !== gpt || turn !== shown) return;
  const order = p.map((_, i) => i).sort((a, b) => p[b] - p[a]).slice(0, 8), said = labels();
  after.replaceChildren(make("thead", {}, make("tr", {}, make("th", {scope: "col"}, "next"), make("th", {scope: "col", colSpan: 2}, "probability"))),
    make("tbody", {}, ...order.map((i) => make("tr", {}, make("th", {scope: "row"}, said[i]), make("td", {}, bar(p[i], said[i])), make("td", {}, percent(p[i]))))));
  const letters = [".", ...asked];
  tables.replaceChildren(...Array.from({length: heads}, (_, head) => attention(head, letters, positions, weights)));
  reading.textContent = readingOf(letters, weights.slice(positions * (positions - 1), positions * positions));
}
// Rows look, columns are looked at; the darker, the more.
function attention(head, letters, positions, weights) {
  const rows = letters.map((row, t) => make("tr", {}, make("th", {scope: "row"}, `${row} looks at`), ...letters.map((_, s) => {
    const much = s > t ? "" : weights[(head * positions + t) * positions + s].toFixed(2), cell = make("td", {}, much);
    cell.style.setProperty("--much", much || 0);
    return cell;
  })));
  return make("table", {className: "attention"}, make("caption", {}, `block 1, head ${head + 1}`),
    make("thead", {}, make("tr", {}, make("td", {}), ...letters.map((one) => make("th", {scope: "col"}, one)))), make("tbody", {}, ...rows));
}
function readingOf(letters, row) {
  const most = row.indexOf(Math.max(...row)), last = row.length - 1, name = (i) => i === 0 ? ends : `${label(letters[i])} (letter ${i})`;
  return `In the last row of head 1, ${name(last)} takes ${row[most].toFixed(2)} of what it mixes from ${most === last ? "itself" : name(most)}${last ? ", more than from any other" : ""}.`;
}
async function showNames() {
  if (!gpt) return;
  const mine = gpt, made = await mine.ask("names", 12, temperature.value);
  if (mine !== gpt) return;
  names.replaceChildren(...made.names.flatMap((name, i) => [i ? ", " : "", make("b", {}, name || "(an empty one)")]));
}

// ---- training ----

const draw = () => plot.draw([{name: "training", points: losses}, {name: "held", points: held}],
  held.length ? `step ${step}, held out ${held.at(-1)[1].toFixed(2)}` : "");
function newPlot(letters) {
  const yardstick = Math.log(letters);
  plot = chart({title: "Loss", low: 1.5, high: Math.max(3.5, Math.ceil(2 * yardstick + 0.2) / 2),
    yardstick: {at: yardstick, words: `guessing: log ${letters} = ${yardstick.toFixed(2)}`}});
  graph.replaceChildren(plot.svg);
}
const bench = controls({
  most: 2000,
  async begin(seed, still) {
    gpt?.stop();
    gpt = undefined;
    const begun = await model("gpt", seed, ...text ? [text] : []);
    if (!still()) return begun.stop();
    gpt = begun;
    step = 0, losses = [], held = [];
    newPlot(gpt.about.letters.length);
    names.textContent = "";
    await showWord();
  },
  async step() {
    const told = await gpt.ask("steps", 10);
    told.losses.forEach((loss, i) => losses.push([step + i + 1, loss]));
    step = told.step;
    if (told.held_out !== null) held.push([step, told.held_out]);
    draw();
    if (step % 50 === 0) await Promise.all([showNames(), showWord()]);
    return {step, words: `: loss ${told.losses.at(-1).toFixed(2)}${told.held_out === null ? "" : `, on ${text ? "lines" : "names"} held out ${told.held_out.toFixed(2)}`}`};
  },
  async rest() { await Promise.all([step % 50 ? showNames() : undefined, showWord()]); },
});
newPlot(27);
tables.append(make("p", {className: "quiet"}, "After Train, or a letter typed above."));

const begun = async () => bench.ready || await bench.open();
const on = (element, event, act) => element.addEventListener(event, async () => { if (await begun()) await attempt(act); });
on(word, "input", showWord);
temperature.addEventListener("input", () => { degrees.textContent = Number(temperature.value).toFixed(1); });
on(temperature, "input", showNames);
take.addEventListener("click", () => {
  const bytes = new TextEncoder().encode(own.value).length;
  if (!ownWrong.say(/[\0\x1f]/.test(own.value) ? "only text" : bytes > 100000 ? `at most 100000 bytes, and these are ${bytes}` : "")) return;
  text = own.value.trim() && own.value;
  bench.start();
});

// What may be too wide scrolls, by keys too.
function wide(name, content) {
  const region = make("div", {className: "table", tabIndex: 0}, content);
  region.setAttribute("role", "group");
  region.setAttribute("aria-label", name);
  return region;
}
// It is below the first paragraph of the section.
const place = make("div", {className: "live"});
document.querySelector("#train-it-in-the-page p").after(place);
place.append(bench.row, graph,
  make("p", {className: "legend"}, make("span", {className: "training"}, "a batch"), make("span", {className: "held"}, "what is held out")),
  heading("Names that it writes"), make("p", {className: "bench"}, make("label", {}, "temperature ", temperature, " ", degrees)), names,
  heading("After a word"), make("p", {className: "bench"}, make("label", {}, "letters ", word), " ", wordWrong.element),
  wide("The next letter", after),
  make("p", {}, "Who looks at whom. Rows: the letter that looks; columns: the letter it looks at. Each row adds up to 1, but for rounding."),
  wide("Attention", tables), reading,
  make("details", {}, make("summary", {}, "A text of your own"),
    make("p", {}, "A word or a name a line; of a longer line the first 15 letters. It stays on this page. Without one, the names again."),
    make("label", {}, "your text", own), make("p", {className: "bench"}, take, " ", ownWrong.element)));
})();
