// card.js: makes elements; text from the log becomes only text nodes. The card of a step shows its formula, or for
// a contribution the chain rule in numbers, and explains the words it uses. Reader moves through a log.

// ---- elements ----

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

// A link to the step of an event.
const stepLink = (event, text) => make("a", {href: `#step=${event + 1}`}, text);

// heads: one for each column; rows: arrays, whose first element is the heading of the row.
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

// ---- the card ----

const LONG = 36;  // a longer formula gets lines of its own

const term = (text, label, kind = "") => make(
    "span", {class: "term " + (text.length > LONG ? "text" : kind)},
    make("span", {class: "number"}, text), make("span", {class: "label"}, label));
// A term and the sign before it, kept on one line.
const signed = (text, ...of) =>
    make("span", {class: "pair"}, make("span", {class: "sign"}, text), term(...of));

// "local derivative ∂y/∂x". If there are several arrows from x, each is only a part of ∂y/∂x.
function localName(log, event) {
  const from = log.name(log.node[event]), to = log.parent[event];
  const count = log.nodes[log.node[event]].parents.filter((p) => p === to).length;
  return count > 1 ? `local derivative d of this arrow, one of ${count} from ${log.name(to)}` :
                     `local derivative ∂${from}/∂${log.name(to)}`;
}

const equation = (...terms) => make("p", {class: "equation"}, ...terms);

// gradient before + local derivative × upstream = gradient after
function chainRule(log, event) {
  const index = log.node[event], parent = log.parent[event], [from, to] = [index, parent].map((i) => log.name(i));
  const [before, after] = [log.before(event), log.after(event)].map((numbers) => log.text(parent, numbers));
  const sent = formulasSent(log, index, parent);
  const terms = log.nodes[index].isTensor ? sent.map((text) => signed("+", text, `what ${from} sends`, "formula")) : [make(
    "span", {class: "product"}, signed("+", numberText(log.run(event, 0)[0]), localName(log, event)),
    signed("×", bracketed(numberText(log.run(event, 1)[0])), `upstream: gradient of ${from}`))];
  return equation(
      signed("", before, `gradient of ${to} before`), ...terms,
      signed(terms.length ? "=" : "→", after, `gradient of ${to} after`, "result"));
}

// name = formula = formula in numbers = value
function equationOf(log, state, event) {
  const kind = log.kind[event], index = log.node[event], value = log.text(index, log.run(event));
  if (kind === KIND.contribution) return chainRule(log, event);
  if (kind !== KIND.forward) return equation(signed("", value, KINDS[kind].result(log.name(index)), "result"));
  const numbers = formulaInNumbers(log, state, index);
  return equation(
      signed("", formula(log, index), "formula"), numbers && signed("=", numbers, "in numbers"),
      signed("=", value, `data of ${log.name(index)}`, "result"));
}

function titleOf(log, event) {
  const name = log.longName(log.node[event]);
  return log.kind[event] === KIND.contribution ? `${name} → ${log.longName(log.parent[event])}` :
                                                 name;
}

const factList = (facts) => make(
    "dl", {class: "facts"},
    ...facts.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text))));

function factsOf(log, event) {
  const index = log.node[event], node = log.nodes[index],
        [file, line] = log.places[log.place[event]];
  const facts = [];
  if (node.parents.length && log.kind[event] !== KIND.forward)
    facts.push(["Formula", `${log.name(index)} = ${formula(log, index)}`]);
  if (node.isTensor)
    facts.push(["Shape", node.shape.length ? node.shape.join(" × ") : "a single number"]);
  if (hasTokens(log, index))
    facts.push([node.op === "embedding" ? "Tokens" : "Targets", tokensText(log, index)]);
  if (log.scopeOf(index))
    facts.push(["Scope", log.scopes[log.scopeOf(index)].split(".").join(" › ")]);
  if (line) facts.push(["Source", `${tame(log.files[file][0]).split("/").pop()}:${line}`]);
  if (log.kind[event] !== KIND.leaf && log.kind[event] !== KIND.forward) {
    facts.push(
        ["Made", stepLink(node.madeBy, "in step " + (node.madeBy + 1).toLocaleString("en"))]);
  }
  return factList(facts);
}

const explained = (words) => make(
    "p", {class: "words"},
    ...words.flatMap(([word, text]) => [make("dfn", {}, word), ": ", text, " "]));

// A card that is not about a step.
const showMessage = (card, kind, title, ...paragraphs) =>
    card.replaceChildren(make("div", {}, make("p", {class: "kind"}, kind), make("h2", {}, title), ...paragraphs));

// The card when the page opens: how to read a box and an arrow.
function showOpening(card, log, state) {
  const words = [
    ["Box", "a number: which one in the log, what made it, and its label. Its parents are those that it is made from."],
    ["data", "the number itself."],
    ["grad", `its gradient, how much ${log.name(rootOf(log))} changes with it. ${gradientTold(log)}`],
    ["d", "on a blue arrow, the local derivative: how much the number at its head changes with the one at its tail, through this arrow alone."],
    ["Leaf", "a number that no operation has made: an input, or a parameter."]
  ].filter(([word]) => word !== "d" || log.nodes.some((node) => !node.isTensor));
  const start = `This is how it is after step ${state.position} of ${log.count}. To see how it came to be, press `;
  showMessage(
      card, "How to read it", "What the program computed",
      make("p", {}, start, make("b", {}, "Start"), ", or the right arrow key: one operation after the other."),
      ...words.map((word) => explained([word])));
}

// The card before the first step.
function showBeginning(card, log) {
  if (log.count)
    return showMessage(card, "Beginning", "Nothing is computed yet", make("p", {}, `The program takes ${
        counted(log.count, "step")} and makes ${counted(log.nodes.length, "node")}. Press Step, or the right arrow key.`));
  showMessage(card, "", log.program || "The log is empty", make("p", {}, "Nothing was recorded: as long as the log was open, " +
      "the program made no Value, and no Tensor with an operation that has a gradient."));
}

function showCard(card, log, state) {
  const e = state.position - 1;
  if (state.isOpening) return showOpening(card, log, state);
  if (e < 0) return showBeginning(card, log);
  const node = log.nodes[log.node[e]],
        way = log.isBackward(e)  ? "backward" :
      log.kind[e] < KIND.setData ? "forward" :
                                   "";
  card.replaceChildren(
      make(
          "div", {},
          make(
              "p", {class: "kind " + way}, KINDS[log.kind[e]].title, " ",
              node.parents.length && log.kind[e] < KIND.setGrad ? make("b", {}, node.op) : ""),
          make("h2", {}, titleOf(log, e)), equationOf(log, state, e), explained(wordsOf(log, e))),
      factsOf(log, e));
}

// ---- moving through a log ----

const PARTS = ["drawing", "graph_table", "note", "legend"];

// Keeps the position in a log, and shows it in the elements told, first, back, step, last, sentence and card, and
// in those of the graph. `named` returns an element by its name; `after` is called with the state that was shown.
class Reader {
  constructor(log, named, after) {
    Object.assign(this, {log, named, after, state: new State(log)});
    const places = Object.fromEntries(PARTS.map((name) => [name, named(name)]));
    this.panel = new GraphPanel(log, places, (position) => this.goTo(position));
    const moves = {
      first: () => 0,
      back: () => this.state.position - 1,
      step: () => this.state.isOpening ? 1 : this.state.position + 1,
      last: () => log.count
    };
    for (const [name, move] of Object.entries(moves)) named(name).addEventListener("click", () => this.goTo(move()));
  }

  // Begins at a position, or without one at the opening view.
  begin(position) {
    if (position !== undefined) return this.goTo(position);
    this.state.open();
    this.show();
  }

  goTo(position) {
    this.state.goTo(Math.max(0, Math.min(this.log.count, position)));
    this.show();
  }

  show() {
    const {log, named, state} = this, {position, isOpening} = state;
    named("told").textContent = told(log, position);
    named("sentence").textContent = sentence(log, state);
    named("step").firstChild.textContent = isOpening ? "Start" : "Step";
    // A disabled button would lose the focus, so these only say that they are disabled.
    for (const name of ["first", "back"]) named(name).setAttribute("aria-disabled", position === 0);
    for (const name of ["step", "last"])
      named(name).setAttribute("aria-disabled", position === log.count && !isOpening);
    for (const name of ["drawing", "card"])
      named(name).classList.toggle("in_backward", position > 0 && log.isBackward(position - 1));
    this.panel.show(state);
    showCard(named("card"), log, state);
    this.after(state);
  }
}
