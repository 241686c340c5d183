// heat.js: numbers as a table of coloured cells, one of which can be pressed. The sign is a symbol
// and a hue.

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

// One cell can have the focus, from which the arrow keys lead to the others; Enter presses it.
function makePressable(table, columns, press) {
  const cells = [...table.querySelectorAll("tbody td")];
  const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns};
  const focusOn = (cell) => {
    for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
    cell.focus();
  };
  for (const cell of cells) cell.tabIndex = -1;
  (cells.find((cell) => cell.ariaCurrent) ?? cells[0])?.setAttribute("tabindex", 0);
  table.addEventListener("click", ({target}) => {
    if (target.dataset.at) press(+target.dataset.at);
  });
  table.addEventListener("keydown", (event) => {
    const at = cells.indexOf(event.target), step = steps[event.key];
    if (at < 0 || (!step && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return press(+event.target.dataset.at);
    const next = cells[at + step], isInRow = next?.parentNode === event.target.parentNode;
    if (next && (isInRow || Math.abs(step) === columns)) focusOn(next);
  });
}

// rows and columns: [begin, end] of those that are shown; width: of a whole row; first: the place
// of row 0 among the numbers. pressed: the place of a cell; press(place): none for a summary.
function heatTable(caption, numbers, {rows, columns, width, first, pressed, press}) {
  let largest = 0;
  for (const x of numbers)
    if (Number.isFinite(x)) largest = Math.max(largest, Math.abs(x));
  const cell = (at) => attributes(heatCell(numbers[at], largest), {
    "data-at": press ? at : undefined,
    "aria-current": press && at === pressed ? "true" : undefined
  });
  const heads = range(...columns).map((c) => make("th", {scope: "col"}, String(c)));
  const body = range(...rows).map((r) => make(
      "tr", {}, make("th", {scope: "row"}, String(r)),
      ...range(...columns).map((c) => cell(first + r * width + c))));
  const table = make(
      "table", {class: "heat"}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, make("td", {}), ...heads)), make("tbody", {}, ...body));
  if (press) makePressable(table, columns[1] - columns[0], press);
  return table;
}
