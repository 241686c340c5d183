// change.js: a field and a slider for each leaf that the root of this backward depends on. With a
// number that is not the program's own, the page computes the log again.

const MOST_LEAVES = 12;  // more: those of the node of this step, and the first others

// What the user has put in. The number of a slider is a sum of its steps, which are rounded.
const numberIn = ({type, value}) => (type === "range" ? +(+value).toPrecision(6) : +value);

class ChangePanel {
  // changed(): the log has other numbers now.
  constructor(log, changed) {
    this.log = log;
    this.changed = changed;
    this.changes = new Map();  // of events that give a leaf its number: the user's own
    this.isPossible = log.nodes.some((_, i) => this.isLeaf(i)) && canRecompute(log);
    byId("change").hidden = !this.isPossible;
    byId("change_back").addEventListener("click", () => this.set(new Map()));
  }

  isLeaf(i) {
    const {isTensor, parents, users, label} = this.log.nodes[i];
    return !isTensor && !parents.length && (users.length > 0 || label !== "");
  }

  set(changes) {
    const {log} = this;
    this.changes = changes;
    log.numbers = changes.size ? new Recomputation(log, changes).numbers : log.logged;
    const names = [...changes].map(([e, x]) => `${log.name(log.node[e])} = ${numberText(x)}`);
    log.changed = names.length ? `With ${names.join(", ")}: ` : "";
    log.met = undefined;
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

  leavesOfRoot(root) {
    return leavesOf(this.log, root).filter((i) => this.isLeaf(i));
  }

  // All that the root depends on; of many those of this step, and the first others.
  leavesAt(state, root) {
    const all = this.leavesOfRoot(root), {node, parents, parent} = focusOf(this.log, state);
    if (all.length <= MOST_LEAVES) return all;
    const known = new Set(all), near = [node, parent, ...parents].filter((i) => known.has(i));
    const shown = [...new Set([...near, ...all.slice(0, MOST_LEAVES)])].slice(0, MOST_LEAVES);
    return shown.sort((a, b) => a - b);
  }

  // That are shown at a step.
  mostLeaves() {
    const roots = new Set(backwardsOf(this.log).slice(0, 100).map((e) => this.log.node[e]));
    return Math.max(0, ...Array.from(roots, (root) => this.leavesOfRoot(root).length));
  }

  show(state) {
    if (!this.isPossible) return;
    const root = rootOf(this.log, passNear(this.log, state.position));
    const leaves = this.leavesAt(state, root);
    const events = leaves.map((leaf) => giverOf(this.log, leaf, state.position));
    const rows = byId("change_leaves");
    const shown = events.join() || "none " + root;
    if (this.shown !== shown)
      rows.replaceChildren(...(events.length ? events.map((e) => this.row(e)) : [this.without(root)]));
    this.shown = shown;
    events.forEach((e, i) => this.fill(rows.children[i], e));
    byId("change_back").setAttribute("aria-disabled", String(!this.changes.size));
    byId("change_result").textContent = this.result(root, leaves);
  }

  // Of a pass without such leaves: where there is one that has some.
  without(root) {
    const {log} = this, has = (e) => this.leavesOfRoot(log.node[e]).length > 0;
    const other = backwardsOf(log).find(has), text = `${log.name(root)} depends on no number that the page computes with`;
    return make("p", {class: "quiet"}, text, other === undefined ? "." : "; the root of ",
        other === undefined ? "" : stepLink(other, `step ${other + 1}`), other === undefined ? "" : " does.");
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
    const all = this.leavesOfRoot(root).length;
    const [now, own] = [log.numbers[first], log.logged[first]].map((x) => numberText(x));
    const which = leaves.length === all ? "" :
        ` It depends on ${all.toLocaleString("en")} leaves: here are ${leaves.length}, with those of this step.`;
    return `${log.name(root)} is ${now}` +
        (this.changes.size ? `; in the program it is ${own}.` : ", as in the program.") + which;
  }
}
