// map_panel.js: the map as a drawing. A scope is entered by a click or Enter, and left by a button
// of a scope around it or by Escape.

const MAP_BOX = {width: 150, height: 58, gap: 46, letters: 17};

class MapPanel {
  constructor(log, goTo) {
    Object.assign(this, {log, goTo, map: new ModelMap(log), outer: ""});
    byId("map").hidden = !log.hasScopes;
    byId("map").addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.outer)
        this.enter(this.outer.split(".").slice(0, -1).join("."));
    });
  }

  enter(scope) {
    const left = this.outer;
    this.outer = scope;
    this.show(this.state);
    // The focus goes to the scope that was left, or to the first box.
    const boxes = [...byId("map_drawing").querySelectorAll(".box")];
    (boxes.find(({dataset}) => left && isInside(left, dataset.key)) ?? boxes[0])?.focus();
  }

  show(state) {
    this.state = state;
    const {log, outer} = this;
    if (!log.hasScopes || !log.count) return;
    const event = Math.max(0, state.position - 1), focus = focusOf(log, state).node;
    const {boxes, arrows, leftOut} = this.map.inside(outer, event);
    const sizes = boxes.map(({nodes}) => gradientSizeOf(log, state, nodes));
    const most = Math.max(...sizes.map(({largest}) => largest));
    this.showScopes();
    byId("map_left_out").textContent = leftOut ? `and ${counted(leftOut, "operation")} more` : "";
    if (!boxes.length) return byId("map_drawing").replaceChildren();
    const drawing = byId("map_drawing"), {activeElement} = document;
    const focused = drawing.contains(activeElement) ? activeElement.dataset.key : undefined;
    layOut(boxes, arrows, MAP_BOX.height);
    const items = boxes.concat(arrows.flatMap(({lanes}) => lanes));
    const least = Math.min(...items.map(({at}) => at));
    const x = (item) => 8 + item.layer * (MAP_BOX.width + MAP_BOX.gap);
    const y = (item) => 8 + item.at - least + MAP_BOX.height / 2;
    const groups = boxes.map((box, i) => {
      const group = this.box(box, sizes[i], most, box.nodes.includes(focus));
      group.setAttribute("transform", `translate(${x(box)} ${y(box) - MAP_BOX.height / 2})`);
      return group;
    });
    const label = "The model" + (outer && ", inside of " + outer);
    const svg = makeSvg(
        "svg", {
          role: "group",
          "aria-label": label,
          width: Math.max(...boxes.map(x)) + MAP_BOX.width + 8,
          height: Math.max(...items.map(y)) + MAP_BOX.height / 2 + 8
        },
        mapTip(), ...arrows.map((arrow) => mapArrow(arrow, x, y)), ...groups);
    drawing.replaceChildren(svg);
    if (focused !== undefined) svg.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  // "model > blocks > 0": each leads back to it.
  showScopes() {
    const parts = this.outer ? this.outer.split(".") : [];
    const crumbs = ["", ...parts.map((_, i) => parts.slice(0, i + 1).join("."))];
    byId("map_scopes").replaceChildren(...crumbs.map((scope) => make(
        "button", {
          type: "button",
          class: "chip",
          "aria-current": scope === this.outer ? "true" : undefined,
          onclick: () => this.enter(scope)
        },
        scope.split(".").pop() || "model")));
  }

  box({key, ops}, {largest, isFinite}, most, isNow) {
    const {log} = this, isScope = typeof key === "string", {width, height} = MAP_BOX;
    const name = isScope ? key.split(".").pop() : log.nodes[key].label || log.nodes[key].op;
    const what = isScope ? counted(ops, "operation") :
        log.nodes[key].label ? log.nodes[key].op :
                               log.name(key);
    const grad = !isFinite ? "not finite" :
        largest            ? `grad to ${numberText(largest, 3, 1)}` :
                             "no grad yet";
    // Each power of ten below the largest takes a quarter of the colour.
    const share = largest && isFinite ? Math.max(0.1, 1 + Math.log10(largest / most) / 4) : 0;
    const press = () => (isScope ? this.enter(key) : this.goTo(log.nodes[key].madeBy + 1));
    const group = makeSvg("g", {
      class: `box ${isScope ? "scope" : "op"}${isNow ? " now" : ""}${isFinite ? "" : " broken"}`,
      role: "button",
      tabindex: 0,
      "data-key": key,
      "aria-label": `${name}, ${what}, ${grad}: ${isScope ? "enter" : "go to its step"}`,
      onclick: press,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        press();
      }
    });
    group.append(makeSvg("rect", {width, height, rx: 8}));
    group.firstChild.style.setProperty("--share", `${Math.round(60 * share)}%`);
    [name, what, grad].forEach((text, i) => {
      const kind = i ? "figure" : "title";
      group.append(
          makeSvg("text", {x: 10, y: 18 + 17 * i, class: kind}, cut(text, MAP_BOX.letters)));
    });
    return group;
  }
}

const mapTip = () => makeSvg(
    "marker", {
      id: "map_tip",
      class: "tip forward",
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      markerUnits: "userSpaceOnUse",
      orient: "auto-start-reverse"
    },
    makeSvg("path", {d: "M0 0 8 4 0 8Z"}));

// From the right of a box to the left of another, through the lanes between them.
function mapArrow({low, high, backwards, lanes}, x, y) {
  const {width, gap} = MAP_BOX;
  let from = x(low) + width, across = y(low), path = `M${from} ${across}`;
  const bendTo = (to, next) => {
    path += `C${from + gap / 2} ${across} ${to - gap / 2} ${next} ${to} ${next}`;
    across = next;
  };
  for (const lane of lanes) {
    bendTo(x(lane), y(lane));
    path += `L${from = x(lane) + width} ${across}`;
  }
  bendTo(x(high), y(high));
  const end = backwards ? "marker-start" : "marker-end";
  return makeSvg("path", {d: path, class: "edge forward", [end]: "url(#map_tip)"});
}
