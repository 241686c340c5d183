"""Chromium without a window, asked over the DevTools protocol on a pipe: opens a page, presses keys,
evaluates JavaScript, and writes down requests and messages of the console."""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

KEYS = {"PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13,
        "Escape": 27, "Tab": 9, "n": 78}
PATIENCE = 120  # seconds for an answer


class Browser:
    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        to_browser, self.out = os.pipe()
        self.inn, from_browser = os.pipe()

        # The protocol wants descriptors 3 and 4; they may be in use until they are moved away.
        def lay_pipes():
            os.dup2(to_browser, 103), os.dup2(from_browser, 104)
            os.dup2(103, 3), os.dup2(104, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-pipe", "--user-data-dir=" + self.folder, "about:blank"],
            preexec_fn=lay_pipes, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser), os.close(from_browser)
        self.buffer, self.count, self.session, self.events = b"", 0, None, []

    def read(self):
        while b"\0" not in self.buffer:
            if not select.select([self.inn], [], [], PATIENCE)[0]:
                raise TimeoutError("no answer from the browser")
            more = os.read(self.inn, 1 << 20)
            if not more:
                raise EOFError("the browser has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path, step=None, scripts=True, **how):
        """A page in the one tab, offline."""
        if self.session is None:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target,
                                     flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.call(domain + ".enable")
        else:
            self.go("about:blank")  # a page that differs in its fragment alone would not be loaded
        self.call("Network.emulateNetworkConditions", offline=True, latency=0,
                  downloadThroughput=-1, uploadThroughput=-1)
        self.look(**how)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        begin = time.monotonic()
        self.go("file://" + os.path.abspath(path) + ("" if step is None else f"#step={step}"))
        self.seconds = time.monotonic() - begin

    def look(self, width=1280, scheme="light", motion="no-preference", media="", colours="none", zoom=1):
        """How the page that is open is seen. `colours`: "active" for those that the user has forced."""
        self.call("Emulation.setDeviceMetricsOverride", width=width // zoom, height=800 // zoom,
                  deviceScaleFactor=zoom, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion}, {"name": "forced-colors", "value": colours}])

    def look_again(self, **how):
        """The same for a page that is there."""
        self.look(**how)
        self.wait_for_frames()

    def wait_for_frames(self):
        """Then the page has heard of its new width."""
        self.wait("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() => then())))")

    def go(self, address):
        self.events = []
        self.call("Page.navigate", url=address)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.read())

    def js(self, text):
        answer = self.call("Runtime.evaluate", expression=text, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"])[:400])
        return answer["result"].get("value")

    def wait(self, text):
        """What a promise becomes."""
        answer = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True)
        return answer["result"].get("value", answer.get("exceptionDetails"))

    def press(self, key):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=KEYS[key])

    def named(self, method):
        return [e["params"] for e in self.events if e.get("method") == method]

    def requests(self):
        return [p["request"]["url"] for p in self.named("Network.requestWillBeSent")]

    def messages(self):
        """What the console shows: errors, refused loads, warnings."""
        out = [p["exceptionDetails"]["text"] for p in self.named("Runtime.exceptionThrown")]
        out += [p["entry"]["text"] for p in self.named("Log.entryAdded")]
        return out + [str(p["args"]) for p in self.named("Runtime.consoleAPICalled")]

    def close(self):
        self.process.terminate()
        self.process.wait()
        # Processes that it has started may still write there for a moment.
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                break
            time.sleep(0.1)
