"""editor.py ROOT FILE CONFIGURATION [PROGRAM]: does what VS Code does when FILE is open and F5 starts that
configuration of .vscode/launch.json: runs the task in front of it, then gdb by its MI interface with the commands of
the C++ extension. editor_test.sh writes what to do then on stdin, a line each: stop (says where it is), line FILE TEXT (runs on to the line with that text), step N, show NAME, calls,
go (to its end). PROGRAM is already built, and replaces the program of the task.
"""
import json
import os
import re
import subprocess
import sys


def load(root, name):
    with open(os.path.join(root, ".vscode", name), encoding="utf-8") as file:
        return json.load(file)


def filled(value, variables):
    """A part of a configuration with its ${variables}; one that is not known is an error."""
    if isinstance(value, dict):
        return {key: filled(part, variables) for key, part in value.items()}
    if isinstance(value, list):
        return [filled(part, variables) for part in value]
    if isinstance(value, str):
        for name, text in variables.items():
            value = value.replace("${" + name + "}", text)
        if "${" in value:
            sys.exit(f"FAILED: {value}: not known here")
    return value


def run_task(root, label, variables):
    tasks = [task for task in load(root, "tasks.json")["tasks"] if task["label"] == label]
    if len(tasks) != 1:
        sys.exit(f"FAILED: {len(tasks)} tasks are called {label}")
    task = filled(tasks[0], variables)
    done = subprocess.run([task["command"], *task["args"]], cwd=task["options"]["cwd"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"FAILED: {label}: {done.stdout}{done.stderr}")


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


def place(session, root):
    """examples/08_tensor.cpp, in program: the line."""
    file, line, function = session.place(root)
    with open(os.path.join(root, file), encoding="utf-8") as source:
        text = source.read().split("\n")[int(line) - 1].strip()
    return f"{file}, in {function}: {text}"


def calls_of(session):
    """The functions on the stack, newest first, up to program()."""
    calls = session.calls()
    return calls[:calls.index("program") + 1]


def act(session, root, line):
    command, _, rest = line.partition(" ")
    if command == "stop":
        print(place(session, root))
    elif command == "line":
        file, text = rest.split(" ", 1)
        with open(os.path.join(root, file), encoding="utf-8") as source:
            number = next(i + 1 for i, line in enumerate(source) if text in line)
        session.run_to(os.path.join(root, file), number)
        print(place(session, root))
    elif command == "step":
        for _ in range(int(rest)):
            session.step()
        print(place(session, root))
    elif command == "calls":
        print(" < ".join(calls_of(session)))
    elif command == "show":
        print(session.show(rest))
    elif command == "go":
        print(session.go_on())


def main():
    root, file, name, *program = sys.argv[1:]
    variables = {
        "workspaceFolder": root, "relativeFile": file, "file": os.path.join(root, file),
        "fileDirnameBasename": os.path.basename(os.path.dirname(file)),
        "fileBasenameNoExtension": os.path.splitext(os.path.basename(file))[0],
    }
    found = [each for each in load(root, "launch.json")["configurations"] if each["name"] == name]
    if len(found) != 1:
        sys.exit(f"FAILED: {len(found)} configurations are called {name}")
    configuration = filled(found[0], variables)
    if program:
        configuration["program"] = program[0]
    else:
        run_task(root, configuration["preLaunchTask"], variables)
    session = Mi(configuration)
    for line in sys.stdin.read().splitlines():
        print("---- " + line)
        act(session, root, line)
    session.end()


main()
