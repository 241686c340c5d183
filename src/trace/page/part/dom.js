// dom.js: makes elements. Text from the log only ever becomes text. What changes from step to step is as
// high as it is at its highest step, so that nothing moves.

const byId = (id) => document.getElementById(id);

function attributes(element, values) {
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (value === true)
      element.setAttribute(name, "");
    else if (value !== false && value !== undefined)
      element.setAttribute(name, value);
  }
  return element;
}

function make(tag, values = {}, ...children) {
  const element = attributes(document.createElement(tag), values);
  element.append(...children.filter((child) => child !== undefined && child !== ""));
  return element;
}

function makeSvg(tag, values = {}, ...children) {
  const element = attributes(document.createElementNS("http://www.w3.org/2000/svg", tag), values);
  element.append(...children);
  return element;
}

// The height of the tallest of its contents: each of `fills` fills a copy that is not seen.
function tallest(element, fills) {
  const copies = fills.map((fill) => {
    const copy = element.cloneNode(false);
    Object.assign(copy.style, {height: "auto", width: element.offsetWidth + "px"});
    fill(copy);
    return copy;
  });
  const room = make("div", {class: "measure", "aria-hidden": "true"}, ...copies);
  element.after(room);
  const height = Math.max(0, ...copies.map((copy) => copy.offsetHeight));
  room.remove();
  return height;
}

// A link to the position after an event.
const stepLink = (event, text) => make("a", {href: `#step=${event + 1}`}, text);

// heads: of the columns; rows: each an array whose first element heads the row.
function makeTable(caption, heads, rows) {
  return make(
      "table", {}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", {scope: "col"}, h)))),
      make(
          "tbody", {},
          ...rows.map(
              ([head, ...cells]) => make(
                  "tr", {}, make("th", {scope: "row"}, head),
                  ...cells.map((c) => make("td", {}, c))))));
}

// ---- heights ----

const MOST_SAMPLES = 80;

// Positions of which one has the tallest card or the longest sentence: all of few, else those after
// the first event of each kind and op, and after that with most inputs.
function samplesOf(log) {
  if (log.count <= MOST_SAMPLES) return [...Array(log.count + 1).keys()];
  const found = new Map(), most = new Map();
  for (let e = 0; e < Math.min(log.count, 20_000) && found.size < MOST_SAMPLES; ++e) {
    const {op, parents, label} = log.nodes[log.node[e]], key = log.kind[e] + op;
    const size = parents.length + label.length / 100;
    if ((most.get(key) ?? -1) < size) found.set(key, e), most.set(key, size);
  }
  return [...found.values()].map((e) => e + 1).sort((a, b) => a - b);
}

// Sets the height of an element of this width: fill(copy, state) fills it for a step.
function fixHeight(element, log, fill) {
  const state = new State(log);
  const height = tallest(element, [
    ...samplesOf(log).map((position) => (copy) => {
      state.goTo(position);
      fill(copy, state);
    }),
    (copy) => fill(copy, overviewOf(log))
  ]);
  element.style.height = height + "px";
}
