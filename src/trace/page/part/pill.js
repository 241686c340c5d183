// pill.js: the product that flows along an arrow, on a free stretch beside its line.

const LETTER = 7;

// In one line, or in two or three when they would be long.
function pillLines(text) {
  if (text.length <= 14) return [text];
  const two = text.split(/ (?==)/);
  return two[0].length <= 15 ? two : text.split(/ (?=[=×])/);
}

// Above the line, or below it when the line goes down to a lane or is the last of several; where
// layers stand below each other, on its right. It stays in the gap between the layers.
function pill({place, of, from, lanes}, [x, y], text, [width, height], down) {
  const lines = pillLines(text), longest = Math.max(...lines.map((line) => line.length));
  const half = longest * LETTER / 2 + 7, tall = 8 + 15 * lines.length;
  const within = (at, space, most) => Math.max(space + 2, Math.min(most - space - 2, at));
  const below = lanes.length ? lanes[0].at > from.at : of > 1 && place === of - 1;
  const side = below ? 1 : -1;
  const centre = down ? [within(x + half + 6, half, width), y] :
                        [within(x, half, width), within(y + side * (tall / 2 + 5), tall / 2, height)];
  return makeSvg(
      "g", {class: "pill", transform: `translate(${centre.join(" ")})`},
      makeSvg("rect", {x: -half, y: -tall / 2, width: 2 * half, height: tall, rx: 12}),
      ...lines.map(
          (line, i) => makeSvg(
              "text", {"text-anchor": "middle", y: 4 + 15 * (i - (lines.length - 1) / 2)}, line)));
}
