// code.js: the user's source around the line of this step.

const LINES_AROUND = 60;

// Without any text the panel is one line.
const hasCode = (log) => log.places.some(([file, line]) => line && log.files[file][1] !== null);

function showCode(log, state) {
  if (!log.count) return;
  // When the page opens: where the program made what it went backward from.
  const e = state.isOpening ? log.nodes[rootOf(log)].madeBy : Math.max(0, state.position - 1);
  const [file, line] = log.places[log.place[e]];
  const text = line && log.files[file][1];
  if (text === null || !line) {
    byId("code_file").textContent = line ?
        `${tame(log.files[file][0])}:${line}, whose text is not in this page` :
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
                    "aria-current": begin + i + 1 === line && state.position ? "step" : undefined
                  },
                  make("code", {}, tame(content) || " "))));
  byId("code_text").replaceChildren(list);
  byId("code_file").textContent = `${tame(log.files[file][0]).split("/").pop()}, line ${line}`;
  const now = list.children[line - 1 - begin];
  if (now) byId("code_text").scrollTop = now.offsetTop - byId("code_text").clientHeight / 2;
}
