// tensor.js: the numbers of the Tensor of this step, window by window.

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
    if (this.node !== node) this.corner = [0, 0], this.index = [], this.cell = -1;
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
        whole ? this.heatMap(numbers, shape, (at) => this.press(at)) :
                this.heatMap(numbers.subarray(5), [2, 8]),
        whole && this.cell >= 0 ?
            cellPanel(log, state, node, this.cell, /^grad|^change/.test(this.what)) :
            "");
    if (this.refocus) panel.querySelector(this.refocus)?.focus();
    this.refocus = null;
  }

  press(at) {
    this.cell = this.cell === at ? -1 : at;
    this.refocus = `td[data-at="${at}"]`;
    this.again();
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

  // press(place): of a cell; none for a summary.
  heatMap(numbers, shape, press) {
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
      first: matrix * rows * columns,
      pressed: this.cell,
      press
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
            make("span", {class: "swatch plus"}), "+ positive",
            press ? ". Press a number to see what made it." : ""));
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
