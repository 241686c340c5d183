"""What the tests of trace pages share: the browser of the command line, and how a check is told."""
import sys

from chromium import Browser

browser = Browser(sys.argv[1])


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:300]}", flush=True)


def open_quietly(name, **how):
    browser.open(name + ".html", **how)
    check(f"{name}, {how}: one request, nothing on the console",
          len(browser.requests()) == 1 and not browser.messages(),
          browser.requests()[1:] + browser.messages())


def go(step):
    browser.js(f"byId('goto').value = {step}, byId('goto').dispatchEvent(new Event('change'))")
