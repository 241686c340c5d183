"""Numbers that are changed on the pages of trace_page_test.sh: the page computes forward and backward again, as the
engine did with those numbers."""
import json
import struct

from page_checks import SENTENCE, SHOWN, browser, check, go, numbers_of_the_engine, open_quietly

# The numbers of the log as the page computes them from its leaves, or with the numbers of `leaves` in
# them: how many there are and, by op, how far they are at most from `wanted`, in units of the last place.
# Infinite: one is infinite or NaN and the other is not, or a sign is wrong.
APART = """((wanted, leaves) => {
  const log = new Log(JSON.parse(byId('data').textContent)), bits = new DataView(new ArrayBuffer(8)), worst = {};
  const number = (hex) => (bits.setBigUint64(0, BigInt('0x' + hex)), bits.getFloat64(0));
  const ulp = (x) => (bits.setFloat64(0, Math.abs(x)), bits.setBigUint64(0, bits.getBigUint64(0) + 1n),
                      bits.getFloat64(0) - Math.abs(x));
  const moved = new Map();
  for (let e = 0; leaves && e < log.count; ++e)
    if (log.kind[e] === KIND.leaf) moved.set(e, number(leaves[log.first[e]]));
  const {numbers} = new Recomputation(log, moved);
  for (let e = 0; e < log.count; ++e)
    for (let i = log.first[e]; i < log.first[e] + (log.kind[e] === KIND.contribution ? 4 : 1); ++i) {
      const x = numbers[i], y = number(wanted[i]), {op} = log.nodes[log.node[e]];
      const far = Object.is(x, y) ? 0 : Number.isFinite(x) && Number.isFinite(y) && (x || y) ? Math.min(1e300, Math.abs(x - y) / ulp(y)) : 1e300;
      worst[op] = Math.max(worst[op] ?? 0, far);
    }
  return JSON.stringify([numbers.length, worst]);
})"""
EXACT = {"leaf", "add", "sub", "mul", "div", "neg", "sqrt", "relu", "relu2", "abs", "max", "min", "sum", "dot"}
MOST_APART = 8  # of the others, in units of the last place


def numbers_of(name):
    with open(name + ".numbers", encoding="ascii") as lines:
        return lines.read().split()


def apart(name, wanted, leaves=None):
    open_quietly(name)
    count, worst = json.loads(browser.js(f"{APART}({json.dumps(wanted)}, {json.dumps(leaves)})"))
    found = {op: far for op, far in worst.items() if far > (0 if op in EXACT else MOST_APART)}
    check(f"{name}: the page computes {'other' if leaves else 'the same'} leaves as the engine does",
          count == len(wanted) > 0 and not found, f"{count} of {len(wanted)}, {found}")
    return worst


apart("value", numbers_of("value"))
apart("model", numbers_of("model"))
worst = apart("every_op", numbers_of("every_op"))
moved = numbers_of("every_op_moved")
for op, far in apart("every_op", moved, moved).items():
    worst[op] = max(worst[op], far)
print("units of the last place: " + ", ".join(f"{op} {far:.3g}" for op, far in worst.items() if far))
check("every op of Values is among them", len(worst) == 25, sorted(worst))

apart("descent", numbers_of("descent_moved"), numbers_of("descent_moved"))
RESULT = "byId('change_result').textContent"
LAST_GRADS = "[...document.querySelectorAll('#nodes_table tbody tr[data-item]')].map((row) => row.lastChild.textContent).join(' ')"
FIELDS = "[...document.querySelectorAll('#change_leaves input')].map((input) => input.value).join(' ')"


def write_into(place, text):
    browser.js(f"(() => {{ const field = document.querySelectorAll('#change_leaves input')[{place}]; field.focus(); "
               f"field.value = '{text}'; field.dispatchEvent(new Event('input')); }})()")


def last_grads(name):
    grads = [line.split()[1] for line in numbers_of_the_engine(name)]
    return " ".join(f"{struct.unpack('>d', bytes.fromhex(x))[0]:.6g}" for x in grads)


check("a field and a slider for each leaf", browser.js(FIELDS) == "0.5 0.5 -1.5 -1.5", browser.js(FIELDS))
own = browser.js(RESULT)
browser.press("End")
as_it_was = browser.js(SHOWN)
check("the program's own gradients", browser.js(LAST_GRADS) == last_grads("descent"), browser.js(LAST_GRADS))
check("after set_data a leaf has its new number there", browser.js(FIELDS) == "0.25 0.25 -1.5 -1.5", browser.js(FIELDS))
write_into(2, "2.25")
check("with another number every gradient is that of the engine's run with it",
      browser.js(LAST_GRADS) == last_grads("descent_moved"), browser.js(LAST_GRADS))
check("the sentence and the panel say so", browser.js(SENTENCE).startswith("With w = 2.25: backward ") and
      "; in the program it is " in browser.js(RESULT), browser.js(SENTENCE) + browser.js(RESULT))
check("what is being written keeps the focus, and its slider follows as far as it reaches",
      browser.js("document.activeElement.type") == "number" and browser.js(FIELDS) == "0.25 0.25 2.25 1.5", browser.js(FIELDS))
write_into(2, "")
check("an empty field changes nothing", browser.js(LAST_GRADS) == last_grads("descent_moved"))
write_into(3, "-1.5")
check("the program's own number is no change", browser.js(SHOWN) == as_it_was)
write_into(1, "0.35")
check("a change of what the program has set leaves its first steps alone",
      browser.js(SENTENCE).startswith("With x = 0.35: ") and not browser.messages(), browser.js(SENTENCE))
browser.js("document.activeElement.blur()")
browser.press("Home")
check("there the field has the first number", browser.js(FIELDS) == "0.5 0.5 -1.5 -1.5" and browser.js(RESULT).startswith(own[:9]))
browser.press("End")
browser.js("byId('change_back').click()")
check("the button goes back to the program's own numbers", browser.js(SHOWN) == as_it_was and
      browser.js("byId('change_back').getAttribute('aria-disabled')") == "true")
check("the panel tells of the loss of this backward", browser.js(RESULT).startswith("loss2 is "), browser.js(RESULT))
open_quietly("descent", step=12)
check("and of the first one in the first", browser.js(RESULT).startswith("loss0 is "), browser.js(RESULT))
open_quietly("value", step=9)
browser.js("byId('path_form').requestSubmit()")
write_into(0, "3.50")
check("a path that is shown has the new numbers, and a field keeps its last zero",
      "with respect to x: 12." in browser.js("byId('path_result').textContent") and browser.js(FIELDS).startswith("3.50 "),
      browser.js("byId('path_result').textContent") + browser.js(FIELDS))
open_quietly("model")
go(browser.js("""(() => { const log = new Log(JSON.parse(byId('data').textContent));
  for (let e = 0;; ++e) if (log.kind[e] === KIND.contribution && log.name(log.parent[e]) === 'w35') return e + 1; })()"""))
names = browser.js("[...document.querySelectorAll('#change_leaves .name')].map((e) => e.textContent).join(' ')")
check("of many leaves those of the step have fields, and the first others", "It depends on 36 leaves: here are 12" in
      browser.js(RESULT) and len(names.split()) == 24 and names.startswith("#0 w0 #1 w1 ") and
      "#35 w35" in names, names)
open_quietly("tensor", step=1)
check("Tensors have no such panel", browser.js("byId('change').hidden"))
