// tables.js: long tables, of which only the rows in sight are in the page.

const ROW_HEIGHT = 30, ROWS_AROUND = 30, MOST_PRINTED = 200;

class LongTable {
  // columns: [name, class]; rowOf(item): cells, the first of which heads the row.
  constructor(place, caption, columns, rowOf) {
    this.rowOf = rowOf;
    this.caption = caption;
    this.items = [];
    this.current = -1;
    this.body = make("tbody");
    this.columns = columns;
    this.table = make(
        "table", {class: "long"}, make("caption", {}, caption),
        make(
            "thead", {},
            make(
                "tr", {},
                ...columns.map(([name, kind]) => make("th", {scope: "col", class: kind}, name)))),
        this.body);
    this.box = make(
        "div", {
          class: "scroll",
          tabindex: 0,
          role: "group",
          "aria-label": caption,
          onscroll: () => this.draw()
        },
        this.table);
    place.append(this.box);
    addEventListener("beforeprint", () => this.drawForPrint());
    addEventListener("afterprint", () => this.draw());
  }

  setItems(items) {
    this.items = items;
    this.table.setAttribute("aria-rowcount", items.length + 1);
    this.drawn = "";
    this.draw();
  }

  // Marks an item as current, and brings it into sight.
  setCurrent(item) {
    this.current = item;
    const at = lowerBound(this.items, item), top = at * ROW_HEIGHT,
          {scrollTop, clientHeight} = this.box;
    if (this.items[at] === item &&
        (top < scrollTop || top + 3 * ROW_HEIGHT > scrollTop + clientHeight)) {
      this.box.scrollTop = top - clientHeight / 2 + ROW_HEIGHT;
    }
    this.drawn = "";
    this.draw();
  }

  draw() {
    const inSight = Math.ceil(this.box.clientHeight / ROW_HEIGHT),
          top = Math.floor(this.box.scrollTop / ROW_HEIGHT);
    const begin = Math.max(0, Math.min(this.items.length, top) - ROWS_AROUND);
    const end = Math.min(this.items.length, top + inSight + ROWS_AROUND);
    if (this.drawn === begin + " " + end) return;
    this.drawn = begin + " " + end;
    const focused = this.body.contains(document.activeElement) ?
        document.activeElement.closest("tr")?.dataset.item :
        undefined;
    this.table.caption.textContent = this.caption;
    this.body.replaceChildren(
        this.space(begin),
        ...this.items.slice(begin, end).map((item, i) => this.row(item, begin + i)),
        this.space(this.items.length - end));
    if (focused !== undefined)
      this.body.querySelector(`tr[data-item="${focused}"] a`)?.focus({preventScroll: true});
  }

  // All rows, or those around the current one, with their number in the caption.
  drawForPrint() {
    const {items} = this, at = Math.max(0, lowerBound(items, this.current) - MOST_PRINTED / 2);
    const begin = Math.max(0, Math.min(at, items.length - MOST_PRINTED));
    const rows = items.slice(begin, begin + MOST_PRINTED);
    this.drawn = "print";
    this.table.caption.textContent = rows.length === items.length ?
        this.caption :
        `${this.caption}: rows ${begin + 1} to ${begin + rows.length} of ${items.length}`;
    this.body.replaceChildren(...rows.map((item, i) => this.row(item, begin + i)));
  }

  row(item, place) {
    const [head, ...cells] = this.rowOf(item);
    return make(
        "tr", {
          "aria-rowindex": place + 2,
          "data-item": item,
          "aria-current": item === this.current ? "step" : undefined
        },
        make("th", {scope: "row", class: this.columns[0][1]}, head),
        ...cells.map((cell, i) => make("td", {class: this.columns[i + 1][1]}, cell)));
  }

  space(rows) {
    const cell = make("td", {colspan: this.columns.length}),
          row = make("tr", {class: "space", "aria-hidden": "true", hidden: rows === 0}, cell);
    cell.style.height = rows * ROW_HEIGHT + "px";
    return row;
  }
}

function eventsTable(log) {
  return new LongTable(
      byId("events_table"), "Every step of the log",
      [
        ["step", "right"], ["pass", "wide"], ["op", "wide"], ["node", ""],
        ["formula, or what it sends", "wider"], ["data or grad", "right"],
        ...(log.hasScopes ? [["scope", "wider"]] : [])
      ],
      (e) => {
        const node = log.nodes[log.node[e]], kind = log.kind[e], sent = kind === KIND.contribution;
        const result = log.shortText(
            sent ? log.parent[e] : log.node[e], sent ? log.after(e) : log.run(e));
        const what = sent         ? (node.isTensor ? "" : productText(log, e)) :
            kind === KIND.forward ? formula(log, log.node[e]) :
                                    "";
        return [
          stepLink(e, String(e + 1)), kindName(log, e), node.op === "leaf" ? "" : node.op,
          titleOf(log, e), what, result,
          ...(log.hasScopes ? [log.scopes[log.scopeOf(log.node[e])]] : [])
        ];
      });
}

function nodesTable(log, stateOf) {
  return new LongTable(
      byId("nodes_table"), "Data and gradients after this step",
      [["node", ""], ["op", "roomy"], ["data", "right"], ["grad", "right"]], (i) => {
        const state = stateOf(), node = log.nodes[i];
        return [
          stepLink(node.madeBy, log.longName(i)), node.op,
          log.shortText(i, state.value(i)) || "–",
          log.shortText(i, state.grad(i)) || "–"
        ];
      });
}
