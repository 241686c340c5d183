// arrows.js: the paths and labels of arrows. An arrow bends between layers, and runs straight through a
// layer in its lane. A label lies beside its line, where there is room.

// The distance between layers: with long labels, with short labels, without labels, and when layers
// are below each other.
const GAP = {
  long: 184,
  wide: 124,
  narrow: 48,
  down: 70
};
const BESIDE = 3;  // from the middle of an arrow to its forward line and to its backward line
const APART = 46;  // the most between two arrows at the side of a box

// Converts between layers and pixels. "Along" means from layer to layer, "across" within a layer.
class Places {
  constructor(down, box, gap) {
    Object.assign(this, {down, box, gap});
    [this.length, this.size] = down ? [box.height, box.width] : [box.width, box.height];
    this.least = 0;
  }
  begin(item) {
    return 4 + item.layer * (this.length + this.gap);
  }
  end(item) {
    return this.begin(item) + this.length;
  }
  across(item) {
    return item.at - this.least;
  }
  // A place along and across as [x, y].
  point(along, across) {
    return this.down ? [across, along] : [along, across];
  }
  text(along, across) {
    return this.point(along, across).join(" ");
  }
}

// Spreads the arrows that meet a box over its side, in the order of their other ends.
function spread(boxes, arrows, size) {
  for (const [here, there, side] of [["low", "high", "lowShift"], ["high", "low", "highShift"]]) {
    const of = new Map(boxes.map((box) => [box, []]));
    for (const arrow of arrows) of.get(arrow[here]).push(arrow);
    const aim = (arrow) => (here === "low" ? arrow.lanes[0] : arrow.lanes.at(-1)) ?? arrow[there];
    for (const list of of .values()) {
      list.sort((a, b) => aim(a).at - aim(b).at || a.place - b.place);
      for (const arrow of list) arrow[here + "Count"] = list.length;
      const apart = Math.min(APART, 0.85 * size / (list.length - 1));
      list.forEach((arrow, i) => {
        arrow[side] = list.length > 1 ? (i - (list.length - 1) / 2) * apart : 0;
      });
    }
  }
}

// One line of an arrow, from its lower layer to its higher one, `aside` from the middle of the arrow.
// `bends` are [along, across, along, across]. `first` and `last` are its ends, with the direction of
// an arrowhead there. `crowd` is positive if more arrows meet at the higher end, negative if at the lower.
function routeOf(arrow, places, aside) {
  const {low, high, lanes, place, of} = arrow, bends = [], crowd = arrow.highCount - arrow.lowCount,
                                  isLoop = low.layer === high.layer;
  let along = places.end(low), across = places.across(low) + arrow.lowShift + aside;
  const first = [along, across, -1];
  let path = `M${places.text(along, across)}`;
  if (isLoop) {
    const to = places.across(high) + arrow.highShift + aside, turn = along + places.gap / 2;
    path += `C${places.text(turn, across)} ${places.text(turn, to)} ${places.text(along, to)}`;
    return {
      path,
      crowd,
      bends: [[along, across, along + places.gap, to]],
      first,
      last: [along, to, -1]
    };
  }
  for (const item of [...lanes, high]) {
    const shift = item === high ? arrow.highShift : 8 * (place / of - (of - 1) / of / 2);
    const next = places.begin(item), to = places.across(item) + shift + aside,
          half = (next - along) / 2;
    path += `C${places.text(along + half, across)} ${places.text(next - half, to)} ${
        places.text(next, to)}`;
    bends.push([along, across, next, to]);
    [along, across] = [next, to];
    if (item !== high) path += `L${places.text(along = places.end(item), across)}`;
  }
  return {path, crowd, bends, first, last: [along, across, 1]};
}

// An arrowhead at an end of a line.
function headOf([along, across, way], places) {
  const [tip, left, right] =
      [[0, 0], [-8 * way, -4], [-8 * way, 4]].map(([a, b]) => places.text(along + a, across + b));
  return `M${tip}L${left}L${right}Z`;
}

// ---- labels ----

const LETTER = 7.2, BOLD = 1.15, LINE = 15;

const widthOf = (text) => text.length * LETTER + 6;

// In one line, or in two if there is no room: "0.0125 × (-0.5)" and "= -0.00625".
const linesOf = (text, room) => (widthOf(text) > room ? text.split(/ (?==)/) : [text]);

// The distance between layers that the labels need. It does not change from step to step.
function gapOf(log, seen) {
  if (log.nodes.every((node) => node.isTensor)) return GAP.narrow;
  const isLong = ({edges: [[node, edge]]}) => {
    const event = log.nodes[node].sent[edge];
    return event !== undefined && !log.nodes[node].isTensor &&
        widthOf(productText(log, event, 3)) > GAP.wide - 8;
  };
  return seen.arrows.some(isLong) ? GAP.long : GAP.wide;
}

// The point at t in a bend, which is level at both ends.
function pointAt([along, across, toAlong, toAcross], t) {
  const half = (along + toAlong) / 2, s = 1 - t, a = s * s * s, b = 3 * s * s * t,
        c = 3 * s * t * t;
  return [
    a * along + (b + c) * half + t * t * t * toAlong, (a + b) * across + (c + t * t * t) * toAcross
  ];
}

const within = (at, least, most) =>
    (least > most ? (least + most) / 2 : Math.max(least, Math.min(most, at)));

const OFF = [3, 11];  // the distances of a label from its line
const NEAR_MIDDLE = [0.5, 0.38, 0.62, 0.28, 0.72, 0.18, 0.82];

class Labels {
  // `taken`: the boxes as [left, top, right, bottom]; `extent`: the size of the drawing.
  constructor(places, taken, [width, height]) {
    Object.assign(this, {places, taken, width, height, waiting: []});
  }

  // The possible middles of a label of this size, best first. A forward label lies above its line and a
  // backward label below it; if layers are below each other, on its left and on its right. If many
  // arrows meet at one end, the label moves towards the other end.
  *middles({bends, crowd}, side, width, height) {
    const {places} = this, away = crowd > 1 ? (t) => t : crowd < -1 ? (t) => 1 - t : null;
    const order = away ? [0.2, 0.3, 0.4, 0.1, 0.5, 0.6, 0.7].map(away) : NEAR_MIDDLE;
    for (const off of OFF) {
      for (const t of order) {
        for (const bend of bends) {
          const [along, across] = pointAt(bend, t), steep = bend[3] - bend[1];
          const [low, high] = [bend[0], bend[2]], [w, h] = [width / 2, height / 2];
          if (places.down) {
            const x = across + side * (w + 2 + off), y = along - side * within(steep / 4, -12, 12);
            yield [within(x, w, this.width - w), within(y, low + h, high - h)];
          } else {
            const x = along - side * within(steep / 2, -24, 24), y = across + side * (h + off);
            yield [within(x, low + w, high - w), within(y, h, this.height - h)];
          }
        }
      }
    }
  }

  // How much of a rectangle is taken by boxes and labels, in square pixels.
  overlap([left, top, right, bottom]) {
    return this.taken.reduce(
        (sum, r) => sum +
            Math.max(0, Math.min(right, r[2]) - Math.max(left, r[0])) *
                Math.max(0, Math.min(bottom, r[3]) - Math.max(top, r[1])),
        0);
  }

  // `side`: -1 forward, 1 backward. Without a free place, a label is shown only if it `must` be.
  add(text, route, side, kind, must) {
    const room = this.places.down ? GAP.wide : this.places.gap - 4, lines = linesOf(text, room);
    const width = Math.max(...lines.map(widthOf)) * (kind.endsWith("now") ? BOLD : 1), height = LINE * lines.length;
    this.waiting.push({lines, route, side, kind, must, width, height});
  }

  // Puts each label, the widest first, where nothing is yet, or where it covers least. Returns those that are shown.
  settle() {
    return this.waiting.sort((a, b) => b.width - a.width).flatMap(({lines, route, side, kind, must, width, height}) => {
      let best, least = Infinity;
      for (const [x, y] of this.middles(route, side, width, height)) {
        const rect = [x - width / 2, y - height / 2, x + width / 2, y + height / 2], overlap = this.overlap(rect);
        if (overlap < least) best = {x, y, rect}, least = overlap;
        if (overlap === 0) break;
      }
      if (least > 0 && !must) return [];
      this.taken.push(best.rect);
      return makeSvg(
          "g", {class: "label " + kind, transform: `translate(${best.x} ${best.y})`},
          makeSvg("rect", {x: -width / 2, y: -height / 2, width, height, rx: 7}),
          ...lines.map(
              (line, i) => makeSvg(
                  "text", {"text-anchor": "middle", y: 4.5 + LINE * (i - (lines.length - 1) / 2)},
                  line)));
    });
  }
}
