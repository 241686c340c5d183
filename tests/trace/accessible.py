"""What axe-core finds wrong with a page, where there is an axe-core."""
import json
import os
import site
import sys

# axe_core_python of PyPI, or axe-core of npm.
PLACES = [os.environ.get("AXE", ""), os.path.join(os.environ.get("HOLO_ROOT", "."), "node_modules/axe-core/axe.min.js")]
PLACES += [f"/usr{local}/lib/node_modules/axe-core/axe.min.js" for local in ("", "/local")]
PLACES += [folder + "/axe_core_python/axe.min.js" for folder in sys.path + site.getsitepackages()]
# A preference would be for a label that a longer word has: only what axe is sure of.
AXE = ("axe.run({resultTypes: ['violations']}).then(({violations}) => JSON.stringify(violations.map("
       "({id, nodes}) => [id, nodes.length, nodes[0].html.slice(0, 80), nodes[0].any[0]?.message ?? ''])))")


def axe_script(pages):
    """The text of axe-core, or None after a SKIP line."""
    place = next((place for place in PLACES if place and os.path.isfile(place)), None)
    if place is None:
        print(f"SKIP axe on {pages}: there is no axe-core; AXE=FILE names its axe.min.js")
        return None
    with open(place, encoding="utf-8") as file:
        return file.read()


def wrong_with(browser, axe):
    """What it finds on the page that is open, a list."""
    if browser.js("typeof axe") == "undefined":
        browser.js(axe + "\n;0")
    return json.loads(browser.wait(AXE))
