// labels.js: what is written on an arrow, beside its line in the gaps between layers, where it is
// free.

const LETTER = 7.2, BOLD = 1.15, LINE = 15;

const widthOf = (text) => text.length * LETTER + 6;

// In one line, or in two when there is no room: "0.0125 × (-0.5)" and "= -0.00625".
const linesOf = (text, room) => (widthOf(text) > room ? text.split(/ (?==)/) : [text]);

// Between layers the room that labels need; the same at each step.
function gapOf(log, seen) {
  if (log.nodes.every((node) => node.isTensor)) return GAP.narrow;
  const isLong = ({edges: [[node, edge]]}) => {
    const event = log.nodes[node].sent[edge];
    return event !== undefined && !log.nodes[node].isTensor &&
        widthOf(productText(log, event, 3)) > GAP.wide - 8;
  };
  return seen.arrows.some(isLong) ? GAP.long : GAP.wide;
}

// The point of a bend at t: a level curve at both ends.
function pointAt([along, across, toAlong, toAcross], t) {
  const half = (along + toAlong) / 2, s = 1 - t, a = s * s * s, b = 3 * s * s * t,
        c = 3 * s * t * t;
  return [
    a * along + (b + c) * half + t * t * t * toAlong, (a + b) * across + (c + t * t * t) * toAcross
  ];
}

const within = (at, least, most) =>
    (least > most ? (least + most) / 2 : Math.max(least, Math.min(most, at)));

const ROUNDS = 4;
const OFF = [3, 11];   // from the line
const POINTS = 16;     // of a bend
const OF_POINT = 20;   // a point of a line in a label is as bad as so many square pixels of another
const NEAR_MIDDLE = [0.5, 0.38, 0.62, 0.28, 0.72, 0.18, 0.82];

class Labels {
  // `rects`: of the boxes, as [left, top, right, bottom]; `extent`: of the drawing.
  constructor(places, rects, extent) {
    this.places = places;
    this.taken = [...rects];
    this.points = [];  // on lines that no label should lie on
    this.waiting = [];
    [this.width, this.height] = extent;
  }

  // The middles that a label of this size may have. Forward lies above its line, backward below it;
  // where layers are below each other, on its left and on its right. Where many arrows meet, it
  // is nearer to the other end.
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

  // Of a drawing that is small enough: a line that its labels and others keep free.
  addLine({bends}) {
    for (const bend of bends)
      for (let t = 0; t <= 1; t += 1 / POINTS) {
        const [along, across] = pointAt(bend, t);
        this.points.push(this.places.point(along, across));
      }
  }

  pointsIn([left, top, right, bottom]) {
    return this.points.reduce(
        (sum, [x, y]) => sum + (x > left && x < right && y > top + 2 && y < bottom - 2), 0);
  }

  // How much of a place is taken, in square pixels.
  overlap([left, top, right, bottom]) {
    return this.taken.reduce(
        (sum, r) => sum +
            Math.max(0, Math.min(right, r[2]) - Math.max(left, r[0])) *
                Math.max(0, Math.min(bottom, r[3]) - Math.max(top, r[1])),
        0);
  }

  // `side`: -1 forward, 1 backward. Where no place is free it is shown only if it `must` be.
  add(text, route, side, kind, must) {
    const room = this.places.down ? GAP.wide : this.places.gap - 4, lines = linesOf(text, room);
    const width = Math.max(...lines.map(widthOf)) * (kind.endsWith("now") ? BOLD : 1);
    const height = LINE * lines.length;
    const rects = Array.from(
        this.middles(route, side, width, height),
        ([x, y]) => [x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
    const element = makeSvg(
        "g", {class: "label " + kind},
        makeSvg("rect", {x: -width / 2, y: -height / 2, width, height, rx: 7}),
        ...lines.map(
            (line, i) => makeSvg(
                "text", {"text-anchor": "middle", y: 4.5 + LINE * (i - (lines.length - 1) / 2)},
                line)));
    this.waiting.push({element, rects, must, lines: rects.map((rect) => OF_POINT * this.pointsIn(rect))});
  }

  // Gives each label the first of its places that is free, of these one without lines, or else the one
  // of which least is taken.
  // Those that must be shown make way for each other in a few rounds. Returns what is shown.
  settle() {
    for (let round = 0; round < ROUNDS; ++round) {
      for (const label of this.waiting) {
        if (label.rect) this.taken.splice(this.taken.indexOf(label.rect), 1);
        const costs = label.rects.map((rect, i) => this.overlap(rect) * 4 + label.lines[i]);
        label.rect = label.rects[costs.indexOf(Math.min(...costs))];
        label.isFree = this.overlap(label.rect) === 0;
        if (label.isFree || label.must)
          this.taken.push(label.rect);
        else
          label.rect = undefined;
      }
      if (this.waiting.every(({isFree, must}) => isFree || !must)) break;
    }
    return this.waiting.filter(({rect}) => rect)
        .map(({element, rect: [left, top, right, bottom]}) => {
          element.setAttribute(
              "transform", `translate(${(left + right) / 2} ${(top + bottom) / 2})`);
          return element;
        });
  }
}
