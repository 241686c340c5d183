"""The panels of the pages of trace_page_test.sh: filters, scopes, losses, and names and logs that are hostile or empty."""
from page_checks import POSITION, SENTENCE, browser, check, open_quietly

open_quietly("model")
browser.js("byId('filter_op').value = 'relu', byId('filter_op').dispatchEvent(new Event('change'))")
check("the filter leaves one op",
      browser.js("[...new Set([...document.querySelectorAll('#events_table tr[data-item] :nth-child(3)')]"
                 ".map((e) => e.textContent))].join()") == "relu")
browser.js("byId('find_next').click()")
check("the next match is one of them", " relu" in browser.js(SENTENCE), browser.js(SENTENCE))
first = browser.js(POSITION)
browser.js("byId('find_next').click()")
browser.js("byId('find_back').click()")
check("the match before is another one", browser.js(POSITION) == first, browser.js(POSITION))
browser.js("byId('filter_op').value = '', byId('filter_scope').value = 'hidden', "
           "byId('filter_scope').dispatchEvent(new Event('change'))")
found = browser.js("[...new Set([...document.querySelectorAll('#events_table tr[data-item]')]"
                   ".map((row) => row.lastChild.textContent))].join()")
check("the filter leaves one scope, not one that begins with its name", found == "hidden", found)
rows = browser.js("byId('losses_result').textContent")
check("a loss that is divided by a number has its terms", "Terms of #" in rows and "probability" in rows, rows)
chips = "document.querySelectorAll('#scopes [aria-expanded=true]').length"
browser.js("byId('scopes').firstChild.click()")
check("a scope opens", browser.js(chips) == 1 and
      browser.js("document.activeElement.parentElement.id") == "scopes", browser.js(chips))
browser.press("PageDown")
check("Page Down goes by scopes", browser.js(SENTENCE) != "" and not browser.messages())

open_quietly("hostile", step=1)
for _ in range(9):
    browser.press("ArrowRight")
check("hostile names stay text", not browser.messages() and len(browser.requests()) == 1 and
      browser.js("document.querySelectorAll('img, iframe, object, b:not(.kind b), svg[onload]').length + document.scripts.length") == 2
      and browser.js("window.was_run") is None, browser.messages())
turned = browser.js("[byId('nodes_table'), byId('told'), byId('drawing')].map((e) => "
                    "e.textContent.includes('\\u202e') + ' ' + e.textContent.includes('\\\\u202e.')).join()")
check("a label cannot turn the text around it", turned == "false true,false true,false true", turned)
for name, text in (("empty", "The log is empty."), ("one", "The program has ended: this is how it is after step 1 of 1.")):
    open_quietly(name)
    check(f"{name}: {text}", browser.js(SENTENCE) == text, browser.js(SENTENCE))
    browser.press("ArrowRight")
    browser.press("PageUp")
    check(f"{name}: keys do no harm", not browser.messages(), browser.messages())
open_quietly("empty")
check("an empty log says why it is empty", "made no Value" in browser.js("byId('card').textContent"))

open_quietly("tokens", step=2)
check("an embedding of tokens names them", "Tokensa \" \"" in browser.js("byId('card').textContent"),
      browser.js("byId('card').textContent"))
rows = browser.js("[...document.querySelectorAll('#losses_result tr')].map((row) => "
                  "[...row.cells].map((cell) => cell.textContent).join(' ')).join('; ')")
check("a loss over tokens is told position by position",
      rows.endswith('position token next probability loss; 0 a " " 0.333 1.1; 1 " " b 0.5 0.693'), rows)
open_quietly("names")
rows = browser.js("[...document.querySelectorAll('#losses_result tr')].map((row) => "
                  "[...row.cells].map((cell) => cell.textContent).join(' ')).join('; ')")
check("of as many logits as those of train_gpt too", "; 0 t0 t0 0.037 3.3; 1 t1 t1 0.037 3.3; " in rows, rows)
open_quietly("shapes")
rows = browser.js("byId('losses_result').textContent")
check("terms that are no logarithms have no column of probabilities", "Terms of #" in rows and "probability" not in rows, rows)

open_quietly("tensor")
browser.press("Home")
empty = browser.js("getComputedStyle(byId('tensor_place'), '::before').content")
check("where no Tensor is shown, the panel says which step has the first", empty ==
      '"The numbers of a Tensor are shown here, at a step that has one. Step 1 is the first."', empty)
