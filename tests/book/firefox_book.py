"""The book in Firefox: a program runs beside what is printed, a sheet of the playground is calculated, a model trains. Firefox has no
window and is asked over Marionette, its own remote control."""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

OF_BROWSER = ("resource:", "chrome:", "moz-extension:")
PATIENCE = 120  # seconds for an answer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Firefox:
    def __init__(self, program):
        self.folder, port = tempfile.mkdtemp(), free_port()
        with open(os.path.join(self.folder, "user.js"), "w", encoding="ascii") as prefs:
            prefs.write(f'user_pref("marionette.port", {port});\nuser_pref("network.proxy.type", 1);\n'
                        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
                        'user_pref("app.update.enabled", false);\n')
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", self.folder, "about:blank"],
            env={**os.environ, "HOME": self.folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.buffer, self.count = self.connected(port), b"", 0
        self.read()  # its greeting
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})

    def connected(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            try:
                connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                return connection
            except OSError:
                time.sleep(0.2)
        raise TimeoutError("no answer from the browser")

    def more(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise EOFError("the browser has ended")
        self.buffer += data

    def read(self):
        while b":" not in self.buffer:
            self.more()
        size, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(size):
            self.more()
        message, self.buffer = self.buffer[:int(size)], self.buffer[int(size):]
        return json.loads(message)

    def call(self, method, **params):
        self.count += 1
        text = json.dumps([0, self.count, method, params]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        while True:
            answer = self.read()
            if answer[:2] == [1, self.count]:
                if answer[2]:
                    raise RuntimeError(f"{method}: {answer[2]['error']}: {answer[2]['message']}")
                result = answer[3]
                return result.get("value") if isinstance(result, dict) and "value" in result else result

    def open(self, path):
        self.call("WebDriver:SetWindowRect", width=1280, height=900)
        self.in_chrome("Services.console.reset()")
        self.call("WebDriver:Navigate", url="file://" + os.path.abspath(path))

    def js(self, text):
        return self.call("WebDriver:ExecuteScript", script="return " + text, args=[], sandbox="default")

    def in_chrome(self, text):
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteScript", script="return " + text, args=[])
        finally:
            self.call("Marionette:SetContext", value="content")

    def messages(self):
        """What the console shows of the page: errors, refused loads, warnings. Without what the scripts of the browser
        and of the theme say."""
        found = self.in_chrome("Services.console.getMessageArray().map((m) => [m.message, "
                               "m instanceof Ci.nsIScriptError ? m.sourceName ?? '' : ''])")
        return [text for text, source in found if "file://" in text and not source.startswith(OF_BROWSER) and "/scripts/furo.js" not in text]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


# ---- the pages ----

browser = Firefox(sys.argv[1])
folder = os.path.abspath(sys.argv[2])


def check(name, holds, found=""):
    print(f"PASS Firefox: {name}" if holds else f"FAIL Firefox: {name}: {str(found)[:400]}", flush=True)


def until(text, holds, patience=60):
    """What the script gives as soon as that is so, or what it gave last."""
    end, found = time.monotonic() + patience, None
    while time.monotonic() < end:
        found = browser.js(text)
        if found is not None and holds(found):
            return found
        time.sleep(0.1)
    return found


def clean(page):
    found = browser.messages()
    check(f"{page}: nothing is on the console", not found, found)


for page in ("01_value", "12_squared_relu"):
    browser.open(os.path.join(folder, page + ".html"))
    until("document.querySelectorAll('figure[data-program] button.run').length", lambda count: count > 0)
    browser.js("document.querySelector('figure[data-program] button.run').click()")
    found = until("[...document.querySelectorAll('figure[data-program]')].find((one) => one.dataset.status)?.dataset.equal ?? null",
                  lambda equal: equal is not None)
    check(f"{page}: what its program prints in the page is what the page shows", found == "true", found)
    clean(page)
browser.open(os.path.join(folder, "01_value.html"))
if browser.js("document.querySelectorAll('figure.step button').length"):
    browser.js("document.querySelector('figure.step button').click()")
    until("document.querySelector('hologradient-trace')?.shadowRoot ? 1 : 0", lambda there: there)
    browser.js("[2, 3, 4].forEach(() => document.querySelector('hologradient-trace').shadowRoot.getElementById('step').click())")
    found = browser.js("[document.querySelector('.row[aria-current]')?.dataset.line, document.querySelector('hologradient-trace').shadowRoot.getElementById('where').textContent]")
    check("a listing is stepped through, its line lit", found == ["25", "step 4 of 13"], found)
    clean("01_value, stepped through")
browser.open(os.path.join(folder, "playground.html"))
found = until("[...document.querySelectorAll('.sheet-bench tbody tr')].map((row) => row.textContent)", lambda rows: len(rows) == 5)
check("the playground calculates", found and len(found) == 5 and all("✓" in row for row in found), found)
clean("playground")
browser.open(os.path.join(folder, "17_tiny_gpt.html"))
until("document.querySelector('.live .run') ? 1 : 0", lambda there: there)
browser.js("document.querySelector('.live .run').click()")
found = until("document.querySelector('.live .state').textContent", lambda state: state.startswith(("Step 50", "Step 60", "Step 70")), 120)
browser.js("document.querySelector('.live .run').click()")
check("a GPT trains in its page", "on names held out" in found, found)
clean("17_tiny_gpt")
browser.close()
