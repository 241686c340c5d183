// route.js: the way of an arrow: through the gaps between layers it bends, through layers it runs
// straight, beside a box of its own or in a lane.

// Between layers: with numbers on arrows that are long, or short, or without, and where layers
// are below each other.
const GAP = {
  long: 184,
  wide: 124,
  narrow: 48,
  down: 70
};
const BESIDE = 3;  // from the middle of an arrow to its line forward, and to that backward
const APART = 46;  // between two arrows at the side of a box, if they are few

// Where things are: along the layers, and across them with what the reader's view adds.
class Places {
  constructor(down, box, gap) {
    Object.assign(this, {down, box, gap});
    [this.length, this.size] = down ? [box.height, box.width] : [box.width, box.height];
    this.slides = new Map();  // of a layer, across
    this.least = 0;
  }
  begin(item) {
    return 4 + item.layer * (this.length + this.gap);
  }
  end(item) {
    return this.begin(item) + this.length;
  }
  across(item) {
    return item.at + (this.slides.get(item.layer) ?? 0) - this.least;
  }
  // Along and across as x and y.
  point(along, across) {
    return this.down ? [across, along] : [along, across];
  }
  text(along, across) {
    return this.point(along, across).join(" ");
  }
}

// Where arrows meet a box, from its middle: beside each other, in the order of where they lead.
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

// One of the two lines of an arrow, from its lower layer to its higher one, `aside` from its
// middle: the path, its bends as [along, across, along, across], both ends, with 1 where a head
// points on along the layers, and at which end there are more arrows: its higher one if `crowd` is
// positive.
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

// A head at an end of a line.
function headOf([along, across, way], places) {
  const [tip, left, right] =
      [[0, 0], [-8 * way, -4], [-8 * way, 4]].map(([a, b]) => places.text(along + a, across + b));
  return `M${tip}L${left}L${right}Z`;
}
