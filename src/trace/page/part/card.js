// card.js: makes elements, in which text from the log only ever becomes text. What one step does: the
// formula, the parents, and of a contribution the chain rule in numbers; and what the words mean that it
// uses.

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

// ---- the card ----

const LONG = 36;  // such a formula takes lines of its own

const term = (text, label, kind = "") => make(
    "span", {class: "term " + (text.length > LONG ? "text" : kind)},
    make("span", {class: "number"}, text), make("span", {class: "label"}, label));
// A term with the sign in front of it, which stay in one line.
const signed = (text, ...of) =>
    make("span", {class: "pair"}, make("span", {class: "sign"}, text), term(...of));

// "local derivative ∂y/∂x"; of two arrows from x it is not all of ∂y/∂x.
function localName(log, event) {
  const from = log.name(log.node[event]), to = log.parent[event];
  const count = log.nodes[log.node[event]].parents.filter((p) => p === to).length;
  return count > 1 ? `local derivative d of this arrow, one of ${count} from ${log.name(to)}` :
                     `local derivative ∂${from}/∂${log.name(to)}`;
}

// gradient before + local derivative × upstream = gradient after
function chainRule(log, event) {
  const from = log.name(log.node[event]), to = log.name(log.parent[event]);
  const [before, after] =
      [log.before(event), log.after(event)].map((numbers) => log.text(log.parent[event], numbers));
  if (log.nodes[log.node[event]].isTensor) {
    const sent = formulasSent(log, log.node[event], log.parent[event]);
    return make(
        "p", {class: "equation"}, signed("", before, `gradient of ${to} before`),
        ...sent.map((text) => signed("+", text, `what ${from} sends`, "formula")),
        signed(sent.length ? "=" : "→", after, `gradient of ${to} after`, "result"));
  }
  return make(
      "p", {class: "equation"}, signed("", before, `gradient of ${to} before`),
      signed("+", numberText(log.run(event, 0)[0]), localName(log, event)),
      signed("×", bracketed(numberText(log.run(event, 1)[0])), `upstream: gradient of ${from}`),
      signed("=", after, `gradient of ${to} after`, "result"));
}

// name = formula, and the same in numbers
function forwardEquation(log, state, event) {
  const index = log.node[event], value = log.text(index, log.run(event));
  if (!log.nodes[index].parents.length)
    return make(
        "p", {class: "equation"}, signed("", value, `data of ${log.name(index)}`, "result"));
  const numbers = formulaInNumbers(log, state, index);
  return make(
      "p", {class: "equation"}, signed("", formula(log, index), "formula"),
      numbers && signed("=", numbers, "in numbers"),
      signed("=", value, `data of ${log.name(index)}`, "result"));
}

function gradEquation(log, event, label) {
  return make(
      "p", {class: "equation"},
      signed("", log.text(log.node[event], log.run(event)), label, "result"));
}

function equationOf(log, state, event) {
  const name = log.name(log.node[event]);
  switch (log.kind[event]) {
    case KIND.contribution:
      return chainRule(log, event);
    case KIND.backward:
      return gradEquation(log, event, `gradient of ${name} with respect to itself`);
    case KIND.setGrad:
      return gradEquation(log, event, `gradient of ${name}, set by the program`);
    case KIND.clearGrad:
      return gradEquation(log, event, `gradient of ${name}, cleared by backward`);
    case KIND.setData:
      return gradEquation(log, event, `data of ${name}, set by the program`);
    default:
      return forwardEquation(log, state, event);
  }
}

const KIND_NAMES =
    ["leaf", "forward", "backward begins", "backward", "set data", "set grad", "backward clears"];
const kindName = (log, event) => KIND_NAMES[log.kind[event]];

function titleOf(log, event) {
  const name = log.longName(log.node[event]);
  return log.kind[event] === KIND.contribution ? `${name} → ${log.longName(log.parent[event])}` :
                                                 name;
}

function factsOf(log, event) {
  const index = log.node[event], node = log.nodes[index],
        [file, line] = log.places[log.place[event]];
  const facts = [];
  if (node.parents.length && log.kind[event] !== KIND.forward)
    facts.push(["Formula", `${log.name(index)} = ${formula(log, index)}`]);
  if (node.isTensor)
    facts.push(["Shape", node.shape.length ? node.shape.join(" × ") : "a single number"]);
  if (node.options) facts.push(["Options", node.options]);
  if (hasTokens(log, index))
    facts.push([node.op === "embedding" ? "Tokens" : "Targets", tokensText(log, index)]);
  if (log.scopeOf(index))
    facts.push(["Scope", log.scopes[log.scopeOf(index)].split(".").join(" › ")]);
  if (line) facts.push(["Source", `${tame(log.files[file][0]).split("/").pop()}:${line}`]);
  if (log.kind[event] !== KIND.leaf && log.kind[event] !== KIND.forward) {
    facts.push(
        ["Made", stepLink(node.madeBy, "in step " + (node.madeBy + 1).toLocaleString("en"))]);
  }
  return make(
      "dl", {class: "facts"},
      ...facts.flatMap(
          ([name, text]) => [make("div", {}, make("dt", {}, name), make("dd", {}, text))]));
}

const explained = (words) => make(
    "p", {class: "words"},
    ...words.flatMap(([word, text]) => [make("dfn", {}, word), ": ", text, " "]));

// When the page opens: how to read a box and an arrow.
function showOpening(card, log, state) {
  const words = [
    ["Box", "a number: which one in the log, what made it, and its label. Its parents are those that it is made from."],
    ["data", "the number itself."],
    ["grad", `its gradient, how much ${log.name(rootOf(log))} changes with it. ${gradientTold(log)}`],
    ["d", "on a blue arrow, the local derivative: how much the number at its head changes with the one at its tail, through this arrow alone."],
    ["Leaf", "a number that no operation has made: an input, or a parameter."]
  ].filter(([word]) => word !== "d" || log.nodes.some((node) => !node.isTensor));
  card.replaceChildren(
      make(
          "div", {}, make("p", {class: "kind"}, "How to read it"),
          make("h2", {}, "What the program computed"),
          make(
              "p", {}, `This is how it is after step ${state.position} of ${log.count}. To see how it came to be, press `,
              make("b", {}, "Start"), ", or the right arrow key: one operation after the other."),
          ...words.map((word) => explained([word]))));
}

// Before the first step.
function showBeginning(card, log) {
  if (!log.count) return showEmpty(card, log);
  card.replaceChildren(make(
      "div", {}, make("p", {class: "kind"}, "Beginning"), make("h2", {}, "Nothing is computed yet"),
      make(
          "p", {},
          `The program takes ${counted(log.count, "step")} and makes ${
              counted(log.nodes.length, "node")}. Press Step, or the right arrow key.`)));
}

function showEmpty(card, log) {
  card.replaceChildren(make(
      "div", {}, make("h2", {}, log.program || "The log is empty"),
      make(
          "p", {},
          "Nothing was recorded: as long as the log was open, the program made no Value, and no " +
              "Tensor with an operation that has a gradient.")));
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
              "p", {class: "kind " + way}, kindName(log, e), " ",
              node.parents.length && log.kind[e] < KIND.setGrad ? make("b", {}, node.op) : ""),
          make("h2", {}, titleOf(log, e)), equationOf(log, state, e), explained(wordsOf(log, e))),
      make("div", {class: "beside"}, factsOf(log, e), node.parents.length ? parentsTable(log, state, e) : ""));
  scrollToCurrent(card);
}

// ---- the parents as a table ----

// Each parent with its data, local derivative and gradient as they are now: of many the first, and
// in any case the one that gets a contribution.
function parentsTable(log, state, event) {
  const index = log.node[event], {parents} = log.nodes[index], most = 12;
  const now = log.kind[event] === KIND.contribution ? log.edge[event] : -1;
  const places =
      parents.map((_, k) => k).filter((k) => k < (now < most ? most : most - 1) || k === now);
  const isTensor = log.nodes[index].isTensor;
  const rows = places.map((k) => {
    const p = parents[k], local = log.local(index, k);
    return [
      stepLink(log.nodes[p].madeBy, log.longName(p)), log.text(p, state.value(p)),
      ...(isTensor ? [] : [local === undefined ? "–" : numberText(local)]),
      log.text(p, state.grad(p)) || "–"
    ];
  });
  const table = makeTable(
      "Parents, as they are now",
      ["parent", "data", ...(isTensor ? [] : ["local derivative"]), "grad"], rows);
  table.querySelectorAll("tbody tr").forEach((row, k) => {
    if (places[k] === now) row.setAttribute("aria-current", "true");
  });
  const more =
      parents.length > most ? make("p", {class: "quiet"}, `and ${parents.length - most} more`) : "";
  return make(
      "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Parents"}, table, more);
}

// Of many parents the one that gets a contribution is in sight.
function scrollToCurrent(card) {
  const row = card.querySelector("[aria-current]"), view = row?.closest(".scroll");
  if (!view) return;
  const below = row.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom;
  if (below > 0) view.scrollTop += below;
}
