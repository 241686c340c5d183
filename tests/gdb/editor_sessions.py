"""editor_sessions.py: a debugger as an editor drives it, for editor.py: gdb by MI, lldb by the debug adapter protocol."""
import json
import os
import re
import subprocess
import sys


def name_of(function):
    return re.sub(r"\(.*", "", function.replace("(anonymous namespace)::", "")).split("::")[-1]


class Mi:
    """The commands are those of the engine of the C++ extension, in its order."""

    def __init__(self, configuration):
        self.gdb = subprocess.Popen(["gdb", "-nx", "--interpreter=mi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL, text=True, cwd="/")
        self.wait("(gdb)")
        for command in configuration["setupCommands"]:
            self.command(command["text"])
        self.command('-interpreter-exec console "set pagination off"')
        self.command("-gdb-set auto-solib-add on")
        self.command("-environment-cd " + configuration["cwd"])
        self.command("-file-exec-and-symbols " + configuration["program"])
        arguments = configuration["args"] + ["> program.out 2>&1 < /dev/null"]
        self.command("-environment-cd " + os.getcwd())
        self.command("-exec-arguments " + " ".join(arguments))
        number = re.search(r'number="(\d+)"', self.command("-break-insert main")).group(1)
        for variable in configuration["environment"]:
            self.command('-interpreter-exec console "set env %(name)s %(value)s"' % variable)
        self.command("-exec-run", "^running")
        stopped = self.wait("*stopped")
        if 'reason="breakpoint-hit"' not in stopped:
            sys.exit("FAILED: the first stop: " + stopped)
        self.command("-break-delete " + number)
        if not configuration["stopAtEntry"]:
            self.running = self.go_on()
            print(self.running)

    def wait(self, begin):
        for line in self.gdb.stdout:
            if line.startswith("^error") or line.startswith(begin):
                return line
        sys.exit("FAILED: gdb has ended")

    def command(self, text, expected="^done"):
        self.gdb.stdin.write(text + "\n")
        self.gdb.stdin.flush()
        answer = self.wait("^")
        if not answer.startswith(expected):
            sys.exit(f"FAILED: {text}: {answer}")
        return answer

    def go_on(self):
        self.command("-exec-continue", "^running")
        return "ended" if "exited" in self.wait("*stopped") else "stopped"

    def place(self, root):
        frame = self.command("-stack-info-frame")
        found = dict(re.findall(r'(func|line|fullname)="([^"]*)"', frame))
        return os.path.relpath(found["fullname"], root), found["line"], name_of(found["func"])

    def calls(self):
        return [name_of(function) for function in re.findall(r'func="([^"]*)"', self.command("-stack-list-frames"))]

    def run_to(self, file, line):
        self.command(f"-break-insert -f {file}:{line}")
        self.go_on()

    def step(self):
        self.command("-exec-step", "^running")
        self.wait("*stopped")

    def show(self, name):
        made = self.command(f"-var-create - * {name}")
        value = re.search(r',value="((?:[^"\\]|\\.)*)"', made).group(1)
        return f"{name} = " + re.sub(r"\\(.)", r"\1", value)

    def end(self):
        self.gdb.kill()


class Dap:
    def __init__(self, configuration, adapter):
        self.dap = subprocess.Popen([adapter], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.sequence, self.events = 0, []
        self.request("initialize", adapterID="lldb", linesStartAt1=True, pathFormat="path")
        self.send("launch", program=configuration["program"], args=configuration["args"], cwd=configuration["cwd"],
                  env=[f"{name}={value}" for name, value in configuration["env"].items()],
                  preRunCommands=configuration["preRunCommands"])
        self.event("initialized")
        self.request("configurationDone")
        self.stopped()

    def send(self, command, **arguments):
        self.sequence += 1
        body = json.dumps({"seq": self.sequence, "type": "request", "command": command, "arguments": arguments}).encode()
        self.dap.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.dap.stdin.flush()
        return self.sequence

    def receive(self):
        length = 0
        while True:
            line = self.dap.stdout.readline()
            if not line:
                sys.exit("FAILED: the adapter of lldb has ended")
            if not line.strip():
                return json.loads(self.dap.stdout.read(length))
            length = int(line.split(b":")[1])

    def request(self, command, **arguments):
        number = self.send(command, **arguments)
        while True:
            message = self.receive()
            if message["type"] == "response" and message["request_seq"] == number:
                if not message["success"]:
                    sys.exit(f"FAILED: {command}: {message}")
                return message.get("body", {})
            self.events.append(message)

    def event(self, *names):
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            if message.get("event") == "output" and message["body"].get("category") == "stdout":
                with open("program.out", "a", encoding="utf-8") as file:
                    file.write(message["body"]["output"].replace("\r", ""))
            if message.get("event") in names:
                return message
            if message.get("success") is False:
                sys.exit(f"FAILED: {message}")

    def stopped(self):
        message = self.event("stopped", "exited", "terminated")
        self.ended = message["event"] != "stopped"
        if not self.ended:
            self.thread = message["body"]["threadId"]

    def go_on(self):
        if not self.ended:
            self.request("continue", threadId=self.thread)
            self.stopped()
        return "ended" if self.ended else "stopped"

    def frame(self):
        return self.request("stackTrace", threadId=self.thread, startFrame=0, levels=1)["stackFrames"][0]

    def place(self, root):
        frame = self.frame()
        return os.path.relpath(os.path.realpath(frame["source"]["path"]), root), frame["line"], name_of(frame["name"])

    def calls(self):
        frames = self.request("stackTrace", threadId=self.thread, startFrame=0, levels=20)["stackFrames"]
        return [name_of(frame["name"]) for frame in frames]

    def run_to(self, file, line):
        self.request("setBreakpoints", source={"path": file}, breakpoints=[{"line": line}], lines=[line])
        self.go_on()

    def step(self):
        self.request("stepIn", threadId=self.thread)
        self.stopped()

    def show(self, name):
        shown = self.request("evaluate", expression=name, frameId=self.frame()["id"], context="hover")
        # The adapter puts the value of a variable, which ours have not, and the address of a reference in front.
        text = re.sub(r"^(0x\w+)? ", "", shown["result"])
        fields = []
        if shown["variablesReference"]:
            children = self.request("variables", variablesReference=shown["variablesReference"])["variables"]
            fields = [f"{each['name']} = {each['value'].strip()}" for each in children if each["name"] != "[raw]"]
        return f"{name} = {text}" + (" = {" + ", ".join(fields) + "}" if fields else "")

    def end(self):
        self.dap.kill()
