"""editor.py ROOT FILE CONFIGURATION [PROGRAM]: does what VS Code does when FILE is open and F5 starts that
configuration of .vscode/launch.json: runs the task in front of it, then gdb by its MI interface with the commands of
the C++ extension, or lldb by the debug adapter protocol. editor_test.sh writes what to do then on stdin, a
line each: stop (says where it is), line FILE TEXT (runs on to the line with that text), step N, show NAME, calls,
go (to its end). PROGRAM is already built, and replaces the program of the task.
"""
import json
import os
import shutil
import subprocess
import sys

from editor_sessions import Dap, Mi


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


def adapter():
    for name in ("lldb-dap", "lldb-vscode", "lldb-vscode-14"):
        if shutil.which(name):
            return name
    return None


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
    session = Mi(configuration) if configuration["type"] == "cppdbg" else Dap(configuration, adapter())
    for line in sys.stdin.read().splitlines():
        print("---- " + line)
        act(session, root, line)
    session.end()


main()
