// tables.js: long tables, of which only the rows in sight are in the page; and the numbers of the Tensor
// of this step as coloured cells, window by window.

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

// ---- a table of coloured cells. The sign is a symbol and a hue ----

const range = (from, to) => Array.from({length: to - from}, (_, i) => from + i);

function heatCell(x, largest) {
  const text = numberText(x, 4), kind = Number.isNaN(x) ? "nan" : "";
  const cell = x < 0 ? make("td", {class: "minus"}, "−" + text.slice(1)) :
      x > 0          ? make("td", {class: "plus"}, "+" + text) :
                       make("td", {class: kind}, text);
  const share = Number.isFinite(x) ? (largest ? Math.abs(x) / largest : 0) : 1;
  cell.style.setProperty("--share", `${Math.round(70 * share)}%`);
  return cell;
}

// rows and columns: [begin, end] of those that are shown; width: of a whole row; first: the place
// of row 0 among the numbers.
function heatTable(caption, numbers, {rows, columns, width, first}) {
  let largest = 0;
  for (const x of numbers)
    if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
  const heads = range(...columns).map((c) => make("th", {scope: "col"}, String(c)));
  const body = range(...rows).map((r) => make(
      "tr", {}, make("th", {scope: "row"}, String(r)),
      ...range(...columns).map((c) => heatCell(numbers[first + r * width + c], largest))));
  return make(
      "table", {class: "heat"}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)), make("tbody", {}, ...body));
}

// ---- the Tensor ----

const MOST_ROWS = 24, MOST_COLUMNS = 16, PRINTED_COLUMNS = 10;

class TensorView {
  constructor() {
    this.what = "data";
    this.index = [];  // of the leading dimensions
    this.corner = [0, 0];
    this.columns = MOST_COLUMNS;
    const showColumns = (columns) => {
      this.columns = columns;
      this.again?.();
    };
    addEventListener("beforeprint", () => showColumns(PRINTED_COLUMNS));
    addEventListener("afterprint", () => showColumns(MOST_COLUMNS));
  }

  // What a step changes, or an input of its op: with more than one number.
  nodeAt(log, event) {
    if (event < 0) return undefined;
    const node = log.node[event], to = log.kind[event] === KIND.contribution ? [log.parent[event]] : [];
    return [...to, node, ...log.nodes[node].parents].find((i) => log.size[log.nodes[i].madeBy] > 1);
  }

  // The numbers that can be chosen, by name.
  choices(log, state, node, event) {
    const out = new Map(), value = state.value(node), grad = state.grad(node);
    if (value) out.set("data", value);
    if (grad) out.set("gradient", grad);
    if (log.kind[event] === KIND.contribution && log.parent[event] === node) {
      const before = log.before(event), after = log.after(event);
      out.set("gradient before", before);
      if (log.isWhole(node)) out.set("change in this step", after.map((x, i) => x - before[i]));
    }
    return out;
  }

  show(log, state) {
    const event = state.position - 1, panel = byId("tensor");
    const node = this.nodeAt(log, event);
    panel.hidden = node === undefined;
    if (panel.hidden) return;
    const choices = this.choices(log, state, node, event);
    if (log.isBackward(event) && choices.has("gradient") && this.node !== node)
      this.what = "gradient";
    if (!choices.has(this.what)) this.what = "data";
    if (this.node !== node) this.corner = [0, 0], this.index = [];
    this.node = node;
    const again = this.again = () => this.show(log, state);
    const numbers = choices.get(this.what), whole = log.isWhole(node), {shape} = log.nodes[node];
    panel.replaceChildren(
        make(
            "div", {class: "head"},
            make("h2", {id: "tensor_title"}, `Tensor ${log.longName(node)}`),
            make(
                "label", {}, "Show ",
                this.select(
                    [...choices.keys()], this.what,
                    (text) => {
                      this.what = text;
                      again();
                    },
                    "tensor_what"))),
        this.facts(log.summary(node, numbers) ?? summaryOf(numbers), shape), this.slices(whole ? shape : [], again),
        whole ? "" :
                make(
                    "p", {class: "quiet"},
                    "The log has a summary of this tensor: its first 8 numbers and its last 8."),
        whole ? this.heatMap(numbers, shape) : this.heatMap(numbers.subarray(5), [2, 8]));
    if (this.refocus) panel.querySelector(this.refocus)?.focus();
    this.refocus = null;
  }

  select(texts, chosen, change, id) {
    return make(
        "select", {
          id,
          onchange: (event) => {
            this.refocus = "#" + id;
            change(event.target.value);
          }
        },
        ...texts.map((text) => make("option", {value: text, selected: text === chosen}, text)));
  }

  facts({min, max, mean, nans, infinities}, shape) {
    const facts = [
      ["shape", shape.join(" × ") || "single number"], ["min", numberText(min)],
      ["mean", numberText(mean)], ["max", numberText(max)], ["NaN", nans], ["infinite", infinities]
    ];
    return make(
        "dl", {class: "facts"},
        ...facts.map(
            ([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, String(text)))));
  }

  // One choice for each dimension in front of the last two.
  slices(shape, again) {
    const leading = shape.slice(0, -2);
    return make("div", {class: "row"}, ...leading.map((size, d) => {
      this.index[d] = Math.min(this.index[d] ?? 0, size - 1);
      return make(
          "label", {}, `dim ${d} `, make("input", {
            type: "number",
            min: 0,
            max: size - 1,
            value: this.index[d],
            id: "slice" + d,
            onchange: (event) => {
              this.index[d] = Math.max(0, Math.min(size - 1, Math.trunc(+event.target.value) || 0));
              this.refocus = "#slice" + d;
              again();
            },
          }),
          ` of ${size}`);
    }));
  }

  heatMap(numbers, shape) {
    const columns = shape.at(-1) ?? 1, rows = shape.at(-2) ?? 1;
    const matrix = shape.slice(0, -2).reduce((at, size, d) => at * size + this.index[d], 0);
    const [top, left] = this.corner, bottom = Math.min(rows, top + MOST_ROWS),
                right = Math.min(columns, left + this.columns);
    const part = `, rows ${top} to ${bottom - 1} of ${rows}, columns ${left} to ${right - 1} of ${columns}`;
    const isWhole = bottom - top === rows && right - left === columns;
    const caption = this.what + (isWhole ? "" : part);
    const table = heatTable(caption, numbers, {
      rows: [top, bottom],
      columns: [left, right],
      width: columns,
      first: matrix * rows * columns
    });
    return make(
        "div", {},
        make(
            "div",
            {class: "scroll", tabindex: 0, role: "group", "aria-label": "Numbers of the tensor"},
            table),
        this.moves(rows, columns, this.again),
        make(
            "p", {class: "quiet"}, make("span", {class: "swatch minus"}), "− negative ",
            make("span", {class: "swatch plus"}), "+ positive"));
  }

  // Windows of a table that is too large.
  moves(rows, columns, again) {
    const move = (axis, size, step, text, id) => make(
        "button", {
          type: "button",
          id,
          disabled: step < 0 ? this.corner[axis] === 0 : this.corner[axis] + step >= size,
          onclick: () => {
            this.corner[axis] = Math.max(0, this.corner[axis] + step);
            this.refocus = "#" + id;
            again();
          },
        },
        text);
    const out = make("div", {class: "row"});
    if (rows > MOST_ROWS)
      out.append(
          move(0, rows, -MOST_ROWS, "Previous rows", "rows_before"),
          move(0, rows, MOST_ROWS, "Next rows", "rows_behind"));
    if (columns > MOST_COLUMNS)
      out.append(
          move(1, columns, -MOST_COLUMNS, "Previous columns", "columns_before"),
          move(1, columns, MOST_COLUMNS, "Next columns", "columns_behind"));
    return out;
  }
}
