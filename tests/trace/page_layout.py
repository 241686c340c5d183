"""The pages of trace_page_test.sh at every width, in print, with reduced motion, and without scripts."""
from page_checks import CUT_OFF, browser, check, open_quietly

for name in ("value", "model", "tensor"):
    for width in (320, 640, 768):  # 640: half of a screen of 1280, as with 200 % zoom
        open_quietly(name, step=10, width=width, scheme="dark")
        check(f"{name}: nothing is cut at a width of {width}", browser.js(CUT_OFF) == 0, browser.js(CUT_OFF))
# What cannot be seen or pressed, of the controls.
CONTROLS = """['first', 'scope_back', 'back', 'play', 'step', 'scope_step', 'last', 'goto', 'slider', 'speed', 'link']
  .filter((id) => { const {left, right, top, bottom} = byId(id).getBoundingClientRect();
    return left < 0 || right > innerWidth || bottom > innerHeight || right - left < 20 ||
      document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('#' + id)?.id !== id; }).join()"""
CUT = """['#events_table .scroll', '#nodes_table .scroll'].map((s) => document.querySelector(s))
  .map((e) => e.scrollWidth - e.clientWidth).join()"""
for name, width in (("value", 320), ("shapes", 320), ("value", 640)):
    open_quietly(name, step=10, width=width)
    check(f"{name}: every control is there at a width of {width}", browser.js(CONTROLS) == "", browser.js(CONTROLS))
    check(f"{name}: no column is cut at a width of {width}", browser.js(CUT) == "0,0" and browser.js(CUT_OFF) == 0,
          browser.js(CUT) + f" {browser.js(CUT_OFF)}")
open_quietly("tensor", step=3)
check("a tensor is a table of numbers with signs",
      browser.js("[...document.querySelectorAll('.heat td:not(:empty)')].map((e) => e.textContent).join(' ')") ==
      "+2 0 −3 +1.5 nan −0.25", browser.js("byId('tensor').innerText"))
motion = "getComputedStyle(document.querySelector('.edge.flow')).animationName"
open_quietly("value", step=9)
check("what flows moves", browser.js(motion) == "flow", browser.js(motion))
open_quietly("value", step=9, motion="reduce")
check("with reduced motion it does not", browser.js(motion) == "none", browser.js(motion))
open_quietly("value", step=9, media="print")
check("print has no buttons", browser.js("byId('step').offsetParent === null && byId('card').offsetParent !== null"))
browser.js("dispatchEvent(new Event('beforeprint'))")
check("print has every row, and no control",
      browser.js("document.querySelectorAll('#events_table tbody tr:not(.space)').length") == 13 and
      browser.js("document.querySelectorAll('#events_table .space').length") == 0 and
      not browser.js("[...document.querySelectorAll('button, select, input')].some((e) => e.offsetParent)"))
open_quietly("value", scripts=False)
check("without scripts the page says so", "does not run here" in browser.js("document.body.innerText"),
      browser.js("document.body.innerText"))
