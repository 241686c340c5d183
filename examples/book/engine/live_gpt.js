// live_gpt.js: the GPT of chapter 17 trains in its page: loss, names, the next letter, attention, one weight.
"use strict";
(() => {
const {make} = window.holoPage, {model, chart, controls, place} = window.holoLive;
const percent = (p) => `${(100 * p).toFixed(1)} %`;
const heading = (text) => make("h3", {}, text);

let gpt, step = 0, losses = [], held = [], yardstick = Math.log(27), plot, text = "";
const graph = make("div", {}), names = make("p", {className: "names"});
const word = make("input", {value: "emm", size: 16, maxLength: 15, spellcheck: false, autocapitalize: "off"});
const temperature = make("input", {type: "range", min: 0.2, max: 2, step: 0.1, value: 0.7}), degrees = make("output", {}, "0.7");
const after = make("tbody", {}), tables = make("div", {className: "heads"});
const letter = make("select", {}), channel = make("input", {type: "number", min: 0, max: 31, value: 3});
const weight = make("input", {type: "range", min: -4, max: 4, step: 0.05, disabled: true}), value = make("output", {}), back = make("button", {type: "button", hidden: true}, "As trained");
const own = make("textarea", {rows: 5, spellcheck: false}), take = make("button", {type: "button"}, "Train on it"), old = make("button", {type: "button", hidden: true}, "Back to the names");

// ---- what the model says ----

const label = (token) => token === "." ? "the end" : token === " " ? "a space" : token;
const bar = (p, name) => {
  const meter = make("meter", {max: 1, value: p});
  meter.setAttribute("aria-label", name);
  return meter;
};
let before, trained;
async function showWord() {
  if (!gpt) return;
  const mine = gpt;
  try {
    const [{p}, {heads, positions, weights}] = await Promise.all([mine.ask("next", word.value), mine.ask("attention", word.value)]);
    if (mine !== gpt) return;
    const order = p.map((_, i) => i).sort((a, b) => p[b] - p[a]).slice(0, 8);
    after.replaceChildren(...order.map((i) => make("tr", {}, make("th", {scope: "row"}, label(mine.about.letters[i])),
      make("td", {}, bar(p[i], label(mine.about.letters[i]))), make("td", {}, percent(p[i])),
      make("td", {className: "quiet"}, before ? `${p[i] >= before[i] ? "+" : "−"}${(100 * Math.abs(p[i] - before[i])).toFixed(1)}` : ""))));
    const letters = [".", ...word.value];
    tables.replaceChildren(...Array.from({length: heads}, (_, head) => attention(head, letters, positions, weights)));
    controlsRow.tell(controlsRow.said);
  } catch (problem) {
    controlsRow.tell(problem.message);
  }
}
// Rows look, columns are looked at; the darker, the more.
function attention(head, letters, positions, weights) {
  const rows = letters.map((row, t) => make("tr", {}, make("th", {scope: "row"}, row), ...letters.map((_, s) => {
    const much = weights[(head * positions + t) * positions + s], cell = make("td", {}, s > t ? "" : much.toFixed(2));
    cell.style.setProperty("--much", s > t ? 0 : much);
    return cell;
  })));
  return make("table", {className: "attention"}, make("caption", {}, `head ${head + 1}`),
    make("thead", {}, make("tr", {}, make("td", {}), ...letters.map((one) => make("th", {scope: "col"}, one)))), make("tbody", {}, ...rows));
}
async function showNames() {
  if (!gpt) return;
  const made = await gpt.ask("names", 12, temperature.value);
  names.replaceChildren(...made.names.flatMap((name, i) => [i ? ", " : "", make("b", {}, name || "(an empty one)")]));
}
async function showWeight() {
  if (!gpt) return;
  const told = await gpt.ask("weight", letter.value, channel.value);
  weight.disabled = false;
  weight.value = trained = told.value;
  value.textContent = told.value.toFixed(2);
  back.hidden = true;
  before = undefined;
}
async function changeWeight(to) {
  before ??= (await gpt.ask("next", word.value)).p;
  await gpt.ask("weight", letter.value, channel.value, to);
  value.textContent = Number(to).toFixed(2);
  back.hidden = Number(to) === trained;
  if (back.hidden) before = undefined;
  await showWord();
}

// ---- training ----

const draw = () => plot.draw([{name: "training", points: losses}, {name: "held", points: held}],
  held.length ? `step ${step}, held out ${held.at(-1)[1].toFixed(2)}` : "");
const controlsRow = controls({
  most: 2000,
  async begin(seed) {
    gpt?.stop();
    gpt = undefined;
    const begun = await model("gpt", seed, ...text ? [text] : []);
    gpt = begun;
    step = 0, losses = [], held = [], before = undefined;
    yardstick = Math.log(gpt.about.letters.length);
    plot = chart({title: "Loss", low: 1.5, high: Math.max(3.5, Math.ceil(2 * yardstick + 0.2) / 2),
      yardstick: {at: yardstick, words: `guessing: log ${gpt.about.letters.length} = ${yardstick.toFixed(2)}`}});
    graph.replaceChildren(plot.svg);
    names.textContent = "";
    letter.replaceChildren(...gpt.about.letters.map((one) => make("option", {value: one}, label(one))));
    letter.value = gpt.about.letters.includes(word.value.at(-1)) ? word.value.at(-1) : gpt.about.letters[0];
    await showWeight();
    await showWord();
  },
  async step() {
    if (!back.hidden) await changeWeight(trained);
    const told = await gpt.ask("steps", 10);
    told.losses.forEach((loss, i) => losses.push([step + i + 1, loss]));
    step = told.step;
    if (told.held_out !== null) held.push([step, told.held_out]);
    draw();
    if (step % 50 === 0) { await showNames(); await showWord(); await showWeight(); }
    controlsRow.said = `Step ${step}: loss ${told.losses.at(-1).toFixed(2)}` +
      (told.held_out === null ? "" : `, on names held out ${told.held_out.toFixed(2)}`);
    return {step, words: controlsRow.said};
  },
});
controlsRow.said = "";

const begun = async () => controlsRow.ready || await controlsRow.start();
word.addEventListener("input", async () => { if (await begun()) { before = undefined; showWord(); } });
temperature.addEventListener("input", async () => { degrees.textContent = Number(temperature.value).toFixed(1); if (await begun()) showNames(); });
for (const one of [letter, channel]) one.addEventListener("change", async () => { if (await begun()) { if (!back.hidden) return; showWeight().catch((problem) => controlsRow.tell(problem.message)); } });
weight.addEventListener("input", () => changeWeight(weight.value));
back.addEventListener("click", () => { weight.value = trained; changeWeight(trained); });
take.addEventListener("click", () => { text = own.value; old.hidden = !text.trim(); controlsRow.start(); });
old.addEventListener("click", () => { text = ""; old.hidden = true; controlsRow.start(); });

// What may be too wide scrolls, by keys too.
function wide(name, content) {
  const region = make("div", {className: "table", tabIndex: 0}, content);
  region.setAttribute("role", "group");
  region.setAttribute("aria-label", name);
  return region;
}
place.append(controlsRow.row, graph,
  make("p", {className: "legend"}, make("span", {className: "training"}, "a batch"), make("span", {className: "held"}, "what is held out")),
  heading("Names that it writes"), make("p", {className: "bench"}, make("label", {}, "temperature ", temperature, " ", degrees)), names,
  heading("After a word"), make("p", {className: "bench"}, make("label", {}, "letters ", word)),
  wide("The next letter", make("table", {className: "next"}, after)), wide("Attention", tables),
  heading("One weight"), make("p", {}, "A number of the token embedding, changed by hand. Move it: the table above shows what follows, and by how many percent it moved."),
  make("p", {className: "bench"}, make("label", {}, "letter ", letter), " ", make("label", {}, "channel ", channel), " ", make("label", {}, "weight ", weight), " ", value, " ", back),
  make("details", {}, make("summary", {}, "A text of your own"),
    make("p", {}, "A word or a name a line; of a longer line the first 15 letters. It stays on this page."),
    make("label", {}, "your text", own), make("p", {className: "bench"}, take, " ", old)));
})();
