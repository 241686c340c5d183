// boxes.js: a box of the drawing, with the name of its node, its data and its grad.

// In pixels and letters, of numbers and of Tensors. On a narrow screen boxes are narrower, and
// layers are below each other.
const BOXES = {
  across: {width: 148, height: 80, digits: 6, letters: 19},
  down: {width: 116, height: 80, digits: 4, letters: 15},
  tensors: {width: 184, height: 80, digits: 6, letters: 25}
};
const LETTERS_OF_TITLE = 0.84;  // bold ones are wider

const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
// Both ends of a label tell more than its middle: "blocks.0.…y.weight".
function cutMiddle(text, most) {
  const begin = Math.ceil((most - 1) / 2);
  return text.length > most ? text.slice(0, begin) + "…" + text.slice(begin + 1 - most) : text;
}

// "#4 add y", "#3 x * w", "#2 linear h [2,3]"; when there is no room for it, without the shape, or less.
function boxTitle(log, node, letters) {
  const {op, label, shape, number, isTensor} = log.nodes[node], long = log.longName(node);
  if (!label && !isTensor && op !== "leaf" && long.length <= letters) return long;
  const hash = "#" + number, head = op === "leaf" && label ? hash : `${hash} ${op}`;
  const size = shape.length ? ` [${shape}]` : "",
        all = label ? `${hash} ${op} ${label}` : `${hash} ${op}`;
  if (all.length + size.length <= letters) return all + size;
  if (all.length <= letters || !label) return cut(all, letters);
  const room = letters - head.length - 1;
  return room < 5 ? cut(all, letters) : `${head} ${cutMiddle(label, room)}`;
}

function boxTexts(log, state, box, {letters, digits}) {
  if (typeof box.key === "string")
    return [
      cutMiddle(box.key, Math.floor(letters * LETTERS_OF_TITLE)), counted(box.nodes.size, "node"),
      "press to open"
    ];
  const line = (name, x) => {
    const numbers = log.shortText(box.key, x, letters - 5, digits);
    return numbers && `${name} ${numbers}`;
  };
  return [
    boxTitle(log, box.key, Math.floor(letters * LETTERS_OF_TITLE)),
    line("data", state.value(box.key)), line("grad", state.grad(box.key))
  ];
}

function drawBox(log, state, box, size, focus, press) {
  const isScope = typeof box.key === "string", texts = boxTexts(log, state, box, size);
  const made = isScope || state.value(box.key);
  const kind = isScope ? "scope" : log.nodes[box.key].parents.length ? "op" : "leaf";
  const group = makeSvg("g", {
    class: `box ${kind}${box.nodes.has(focus.node) ? " now" : ""}${
        box.nodes.has(focus.parent) ? " target" : ""}${made ? "" : " ghost"}`,
    transform: `translate(${box.x} ${box.y})`,
    onclick: () => press(box),
  });
  group.append(makeSvg("rect", {width: size.width, height: size.height, rx: 6}));
  const top = size.height / 2 + 4.5 - 9 * (texts.filter(Boolean).length - 1);
  texts.filter(Boolean).forEach(
      (text, i) => group.append(makeSvg(
          "text", {
            x: size.width / 2,
            y: top + 18 * i,
            "text-anchor": "middle",
            class: isScope ? (i ? "" : "title") :
                             ["title", text.startsWith("data") ? "data" : "grad", "grad"][i]
          },
          cut(text, size.letters))));
  const whole = isScope ? box.key : log.longName(box.key);
  group.append(makeSvg("title", {}, [whole, ...texts].filter(Boolean).join("\n")));
  return group;
}
