// step.js: below a listing, what the program did there: graph and card of a log, forward and back, with the line lit in
// the listings of the page. Without it the log is a text. It loads trace.js when the reader opens one.
"use strict";
(() => {
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const up = document.body.dataset.up;
let loading;
const loaded = () => loading ??= new Promise((then, fail) =>
  document.head.append(make("script", {src: `${up}trace.js`, onload: then, onerror: () => fail(new Error("trace.js is not there"))})));

// Of all listings of the file the line is lit; of several steps that are open the last one counts.
function light(file, line) {
  for (const row of document.querySelectorAll(".row[aria-current]")) row.removeAttribute("aria-current");
  if (!line) return;
  for (const listing of document.querySelectorAll(".listing[data-file]")) {
    if (listing.dataset.file !== file) continue;
    for (const row of listing.querySelectorAll(`.row[data-line="${line}"]`)) row.setAttribute("aria-current", "step");
  }
}

function addStep(figure) {
  const data = figure.querySelector("script"), text = figure.querySelector(".log");
  const count = JSON.parse(data.textContent).event_count, other = JSON.parse(figure.dataset.other);
  const open = make("button", {type: "button"}, "Step through it"), about = make("span", {className: "quiet"}, `${count} steps, forward and back`);
  const at = make("p", {className: "at", hidden: true}), place = make("div", {className: "trace"});
  open.setAttribute("aria-expanded", "false");
  let trace;
  // What is lit stands in the listing above; a line that is not there is said here.
  const show = ({detail: {file, line}}) => {
    light(file, line);
    at.replaceChildren(...line in other && file === figure.dataset.file ? [
      make("a", {href: `${up}source/${file}.html#L${line}`}, `Line ${line}`), " ", make("code", {}, other[line])] : ["\u00a0"]);
  };
  const toggle = async () => {
    if (trace) {
      trace.remove();
      trace = undefined;
      light();
    } else {
      try {
        await loaded();
      } catch (problem) {
        about.textContent = problem.message;
        return;
      }
      trace = make("hologradient-trace", {}, data.cloneNode(true));
      trace.addEventListener("step", show);
      place.append(trace);
    }
    at.hidden = !trace || !Object.keys(other).length;
    open.textContent = trace ? "Close" : "Step through it";
    open.setAttribute("aria-expanded", String(!!trace));
    figure.classList.toggle("open", !!trace);
    trace?.shadowRoot.getElementById("step").focus({preventScroll: true});
  };
  open.addEventListener("click", toggle);
  figure.querySelector("figcaption").classList.add("of-text");
  text.classList.add("of-text");
  figure.append(make("p", {className: "bar-of-step"}, open, " ", about), at, place);
}

for (const figure of document.querySelectorAll("figure.step")) addStep(figure);
})();
