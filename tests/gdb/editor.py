"""editor.py: inside gdb, does what VS Code does when EDITOR_FILE is open and F5 starts EDITOR_CONFIGURATION of
.vscode/launch.json: the task in front of it, its commands, and the program up to its first stop. Then it does what the
lines of the file `todo` say, and writes the answers into `have`: stop (says where it is), line FILE TEXT (runs on to the
line with that text), step N, show NAME, calls, go (to its end). EDITOR_PROGRAM is already built, and replaces the
program of the task.
"""
import json
import os
import re
import subprocess

import gdb

root, file, name = (os.environ[word] for word in ("HOLO_ROOT", "EDITOR_FILE", "EDITOR_CONFIGURATION"))
variables = {
    "workspaceFolder": root, "relativeFile": file, "fileDirnameBasename": os.path.basename(os.path.dirname(file)),
    "fileBasenameNoExtension": os.path.splitext(os.path.basename(file))[0],
}


def load(settings, key, name_of, wanted):
    """The entry with this name, with its ${variables}; one that is not known is an error."""
    with open(os.path.join(root, ".vscode", settings), encoding="utf-8") as opened:
        text = re.sub(r"\$\{(\w+)\}", lambda variable: variables[variable.group(1)], opened.read())
    return next(entry for entry in json.loads(text)[key] if entry[name_of] == wanted)


def start():
    configuration = load("launch.json", "configurations", "name", name)
    program = os.environ.get("EDITOR_PROGRAM")
    if not program:
        task = load("tasks.json", "tasks", "label", configuration["preLaunchTask"])
        subprocess.run([task["command"], *task["args"]], cwd=task["options"]["cwd"], stdout=subprocess.DEVNULL, check=True)
    for command in configuration["setupCommands"]:
        console = re.fullmatch(r'-interpreter-exec console "(.*)"', command["text"])
        if console:
            gdb.execute(console.group(1), to_string=True)
    gdb.execute("set pagination off")
    gdb.execute("file " + (program or configuration["program"]))
    for variable in configuration["environment"]:
        gdb.execute("set environment %(name)s %(value)s" % variable)
    gdb.execute("set args " + " ".join(configuration["args"]) + " > program.out 2>&1 < /dev/null")
    main = gdb.Breakpoint("main")
    gdb.execute("run", to_string=True)
    main.delete()
    if not configuration["stopAtEntry"]:
        gdb.execute("continue", to_string=True)


def function_of(frame):
    return re.sub(r"[(<].*", "", frame.name().replace("(anonymous namespace)::", "")).split("::")[-1]


def text_of(path):
    with open(os.path.join(root, path), encoding="utf-8") as source:
        return source.read().split("\n")


def place():
    """examples/08_tensor.cpp, in program: the line."""
    frame = gdb.newest_frame()
    path = os.path.relpath(os.path.join(root, frame.find_sal().symtab.filename), root)
    return f"{path}, in {function_of(frame)}: {text_of(path)[frame.find_sal().line - 1].strip()}"


def calls():
    """The functions on the stack, newest first, up to program()."""
    names, frame = [], gdb.newest_frame()
    while names[-1:] != ["program"]:
        names.append(function_of(frame))
        frame = frame.older()
    return " < ".join(names)


def act(command, rest):
    if command == "line":
        path, text = rest.split(" ", 1)
        number = next(i + 1 for i, line in enumerate(text_of(path)) if text in line)
        gdb.execute(f"tbreak {path}:{number}", to_string=True)
    if command in ("line", "go"):
        gdb.execute("continue", to_string=True)
    for _ in range(int(rest) if command == "step" else 0):
        gdb.execute("step", to_string=True)
    if command == "show":
        value = gdb.parse_and_eval(rest)
        is_reference = value.type.code == gdb.TYPE_CODE_REF
        return f"{rest} = {(value.referenced_value() if is_reference else value).format_string()}"
    if command == "go":
        return "ended" if gdb.selected_inferior().pid == 0 else "stopped"
    return calls() if command == "calls" else place()


start()
with open("todo", encoding="utf-8") as todo, open("have", "w", encoding="utf-8") as have:
    for line in todo.read().splitlines():
        print("---- " + line, act(*line.partition(" ")[::2]), sep="\n", file=have)
