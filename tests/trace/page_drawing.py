"""The graph as the pages of trace_page_test.sh draw it, and small functions of their scripts."""
from page_checks import ALL, SENTENCE, browser, check, go, open_quietly

# The drawing. Both are lists of what lies on a box: arrows, and the product.
ON_BOXES = """(() => {
  const boxOf = (g, by) => {
    const {e, f} = g.transform.baseVal[0].matrix, {x, y, width, height} = g.querySelector('rect');
    const [left, top] = [e + x.baseVal.value, f + y.baseVal.value];
    return [left + by, top + by, left + width.baseVal.value - by, top + height.baseVal.value - by]; };
  const all = (what, by) => [...document.querySelectorAll('#drawing ' + what)].map((g) => boxOf(g, by));
  const boxes = all('.box', 2), out = [];
  for (const edge of document.querySelectorAll('#drawing .edge')) {
    for (let at = 0; at < edge.getTotalLength(); at += 3) {
      const {x, y} = edge.getPointAtLength(at);
      if (boxes.some((b) => x > b[0] && x < b[2] && y > b[1] && y < b[3])) { out.push(edge.getAttribute('d')); break; } } }
  for (const p of all('.label', 0))
    if (boxes.some((b) => p[0] < b[2] && p[2] > b[0] && p[1] < b[3] && p[3] > b[1])) out.push(String(p));
  return out; })()"""
BOXES = ("[...document.querySelectorAll('#drawing .box')].map((g) => [...g.querySelectorAll('text')]"
         ".map((t) => t.textContent).join('|')).join('; ')")
# Whether the box with this class is in the part of the drawing that is in sight.
IN_SIGHT = """(() => { const box = document.querySelector('#drawing .CLASS').getBoundingClientRect();
  const view = byId('drawing').getBoundingClientRect();
  return box.left >= view.left - 1 && box.right <= view.right + 1 && box.top >= view.top - 1 && box.bottom <= view.bottom + 1; })()"""
FLOW = "[...document.querySelectorAll('.edge.flow')].map((e) => e.getAttribute('d')).join()"

for width in (1280, 320):
    for name, last in (("value", 13), ("shapes", 12), ("model", 90)):
        open_quietly(name, width=width)
        browser.js(ALL)
        found = []
        for step in range(2, last, 1 if last < 20 else 9):
            go(step)
            found += browser.js(ON_BOXES)
        check(f"{name} at {width}: no arrow and no product lies on a box", not found, found)
open_quietly("tokens", step=3)
browser.js(ALL)
texts = browser.js(BOXES).replace("\u00a0", " ")
check("a box of a tensor has its shape in brackets, and its numbers as its value",
      "#0 leaf [3,1]|data all 0;" in texts and "#2 linear [2,3]|data 0 to 0.694;" in texts, texts)
open_quietly("value", step=8)
first = browser.js(FLOW)
go(9)
check("y * y has two arrows, one for each contribution",
      browser.js("document.querySelectorAll('.edge.forward').length") == 6 and first != browser.js(FLOW), first)
height = lambda path: float(path.split("C")[0].split()[1])
check("the arrow of the first place lies above", height(first) < height(browser.js(FLOW)), first)
open_quietly("shapes", step=41)
check("backward clears gradients, not the program",
      browser.js(SENTENCE) == "backward clears the gradient of y, before it begins at #33", browser.js(SENTENCE))
go(72)
check("of many inputs, the one that gets a contribution is listed",
      browser.js("document.querySelector('#card [aria-current]').textContent").startswith("#32 v29"),
      browser.js("byId('card').textContent"))
check("and it is in sight, with the op", browser.js(IN_SIGHT.replace("CLASS", "target")) and
      browser.js(IN_SIGHT.replace("CLASS", "now")))
browser.press("End")
browser.js(ALL)
boxes = browser.js("document.querySelectorAll('#drawing .box').length")
check("a drawing has one round of a training", boxes == 3, boxes)
check("losses of unlike functions are no curve", browser.js("document.querySelectorAll('.losses').length") == 0)
go(6)
browser.js("byId('path_form').requestSubmit()")
paths = browser.js("[...document.querySelectorAll('.path li')].map((e) => e.textContent).join('; ')")
check("the paths of this step, all of a few",
      paths == "x → #1 → y: 3 × 1 = 3; x → #1 → y: 3 × 1 = 3; x → y: 1" and
      browser.js("byId('path_result').textContent").startswith("3 paths:"), paths)
words = browser.js("[[0, 0], [1, -2, 0.5], Array(20).fill(0), Array.from({length: 20}, (_, i) => i / 7)]"
                   ".map((x) => numbersText(new Float64Array(x), null, {sentence: true})).join('; ')")
check("few numbers are written, of many the range", words == "all 0; 1 -2 0.5; all 0; between 0 and 2.72", words)

words = browser.js("[1e5, 1e6, 123456, 1e-4, 1e-5].map((x) => numberText(x)).join(' ')")
check("numbers are written as %.6g does", words == "100000 1e+06 123456 0.0001 1e-05", words)
check("a mean is that of the finite numbers", browser.js("summaryOf([1, NaN, 3, Infinity]).mean") == 2)
words = browser.js("productText({run: (event, i) => [i ? -3 : 2]}, 0)")
check("a negative factor is in brackets", words == "2 × (-3) = -6", words)
words = browser.js("lossCurve({run: () => [5], nodes: [{}], node: [0, 0, 0]}, [0, 1, 2])"
                   ".querySelector('polyline').getAttribute('points')")
check("a loss that stays the same is a straight line", words == "4,64 150,64 296,64", words)
words = browser.js("[[2.7234, 0.5], [NaN, NaN], [1, Infinity, 2]].map((losses) => lossCurve({run: (node) => [losses[node]], "
                   "nodes: losses.map((_, i) => ({madeBy: i})), node: [0, 1, 2]}, [...losses.keys()]).lastChild.textContent).join('; ')")
check("of losses the range, in which all of them lie", words == "2.72 to 0.5 in 2 backward passes, between 0.5 and 2.73; "
      "nan to nan in 2 backward passes, none finite; "
      "1 to 2 in 3 backward passes, between 1 and 2, 1 not finite", words)
check("what asks for no gradient is no inner node",
      not browser.js("nodeOf([1, 'relu', '', 1, 0, [2], [0], 1, '']).isInner"))
check("the first item that is not smaller is found", browser.js("lowerBound([1, 3, 5], 3)") == 1)
rounds = browser.js("roundsOf({count: 6, kind: [0, 1, 2, 3, 1, 1], isBackward: (e) => e === 2 || e === 3}).join()")
check("a round is all of a forward pass and its backward", rounds == "0,0,0,0,1,1", rounds)
side = browser.js("""(() => { const places = {down: false, gap: 124}, labels = new Labels(places, [], [300, 300]);
  labels.add('2 × 1 = 2', {bends: [[100, 150, 224, 150]], crowd: 0}, -1, 'forward', true);
  labels.add('d 2', {bends: [[100, 150, 224, 150]], crowd: 0}, 1, 'backward', true);
  return labels.settle().map((g) => Math.sign(+g.getAttribute('transform').match(/ (.*)\\)/)[1] - 150)).join(); })()""")
check("forward is above its line, backward below it", side == "-1,1", side)
ends = browser.js("""(() => { const view = new TensorView(), at = (row) => {
  view.corner = [row, 0]; return view.moves(48, 3, () => {}).lastChild.disabled; };
  return [at(0), at(24)].join(); })()""")
check("of two windows of rows the second is the last", ends == "false,true", ends)
