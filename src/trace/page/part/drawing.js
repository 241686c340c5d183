// drawing.js: the graph as SVG: boxes, and for each edge a line forward with the local derivative d,
// and one backward with what it has sent.

const LEAST_SCALE = 0.45;               // of a narrow screen: smaller letters on arrows are left out
const HEIGHT = {least: 240, most: 540};  // of the panel

const NO_FOCUS = {
  node: -1,
  parents: [],
  parent: -1,
  edge: -1
};

// What a step is about: an op, the parents that it has, and of a contribution the one that gets it.
// When the page opens, and before the first step, it is nothing.
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

// Which arrows carry something in this step: into the op, or from it to a parent.
function flows({from, to, edges, of}, focus) {
  if (!to.nodes.has(focus.node)) return false;
  if (focus.backward)
    return from.nodes.has(focus.parent) &&
        (of === 1 || focus.isTensor || edges[0][1] === focus.edge);
  return !!focus.forward && focus.parents.some((p) => from.nodes.has(p));
}

const keyOf = (node, edge) => node * 2 ** 20 + edge;

// The contributions of this backward pass so far, by node and edge: their events. A Tensor sends
// once to a parent, whatever its places are. What a gradient has got is gone when the program sets it.
function sentSoFar(log, position, nodes) {
  const backwards = backwardsOf(log), sent = new Map();
  const begin = backwards[lowerBound(backwards, position) - 1] ?? position;
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

// One of the two lines of an arrow, with its head.
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

// Both lines of an arrow; what is written on them is added to the labels.
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

// The height at which the drawing fills its panel, within reason.
function heightFor(view, log, seen) {
  const [width, height] = planOf(log, seen, NO_FOCUS, view, isNarrow(view), true).extent;
  if (seen.boxes.length > MOST_WHOLE) return HEIGHT.least + HEIGHT.most >> 1;
  const scale = Math.min(MOST_SCALE, view.clientWidth / width);
  return Math.ceil(Math.max(HEIGHT.least, Math.min(HEIGHT.most, height * scale)));
}

// Where boxes are when layers follow each other across, or down.
function planOf(log, seen, focus, view, down, whole) {
  const hasNumbers = log.nodes.some((n) => !n.isTensor);
  const box = down ? BOXES.down : hasNumbers ? BOXES.across : BOXES.tensors;
  const places = new Places(down, box, down ? GAP.down : seen.gap ??= gapOf(log, seen));
  if (seen.layout?.size !== places.size) seen.layout = layOut(seen.boxes, seen.arrows, places.size);
  spread(seen.boxes, seen.arrows, places.size);
  return {places, extent: placeAll(seen, places, focus, view, whole)};
}

// `enlarged`: a small graph too is as large as its letters, and scrolls. Returns whether it was
// shrunk.
function drawGraph(view, log, state, seen, focus, press, enlarged) {
  const whole = seen.boxes.length <= MOST_WHOLE && !enlarged, narrow = isNarrow(view);
  let plan = planOf(log, seen, focus, view, narrow, whole);
  if (whole && scaleOf(view, plan.extent) < 0.7) {
    const scale = scaleOf(view, plan.extent),
          other = planOf(log, seen, focus, view, !narrow, whole);
    plan = scaleOf(view, other.extent) > 1.2 * scale ?
        other :
        planOf(log, seen, focus, view, narrow, whole);
  }
  const {places, extent} = plan, {box} = places, isTiny = whole && narrow && scaleOf(view, extent) < LEAST_SCALE;
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
  if (about.isWhole) for (const arrow of seen.arrows) about.labels.addLine(routeOf(arrow, places, 0));
  const lines = seen.arrows.flatMap((arrow) => drawArrow(log, state, arrow, about));
  const flow = lines.filter((line) => line.classList.contains("flow"));
  svg.append(
      ...lines, ...flow, ...seen.boxes.map((b) => drawBox(log, state, b, box, focus, press)),
      ...about.labels.settle().filter(({classList}) => !isTiny || classList.contains("now")));
  view.replaceChildren(svg);
  if (whole)
    showWhole(view, svg, extent);
  else
    bringIntoView(view, svg, extent, seen, focus, box);
  return whole && scaleOf(view, extent) < 0.95;
}
