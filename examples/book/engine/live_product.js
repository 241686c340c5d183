// live_product.js: four layers and one of the reader's own learn y = x1 x2 side by side in a page of chapters 13 to 15: the
// surface of each while it trains, its error, and how near it is to a quadratic form, which is what its kernel is.
"use strict";
(() => {
const {make} = window.book, {model, chart, controls, place} = window.holoLive;
const layers = [["GELU", "MLP, GELU"], ["SiLU-gated", "GatedMLP, SiLU"], ["bilinear", "GatedMLP, no activation"], ["HoloGateFlow", "HoloGateFlow"], ["", "one of your own"]];
const side = 48, width = make("select", {}, make("option", {value: 1}, "[-1, 1], where it learns"), make("option", {value: 3}, "[-3, 3], also outside"));

// Blue below 0, orange above; white at 0. The largest product of the square is the full colour.
function paint(canvas, outputs, most) {
  const context = canvas.getContext("2d"), image = context.createImageData(side, side);
  for (let row = 0; row < side; ++row) {
    for (let column = 0; column < side; ++column) {
      // The outputs are in the order of x1, then x2; x1 goes to the right and x2 upwards.
      const v = Math.max(-1, Math.min(1, outputs[column * side + (side - 1 - row)] / most)), full = v < 0 ? [0, 114, 178] : [194, 78, 0];
      const at = 4 * (row * side + column);
      for (let c = 0; c < 3; ++c) image.data[at + c] = 250 + Math.abs(v) ** 0.7 * (full[c] - 250);
      image.data[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}
const surface = (title) => {
  const canvas = make("canvas", {width: side, height: side});
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", title);
  return canvas;
};
const kind = make("select", {}, ...["squared ReLU", "ReLU", "GELU", "SiLU-gated", "bilinear"].map((name) => make("option", {}, name)));
const units = make("input", {type: "number", min: 1, max: 256, value: 4});
const panels = layers.map(([name, title]) => {
  const canvas = surface(`The surface of ${title}`), size = make("span", {className: "quiet"}), error = make("span", {}), kernel = make("span", {className: "quiet"});
  return {name, title, canvas, size, error, kernel, curve: [],
    element: make("figure", {className: "surface"}, canvas, make("figcaption", {}, make("b", {}, title), size, error, kernel))};
});
const target = surface("The surface of x1 x2");
const plot = chart({title: "Error of each layer", low: 0.0001, high: 1, log: true});
const signed = (x, digits = 2) => `${x < 0 ? "−" : "+"} ${Math.abs(x).toFixed(digits)}`;

let step = 0;
async function look(panel) {
  const [{outputs}, told] = await Promise.all([panel.model.ask("surface", side, width.value), panel.model.ask("kernel")]);
  paint(panel.canvas, outputs, width.value ** 2);
  const [, , , square1, product, square2] = told.coefficients;
  panel.kernel.textContent = `quadratic form: ${product.toFixed(2)} x1 x2 ${signed(square1)} x1² ${signed(square2)} x2²; ` +
    `it explains ${(100 * told.share).toFixed(1)} %; eigenvalues ${told.eigenvalues.map((x) => x.toFixed(2).replace("-", "−")).join(", ")}`;
}
function showTarget() {
  const w = Number(width.value), at = (i) => w * (2 * i / (side - 1) - 1);
  paint(target, Array.from({length: side * side}, (_, i) => at(Math.floor(i / side)) * at(i % side)), w * w);
}
const row = controls({
  most: 3000,
  async begin(seed) {
    for (const panel of panels) panel.model?.stop();
    step = 0;
    const begun = await Promise.all(panels.map(({name}) => name ? model("product", name, seed) : model("product", kind.value, seed, units.value)));
    await Promise.all(panels.map((panel, i) => {
      panel.model = begun[i];
      panel.curve = [];
      panel.size.textContent = `${panel.model.about.parameters} parameters`;
      panel.error.textContent = "";
      return look(panel);
    }));
    plot.draw([]);
  },
  async step() {
    const told = await Promise.all(panels.map((panel) => panel.model.ask("steps", 20)));
    step = told[0].step;
    panels.forEach((panel, i) => {
      told[i].errors.forEach((error, k) => panel.curve.push([step - 19 + k, error]));
      panel.error.textContent = `error ${told[i].errors.at(-1).toPrecision(2)}`;
    });
    plot.draw(panels.map(({curve}, i) => ({name: `layer${i}`, points: curve.filter((_, k) => k % 5 === 4)})));
    await Promise.all(panels.map(look));
    return {step, words: ""};
  },
});
for (const field of [kind, units]) field.addEventListener("change", () => units.checkValidity() && row.start());
width.addEventListener("change", () => { showTarget(); if (row.ready) panels.forEach(look); });
showTarget();
place.append(row.row, make("p", {className: "bench"}, make("label", {}, "the square ", width), " ", make("label", {}, "your own layer ", kind), " ", make("label", {}, "with ", units, " units")),
  make("div", {className: "surfaces"}, make("figure", {className: "surface"}, target, make("figcaption", {}, make("b", {}, "x1 x2"), make("span", {className: "quiet"}, "what is to be learned: x1 goes to the right, x2 upwards; blue is below 0, orange above"))),
    ...panels.map(({element}) => element)), plot.svg,
  make("p", {className: "legend"}, ...layers.map(([, title], i) => make("span", {className: `layer${i}`}, title))));
})();
