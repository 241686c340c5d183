// code.js: the user's source around the line of this step.

const LINES_AROUND = 60;

// Without any text the panel is one line.
const hasCode = (log) => log.places.some(([file, line]) => line && log.files[file][1] !== null);

// The last place before an event whose text is in the page.
function placeBefore(log, event) {
  const hasText = (e) => {
    const [file, line] = log.places[log.place[e]];
    return line && log.files[file][1] !== null;
  };
  let e = event;
  while (e > 0 && !hasText(e)) --e;
  return hasText(e) ? log.places[log.place[e]] : [-1, 0];
}

function unknownPlace(log, event) {
  const [file, line] = log.places[log.place[event]];
  return line ? `${tame(log.files[file][0])}:${line}, whose text is not in this page` :
                "no line is known for this step";
}

function showCode(log, state) {
  if (!log.count) return;
  // When the page opens: where the program made what it went backward from.
  const e = state.isOpening ? log.nodes[rootOf(log)].madeBy : Math.max(0, state.position - 1);
  const [itsFile, itsLine] = log.places[log.place[e]];
  const isKnown = itsLine && log.files[itsFile][1] !== null;
  const [file, line] = isKnown ? [itsFile, itsLine] : placeBefore(log, e);
  const text = log.files[file]?.[1];
  if (!line || text === null) return void (byId("code_file").textContent = unknownPlace(log, e));
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
                    "aria-current": begin + i + 1 === line && isKnown && state.position ? "step" : undefined
                  },
                  make("code", {}, tame(content) || " "))));
  byId("code_text").replaceChildren(list);
  byId("code_file").textContent =
      isKnown ? `${tame(log.files[file][0]).split("/").pop()}, line ${line}` : unknownPlace(log, e);
  const now = list.children[line - 1 - begin];
  if (now) byId("code_text").scrollTop = now.offsetTop - byId("code_text").clientHeight / 2;
}
