"""What the tests of trace pages share: the browser of the command line, and how a check is told."""
import atexit
import sys

from chromium import Browser

browser = Browser(sys.argv[1])
atexit.register(browser.close)

SENTENCE = "document.getElementById('sentence').textContent"
POSITION = "+document.getElementById('slider').value"
# The whole state of the page that is shown, as text.
SHOWN = ("[...document.querySelectorAll('#card, #sentence, #nodes_table tbody, #graph_table')]"
         ".map((e) => e.innerText).join('\\n')")
# All of the graph is drawn.
ALL = "byId('reach').value = 'all', byId('reach').dispatchEvent(new Event('change'))"
# How many pixels of the page are cut on the right.
CUT_OFF = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:300]}", flush=True)


def open_quietly(name, **how):
    browser.open(name + ".html", **how)
    check(f"{name}, {how}: one request, nothing on the console",
          len(browser.requests()) == 1 and not browser.messages(),
          browser.requests()[1:] + browser.messages())


def go(step):
    browser.js(f"byId('goto').value = {step}, byId('goto').dispatchEvent(new Event('change'))")


def numbers_of_the_engine(name):
    """The last gradients of the program that wrote the page, a line each: node, and numbers as hexadecimal bits."""
    with open(name + ".grads", encoding="ascii") as lines:
        return lines.read().splitlines()
