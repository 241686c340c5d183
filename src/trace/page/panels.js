// panels.js: the user's source around the line of a step; how a parameter reaches the loss: the gradient
// is the sum over all paths of the products of their local derivatives; and where each backward began, and
// of which terms its loss is made.

// ---- source ----

const LINES_AROUND = 60;

// Without any text the panel is one line.
const hasCode = (log) => log.places.some(([file, line]) => line && log.files[file][1] !== null);

// The last place before an event whose text is in the page.
function placeBefore(log, event) {
  const hasText = (e) => {
    const [file, line] = log.places[log.place[e]];
    return line && log.files[file][1] !== null;
  };
  let e = event;
  while (e > 0 && !hasText(e)) --e;
  return hasText(e) ? log.places[log.place[e]] : [-1, 0];
}

function unknownPlace(log, event) {
  const [file, line] = log.places[log.place[event]];
  return line ? `${tame(log.files[file][0])}:${line}, whose text is not in this page` :
                "no line is known for this step";
}

function showCode(log, state) {
  if (!log.count) return;
  // When the page opens: where the program made what it went backward from.
  const e = state.isOpening ? log.nodes[rootOf(log)].madeBy : Math.max(0, state.position - 1);
  const [itsFile, itsLine] = log.places[log.place[e]];
  const isKnown = itsLine && log.files[itsFile][1] !== null;
  const [file, line] = isKnown ? [itsFile, itsLine] : placeBefore(log, e);
  const text = log.files[file]?.[1];
  if (!line || text === null) return void (byId("code_file").textContent = unknownPlace(log, e));
  const lines = (log.lines ??= new Map()).get(file) ?? text.split("\n");
  log.lines.set(file, lines);
  const begin = Math.max(0, line - 1 - LINES_AROUND),
        end = Math.min(lines.length, line + LINES_AROUND);
  const list = make(
      "ol", {start: begin + 1},
      ...lines.slice(begin, end)
          .map(
              (content, i) => make(
                  "li", {
                    value: begin + i + 1,
                    "aria-current": begin + i + 1 === line && isKnown && state.position ? "step" : undefined
                  },
                  make("code", {}, tame(content) || " "))));
  byId("code_text").replaceChildren(list);
  byId("code_file").textContent =
      isKnown ? `${tame(log.files[file][0]).split("/").pop()}, line ${line}` : unknownPlace(log, e);
  const now = list.children[line - 1 - begin];
  if (now) byId("code_text").scrollTop = now.offsetTop - byId("code_text").clientHeight / 2;
}

// ---- paths ----

// The newest node with this label or number, of those that are preferred if it is one of them;
// undefined when there is none.
function findNode(log, text, preferred) {
  const wanted = text.trim();
  let found;
  for (let i = log.nodes.length; wanted && i-- > 0;) {
    const {label, number} = log.nodes[i];
    if (label !== wanted && "#" + number !== wanted && log.longName(i) !== wanted) continue;
    if (preferred.has(i)) return i;
    found ??= i;
  }
  return found;
}

// Parents come before their users, so one pass from the parameter on finds, for each node, the
// number of paths, their sum, and the path with the largest product; of Tensors the shortest one.
function findPaths(log, from, to) {
  const found = new Map([[from, {count: 1, sum: 1, weight: 1, length: 0, by: null}]]);
  for (let i = from + 1; i <= to; ++i) {
    const node = log.nodes[i];
    node.parents.forEach((parent, edge) => {
      const before = found.get(parent);
      if (!before) return;
      const local = log.local(i, edge), factor = local ?? 1;
      const entry =
          found.get(i) ?? {count: 0, sum: 0, weight: -1, length: Infinity, by: null, first: true};
      const weight = Math.abs(before.weight * factor), length = before.length + 1;
      entry.count += before.count;
      entry.sum += before.sum * factor;
      entry.unknown = entry.unknown || before.unknown || local === undefined;
      if (entry.by === null || weight > entry.weight ||
          (weight === entry.weight && length < entry.length)) {
        Object.assign(entry, {weight, length, by: parent, local});
      }
      found.set(i, entry);
    });
  }
  return found;
}

const MOST_AT_ONCE = 2000;  // nodes between a leaf and a root
const MOST_PATHS = 8;  // more, and only the largest is written

// Every path of a few, each as [node, edge] from the end on; edges that lead there count each.
function allPaths(log, found, from, to) {
  const paths = [];
  const walk = (node, behind) => {
    if (node === from) return paths.push(behind);
    log.nodes[node].parents.forEach((parent, edge) => {
      if (found.has(parent)) walk(parent, [[node, edge], ...behind]);
    });
  };
  walk(to, []);
  return paths;
}

// "x -> #7 -> y: 6 × 1 = 6"
function pathLine(log, from, path) {
  const names = [from, ...path.map(([node]) => node)].map((node) => log.name(node)).join(" → ");
  const factors = path.map(([node, edge]) => log.local(node, edge));
  if (factors.includes(undefined)) return names;
  const product = factors.reduce((p, x) => p * x, 1);
  const written = factors.map((x) => bracketed(numberText(x))).join(" × ");
  return `${names}: ${written}${factors.length > 1 ? " = " + numberText(product) : ""}`;
}

// The path of which findPaths says that it is the largest or the shortest, a line a node.
function largestPath(log, found, to) {
  const way = [];
  for (let at = to; at !== null; at = found.get(at).by) way.push(at);
  way.reverse();
  const steps = way.map((node, i) => {
    const local = i ? found.get(node).local : undefined;
    return make(
        "li", {}, stepLink(log.nodes[node].madeBy, log.longName(node)),
        i ? ` ${log.nodes[node].op}` : "",
        local === undefined ? "" :
                              make("span", {class: "factor"}, `× ${bracketed(numberText(local))}`));
  });
  const product = way.slice(1).reduce((p, node) => p * found.get(node).local, 1);
  return [make("ol", {class: "path"}, ...steps), product];
}

function pathResult(log, from, to) {
  const found = findPaths(log, from, to), end = found.get(to);
  if (!end || from === to)
    return make("p", {}, `${log.longName(to)} does not depend on ${log.longName(from)}.`);
  const [largest, product] = largestPath(log, found, to), one = end.count === 1;
  const few = !one && end.count <= MOST_PATHS;
  const head = one ? "One path:" : `${numberText(end.count)} paths${
      few ? ":" : end.unknown ? "; a shortest one:" : "; the one with the largest product:"}`;
  const list = few ?
      make("ul", {class: "path"}, ...allPaths(log, found, from, to).map(
          (path) => make("li", {}, pathLine(log, from, path)))) :
      largest;
  const sum = `${one ? "Product of the path" : "Sum over all paths"}, the derivative of ` +
      `${log.name(to)} with respect to ${log.name(from)}: ${numberText(end.sum)}.`;
  return make(
      "div", {}, make("p", {}, head), list,
      end.unknown || one || few ? "" :
                                  make("p", {}, `Product of this path: ${numberText(product)}.`),
      make("p", {}, end.unknown ? "The log has no local derivatives of these operations." : sum));
}

class PathPanel {
  constructor(log) {
    this.log = log;
    this.roots = [...new Set(backwardsOf(log).map((e) => log.node[e]))];
    this.isAsked = false;
    const leaves = log.nodes.flatMap((node, i) => (node.parents.length ? [] : [i]));
    byId("path").hidden = !this.roots.length;
    const option = (i) => make("option", {value: log.longName(i)});
    byId("leaves").append(...leaves.slice(0, 300).map(option));
    byId("roots").append(...this.roots.slice(0, 100).map(option));
    for (const id of ["path_from", "path_to"])
      byId(id).addEventListener("input", () => {
        this.isAsked = true;
      });
    byId("path_form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.answer();
    });
  }

  // The root of this backward, or of the next one; and the leaf that gets something in this step, or
  // the first one that the root depends on. Where it takes no time the answer is there at once.
  show(position) {
    const {log} = this, e = Math.max(0, position - 1);
    if (this.isAsked || !this.roots.length) return;
    const root = rootOf(log, passNear(log, position));
    const got = log.kind[e] === KIND.contribution ? log.parent[e] : -1;
    const leaf = got >= 0 && !log.nodes[got].parents.length ? got : leavesOf(log, root)[0] ?? root;
    if (root === this.root && leaf === this.shownLeaf) return;
    [this.root, this.shownLeaf] = [root, leaf];
    byId("path_to").value = log.longName(root);
    byId("path_from").value = log.longName(leaf);
    byId("path_result").replaceChildren();
    if (root - leaf < MOST_AT_ONCE) this.answer();
  }

  answer() {
    const {log} = this, result = byId("path_result");
    const to = findNode(log, byId("path_to").value, new Set(this.roots));
    const used = to === undefined ? new Set() : findUsed(log, to);
    const from = findNode(log, byId("path_from").value, used);
    const missing = from === undefined ? byId("path_from").value :
        to === undefined               ? byId("path_to").value :
                                         null;
    result.replaceChildren(
        missing === null ? pathResult(log, from, to) :
                           make("p", {}, `No node is called ${missing}.`));
  }
}

// ---- losses ----

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
