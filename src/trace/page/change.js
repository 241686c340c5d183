// change.js: a field and a slider for each leaf that the root of this backward depends on. With a
// number that is not the program's own, the page computes the log again.

const MOST_LEAVES = 8;  // more: only those of the node of this step

// What the user has put in. A slider stands at sums of its steps, which are rounded.
const numberIn = ({type, value}) => (type === "range" ? +(+value).toPrecision(6) : +value);

class ChangePanel {
  // changed(): the log has other numbers now.
  constructor(log, changed) {
    this.log = log;
    this.changed = changed;
    this.changes = new Map();  // of events that give a leaf its number: the user's own
    const leaves = log.nodes.map((_, i) => i).filter((i) => this.isLeaf(i));
    this.givers = new Map(leaves.map((i) => [i, [log.nodes[i].madeBy]]));
    for (let e = 0; e < log.count; ++e)
      if (log.kind[e] === KIND.setData) this.givers.get(log.node[e])?.push(e);
    this.backwards = backwardsOf(log);
    this.leavesOf = new Map();  // by root
    this.isPossible = leaves.length > 0 && canRecompute(log);
    byId("change").hidden = !this.isPossible;
    byId("change_back").addEventListener("click", () => this.set(new Map()));
  }

  isLeaf(i) {
    const {isTensor, parents, users, label} = this.log.nodes[i];
    return !isTensor && !parents.length && (users.length > 0 || label !== "");
  }

  // The event that gave the leaf its number of now, or will give it the first one.
  giverOf(leaf, position) {
    const events = this.givers.get(leaf);
    return events[Math.max(0, lowerBound(events, position) - 1)];
  }

  set(changes) {
    const {log} = this;
    this.changes = changes;
    log.numbers = changes.size ? new Recomputation(log, changes).numbers : log.logged;
    const names = [...changes].map(([e, x]) => `${log.name(log.node[e])} = ${numberText(x)}`);
    log.changed = names.length ? `With ${names.join(", ")}: ` : "";
    this.changed();
  }

  // The program's own number is no change.
  setOne(event, x) {
    const changes = new Map(this.changes);
    if (x === this.log.logged[this.log.first[event]])
      changes.delete(event);
    else
      changes.set(event, x);
    this.set(changes);
  }

  // The root of this backward, or of the next one, or what was made last.
  rootAt(position) {
    const {log, backwards} = this, next = lowerBound(backwards, position);
    const at = position > 0 && log.isBackward(position - 1) ? next - 1 : next;
    if (!backwards.length) return log.nodes.length - 1;
    return log.node[backwards[Math.min(Math.max(0, at), backwards.length - 1)]];
  }

  leavesOfRoot(root) {
    if (!this.leavesOf.has(root)) {
      const leaves = [...findUsed(this.log, root)].filter((i) => this.isLeaf(i));
      this.leavesOf.set(root, leaves.sort((a, b) => a - b));
    }
    return this.leavesOf.get(root);
  }

  // All that the root depends on, or those of this step.
  leavesAt(state, root) {
    const all = this.leavesOfRoot(root), {node, parents, parent} = focusOf(this.log, state);
    if (all.length <= MOST_LEAVES) return all;
    const near = [...new Set([node, parent, ...parents])];
    return near.filter((i) => all.includes(i)).slice(0, MOST_LEAVES);
  }

  // That are shown at a step.
  mostLeaves() {
    const roots = new Set(this.backwards.slice(0, 100).map((e) => this.log.node[e]));
    return Math.max(0, ...Array.from(roots, (root) => this.leavesOfRoot(root).length));
  }

  show(state) {
    if (!this.isPossible) return;
    const root = this.rootAt(state.position), leaves = this.leavesAt(state, root);
    const events = leaves.map((leaf) => this.giverOf(leaf, state.position));
    const rows = byId("change_leaves");
    if (this.shown !== events.join()) rows.replaceChildren(...events.map((e) => this.row(e)));
    this.shown = events.join();
    events.forEach((e, i) => this.fill(rows.children[i], e));
    byId("change_back").setAttribute("aria-disabled", String(!this.changes.size));
    byId("change_result").textContent = this.result(root, leaves);
  }

  // A slider reaches as far to each side as the program's number is from 0, twice.
  row(event) {
    const {log} = this, own = log.logged[log.first[event]], name = log.longName(log.node[event]);
    const reach = own === 0 ? 2 : 2 * Math.abs(own), row = make("div", {class: "row"});
    const add = (what, more) => row.append(make("input", {
      ...more,
      "aria-label": what + name,
      oninput: ({target}) => {
        if (target.value !== "") this.setOne(event, numberIn(target));
      }
    }));
    row.append(make("span", {class: "name"}, name));
    add("Number of ", {type: "number", step: "any"});
    if (Number.isFinite(reach)) {
      const ends = {min: own - reach, max: own + reach, step: reach / 100};
      add("Slider of ", {type: "range", ...ends});
    }
    return row;
  }

  // What the user is writing stays as it is written.
  fill(row, event) {
    const number = this.log.numbers[this.log.first[event]];
    for (const input of row.querySelectorAll("input"))
      if (input !== document.activeElement || numberIn(input) !== number)
        input.value = Number.isFinite(number) ? number : "";
  }

  result(root, leaves) {
    const {log} = this, first = log.first[log.nodes[root].madeBy];
    const all = this.leavesOf.get(root).length;
    const [now, own] = [log.numbers[first], log.logged[first]].map((x) => numberText(x));
    const many = `It depends on ${all.toLocaleString("en")} leaves`;
    const which = leaves.length === all ? "" :
        leaves.length                   ? ` ${many}; those of this step:` :
                                          ` ${many}, of which this step has none.`;
    return `${log.name(root)} is ${now}` +
        (this.changes.size ? `; in the program it is ${own}.` : ", as in the program.") + which;
  }
}
