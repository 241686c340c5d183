// cell.js: what made the number that was pressed: the row and the column, or the numbers, and the
// sum of their products; of a gradient, what each op has sent to it.

// The factors of the terms in rows, a term a column.
function factorTable(caption, terms) {
  const shown = terms.slice(0, MOST_TERMS_SHOWN), count = shown[0].factors.length;
  if (shown.length < 2 || shown.some(({factors}) => factors.length !== count)) return "";
  const rows = range(0, count).flatMap((k) => [
    make("tr", {}, ...shown.map(({factors}) => make("td", {class: "name"}, factors[k][0]))),
    make("tr", {}, ...shown.map(({factors}) => heatCell(factors[k][1], 0)))
  ]);
  return make(
      "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": caption},
      make("table", {class: "factors"}, make("caption", {}, caption), make("tbody", {}, ...rows)));
}

const madeLine = (text) => make("p", {class: "made"}, text);

// The contributions of this backward to a node, as far as this step, which no set of its gradient has
// undone.
function contributionsTo(log, node, position) {
  const events = [];
  for (let e = position - 1; e >= 0 && log.kind[e] !== KIND.backward; --e) {
    if (log.kind[e] === KIND.setGrad && log.node[e] === node) break;
    if (log.kind[e] === KIND.contribution && log.parent[e] === node) events.unshift(e);
  }
  return events;
}

// `state`: before the event.
function sentTo(log, state, e, at) {
  const op = log.node[e], node = log.parent[e], name = numberName(log, node, at);
  const before = log.before(e)[at], after = log.after(e)[at];
  const parts = [make(
      "p", {}, `${log.nodes[op].op} ${log.name(op)}, `, stepLink(e, `step ${e + 1}`),
      `: grad ${name} ${numberText(before)} → ${numberText(after)}`)];
  for (const text of formulasSent(log, op, node))
    parts.push(madeLine(`grad ${log.name(node)} += ${text}`));
  const terms = new Terms(log, op).sent(state, node, at);
  if (terms.length) {
    parts.push(madeLine(equationText(terms, after - before)));
    parts.push(factorTable(`What ${log.name(op)} sends to ${name}`, terms));
  }
  return parts;
}

// The text below a heat map whose cell at `at` was pressed; isGrad: it shows a gradient.
function cellPanel(log, state, node, at, isGrad) {
  const name = numberName(log, node, at), parts = [];
  if (isGrad) {
    const events = contributionsTo(log, node, state.position);
    const then = new State(log);  // an optimizer may have changed the numbers since
    for (const e of events) {
      then.goTo(e);
      parts.push(...sentTo(log, then, e, at));
    }
    if (!events.length) parts.push(make("p", {}, `This backward has sent nothing to ${name} yet.`));
  } else {
    const made = new State(log), result = state.value(node)[at];
    made.goTo(log.nodes[node].madeBy + 1);
    const terms = Object.is(made.value(node)[at], result) ? new Terms(log, node).made(made, at) : [];
    const equation = terms.length ? equationText(terms, result) : numberText(result);
    parts.push(madeLine(`${name} = ${equation}`));
    if (terms.length) parts.push(factorTable(`What makes ${name}`, terms));
  }
  return make("div", {class: "cell", role: "status"}, ...parts);
}
