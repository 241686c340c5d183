// code.js: the user's source around the line of this step.

const LINES_AROUND = 60;

function showCode(log, state) {
  if (!log.count) return;
  // Before the first step: where the program made what it went backward from.
  const e = state.position > 0 ? state.position - 1 : log.nodes[rootOf(log)].madeBy;
  const [file, line] = log.places[log.place[e]];
  const text = line && log.files[file][1];
  if (text === null || !line) {
    byId("code_file").textContent = line ?
        `${log.files[file][0]}:${line}, whose text is not in this page` :
        "no line is known for this step";
    byId("code_text").querySelector("[aria-current]")?.removeAttribute("aria-current");
    return;
  }
  const lines = (log.lines ??= new Map()).get(file) ?? text.split("\n");
  log.lines.set(file, lines);
  const begin = Math.max(0, line - 1 - LINES_AROUND),
        end = Math.min(lines.length, line + LINES_AROUND);
  const list = make(
      "ol", {start: begin + 1},
      ...lines.slice(begin, end)
          .map(
              (content, i) => make(
                  "li", {
                    value: begin + i + 1,
                    "aria-current": begin + i + 1 === line ? "step" : undefined
                  },
                  make("code", {}, tame(content) || " "))));
  byId("code_text").replaceChildren(list);
  byId("code_file").textContent = `${log.files[file][0].split("/").pop()}, line ${line}`;
  const now = list.querySelector("[aria-current]");
  if (now) byId("code_text").scrollTop = now.offsetTop - byId("code_text").clientHeight / 2;
}
