// layout.js: the place of every box. Boxes are in layers, inputs before their users. An arrow that
// skips a layer has a lane there, between the boxes, which all arrows from one box share.

const LANE = 16, SPACE = 14;  // the breadth of a lane, and what stays free between neighbours

// Ops come after their inputs, leaves just before their first user.
function findLayers(boxes, arrows) {
  const inputs = new Map(boxes.map((b) => [b, []])), users = new Map(boxes.map((b) => [b, []]));
  const isUser = new Set(arrows.map((arrow) => arrow.to));
  // Closed scopes may lead to each other: then only the arrow in the order of making counts. To what
  // uses nothing, as a leaf, no arrow leads back.
  for (const {from, to} of arrows) {
    if (from.first < to.first || !isUser.has(from)) {
      inputs.get(to).push(from);
      users.get(from).push(to);
    }
  }
  const inOrder = [...boxes].sort((a, b) => isUser.has(a) - isUser.has(b) || a.first - b.first);
  for (const box of inOrder)
    box.layer = Math.max(-1, ...inputs.get(box).map((b) => b.layer)) + 1;
  for (const box of boxes) {
    if (!inputs.get(box).length && users.get(box).length)
      box.layer = Math.min(...users.get(box).map((b) => b.layer)) - 1;
  }
  const layers = [], lowest = Math.min(0, ...boxes.map((b) => b.layer));
  for (const box of boxes) (layers[box.layer - lowest] ??= []).push(box);
  const filled = layers.filter(Boolean);
  filled.forEach((layer, i) => layer.forEach((box) => {
    box.layer = i;
  }));
  return filled;
}

// Gives each arrow its lanes, in the order of the layers, and joins all that lie beside each other.
function addLanes(layers, arrows) {
  const ofBox = new Map();
  const join = (left, right) => {
    left.after.push(right);
    right.before.push(left);
  };
  for (const arrow of arrows) {
    const backwards = arrow.from.layer > arrow.to.layer;
    const [low, high] = backwards ? [arrow.to, arrow.from] : [arrow.from, arrow.to];
    const own = ofBox.get(low) ?? [];
    ofBox.set(low, own);
    while (own.length < high.layer - low.layer - 1) {
      const lane = {layer: low.layer + own.length + 1, size: LANE, before: [], after: []};
      join(own.at(-1) ?? low, lane);
      own.push(lane);
      layers[lane.layer].push(lane);
    }
    Object.assign(arrow, {low, high, backwards});
    arrow.lanes = own.slice(0, Math.max(0, high.layer - low.layer - 1));
    if (low.layer < high.layer) join(arrow.lanes.at(-1) ?? low, high);
  }
}

// Moves the items of a layer as near to where they wish to be as their order and sizes allow.
function settle(layer) {
  const apart = (i) => (layer[i - 1].size + layer[i].size) / 2 + SPACE;
  const low = [], high = [];
  for (let i = 0; i < layer.length; ++i)
    low[i] = i ? Math.max(layer[i].wish, low[i - 1] + apart(i)) : layer[i].wish;
  for (let i = layer.length; i-- > 0;)
    high[i] = i + 1 < layer.length ? Math.min(layer[i].wish, high[i + 1] - apart(i + 1)) :
                                     layer[i].wish;
  layer.forEach((item, i) => {
    item.at = (low[i] + high[i]) / 2;
  });
}

// Sets layer and at, the middle across the layers, of each box and lane. `size`: of a box across.
function layOut(boxes, arrows, size) {
  for (const box of boxes) Object.assign(box, {size, before: [], after: [], wish: 0});
  const layers = findLayers(boxes, arrows);
  addLanes(layers, arrows);
  const middle = (list, otherwise) =>
      list.length ? list.reduce((sum, item) => sum + item.at, 0) / list.length : otherwise;
  for (const layer of layers) {
    for (const item of layer) item.wish = 0;
    settle(layer);
  }
  // Each sweep moves what it meets to the middle of its neighbours on one side; the last on both.
  for (const side of ["before", "after", "before", "after", ""]) {
    for (const layer of side === "after" ? [...layers].reverse() : layers) {
      for (const item of layer)
        item.wish = middle(side ? item[side] : item.before.concat(item.after), item.at);
      if (side) layer.sort((a, b) => a.wish - b.wish || a.at - b.at);
      settle(layer);
    }
  }
  return {size, layers, items: layers.flat()};
}
