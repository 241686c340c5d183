"""The map of the model on the pages of trace_page_test.sh: in forward order, tinted, entered and left."""
import os
import re

from page_checks import SENTENCE, browser, check, open_quietly

LAYERS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent)), graph = new Graph(log);
  graph.reach = 'all';
  graph.closed = new Set(graph.allScopes);
  const loss = log.nodes.findLastIndex(({label}) => label === 'loss');
  const {boxes, arrows} = graph.seenFrom(loss, log.nodes[loss].madeBy);
  layOut(boxes, arrows, 50);
  return boxes.map(({key, layer}) => `${layer} ${log.nodes[key]?.label ?? key}`).join(', ');
})()"""
open_quietly("scopes")
layers = browser.js(LAYERS)
check("scopes are in the order of the forward pass, in the second step of a training too",
      layers == "0 blocks, 1 twice, 2 final_norm, 3 head, 4 loss", layers)

# The map: its boxes from left to right.
MAP = """[...document.querySelectorAll('#map_drawing .box')]
  .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
  .map((box) => box.getAttribute('aria-label')).join('; ')"""
SHARES = "[...document.querySelectorAll('#map_drawing rect')].map((e) => e.style.getPropertyValue('--share')).join(' ')"
browser.press("Home")
boxes = browser.js(MAP)
check("before a backward no box has a gradient", boxes == "blocks, 4 operations, no grad yet: enter; twice, add, no grad yet: go to its step; "
      "final_norm, 1 operation, no grad yet: enter; head, 1 operation, no grad yet: enter; loss, mean, no grad yet: go to its step", boxes)
browser.press("End")
boxes = browser.js(MAP)
check("the map has the model in the order of the forward pass, with its largest gradients",
      re.fullmatch(r"blocks, .* grad to [\d.]+: enter; twice, .*; final_norm, .*; head, .*; loss, mean, grad to 1: go to its step", boxes), boxes)
shares = [int(share[:-1]) for share in browser.js(SHARES).split()]
check("a box is tinted by its gradient", max(shares) == 60 and 0 < min(shares) < 60, shares)
browser.js("document.querySelector('#map_drawing [data-key=blocks]').focus()")
browser.press("ArrowLeft")
check("a step leaves the focus on the map", browser.js("document.activeElement.dataset.key") == "blocks")
browser.press("ArrowRight")
browser.press("Enter")
check("Enter enters a scope", re.fullmatch(r"a, 1 operation.*; b, 3 operations.*", browser.js(MAP)) and
      browser.js("document.activeElement.dataset.key") == "blocks.a", browser.js(MAP))
browser.press("Escape")
check("Escape leaves it", browser.js(MAP) == boxes and browser.js("document.activeElement.dataset.key") == "blocks")
browser.js("document.activeElement.dispatchEvent(new MouseEvent('click')), document.querySelector('#map_drawing .box').dispatchEvent(new MouseEvent('click'))")
check("a click enters too, down to an op", browser.js(MAP).startswith("matmul, #") and
      browser.js("byId('map_scopes').textContent") == "modelblocksa", browser.js(MAP))
browser.js("document.querySelector('#map_drawing .box').dispatchEvent(new MouseEvent('click'))")
check("a click on an op goes to its step", browser.js(SENTENCE).startswith("forward matmul: "), browser.js(SENTENCE))
browser.js("byId('map_scopes').firstChild.click()")
check("a scope around it is a button", browser.js(MAP).startswith("blocks, ") and not browser.messages())
open_quietly("hostile", step=9)
check("what is not finite is marked", "not finite: enter" in browser.js(MAP) and
      browser.js("document.querySelectorAll('#map_drawing .broken').length") > 0, browser.js(MAP))
open_quietly("value")
check("without scopes there is no map", browser.js("byId('map').hidden"))
if os.path.exists("gpt.html"):
    open_quietly("gpt", step=999)
    boxes = [label.split(",")[0] for label in browser.js(MAP).split("; ")]
    check("the map of a GPT ends with its final norm, its head and its loss", boxes[-4:] == ["blocks", "final_norm", "head", "loss"], boxes)
