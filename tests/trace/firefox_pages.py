"""The pages of trace_page_test.sh in Firefox: they open without a message, keys step there and back, nothing
moves, and a part in another page steps too."""
import sys

from firefox import Firefox

SHOWN = ("[...document.querySelectorAll('#card, #sentence, #drawing, #graph_table')]"
         ".map((e) => e.textContent).join(' | ')")
PLACES = ("[...document.querySelectorAll('#bar, #sentence, .panel, #drawing')].filter((e) => e.id !== 'tensor').map((e) => {"
          " const b = e.getBoundingClientRect(); return [b.left, b.top + scrollY, b.width, b.height].map(Math.round).join(' '); }).join()")
PART = "document.querySelectorAll('hologradient-trace')[{}].shadowRoot.{}"


def check(name, holds, found=""):
    print(f"PASS Firefox: {name}" if holds else f"FAIL Firefox: {name}: {str(found)[:300]}", flush=True)


try:
    browser = Firefox(sys.argv[1])
except (OSError, EOFError, TimeoutError, RuntimeError) as error:
    print(f"SKIP trace pages in Firefox: it does not start here: {str(error)[:100]}")
    sys.exit()

# Messages are of the page, and of nothing else: an error, a refused load, and one of the browser about the page.
with open("broken.html", "w", encoding="ascii") as file:
    file.write("<!doctype html><title>broken</title><meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; "
               "script-src 'unsafe-inline'\"><img src='http://127.0.0.1:9/x.png'><script>planted_error();</script>")
browser.open("broken.html")
browser.in_chrome("""(() => { const error = Cc["@mozilla.org/scripterror;1"].createInstance(Ci.nsIScriptError);
  error.init("InvalidStateError: of the browser, at file:///page.html", "resource:///actors/InteractionsChild.sys.mjs", 1, 1, 0, "chrome javascript");
  Services.console.logMessage(error); return true; })()""")
found = browser.messages()
check("an error and a refusal of a page are seen, those of the browser are not", len(found) == 2 and
      any("planted_error is not defined" in text for text in found) and any("Content-Security-Policy" in text for text in found), found)
for page in ("model", "shapes", "long", "hostile", "empty", "one", "tensor", "tokens", "thirty", "ops"):
    browser.open(page + ".html")
    for key in ("End", "ArrowLeft", "Home", "ArrowRight"):
        browser.press(key)
    check(f"{page}: keys, and nothing on the console", not browser.messages() and browser.js("window.was_run === undefined"),
          browser.messages())
browser.open("value.html")
text = browser.js("document.getElementById('told').textContent")
check("the first sentence", text.startswith("The program computed loss = y * y = 4."), text)
labels = browser.js("[...document.querySelectorAll('#drawing .label')].map((g) => g.textContent).sort().join('; ')")
check("the numbers on the arrows", labels == "1 × 4 = 4; 1 × 4 = 4; 2 × 1 = 2; 2 × 1 = 2; 2 × 4 = 8; 3 × 4 = 12; "
      "d 1; d 1; d 2; d 2; d 2; d 3", labels)
browser.press("Home")
states, places = [browser.js(SHOWN)], {browser.js(PLACES)}
for _ in range(13):
    browser.press("ArrowRight")
    states.append(browser.js(SHOWN))
    places.add(browser.js(PLACES))
check("the right arrow goes to the end", "backward mul: grad of w += 3 × 4 = 12" in states[-1], states[-1])
check("nothing moves from step to step", len(places) == 1, places)
same = []
for step in reversed(range(13)):
    browser.press("ArrowLeft")
    same.append(browser.js(SHOWN) == states[step])
check("the left arrow restores every state", all(same), same)
check("nothing is on the console", not browser.messages(), browser.messages())
browser.open("host.html")
browser.js(PART.format(0, "getElementById('step').focus()"))
for _ in range(10):
    browser.press("ArrowRight")
texts = [browser.js(PART.format(i, "getElementById('sentence').textContent")) for i in (0, 1)]
check("a part steps by keys, the other one stays", texts == [
    "backward add: grad of #3 += 1 × 4 = 4", "The backward pass has ended: this is how it is after step 9 of 9."], texts)
check("and nothing is on the console", not browser.messages(), browser.messages())
browser.close()
