// drawing.js: the graph as SVG, with what flows in this step.

const BOX = {
  width: 160,
  height: 62,
  digits: 6,
  letters: 19
};

// On a narrow screen boxes are narrower, and layers stand below each other.
function setBox(down) {
  Object.assign(
      BOX, down ? {width: 124, digits: 4, letters: 14} : {width: 160, digits: 6, letters: 19});
}

function boxTexts(log, state, box) {
  if (typeof box.key === "string")
    return [box.key.split(".").pop(), counted(box.nodes.size, "node"), "press to open"];
  const {op, shape, number} = log.nodes[box.key], hash = "#" + number;
  const numbers = (x) => boxNumbers(log, box.key, x);
  return [
    (op === "leaf" ? "" : cut(op, BOX.letters - hash.length - 2) + "  ") + log.longName(box.key) +
        (shape.length ? ` [${shape}]` : ""),
    numbers(state.value(box.key)) && "value " + numbers(state.value(box.key)),
    numbers(state.grad(box.key)) && "grad  " + numbers(state.grad(box.key))
  ];
}

// The numbers where they fit, else the least and the largest.
function boxNumbers(log, node, numbers) {
  if (!numbers) return "";
  const all = log.text(node, numbers, {digits: BOX.digits, most: 4});
  return numbers.length === 1 || all.length <= BOX.letters - 6 ?
      all :
      log.text(node, numbers, {digits: 2, most: 1});
}

const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

function drawBox(log, state, box, focus, press) {
  const isScope = typeof box.key === "string", texts = boxTexts(log, state, box);
  const made = isScope || state.value(box.key);
  const kind = isScope ? "scope" : log.nodes[box.key].parents.length ? "op" : "leaf";
  const group = makeSvg("g", {
    class: `box ${kind}${box.nodes.has(focus.node) && state.position ? " now" : ""}${
        box.nodes.has(focus.parent) ? " target" : ""}${made ? "" : " ghost"}`,
    transform: `translate(${box.x} ${box.y})`,
    onclick: () => press(box),
  });
  group.append(makeSvg("rect", {width: BOX.width, height: BOX.height, rx: 8}));
  texts.forEach(
      (text, i) => group.append(makeSvg(
          "text", {x: 11, y: 20 + 17 * i, class: i ? "figure" : "title"}, cut(text, BOX.letters))));
  group.append(makeSvg("title", {}, texts.join("\n")));
  return group;
}

// Which arrows carry something in this step: into the op, or from it to a parent.
function flows({from, to, edge, of}, focus) {
  if (!to.nodes.has(focus.node)) return false;
  if (focus.backward)
    return from.nodes.has(focus.parent) && (of === 1 || focus.isTensor || edge === focus.edge);
  return focus.forward && focus.parents.some((p) => from.nodes.has(p));
}

function focusOf(log, state) {
  const e = Math.max(0, state.position - 1), kind = log.kind[e], node = log.node[e];
  const backward = kind === KIND.contribution && state.position > 0;
  return {
    node,
    parents: log.nodes[node].parents,
    isTensor: log.nodes[node].isTensor,
    forward: kind === KIND.forward && state.position > 0,
    backward,
    parent: backward ? log.parent[e] : -1,
    edge: log.edge[e],
    event: e
  };
}

const tipOf = (id, kind) => makeSvg(
    "marker", {
      id,
      class: kind,
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      markerUnits: "userSpaceOnUse",
      orient: "auto-start-reverse"
    },
    makeSvg("path", {d: "M0 0 8 4 0 8Z"}));

function drawArrow(arrow, path, focus) {
  const now = flows(arrow, focus), atLow = arrow.backwards !== (now && focus.backward);
  return makeSvg("path", {
    d: path,
    class: now ? `edge flow${atLow ? " reverse" : ""}` : "edge",
    [atLow ? "marker-start" : "marker-end"]: `url(#${now ? "tip_now" : "tip"})`
  });
}

function drawGraph(log, state, seen, press) {
  const view = byId("drawing"), down = view.clientWidth < 520, focus = focusOf(log, state);
  setBox(down);
  const size = down ? BOX.width : BOX.height;
  if (seen.layout?.size !== size) seen.layout = layOut(seen.boxes, seen.arrows, size);
  const hasProducts = log.nodes.some((node) => !node.isTensor);
  const places = new Places(down, down ? GAP.down : hasProducts ? GAP.wide : GAP.narrow);
  const [width, height] = placeAll(seen, places, focus, view);
  const svg = makeSvg(
      "svg", {
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `The graph around ${log.longName(focus.node)}; the table below has the same`
      },
      tipOf("tip", "tip"), tipOf("tip_now", "tip flow"));
  const pills = [];
  for (const arrow of seen.arrows) {
    const {path, middle} = routeOf(arrow, places), line = drawArrow(arrow, path, focus);
    svg.append(line);
    if (!line.classList.contains("flow")) continue;
    arrow.line = line;
    if (focus.backward && !focus.isTensor)
      pills.push(pill(arrow, middle, productText(log, focus.event, 3), [width, height], down));
  }
  for (const line of svg.querySelectorAll(".flow:not(marker)")) svg.append(line);
  svg.append(...seen.boxes.map((box) => drawBox(log, state, box, focus, press)), ...pills);
  view.replaceChildren(svg);
  bringIntoView(view, svg, [width, height], seen, focus);
}
