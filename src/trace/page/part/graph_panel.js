// graph_panel.js: the panel of the graph: the buttons of its scopes, the drawing, and the same
// boxes as a table.

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

// Of a drawing with numbers, or of Tensors alone.
const legendOf = (hasNumbers) =>
    [["forward", `→ forward${hasNumbers ? ", with the local derivative d" : ""}`],
     ["backward", `← backward: ${hasNumbers ? "d × grad of the result" : "what the op sends"}, added to the grad of the parent`],
     ["ghost", "not made yet"]].map(([kind, text]) => make("span", {class: kind}, text));

class GraphPanel {
  // `places`: the elements drawing, scopes, table, note, legend, and the button enlarge.
  constructor(log, places, goTo) {
    Object.assign(this, {log, places, goTo});
    this.graph = new Graph(log);
    this.enlarged = false;
    places.enlarge.addEventListener("click", () => {
      this.enlarged = !this.enlarged;
      places.enlarge.setAttribute("aria-pressed", this.enlarged);
      this.show(this.state);
    });
  }

  show(state) {
    const {log, graph, places} = this;
    if (!log.count) return;
    this.state = state;
    const focus = focusOf(log, state), isOverview = focus.node < 0;
    const seen = isOverview ? graph.overview(rootOf(log), overviewAt(log) - 1) :
                              graph.seenFrom(focus.node, state.position - 1);
    const press = (box) => {
      if (typeof box.key !== "string") return this.goTo(log.nodes[box.key].madeBy + 1);
      graph.toggle(box.key);
      this.show(state);
    };
    this.showScopes(isOverview ? [] : graph.paths[log.scopeOf(focus.node)]);
    this.setHeight();
    const isShrunk = drawGraph(places.drawing, log, state, seen, focus, press, this.enlarged);
    places.enlarge.disabled = !isShrunk && !this.enlarged;
    places.table.replaceChildren(graphTable(log, state, seen, focus, press));
    places.note.textContent = seen.leftOut ? `The ${MOST_BOXES} nearest boxes; there are more.` :
        isOverview && !seen.isWhole ? "Where it ends; there is more." :
        state.position === 0        ? "Nothing is made yet." :
        state.isOpening && backwardsOf(log).length ? "After the first backward pass." :
                                      "";
    this.showLegend();
  }

  // Only of what the drawing has; what it has not keeps its room.
  showLegend() {
    const {legend, drawing} = this.places;
    legend.replaceChildren(...legendOf(drawing.querySelector(".label") !== null));
    for (const text of legend.children)
      text.classList.toggle("off", !drawing.querySelector(".edge." + text.className));
  }

  // As high as the first graph needs it, from step to step the same.
  setHeight() {
    const {drawing} = this.places, width = drawing.clientWidth;
    if (this.width === width) return;
    this.width = width;
    const seen = this.graph.overview(rootOf(this.log), overviewAt(this.log) - 1);
    drawing.style.height = heightFor(drawing, this.log, seen) + "px";
    const {legend} = this.places, fills = [true, false].map((has) => (copy) => copy.append(...legendOf(has)));
    legend.style.height = tallest(legend, fills) + "px";
  }

  // `around`: the scopes in which the step lies; these are open.
  showScopes(around) {
    const {graph, places} = this;
    const button = (scope) => make(
        "button", {
          type: "button",
          class: "chip",
          "aria-expanded": String(!graph.closed.has(scope) || around.includes(scope)),
          "aria-disabled": around.includes(scope) && "true",
          title: around.includes(scope) && "open while the step lies in it",
          onclick: () => {
            if (!around.includes(scope)) graph.toggle(scope);
            this.show(this.state);
            this.refocus(scope);
          }
        },
        scope);
    places.scopes.replaceChildren(...graph.allScopes.slice(0, 40).map(button));
  }

  // The buttons are made anew; the focus stays on the one with the same text.
  refocus(scope) {
    [...this.places.scopes.children].find((button) => button.textContent === scope)?.focus();
  }
}
