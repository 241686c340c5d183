// dom.js: makes elements. Text from the log only ever becomes text.

const byId = (id) => document.getElementById(id);

function attributes(element, values) {
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (value === true)
      element.setAttribute(name, "");
    else if (value !== false && value !== undefined)
      element.setAttribute(name, value);
  }
  return element;
}

function make(tag, values = {}, ...children) {
  const element = attributes(document.createElement(tag), values);
  element.append(...children.filter((child) => child !== undefined && child !== ""));
  return element;
}

function makeSvg(tag, values = {}, ...children) {
  const element = attributes(document.createElementNS("http://www.w3.org/2000/svg", tag), values);
  element.append(...children);
  return element;
}

// A link to the position after an event.
const stepLink = (event, text) => make("a", {href: `#step=${event + 1}`}, text);

// heads: of the columns; rows: each an array whose first element heads the row.
function makeTable(caption, heads, rows) {
  return make(
      "table", {}, make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", {scope: "col"}, h)))),
      make(
          "tbody", {},
          ...rows.map(
              ([head, ...cells]) => make(
                  "tr", {}, make("th", {scope: "row"}, head),
                  ...cells.map((c) => make("td", {}, c))))));
}
