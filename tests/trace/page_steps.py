"""The pages of trace_page_test.sh, step by step: keys, buttons, links and the address; the last gradients are
those that the engine wrote beside the page, bit for bit."""
from page_checks import POSITION, SENTENCE, SHOWN, browser, check, numbers_of_the_engine, open_quietly

# The last gradients, by the classes of the page itself, with every bit.
GRADS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent)), state = new State(log);
  const bits = new DataView(new ArrayBuffer(8)), out = [];
  const all = () => log.nodes.map((_, i) => state.grad(i) === undefined ? '' : Array.from(state.grad(i), (x) => {
    bits.setFloat64(0, x); return bits.getBigUint64(0).toString(16).padStart(16, '0'); }).join(' '));
  state.goTo(log.count);
  const end = all();
  state.goTo(0);
  const none = all().every((x) => x === '');
  state.goTo(log.count);
  return none && all().join() === end.join() ? end.map((x, i) => i + ' ' + x).filter((x) => !x.endsWith(' ')) : [];
})()"""


def shown():
    return browser.js(SHOWN)


# One step after the other, with keys alone, there and back.
open_quietly("value", step=0)
steps = browser.js("+document.getElementById('slider').max")
states, sentences = [shown()], [browser.js(SENTENCE)]
for _ in range(steps):
    browser.press("ArrowRight")
    states.append(shown())
    sentences.append(browser.js(SENTENCE))
check("the right arrow goes one step, to the end", browser.js(POSITION) == steps == 13)
check("each step is a sentence", sentences[5] == "forward add: y = #3 + b = 6 + (-4) = 2" and
      sentences[9] == "backward mul: grad of y += 2 × 1 = 2; 2 becomes 4" and
      sentences[11] == "backward add: grad of b += 1 × 4 = 4", sentences)
gradients = browser.js("[...document.querySelectorAll('#nodes_table tbody tr[data-item]')]"
                       ".map((row) => row.lastChild.textContent).join(' ')")
check("the gradients at the end are those of the engine", gradients == "8 12 4 4 4 1", gradients)
same = []
for step in reversed(range(steps)):
    browser.press("ArrowLeft")
    same.append(shown() == states[step])
check("the left arrow restores every state", all(same), same)
browser.press("End")
check("End and Home go to the ends", browser.js(POSITION) == steps and shown() == states[steps])
browser.press("Home")
check("Home goes to the beginning", browser.js(POSITION) == 0)
browser.press("PageDown")
browser.press("PageDown")
check("Page Down goes by ops", browser.js(POSITION) == 2)
browser.js("document.getElementById('step').focus(), document.getElementById('step').click()")
check("a button keeps the focus", browser.js("document.activeElement.id") == "step")
browser.js("document.querySelector('#events_table tr[data-item=\"8\"] a').click()")
browser.js("0")  # the event of the link comes first
check("a row of the table leads to its step, and the address names it",
      browser.js("location.hash") == "#step=9" and shown() == states[9], browser.js("location.hash"))
check("the current row says so",
      browser.js("document.querySelector('#events_table [aria-current=step]').dataset.item") == "8")
check("the product flows along its arrow",
      browser.js("document.querySelector('.label.now').textContent") == "2 × 1 = 2" and
      browser.js("document.querySelectorAll('.edge.flow.reverse').length") == 1)
card = browser.js("byId('card').innerText")
check("a contribution says in which step its op was made", "in step 6" in card, card)
browser.press("End")
at = browser.js("byId('play').click(), +byId('slider').value")
browser.js("byId('play').click()")
check("Play at the end begins again", at == 0, at)
go_to_9 = "byId('goto').value = 9, byId('goto').dispatchEvent(new Event('change'))"
browser.js(go_to_9)
browser.js("document.getElementById('path_form').requestSubmit()")
check("a path from a parameter to the loss", "with respect to x: 8." in
      browser.js("document.getElementById('path_result').textContent"),
      browser.js("document.getElementById('path_result').textContent"))
open_quietly("value", step=9)
check("a link leads to its step", shown() == states[9])
check("the source is shown with its line",
      browser.js("document.querySelector('#code_text [aria-current]').textContent") ==
      "line 3 of the source", browser.js("document.getElementById('code').innerText"))

for name in ("value", "model", "long"):
    open_quietly(name)
    check(f"{name}: forward, back and forward again end with the engine's gradients, bit for bit",
          browser.js(GRADS) == numbers_of_the_engine(name))

rows = browser.js("document.querySelectorAll('tr').length")
print(f"long: {browser.js('byId(`slider`).max')} steps open in {browser.seconds:.2f} s")
check("long: only rows in sight are in the page", 0 < rows < 400, rows)
browser.press("End")
browser.js("byId('reach').value = 'all', byId('reach').dispatchEvent(new Event('change'))")
boxes = browser.js("document.querySelectorAll('#drawing .box').length")
check("long: the drawing has 200 boxes at most", 0 < boxes <= 200, boxes)
