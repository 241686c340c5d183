// graph_panel.js: the panel of the graph: the buttons of its scopes, the drawing, and the same
// boxes as a table.

function graphTable(log, state, seen, press) {
  const focus = focusOf(log, state);
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
      ["node", "op", "inputs", "value", "gradient"], rows);
  seen.boxes.forEach((box, i) => {
    if (box.nodes.has(focus.node)) table.tBodies[0].rows[i].setAttribute("aria-current", "true");
  });
  byId("graph_table").replaceChildren(table);
}

// `around`: the scopes in which the step lies; these are open.
function showScopes(graph, around, change) {
  byId("scopes").replaceChildren(...graph.allScopes.slice(0, 40).map(
      (scope) => make(
          "button", {
            type: "button",
            class: "chip",
            "aria-expanded": String(!graph.closed.has(scope) || around.includes(scope)),
            "aria-disabled": around.includes(scope) && "true",
            title: around.includes(scope) && "open while the step lies in it",
            onclick: (event) => {
              if (!around.includes(scope)) graph.toggle(scope);
              change();
              refocus(event.currentTarget, scope);
            }
          },
          scope)));
}

// The buttons are made anew; the focus stays on the one with the same text.
function refocus(old, text) {
  [...byId("scopes").children].find((button) => button.textContent === text)?.focus();
}

function showGraph(log, state, graph, change, goTo) {
  if (!log.count) return;
  const focus = focusOf(log, state), seen = graph.seenFrom(focus.node, focus.event);
  const press = (box) => {
    if (typeof box.key === "string") {
      graph.toggle(box.key);
      change();
    } else
      goTo(log.nodes[box.key].madeBy + 1);
  };
  showScopes(graph, graph.paths[log.scopeOf(focus.node)], change);
  drawGraph(log, state, seen, press);
  graphTable(log, state, seen, press);
  byId("left_out").textContent =
      seen.leftOut ? `The ${MOST_BOXES} nearest boxes; there are more.` : "";
}
