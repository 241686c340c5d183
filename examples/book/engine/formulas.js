// formulas.js: an exercise whose answer is a few formulas is answered in its page, in the language of the playground, and
// judged by its own check. The lines are in the address, #formulas=..., and nowhere else. run.js has loaded it.
"use strict";
(() => {
const {make, pages} = window.book, {asked} = window.holoPage;
const section = document.querySelector(".formulas"), {exercise, given, wanted, note} = section.dataset;
const names = (list) => list.split(" ").flatMap((name, i, all) => [i === 0 ? "" : i === all.length - 1 ? " and " : ", ", make("code", {}, name)]);
const begin = wanted.split(" ").map((name) => `${name} = 0`).join("\n");
const field = make("textarea", {id: "formulas:text", rows: Math.max(4, begin.split("\n").length + 1), spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", value: begin});
const check = make("button", {type: "button", className: "run"}, "Check"), again = make("button", {type: "button"}, "Begin again");
const status = make("p", {className: "state"}), found = make("pre", {hidden: true, tabIndex: 0});
for (const [element, name, value] of [[status, "role", "status"], [found, "role", "group"], [found, "aria-label", "What is wrong"]])
  element.setAttribute(name, value);
field.setAttribute("aria-describedby", "formulas:about");

// It is {passed, sentence, lines} or {error}.
const show = (verdict, text) => {
  section.dataset.right = String(!verdict.error && !verdict.lines.length);
  const {line, column, message} = verdict.error ?? {};
  const shown = verdict.error ? (line > 0 ? [text.split("\n")[line - 1], " ".repeat(Math.max(0, column - 1)) + "^"] : []) : verdict.lines;
  status.textContent = verdict.error ? message : !verdict.lines.length ? `✓ All is right: ${verdict.passed} checks.` :
    verdict.sentence ? `Not yet: ${verdict.sentence}` : "Not yet.";
  found.textContent = shown.join("\n");
  found.hidden = !shown.length;
};
let running = false;
async function ask() {
  if (running) return;
  running = true;
  const text = field.value;
  status.textContent = "The check runs.";
  found.hidden = true;
  show(await asked(["--exercise", exercise], text), text);
  running = false;
}
const keep = () => {
  history.replaceState(null, "", field.value === begin ? location.pathname + location.search : "#formulas=" + encodeURIComponent(field.value));
  status.textContent = "";
  found.hidden = true;
  delete section.dataset.right;
};
function take() {
  if (!location.hash.startsWith("#formulas=")) return;
  try {
    field.value = decodeURIComponent(location.hash.slice(10)).replaceAll("\r", "");
  } catch {
    return;
  }
  ask();
}
check.addEventListener("click", ask);
again.addEventListener("click", () => { field.value = begin; keep(); field.focus(); });
field.addEventListener("input", keep);
field.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) ask(); });
addEventListener("hashchange", take);

section.classList.add("sheet-bench");
section.append(make("h2", {id: "formulas:here"}, "Write it here"),
  make("p", {id: "formulas:about"}, "As formulas, ", make("a", {href: `${pages}playground.html#your-own-lines`}, "in the language of the playground"), ". There are ",
    ...names(given), "; the answer is in ", ...names(wanted), ". Lines with other names may come before. ", note),
  make("label", {htmlFor: "formulas:text", className: "name"}, "Lines"), field, make("div", {className: "bench"}, check, " ", again), status, found);
section.hidden = false;
take();
})();
