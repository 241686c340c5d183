// view.js: how large the drawing is, and which part of it is in sight: all of a small graph; of a
// larger one the op of this step and what it sends to.

const MOST_SCALE = 1.2;  // of a small drawing

// The box of the op, and the one that gets its contribution.
function boxesInFocus(seen, focus) {
  const boxWith = (node) => seen.boxes.find((box) => box.nodes.has(node));
  return [boxWith(focus.node), boxWith(focus.parent)];
}

// Sets x and y of each box; returns the width and the height of the drawing. Of an op with many
// inputs in a drawing that scrolls, the layers behind the target slide to its side.
function placeAll(seen, places, focus, view, whole) {
  const {layers, items} = seen.layout, {size} = places, [op, target] = boxesInFocus(seen, focus);
  const most = (places.down ? view.clientWidth : 480) / 2 - size / 2;
  if (!whole && target && op.layer > target.layer && Math.abs(op.at - target.at) > most) {
    for (let i = target.layer + 1; i < layers.length; ++i) places.slides.set(i, target.at - op.at);
  }
  places.least = Math.min(...items.map((item) => places.across(item) - item.size / 2)) - 10;
  const breadth = Math.max(...items.map((item) => places.across(item) + item.size / 2)) + 10;
  for (const box of seen.boxes)
    [box.x, box.y] = places.point(places.begin(box), places.across(box) - size / 2);
  const length = layers.length * (places.length + places.gap) - places.gap + 8;
  return places.point(length, breadth);
}

const scaleOf = (view, [width, height]) =>
    Math.min(MOST_SCALE, view.clientWidth / width, view.clientHeight / height);

function showWhole(view, svg, [width, height]) {
  const scale = scaleOf(view, [width, height]);
  attributes(
      svg, {width: width * scale, height: height * scale, viewBox: `0 0 ${width} ${height}`});
}

// Shows the op and its inputs, or only the target.
function bringIntoView(view, svg, [width, height], seen, focus, box) {
  const fitting = view.clientWidth / width, [op, target] = boxesInFocus(seen, focus);
  const scale = fitting >= 0.8 ? Math.min(1, fitting) : 1;
  const inputs = seen.boxes.filter((b) => focus.parents.some((p) => b.nodes.has(p)));
  const scroll = (of, place, boxExtent) => {
    const room = of / scale;
    for (const wish of [[op, target, ...inputs], [op, target], [target ?? op]]) {
      const begins = wish.filter(Boolean).map((b) => b[place]);
      const low = Math.min(...begins), high = Math.max(...begins) + boxExtent;
      if (high - low + 8 > room && wish.length > 1) continue;
      const free = Math.max(0, room - (high - low));
      // A target alone leaves room for the arrow to it; else in the middle, with whole boxes.
      if (wish.length === 1 && target) return scale * (low - Math.min(8, free));
      const middle = low - free / 2;
      const edges =
          seen.boxes.map((b) => b[place] - 6).filter((edge) => edge <= low && edge >= high - room);
      return scale *
          edges.reduce(
              (best, x) => (Math.abs(x - middle) < Math.abs(best - middle) ? x : best),
              edges[0] ?? middle);
    }
  };
  // A drawing that scrolls has some room at its end, so that it may begin with a whole box.
  const left = scroll(view.clientWidth, "x", box.width);
  const needed = width * scale > view.clientWidth ? left / scale + view.clientWidth / scale : 0;
  const all = Math.max(width, needed);
  attributes(svg, {width: all * scale, height: height * scale, viewBox: `0 0 ${all} ${height}`});
  view.scrollLeft = left;
  view.scrollTop = scroll(view.clientHeight, "y", box.height);
}
