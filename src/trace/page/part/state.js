// state.js: where a reader is in the log, and all numbers as they are there.

// A place in the log, and every value and gradient as it was there. Both ways restore every bit,
// since a step only chooses which numbers of the log are current.
class State {
  constructor(log) {
    this.log = log;
    this.position = 0;
    this.isOpening = false;  // the first screen, of which no step is told
    this.values = new Int32Array(log.nodes.length).fill(-1);
    this.grads = new Int32Array(log.nodes.length).fill(-1);
    this.changes = [];  // position, array, node, before
  }
  value(node) {
    return this.current(this.values, node);
  }
  grad(node) {
    return this.current(this.grads, node);
  }
  current(array, node) {
    if (array[node] < 0) return undefined;
    return this.log.numbers.subarray(
        array[node], array[node] + this.log.size[this.log.nodes[node].madeBy]);
  }
  set(array, node, first) {
    this.changes.push(this.position, array, node, array[node]);
    array[node] = first;
  }
  // A backward begins: the gradients of the inner nodes that the root depends on.
  forgetInnerGrads(root) {
    for (const node of this.log.innerNodes(root))
      if (this.grads[node] >= 0) this.set(this.grads, node, -1);
  }
  step() {
    const {log, position: e} = this;
    if (e === log.count) return false;
    const node = log.node[e], first = log.first[e];
    switch (log.kind[e]) {
      case KIND.backward:
        this.forgetInnerGrads(node);
        this.set(this.grads, node, first);
        break;
      case KIND.setGrad:
      case KIND.clearGrad:
        this.set(this.grads, node, first);
        break;
      case KIND.contribution:
        this.set(this.grads, log.parent[e], log.after(e).byteOffset / 8);
        break;
      default:
        this.set(this.values, node, first);
    }
    ++this.position;
    return true;
  }
  back() {
    if (this.position === 0) return false;
    --this.position;
    const {changes} = this;
    while (changes.length && changes[changes.length - 4] === this.position) {
      const [, array, node, before] = changes.splice(-4);
      array[node] = before;
    }
    return true;
  }
  open() {
    this.goTo(overviewAt(this.log));
    this.isOpening = this.log.count > 0;
  }
  goTo(position) {
    this.isOpening = false;
    while (this.position > position) this.back();
    while (this.position < position && this.step())
      ;
  }
}
