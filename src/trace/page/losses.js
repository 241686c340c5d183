// losses.js: where each backward began, and of which terms its loss is made.

const MOST_TERMS = 16;
const SUMS = new Set(["add", "sum", "mean", "dot"]);

// Whether a node divides the only operand that is no constant.
const isDivision = ({op, formula}) => op === "div" && formula.startsWith("{");

// The terms of a sum, also behind a division by a constant. One node is a term of itself.
function termsOf(log, root) {
  let at = root;
  while (log.nodes[at].parents.length === 1 &&
         (isDivision(log.nodes[at]) || log.nodes[at].op === "mean"))
    at = log.nodes[at].parents[0];
  if (!SUMS.has(log.nodes[at].op) || log.nodes[at].isTensor) return [];
  const terms = [];
  for (let p of log.nodes[at].parents) {
    while (log.nodes[p].op === "add" && log.nodes[p].parents.length === 2 &&
           terms.length < MOST_TERMS) {
      terms.push(log.nodes[p].parents[1]);
      p = log.nodes[p].parents[0];
    }
    terms.push(p);
  }
  return terms.sort((a, b) => a - b);
}

// -log(p): the argument of the logarithm is the probability of the right answer.
function probabilityOf(log, term) {
  const inner = log.nodes[term].op === "neg" ? log.nodes[term].parents[0] : -1;
  return inner >= 0 && log.nodes[inner].op === "log" ? log.nodes[inner].parents[0] : undefined;
}

// One point a backward, and the same in words; for roots with one op and one label.
function lossCurve(log, events) {
  const losses = events.map((e) => log.run(log.nodes[log.node[e]].madeBy)[0]);
  const finite = losses.filter(Number.isFinite), low = Math.min(...finite),
        high = Math.max(...finite);
  const x = (i) => 4 + 292 * i / (losses.length - 1);
  const y = (loss) => 64 - 56 * (loss - low) / (high - low || 1);
  const points = losses.flatMap((loss, i) => (Number.isFinite(loss) ? [`${x(i)},${y(loss)}`] : []));
  const [first, last] = [losses[0], losses.at(-1)].map((loss) => numberText(loss, 3));
  const range = numbersText(losses, summaryOf(losses), {digits: 3, sentence: true});
  const words = `${first} to ${last} in ${losses.length} backward passes, ${range}`;
  return make(
      "div", {},
      makeSvg(
          "svg",
          {viewBox: "0 0 300 70", class: "losses", role: "img", "aria-label": "Loss: " + words},
          makeSvg("polyline", {points: points.join(" ")})),
      make("p", {class: "quiet"}, words));
}

function showLosses(log) {
  const events = backwardsOf(log);
  byId("losses").hidden = !events.length;
  if (!events.length) return;
  const valueOf = (node) => log.text(node, log.run(log.nodes[node].madeBy));
  const passes = events.slice(0, 50).map(
      (e) => [stepLink(e, String(e + 1)), log.longName(log.node[e]), valueOf(log.node[e])]);
  byId("losses_result")
      .replaceChildren(makeTable(
          events.length > 50 ? `The first 50 of ${events.length} backward passes` :
                               "Backward passes",
          ["step", "from", "data"], passes));
  const kinds = new Set(events.map((e) => {
    const {op, label} = log.nodes[log.node[e]];
    return op + " " + label;
  }));
  if (events.length > 2 && kinds.size === 1) byId("losses_result").prepend(lossCurve(log, events));
  const root = log.node[events[0]], terms = termsOf(log, root), tokens = tokenTerms(log, root);
  if (tokens) byId("losses_result").append(tokens);
  if (terms.length < 2) return;
  const shown = terms.slice(0, MOST_TERMS), probabilities = shown.map((term) => probabilityOf(log, term));
  const hasProbability = probabilities.some((p) => p !== undefined);
  const rows = shown.map((term, i) => {
    const p = probabilities[i], cells = [
      stepLink(log.nodes[term].madeBy, log.longName(term)), formula(log, term), valueOf(term)
    ];
    return hasProbability ? [...cells, p === undefined ? "–" : valueOf(p)] : cells;
  });
  const caption = `Terms of ${log.longName(root)}${
      terms.length > MOST_TERMS ? `, ${MOST_TERMS} of ${terms.length}` : ""}`;
  const heads = ["term", "formula", "data", ...(hasProbability ? ["probability"] : [])];
  byId("losses_result").append(makeTable(caption, heads, rows));
}
