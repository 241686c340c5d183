// drawing.js: draws the graph as SVG: boxes, and two lines for each edge, forward with the local derivative
// d and backward with the contribution. Also chooses the scale and the visible part, and fills the panel around it
// with a table of the same boxes.

// ---- boxes ----

// The sizes of boxes in pixels and letters: between Values, on a narrow screen, and between Tensors.
// On a narrow screen boxes are narrower, and layers are below each other.
const BOXES = {
  across: {width: 148, height: 80, digits: 6, letters: 19},
  down: {width: 116, height: 80, digits: 4, letters: 15},
  tensors: {width: 184, height: 80, digits: 6, letters: 25}
};
const LETTERS_OF_TITLE = 0.84;  // bold letters are wider

const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
// Keeps both ends of a label, which tell more than its middle: "blocks.0.…y.weight".
function cutMiddle(text, most) {
  const begin = Math.ceil((most - 1) / 2);
  return text.length > most ? text.slice(0, begin) + "…" + text.slice(begin + 1 - most) : text;
}

// "#4 add y", "#3 x * w", "#2 linear h [2,3]". Without room: no shape, or a shorter text.
function boxTitle(log, node, letters) {
  const {op, label, shape, number, isTensor} = log.nodes[node], long = log.longName(node);
  if (!label && !isTensor && op !== "leaf" && long.length <= letters) return long;
  const hash = "#" + number, head = op === "leaf" && label ? hash : `${hash} ${op}`;
  const size = shape.length ? ` [${shape}]` : "",
        all = label ? `${hash} ${op} ${label}` : `${hash} ${op}`;
  if (all.length + size.length <= letters) return all + size;
  if (all.length <= letters || !label) return cut(all, letters);
  const room = letters - head.length - 1;
  return room < 5 ? cut(all, letters) : `${head} ${cutMiddle(label, room)}`;
}

function boxTexts(log, state, box, {letters, digits}) {
  if (typeof box.key === "string")
    return [
      cutMiddle(box.key, Math.floor(letters * LETTERS_OF_TITLE)), counted(box.nodes.size, "node"),
      "press to open"
    ];
  const line = (name, x) => {
    const numbers = log.shortText(box.key, x, letters - 5, digits);
    return numbers && `${name} ${numbers}`;
  };
  return [
    boxTitle(log, box.key, Math.floor(letters * LETTERS_OF_TITLE)),
    line("data", state.value(box.key)), line("grad", state.grad(box.key))
  ];
}

function drawBox(log, state, box, size, focus, press) {
  const isScope = typeof box.key === "string", texts = boxTexts(log, state, box, size);
  const made = isScope || state.value(box.key);
  const kind = isScope ? "scope" : log.nodes[box.key].parents.length ? "op" : "leaf";
  const group = makeSvg("g", {
    class: `box ${kind}${box.nodes.has(focus.node) ? " now" : ""}${
        box.nodes.has(focus.parent) ? " target" : ""}${made ? "" : " ghost"}`,
    transform: `translate(${box.x} ${box.y})`,
    onclick: () => press(box),
  });
  group.append(makeSvg("rect", {width: size.width, height: size.height, rx: 6}));
  const top = size.height / 2 + 4.5 - 9 * (texts.filter(Boolean).length - 1);
  texts.filter(Boolean).forEach(
      (text, i) => group.append(makeSvg(
          "text", {
            x: size.width / 2,
            y: top + 18 * i,
            "text-anchor": "middle",
            class: isScope ? (i ? "" : "title") :
                             ["title", text.startsWith("data") ? "data" : "grad", "grad"][i]
          },
          cut(text, size.letters))));
  const whole = isScope ? box.key : log.longName(box.key);
  group.append(makeSvg("title", {}, [whole, ...texts].filter(Boolean).join("\n")));
  return group;
}

// ---- the drawing ----

const HEIGHT = {least: 240, most: 540};  // of the panel
const MOST_SCALE = 1.2, LEAST_SCALE = 0.7;  // of a drawing; a larger drawing scrolls

const NO_FOCUS = {
  node: -1,
  parents: [],
  parent: -1,
  edge: -1
};

// The nodes of a step: an op, its parents, and the parent that receives a contribution. There are none
// when the page opens and before the first step.
function focusOf(log, state) {
  const e = state.position - 1;
  if (e < 0 || state.isOpening) return NO_FOCUS;
  const kind = log.kind[e], node = log.node[e], backward = kind === KIND.contribution;
  return {
    node,
    parents: log.nodes[node].parents,
    isTensor: log.nodes[node].isTensor,
    forward: kind === KIND.forward,
    backward,
    parent: backward ? log.parent[e] : -1,
    edge: log.edge[e]
  };
}

// True for the arrows of a step: into the op, or from it to a parent.
function flows({from, to, edges, of}, focus) {
  if (!to.nodes.has(focus.node)) return false;
  if (focus.backward)
    return from.nodes.has(focus.parent) &&
        (of === 1 || focus.isTensor || edges[0][1] === focus.edge);
  return !!focus.forward && focus.parents.some((p) => from.nodes.has(p));
}

const keyOf = (node, edge) => node * 2 ** 20 + edge;

// The contributions of this backward pass so far: the event for each node and edge. A Tensor sends once
// to a parent, even if it uses the parent twice. When the program sets a gradient, the contributions to it no
// longer count.
function sentSoFar(log, position, nodes) {
  const backwards = backwardsOf(log), sent = new Map();
  const begin = backwards.findLast((e) => e < position) ?? position;
  for (let e = begin; e < position; ++e) {
    const node = log.node[e], {parents, isTensor} = log.nodes[node];
    if (log.kind[e] === KIND.setGrad)
      for (const [key, event] of sent)
        if (log.parent[event] === node) sent.delete(key);
    if (log.kind[e] !== KIND.contribution || !nodes.has(node)) continue;
    const edges =
        isTensor ? parents.flatMap((p, k) => (p === log.parent[e] ? [k] : [])) : [log.edge[e]];
    for (const edge of edges) sent.set(keyOf(node, edge), e);
  }
  return sent;
}

// One of the two lines of an arrow, with its arrowhead.
function drawLine(route, arrow, places, isBackward, now) {
  const toLast = isBackward === !!arrow.backwards, kind = isBackward ? "backward" : "forward";
  return [
    makeSvg("path", {
      d: route.path,
      class: `edge ${kind}${now ? " flow" : ""}${now && !toLast ? " reverse" : ""}`
    }),
    makeSvg("path", {d: headOf(toLast ? route.last : route.first, places), class: "tip " + kind})
  ];
}

// Draws both lines of an arrow, and adds their labels.
function drawArrow(log, state, arrow, {places, labels, sent, focus, isWhole}) {
  const made = arrow.edges.some(([node]) => state.value(node));
  const [node, edge] = arrow.edges[0], now = flows(arrow, focus);
  const last = arrow.edges.find(([n, k]) => sent.has(keyOf(n, k))),
        event = last && sent.get(keyOf(...last));
  const [forward, backward] = [-BESIDE, BESIDE].map((aside) => routeOf(arrow, places, aside));
  if (!made) return [makeSvg("path", {d: routeOf(arrow, places, 0).path, class: "edge ghost"})];
  const out = drawLine(forward, arrow, places, false, now && focus.forward);
  if (event !== undefined)
    out.push(...drawLine(backward, arrow, places, true, now && focus.backward));
  if (arrow.edges.length > 1 || log.nodes[node].isTensor) return out;
  const local = log.local(node, edge),
        must = isWhole && (focus.node < 0 || arrow.to.nodes.has(focus.node));
  const kindOf = (name) => name + (now && focus[name] ? " now" : "");
  if (local !== undefined)
    labels.add("d " + numberText(local, 3), forward, -1, kindOf("forward"), must);
  if (event !== undefined)
    labels.add(
        productText(log, event, 3), backward, 1, kindOf("backward"),
        must || (now && focus.backward));
  return out;
}

const isNarrow = (view) => view.clientWidth < 520;

// The height at which the drawing fills its panel, within limits.
function heightFor(view, log, seen) {
  if (seen.boxes.length > MOST_WHOLE) return HEIGHT.least + HEIGHT.most >> 1;
  const [width, height] = planOf(log, seen, isNarrow(view)).extent, scale = Math.min(MOST_SCALE, view.clientWidth / width);
  return Math.ceil(Math.max(HEIGHT.least, Math.min(HEIGHT.most, height * scale)));
}

// The places of the boxes, with layers beside each other or below each other, and the extent of the drawing.
function planOf(log, seen, down) {
  const hasNumbers = log.nodes.some((n) => !n.isTensor);
  const box = down ? BOXES.down : hasNumbers ? BOXES.across : BOXES.tensors;
  const places = new Places(down, box, down ? GAP.down : seen.gap ??= gapOf(log, seen)), {size} = places;
  if (seen.layout?.size !== size) seen.layout = layOut(seen.boxes, seen.arrows, size);
  spread(seen.boxes, seen.arrows, size);
  const {layers, items} = seen.layout;
  places.least = Math.min(...items.map((item) => item.at - item.size / 2)) - 10;
  const breadth = Math.max(...items.map((item) => places.across(item) + item.size / 2)) + 10;
  for (const b of seen.boxes) [b.x, b.y] = places.point(places.begin(b), places.across(b) - size / 2);
  return {places, extent: places.point(layers.length * (places.length + places.gap) - places.gap + 8, breadth)};
}

function drawGraph(view, log, state, seen, focus, press) {
  const {places, extent} = planOf(log, seen, isNarrow(view)), {box} = places;
  const rects = seen.boxes.map(({x, y}) => [x, y, x + box.width, y + box.height]);
  const about = {
    places,
    labels: new Labels(places, rects, extent),
    sent: sentSoFar(log, state.position, seen.nodes),
    focus,
    isWhole: seen.boxes.length <= MOST_WHOLE
  };
  const svg = makeSvg("svg", {
    viewBox: `0 0 ${extent[0]} ${extent[1]}`,
    role: "img",
    "aria-label": `The graph${
        focus.node < 0 ? "" : ` around ${log.longName(focus.node)}`}; the table below has the same`
  });
  const lines = seen.arrows.flatMap((arrow) => drawArrow(log, state, arrow, about));
  const flow = lines.filter((line) => line.classList.contains("flow"));
  svg.append(
      ...lines, ...flow, ...seen.boxes.map((b) => drawBox(log, state, b, box, focus, press)), ...about.labels.settle());
  view.replaceChildren(svg);
  const fitting = Math.min(MOST_SCALE, view.clientWidth / extent[0], view.clientHeight / extent[1]);
  const scale = fitting >= LEAST_SCALE ? fitting : Math.min(1, Math.max(LEAST_SCALE, view.clientWidth / extent[0]));
  attributes(svg, {width: extent[0] * scale, height: extent[1] * scale});
  if (scale > fitting) bringIntoView(view, scale, seen, focus, box);
}

// Scrolls the box that receives a contribution to the middle, or the box of the op.
function bringIntoView(view, scale, seen, focus, box) {
  const shown = [focus.parent, focus.node].map((node) => seen.boxes.find((b) => b.nodes.has(node))).find(Boolean);
  if (!shown) return;
  view.scrollLeft = (shown.x + box.width / 2) * scale - view.clientWidth / 2;
  view.scrollTop = (shown.y + box.height / 2) * scale - view.clientHeight / 2;
}

// ---- the panel ----

function graphTable(log, state, seen, focus, press) {
  const rows = seen.boxes.map((box) => {
    if (typeof box.key === "string") {
      return [
        make("button", {type: "button", onclick: () => press(box)}, "Open " + box.key), "scope",
        counted(box.nodes.size, "node"), "", ""
      ];
    }
    const node = log.nodes[box.key];
    return [
      stepLink(node.madeBy, log.longName(box.key)), node.op,
      node.parents.slice(0, 8).map((p) => log.name(p)).join(", "),
      log.text(box.key, state.value(box.key)), log.text(box.key, state.grad(box.key))
    ];
  });
  const table = makeTable(
      "Boxes of the drawing in the order of their making",
      ["node", "op", "parents", "data", "grad"], rows);
  seen.boxes.forEach((box, i) => {
    if (box.nodes.has(focus.node)) table.tBodies[0].rows[i].setAttribute("aria-current", "true");
  });
  return table;
}

const LEGEND = [
  ["forward", "→ forward, between Values with the local derivative d"],
  ["backward", "← backward: d × grad of the result, added to the grad of the parent"], ["ghost", "not made yet"]
];

class GraphPanel {
  // `places`: the elements drawing, graph_table, note and legend.
  constructor(log, places, goTo) {
    Object.assign(this, {log, places, goTo});
    this.graph = new Graph(log);
  }

  show(state) {
    const {log, graph, places} = this;
    if (!log.count) return;
    const focus = focusOf(log, state), isOverview = focus.node < 0;
    const overview = () => graph.overview(rootOf(log), overviewAt(log) - 1);
    // The panel is as high as the first graph needs. The height does not change from step to step.
    if (this.width !== places.drawing.clientWidth) {
      this.width = places.drawing.clientWidth;
      places.drawing.style.height = heightFor(places.drawing, log, overview()) + "px";
    }
    const seen = isOverview ? overview() : graph.seenFrom(focus.node, state.position - 1);
    // A closed scope opens at a step in it.
    const press = (box) => this.goTo(log.nodes[box.first].madeBy + 1);
    drawGraph(places.drawing, log, state, seen, focus, press);
    places.graph_table.replaceChildren(graphTable(log, state, seen, focus, press));
    places.note.textContent = seen.leftOut ? `The ${MOST_BOXES} nearest boxes; there are more.` :
        isOverview && !seen.isWhole ? "Where it ends; there is more." :
        state.position === 0        ? "Nothing is made yet." :
        state.isOpening && backwardsOf(log).length ? "After the first backward pass." :
                                      "";
    places.legend.replaceChildren(...LEGEND.map(([kind, text]) => make("span", {class: kind}, text)));
  }
}
