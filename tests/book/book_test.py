"""Opens pages of a book in Chromium: they load their own files alone and say nothing on the console, fit the screen,
are found nothing wrong with by axe-core where it is there, find words, and explain terms to the keyboard."""
import os
import sys

from accessible import axe_script, wrong_with
from chromium import Browser

PAGES = ["index", "01_value", "07_microgpt", "12_squared_relu", "14_kernel_view", "functions", "glossary", "playground",
         "source/include/holo/value.h"]
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

browser = Browser(sys.argv[1])
folder = os.path.abspath(sys.argv[2])


def path_of(page):
    return os.path.join(folder, page + ".html")


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


axe = axe_script()
states = [{"width": width, "scheme": scheme} for width in (1280, 768, 360) for scheme in ("light", "dark")]
states += [{"width": 1280, "colours": "active"}, {"width": 1280, "zoom": 2}, {"width": 360, "motion": "reduce"}]
for page in PAGES:
    outside, said, wide, wrong = [], [], [], []
    for state in states:
        browser.open(path_of(page), **state)
        outside += [url for url in browser.requests() if not url.startswith("file://" + folder + "/")]
        said += browser.messages()
        wide += [(state, browser.js(WIDE))] if browser.js(WIDE) > 0 else []
        if axe and len(state) == 2 and "scheme" in state:
            found = wrong_with(browser, axe)
            wrong += [(state, found)] if found else []
    check(f"{page}: no request leaves the folder, nothing is on the console", not outside and not said, outside + said)
    check(f"{page}: no page is wider than its window, also at 200 %", not wide, wide)
    if axe:
        check(f"{page}: axe finds nothing", not wrong, wrong)

browser.open(path_of("01_value"))
found = browser.wait("""(async () => {
  const field = document.querySelector('.find input'), list = document.querySelector('.found');
  field.focus();
  field.value = 'softmax';
  field.dispatchEvent(new Event('input'));
  for (let i = 0; i < 100 && list.hidden; ++i) await new Promise((then) => setTimeout(then, 20));
  return [...list.querySelectorAll('a')].map((link) => link.getAttribute('href'));
})()""")
check("the search finds softmax where it is explained", "04_bigram_gradients.html#logits-and-softmax" in found[:3], found)
check("each of what it finds is there", len(found) > 5 and all(
    os.path.isfile(os.path.join(folder, link.split("#")[0])) for link in found), found)
SEARCH = """(async () => {
  const field = document.querySelector('.find input'), list = document.querySelector('.found');
  field.value = %r;
  field.dispatchEvent(new Event('input'));
  await new Promise((then) => setTimeout(then, 200));
  return [...list.querySelectorAll('a')].map((link) => [link.getAttribute('href'), [...link.querySelectorAll('mark')].map((mark) => mark.textContent.toLowerCase())]);
})()"""
found = browser.wait(SEARCH % "attention weight")
check("what a term means is found first", found[0][0] == "glossary.html#term-attention-weight", found[:3])
found = browser.wait(SEARCH % "the gradient of a product")
check("words that say nothing are neither looked for nor marked", len(found) > 3 and
      not any(mark in ("a", "of", "the") for _, marks in found for mark in marks), found[:3])
browser.press("Escape")
check("Escape closes what was found", browser.js("document.querySelector('.found').hidden"))
found = browser.wait("""(async () => {
  const field = document.querySelector('.find input'), list = document.querySelector('.found');
  field.value = '<b>[(\\\\';
  field.dispatchEvent(new Event('input'));
  await new Promise((then) => setTimeout(then, 200));
  return [list.hidden, list.textContent, list.querySelectorAll('b').length];
})()""")
check("what is hostile is looked for as it stands", found == [False, 'Nothing in the book has "<b>[(\\".', 0], found)

MENU = """(() => { const [wide, narrow] = document.querySelectorAll('.bar nav'), menu = document.querySelector('.menu');
  return [wide.checkVisibility(), menu.checkVisibility(), narrow.checkVisibility({checkVisibilityCSS: true, contentVisibilityAuto: true})]; })()"""
check("a wide page has its links in the bar", browser.js(MENU)[:2] == [True, False], browser.js(MENU))
browser.open(path_of("01_value"), width=360)
check("a narrow page has a menu that is folded away", browser.js(MENU) == [False, True, False], browser.js(MENU))
browser.js("document.querySelector('.menu summary').click()")
check("the menu of a narrow page leads to the chapters, the glossary and the sources", browser.js(
    "[...document.querySelectorAll('.menu a')].every((link) => { const at = link.getBoundingClientRect(); return at.width > 60 && at.left >= 0 && at.right <= innerWidth && at.height > 30; })"))

browser.open(path_of("02_neuron"))
for _ in range(80):
    browser.press("Tab")
    if browser.js("document.activeElement.matches('a.term')"):
        break
TERM = """(() => { const box = document.querySelector('.meaning'), term = document.activeElement, at = box.getBoundingClientRect();
  return [term.textContent, !box.hidden && at.height > 20 && at.left >= 0 && at.right <= innerWidth && at.bottom <= innerHeight,
    box.textContent === document.getElementById(term.getAttribute('aria-describedby')).textContent]; })()"""
found = browser.js(TERM)
check("a term that has the focus shows what it means, on the screen", found[1:] == [True, True], found)
browser.press("Escape")
check("Escape takes it away", browser.js("document.querySelector('.meaning').hidden"))
browser.open(path_of("02_neuron"), width=360)
browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
x, y = browser.js("(() => { const term = document.querySelector('main > p a.term'); term.scrollIntoView({block: 'center', behavior: 'instant'});"
                  " const box = term.getClientRects()[0]; return [box.left + 5, box.top + 5]; })()")
for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
    browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
found = browser.wait("new Promise((then) => setTimeout(() => then([document.querySelector('.meaning').hidden,"
                     " location.pathname.endsWith('02_neuron.html')]), 400))")
check("a first touch shows it and leads nowhere", found == [False, True], found)

browser.open(path_of("19_files"))
found = browser.js("(location.hash = 'the-best-step-and-old-weights', document.querySelectorAll('details[open]').length)")
found = browser.wait("new Promise((then) => setTimeout(() => then(document.querySelectorAll('main details[open]').length), 200))")
check("an address in what is folded away opens it", found == 1, found)
browser.open(path_of("12_squared_relu"), media="print")
found = browser.js("['.bar', '.rail', '.next'].map((name) => getComputedStyle(document.querySelector(name)).display).join()")
check("in print the page is alone", found == "none,none,none", found)
browser.open(path_of("12_squared_relu"), scheme="dark")
found = browser.js("getComputedStyle(document.body).backgroundColor")
check("dark in the dark", found == "rgb(22, 24, 28)", found)
browser.open(path_of("01_value"), scripts=False)
height = browser.call("DOM.getDocument") and browser.call("Page.getLayoutMetrics")["cssContentSize"]["height"]
check("without scripts the text is there", height > 5000, height)
browser.close()
