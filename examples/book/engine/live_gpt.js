// live_gpt.js: the GPT of chapter 17 trains in its page: loss, names, the next letter, attention, one weight.
"use strict";
(() => {
const {make} = window.book, {model, chart, controls, beside, place} = window.holoLive;
const percent = (p) => `${(100 * p).toFixed(1)} %`;
const heading = (text) => make("h3", {}, text);

let gpt, step = 0, losses = [], held = [], plot, text = "";
const graph = make("div", {}), names = make("p", {className: "names"});
const word = make("input", {value: "emm", size: 16, maxLength: 15, spellcheck: false, autocapitalize: "off"}), wordWrong = beside(word);
const temperature = make("input", {type: "range", min: 0.2, max: 2, step: 0.1, value: 0.7}), degrees = make("output", {}, "0.7");
const after = make("table", {className: "probable"}), tables = make("div", {className: "heads"}), reading = make("p", {className: "reading"});
const letter = make("select", {}), channel = make("input", {type: "number", min: 0, max: 31, value: 3, required: true}), channelWrong = beside(channel);
const weight = make("input", {type: "range", min: -4, max: 4, step: 0.01, value: 0, disabled: true}), number = make("output", {}), back = make("button", {type: "button", hidden: true}, "As trained");
const note = make("span", {className: "note"});
const own = make("textarea", {rows: 5, spellcheck: false}), ownWrong = beside(own), take = make("button", {type: "button"}, "Train on it"), old = make("button", {type: "button", hidden: true}, "Back to the names");
note.setAttribute("role", "status");

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
function wrongWord() {
  const letters = gpt.about.letters.slice(0, -1), asked = [...word.value];
  if (asked.length <= word.maxLength && asked.every((one) => letters.includes(one))) return "";
  return `only the letters ${letters.join("") === "abcdefghijklmnopqrstuvwxyz" ? "a to z" : `of the text, ${letters.map(label).join(" ")}`}, at most ${word.maxLength}`;
}
const bar = (p, name) => {
  const meter = make("meter", {max: 1, value: p});
  meter.setAttribute("aria-label", name);
  return meter;
};
const points = (change) => `${change < 0 ? "−" : "+"}${(100 * Math.abs(change)).toFixed(1)}`;

// Beside a model with a moved weight, the trained one. Questions are answered in the order in which they are asked.
let shown = 0;
async function showWord() {
  if (!gpt) return;
  const mine = gpt, turn = ++shown, asked = word.value, one = at;
  showNote();
  if (!wordWrong.say(wrongWord())) {
    after.replaceChildren(), tables.replaceChildren(), reading.textContent = "";
    return;
  }
  const both = () => [mine.ask("next", asked), mine.ask("attention", asked)], put = (value) => mine.ask("weight", one.letter, one.channel, value);
  const of = one?.moved === undefined ? [] : [put(one.trained), ...both(), put(one.moved)];
  const [{p}, {heads, positions, weights}, , was, looked] = await Promise.all([...both(), ...of]);
  if (mine !== gpt || turn !== shown) return;
  const order = p.map((_, i) => i).sort((a, b) => p[b] - p[a]).slice(0, 8), said = labels();
  after.replaceChildren(make("thead", {}, make("tr", {}, make("th", {scope: "col"}, "next"), make("th", {scope: "col", colSpan: 2}, "probability"),
    ...was ? [make("th", {scope: "col"}, "points")] : [])),
  make("tbody", {}, ...order.map((i) => make("tr", {}, make("th", {scope: "row"}, said[i]), make("td", {}, bar(p[i], said[i])), make("td", {}, percent(p[i])),
    ...was ? [make("td", {className: "quiet"}, points(p[i] - was.p[i]))] : []))));
  const letters = [".", ...asked];
  tables.replaceChildren(...Array.from({length: heads}, (_, head) => attention(head, letters, positions, weights, looked?.weights)));
  reading.textContent = readingOf(letters, weights.slice(positions * (positions - 1), positions * positions));
}
// Rows look, columns are looked at; the darker, the more. Small below a cell that the moved weight changed: as trained.
function attention(head, letters, positions, weights, trained) {
  const rows = letters.map((row, t) => make("tr", {}, make("th", {scope: "row"}, `${row} looks at`), ...letters.map((_, s) => {
    const i = (head * positions + t) * positions + s, much = weights[i].toFixed(2), cell = make("td", {}, s > t ? "" : much);
    if (s <= t && trained && trained[i].toFixed(2) !== much) cell.append(make("small", {}, `was ${trained[i].toFixed(2)}`));
    cell.style.setProperty("--much", s > t ? 0 : much);
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

// ---- one weight: `at` is the one that the slider shows, {letter, channel, trained, moved}; `moved` only where it is not as trained ----

let at, choice = 0;
function showNumber() {
  const value = at.moved ?? at.trained;
  weight.min = Math.min(-4, Math.floor(value)), weight.max = Math.max(4, Math.ceil(value));
  weight.value = number.textContent = value.toFixed(2);
  back.hidden = at.moved === undefined;
}
function showNote() {
  const token = letter.value;
  note.textContent = bench.running ? "Pause the training to move it."
    : wrongWord() || token === "." || word.value.includes(token) ? "" : `${label(token)} does not occur in ${word.value || "an empty word"}: this weight changes nothing there.`;
}
async function restore() {
  if (at?.moved === undefined) return;
  at.moved = undefined;
  showNumber();
  await gpt.ask("weight", at.letter, at.channel, at.trained);
}
// The letter and the channel that are chosen; one that was moved before goes back.
async function showWeight() {
  if (!gpt || !channelWrong.say(channel.checkValidity() ? "" : `a whole number from ${channel.min} to ${channel.max}`)) return;
  const mine = gpt, turn = ++choice, next = {letter: letter.value, channel: Number(channel.value)};
  const [, told] = await Promise.all([restore(), mine.ask("weight", next.letter, next.channel)]);
  if (mine !== gpt || turn !== choice) return;
  at = {...next, trained: told.value};
  showNumber();
  weight.disabled = bench.running;
  showNote();
}
async function choose() {
  const moved = at?.moved !== undefined;
  weight.disabled = true;
  await Promise.all([showWeight(), moved ? showWord() : undefined]);
}
async function move() {
  if (!at || weight.disabled) return;
  at.moved = Math.abs(weight.value - at.trained) < 0.0051 ? undefined : Number(weight.value);
  showNumber();
  await Promise.all([gpt.ask("weight", at.letter, at.channel, at.moved ?? at.trained), showWord()]);
}
// The letter follows the word, unless its weight is moved.
async function changeWord() {
  const follow = !wrongWord() && at?.moved === undefined && letter.value !== "." && !word.value.includes(letter.value);
  if (follow) letter.value = [...word.value].at(-1) ?? ".";
  await Promise.all([follow ? choose() : undefined, showWord()]);
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
    gpt = at = undefined;
    weight.disabled = back.hidden = true;
    const begun = await model("gpt", seed, ...text ? [text] : []);
    if (!still()) return begun.stop();
    gpt = begun;
    step = 0, losses = [], held = [];
    newPlot(gpt.about.letters.length);
    names.textContent = "";
    const said = labels(), choices = gpt.about.letters.map((value, i) => make("option", {value}, said[i]));
    letter.replaceChildren(...choices.filter((one, i) => one.value !== "." || i === said.length - 1));
    letter.value = wrongWord() ? gpt.about.letters[0] : [...word.value].at(-1) ?? ".";
    channel.max = gpt.about.channels - 1;
    await Promise.all([showWeight(), showWord()]);
  },
  async step() {
    weight.disabled = true;
    const moved = at?.moved !== undefined;
    const [, told] = await Promise.all([restore(), gpt.ask("steps", 10), moved ? showWord() : showNote()]);
    told.losses.forEach((loss, i) => losses.push([step + i + 1, loss]));
    step = told.step;
    if (told.held_out !== null) held.push([step, told.held_out]);
    draw();
    if (step % 50 === 0) await Promise.all([showNames(), showWord(), showWeight()]);
    return {step, words: `: loss ${told.losses.at(-1).toFixed(2)}${told.held_out === null ? "" : `, on ${text ? "lines" : "names"} held out ${told.held_out.toFixed(2)}`}`};
  },
  async rest() { await Promise.all([step % 50 ? showNames() : undefined, showWord(), showWeight()]); },
});
newPlot(27);
tables.append(make("p", {className: "quiet"}, "After Train, or a letter typed above."));

const begun = async () => bench.ready || await bench.open();
const on = (element, event, act) => element.addEventListener(event, async () => { if (await begun()) await attempt(act); });
on(word, "input", changeWord);
temperature.addEventListener("input", () => { degrees.textContent = Number(temperature.value).toFixed(1); });
on(temperature, "input", showNames);
on(letter, "change", choose);
on(channel, "input", choose);
weight.addEventListener("input", () => attempt(move));
back.addEventListener("click", () => attempt(() => Promise.all([restore(), showWord()])));
take.addEventListener("click", () => {
  const bytes = new TextEncoder().encode(own.value).length;
  if (!ownWrong.say(!own.value.trim() ? "at least one line" : /[\0\x1f]/.test(own.value) ? "only text" : bytes > 100000 ? `at most 100000 bytes, and these are ${bytes}` : "")) return;
  text = own.value;
  old.hidden = false;
  bench.start();
});
old.addEventListener("click", () => { text = ""; old.hidden = true; ownWrong.say(""); bench.start(); });

// What may be too wide scrolls, by keys too.
function wide(name, content) {
  const region = make("div", {className: "table", tabIndex: 0}, content);
  region.setAttribute("role", "group");
  region.setAttribute("aria-label", name);
  return region;
}
place.append(bench.row, graph,
  make("p", {className: "legend"}, make("span", {className: "training"}, "a batch"), make("span", {className: "held"}, "what is held out")),
  heading("Names that it writes"), make("p", {className: "bench"}, make("label", {}, "temperature ", temperature, " ", degrees)), names,
  heading("After a word"), make("p", {className: "bench"}, make("label", {}, "letters ", word), " ", wordWrong.element),
  wide("The next letter", after),
  make("p", {}, "Who looks at whom. Rows: the letter that looks; columns: the letter it looks at. Each row adds up to 1, but for rounding."),
  wide("Attention", tables), reading,
  heading("One weight"), make("p", {}, "A number of the token embedding, changed by hand. Move it: the bars and both heads show what follows. Beside each bar is its change from the trained model, in percentage points; in the heads, small, what the trained model has. Train, or another choice, first puts it back."),
  make("p", {className: "bench"}, make("label", {}, "letter ", letter), " ", make("label", {}, "channel ", channel), " ", channelWrong.element, " ", make("label", {}, "weight ", weight), " ", number), make("p", {className: "bench change"}, back, " ", note),
  make("details", {}, make("summary", {}, "A text of your own"),
    make("p", {}, "A word or a name a line; of a longer line the first 15 letters. It stays on this page."),
    make("label", {}, "your text", own), make("p", {className: "bench"}, take, " ", old, " ", ownWrong.element)));
})();
