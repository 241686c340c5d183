// page.js: the page reads its log, and updates every panel when the position changes: the user's source around the
// line of a step; a gradient as the sum over all paths of the products of their local derivatives; and the beginning of
// each backward pass. Also the controls, keys and links that move through the log.

// ---- source ----

const LINES_AROUND = 60;

// The place of an event in the user's source. `text` is the file's text, or null if the page does not have it.
function placeOf(log, event) {
  const [file, line] = log.places[log.place[event]], [name, text] = log.files[file];
  return {file, line, name: tame(name), text: line ? text : null};
}

// Without source text the panel is one line.
const hasCode = (log) => log.places.some(([file, line]) => line && log.files[file][1] !== null);

// A step without source text shows the lines of the step before it, with none marked.
function showCode(log, state) {
  if (!log.count) return;
  // When the page opens: the line that made the root of the backward pass.
  const e = state.isOpening ? log.nodes[rootOf(log)].madeBy : Math.max(0, state.position - 1), now = placeOf(log, e);
  byId("code_file").textContent = now.text !== null ? `${now.name.split("/").pop()}, line ${now.line}` :
      now.line                                       ? `${now.name}:${now.line}, whose text is not in this page` :
                                                       "no line is known for this step";
  let shown = e;
  while (shown > 0 && placeOf(log, shown).text === null) --shown;
  const {file, line, text} = placeOf(log, shown);
  if (text === null) return;
  const lines = (log.lines ??= new Map()).get(file) ?? text.split("\n"), begin = Math.max(0, line - 1 - LINES_AROUND);
  log.lines.set(file, lines);
  const isLit = (number) => number === line && now.text !== null && state.position > 0;
  const list = make("ol", {start: begin + 1}, ...lines.slice(begin, line + LINES_AROUND).map((content, i) => make(
      "li", {value: begin + i + 1, "aria-current": isLit(begin + i + 1) && "step"}, make("code", {}, tame(content) || " "))));
  byId("code_text").replaceChildren(list);
  const middle = list.children[line - 1 - begin];
  if (middle) byId("code_text").scrollTop = middle.offsetTop - byId("code_text").clientHeight / 2;
}

// ---- paths ----

// Finds the number of paths from `from` to each node, and the sum of their products. Parents come before their
// users, so one loop is enough.
function findPaths(log, from, to) {
  const found = new Map([[from, {count: 1, sum: 1, unknown: false}]]);
  for (let i = from + 1; i <= to; ++i) {
    log.nodes[i].parents.forEach((parent, edge) => {
      const before = found.get(parent);
      if (!before) return;
      const local = log.local(i, edge), entry = found.get(i) ?? {count: 0, sum: 0, unknown: false};
      entry.count += before.count;
      entry.sum += before.sum * (local ?? 1);
      entry.unknown ||= before.unknown || local === undefined;
      found.set(i, entry);
    });
  }
  return found;
}

const MOST_AT_ONCE = 2000;  // the most nodes between a leaf and a root
const MOST_PATHS = 8;       // the most paths that are listed

// The first paths, each as a list of [node, edge] that begins at `from`.
function firstPaths(log, found, from, to) {
  const paths = [], waiting = [[to, []]];
  while (waiting.length && paths.length < MOST_PATHS) {
    const [node, behind] = waiting.pop();
    if (node === from)
      paths.push(behind);
    else
      waiting.push(...[...log.nodes[node].parents.entries()].reverse().flatMap(
          ([edge, parent]) => (found.has(parent) ? [[parent, [[node, edge], ...behind]]] : [])));
  }
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

function pathResult(log, from, to) {
  const found = findPaths(log, from, to), end = found.get(to);
  if (!end || from === to) return "";
  const head = end.count === 1 ? "One path:" :
      `${numberText(end.count)} paths${end.count > MOST_PATHS ? `; the first ${MOST_PATHS}:` : ":"}`;
  const lines = firstPaths(log, found, from, to).map((path) => make("li", {}, pathLine(log, from, path)));
  const sum = `${end.count === 1 ? "Product of the path" : "Sum over all paths"}, the derivative of ` +
      `${log.name(to)} with respect to ${log.name(from)}: ${numberText(end.sum)}.`;
  return make(
      "div", {}, make("p", {}, head), make("ul", {class: "path"}, ...lines),
      make("p", {}, end.unknown ? "The log has no local derivatives of these operations." : sum));
}

// Shows the paths to the root of this backward pass, or of the next one. They begin at the leaf that receives a
// contribution in this step, or at the first leaf of the root. Shows nothing if there are too many nodes between.
function showPaths(log, position) {
  const backwards = backwardsOf(log), e = Math.max(0, position - 1);
  byId("path").hidden = !backwards.length;
  if (!backwards.length) return;
  const to = rootOf(log, passNear(log, position)), got = log.kind[e] === KIND.contribution ? log.parent[e] : -1;
  const from = got >= 0 && !log.nodes[got].parents.length ? got : leavesOf(log, to)[0] ?? to;
  if (log.shownPath === `${from} ${to}`) return;
  log.shownPath = `${from} ${to}`;
  byId("path_result").replaceChildren(to - from < MOST_AT_ONCE ? pathResult(log, from, to) : "");
}

// ---- losses ----

// A curve with one point for each backward pass, and the same in words. All roots have the same op and label.
function lossCurve(log, events) {
  const losses = events.map((e) => log.run(log.nodes[log.node[e]].madeBy)[0]);
  const finite = losses.filter(Number.isFinite), low = Math.min(...finite),
        high = Math.max(...finite);
  const x = (i) => 4 + 292 * i / (losses.length - 1);
  const y = (loss) => 64 - 56 * (loss - low) / (high - low || 1);
  const points = losses.flatMap((loss, i) => (Number.isFinite(loss) ? [`${x(i)},${y(loss)}`] : []));
  const [first, last] = [losses[0], losses.at(-1)].map((loss) => numberText(loss, 3));
  const range = finite.length ? `lowest ${numberText(low, 3)}, highest ${numberText(high, 3)}` : "none finite";
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
}

// ---- the controls that only the page has ----

function positionInLink() {
  const step = new URLSearchParams(location.hash.slice(1)).get("step");
  return step === null ? undefined : Math.trunc(+step) || 0;
}

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "step",
  Home: "first",
  End: "last"
};

function listen(log, reader) {
  byId("count").textContent = log.count.toLocaleString("en");
  for (const id of ["slider", "goto"]) byId(id).max = log.count;
  byId("slider").addEventListener("input", () => reader.goTo(+byId("slider").value));
  byId("goto").addEventListener("change", () => reader.goTo(Math.trunc(+byId("goto").value) || 0));
  addEventListener("hashchange", () => reader.goTo(positionInLink() ?? reader.state.position));
  document.addEventListener("keydown", (event) => {
    const id = KEYS[event.key];
    if (!id || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey ||
        /INPUT|SELECT|TEXTAREA/.test(event.target.tagName))
      return;
    event.preventDefault();
    byId(id).click();
  });
}

function showPosition(log, {position, isOpening}) {
  byId("slider").value = byId("goto").value = position;
  byId("slider").setAttribute("aria-valuetext", `${position} of ${log.count}`);
  if (!isOpening) history.replaceState(null, "", "#step=" + position);
}

// ---- the page ----

function start() {
  const log = new Log(JSON.parse(byId("data").textContent));
  byId("program").textContent = log.program || "trace";
  document.title = log.program ? log.program + ", trace" : "trace";
  byId("facts").textContent = [
    log.command, log.version, counted(log.count, "step"), counted(log.nodes.length, "node")
  ].filter(Boolean).join(" · ");
  const notices = [
    log.cut && `The log ends early: ${log.cut}.`,
    log.no_lines && `No source lines: ${log.no_lines}.`
  ];
  byId("cut").textContent = notices.filter(Boolean).join(" ");
  byId("cut").hidden = !byId("cut").textContent;
  byId("main").hidden = false;
  byId("code").hidden = log.places.every(([, line]) => !line);
  byId("code_text").hidden = !hasCode(log);

  const reader = new Reader(log, byId, (state) => {
    byId("main").classList.toggle("in_backward", state.position > 0 && log.isBackward(state.position - 1));
    showPosition(log, state);
    showCode(log, state);
    showPaths(log, state.position);
  });
  listen(log, reader);
  addEventListener("resize", () => reader.show());
  showLosses(log);
  reader.begin(positionInLink());
}

document.addEventListener("DOMContentLoaded", start);
