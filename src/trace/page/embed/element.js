// element.js: <hologradient-trace step="9">, the graph and the card of a log in another page. The
// log is in a script inside of it, of the type application/json. It has its own names and its own
// style, and leaves those of the page alone. Each step is an event "step" for the page, with its
// number, and its file and line of the source; 0 is none.

const ELEMENT = "hologradient-trace";

class TraceElement extends HTMLElement {
  // A page that is still being read may not have come to the log.
  connectedCallback() {
    if (this.panel) return this.panel.show(this.state);
    if (this.querySelector("script"))
      this.begin();
    else if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", () => this.begin(), {once: true});
  }

  begin() {
    const source = this.querySelector("script");
    if (this.panel || !source) return;
    this.log = new Log(JSON.parse(source.textContent));
    this.state = new State(this.log);
    const root = this.attachShadow({mode: "open"}), style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    const {log} = this, at = {};
    const named = (name, tag, values = {}, ...children) =>
        (at[name] = make(tag, {id: name, ...values}, ...children));
    const button = (name, text, move) =>
        named(name, "button", {type: "button", onclick: () => this.goTo(move())}, text);
    const by = (n) => () => this.state.position + n;
    const scroll = (name, label) =>
        named(name, "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": label});
    root.append(
        named("told", "p", {class: "told"}),
        make(
            "div", {class: "buttons", role: "group", "aria-label": "Steps"},
            button("first", "First", () => 0), button("back", "← Back", by(-1)),
            button("step", "Step →", () => (this.state.isOpening ? 1 : this.state.position + 1)), button("last", "Last", () => log.count),
            named("enlarge", "button", {type: "button", "aria-pressed": "false"}, "Enlarge"),
            named("where", "span", {class: "quiet"})),
        named("sentence", "p", {"aria-live": "polite"}),
        named(
            "scopes", "div",
            {class: "chips", role: "group", "aria-label": "Scopes, open or closed"}),
        scroll("drawing", "Drawing of the graph"), named("legend", "p", {class: "legend quiet"}),
        named("note", "p", {class: "quiet"}),
        named("card", "div", {tabindex: 0, role: "group", "aria-label": "This step"}),
        make(
            "details", {}, make("summary", {}, "The graph as a table"),
            scroll("table", "The graph as a table")));
    at.step.classList.add("main");
    at.drawing.classList.add("drawing");
    this.at = at;
    this.panel = new GraphPanel(log, at, (position) => this.goTo(position));
    root.addEventListener("keydown", (event) => this.press(event));
    root.addEventListener("click", (event) => this.follow(event));
    // What is hidden keeps its drawing, so that it can be printed.
    new ResizeObserver(() => at.drawing.clientWidth && this.show()).observe(at.drawing);
    if (this.hasAttribute("step"))
      this.goTo(Math.trunc(+this.getAttribute("step")) || 0);
    else {
      this.state.open();
      this.show();
    }
  }

  // The arrow keys step where a control of this element has the focus.
  press(event) {
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (by > 0)
      this.at.step.click();
    else
      this.goTo(this.state.position - 1);
  }

  // A link of the page of a trace, #step=9, is a step here.
  follow(event) {
    const step = event.target.closest?.("a")?.getAttribute("href")?.match(/^#step=(\d+)$/);
    if (!step) return;
    event.preventDefault();
    this.goTo(+step[1]);
  }

  goTo(position) {
    this.state.goTo(Math.max(0, Math.min(this.log.count, position)));
    this.show();
  }

  show() {
    const {log, state, at} = this, {position: now, isOpening} = state;
    for (const name of ["first", "back"]) at[name].setAttribute("aria-disabled", now === 0);
    for (const name of ["step", "last"])
      at[name].setAttribute("aria-disabled", now === log.count && !isOpening);
    at.step.textContent = isOpening ? "Start →" : "Step →";
    at.where.textContent = `step ${now} of ${log.count}`;
    at.told.textContent = told(log, now);
    at.sentence.textContent = sentence(log, state);
    for (const part of [at.drawing, at.card])
      part.classList.toggle("in_backward", now > 0 && log.isBackward(now - 1));
    this.panel.show(state);
    showCard(at.card, log, state);
    const [file, line] = now && !isOpening ? log.places[log.place[now - 1]] : [0, 0];
    this.dispatchEvent(new CustomEvent("step", {detail: {step: isOpening ? 0 : now, line, file: line ? log.files[file][0] : ""}}));
  }
}

if (!customElements.get(ELEMENT)) customElements.define(ELEMENT, TraceElement);
