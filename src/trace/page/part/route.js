// route.js: the way of an arrow: through the gaps between layers it bends, through layers it runs
// straight, beside a box of its own or in a lane.

// Between layers: with products on arrows, without, and where layers stand below each other.
const GAP = {wide: 124, narrow: 72, down: 64};

// Where things stand: along the layers, and across them with what the reader's view adds.
class Places {
  constructor(down, gap) {
    Object.assign(this, {down, gap, length: down ? BOX.height : BOX.width});
    this.slides = new Map();  // of a layer, across
    this.least = 0;
  }
  begin(item) { return 4 + item.layer * (this.length + this.gap); }
  end(item) { return this.begin(item) + this.length; }
  across(item) { return item.at + (this.slides.get(item.layer) ?? 0) - this.least; }
  // Along and across as x and y.
  point(along, across) { return this.down ? [across, along] : [along, across]; }
}

// Arrows between the same boxes lie beside each other.
const shiftOf = ({place, of}) => (of > 1 ? (place - (of - 1) / 2) * Math.min(18, 44 / (of - 1)) : 0);

// The path of an arrow from its lower to its higher layer, and the middle of the gap beside `from`.
function routeOf(arrow, places) {
  const {low, high, lanes} = arrow, shift = shiftOf(arrow);
  const text = (along, across) => places.point(along, across).join(" ");
  let along = places.end(low), across = places.across(low) + shift;
  if (low.layer === high.layer) {
    const to = places.across(high), turn = along + places.gap / 2;
    return {
      path: `M${text(along, across)}C${text(turn, across)} ${text(turn, to)} ${text(along, to)}`,
      middle: places.point(turn - places.gap / 8, (across + to) / 2)
    };
  }
  let path = `M${text(along, across)}`;
  const middles = [];
  const bendTo = (item, itemShift) => {
    const next = places.begin(item), to = places.across(item) + itemShift, half = (next - along) / 2;
    const out = lanes.length ? 0 : 1.6 * shift;
    path += `C${text(along + half, across + out)} ${text(next - half, to + out)} ${text(next, to)}`;
    middles.push(places.point(along + half, (across + to) / 2 + 0.75 * out));
    [along, across] = [next, to];
  };
  for (const lane of lanes) {
    bendTo(lane, shift / 2);
    path += `L${text(along = places.end(lane), across)}`;
  }
  bendTo(high, shift);
  return {path, middle: arrow.backwards ? middles.at(-1) : middles[0]};
}
