// element.js: <hologradient-trace step="9">, the graph and the card of a log in another page. The log is a
// script of type application/json inside the element. Its names and styles do not affect the page. For each step it
// dispatches an event "step" with the number of the step, 0 for none, and the file and line of the source.

const ELEMENT = "hologradient-trace";

class TraceElement extends HTMLElement {
  // While the page is still loading, the log may not be there yet.
  connectedCallback() {
    if (this.reader) return this.reader.show();
    if (this.querySelector("script"))
      this.begin();
    else if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", () => this.begin(), {once: true});
  }

  begin() {
    const source = this.querySelector("script");
    if (this.reader || !source) return;
    const log = new Log(JSON.parse(source.textContent)), at = {};
    const root = this.attachShadow({mode: "open"}), style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    const named = (name, tag, values = {}, ...children) =>
        (at[name] = make(tag, {id: name, ...values}, ...children));
    const button = (name, ...text) => named(name, "button", {type: "button"}, ...text);
    const scroll = (name, label) =>
        named(name, "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": label});
    root.append(
        named("told", "p", {class: "told", tabindex: 0}),
        make(
            "div", {class: "buttons", role: "group", "aria-label": "Steps"}, button("first", "First"),
            button("back", "← Back"), button("step", "Step", " →"), button("last", "Last"),
            named("where", "span", {class: "quiet"})),
        named("sentence", "p", {"aria-live": "polite"}),
        scroll("drawing", "Drawing of the graph"), named("legend", "p", {class: "legend quiet"}),
        named("note", "p", {class: "quiet"}),
        named("card", "div", {tabindex: 0, role: "group", "aria-label": "This step"}),
        make(
            "details", {}, make("summary", {}, "The graph as a table"),
            scroll("graph_table", "The graph as a table")));
    at.step.classList.add("main");
    at.drawing.classList.add("drawing");
    this.at = at;
    this.reader = new Reader(log, (name) => at[name], (state) => this.tell(log, state));
    root.addEventListener("keydown", (event) => this.press(event));
    root.addEventListener("click", (event) => this.follow(event));
    new ResizeObserver(() => at.drawing.clientWidth && this.reader.show()).observe(at.drawing);
    this.reader.begin(this.hasAttribute("step") ? Math.trunc(+this.getAttribute("step")) || 0 : undefined);
  }

  // The arrow keys step while a control of this element has the focus.
  press(event) {
    const name = {ArrowLeft: "back", ArrowRight: "step"}[event.key];
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.at[name].click();
  }

  // A link to a step, #step=9, moves this element and not the page.
  follow(event) {
    const step = event.target.closest?.("a")?.getAttribute("href")?.match(/^#step=(\d+)$/);
    if (!step) return;
    event.preventDefault();
    this.goTo(+step[1]);
  }

  goTo(position) {
    this.reader.goTo(position);
  }

  tell(log, {position, isOpening}) {
    this.at.where.textContent = isOpening ? `${log.count} steps` : `step ${position} of ${log.count}`;
    const isStep = position > 0 && !isOpening, [file, line] = isStep ? log.places[log.place[position - 1]] : [0, 0];
    const detail = {step: isOpening ? 0 : position, line, file: line ? log.files[file][0] : ""};
    this.dispatchEvent(new CustomEvent("step", {detail}));
  }
}

if (!customElements.get(ELEMENT)) customElements.define(ELEMENT, TraceElement);
