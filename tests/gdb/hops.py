"""hops.py: counts the steps and the calls of hops_test.sh, in gdb or in lldb. For each way one line:
STEPS n CALLS m NAME, DIRECTION; LOST, where it does not come to its loop; HIDDEN, where a step lands in what
nobody asked for.
"""
import os
import re

root = os.environ["HOLO_ROOT"]
here = os.path.abspath("hops.cpp")
# Where a way ends: a line of the inner loop, by its text; the first of several that is reached.
ends = [
    ("Value a * b", "include/holo/tape_node.h", "src/scalar/backward.cpp"),
    ("x * w", "src/ops/elementwise_binary_plain.cpp"),
    ("softmax", "src/ops/softmax_plain.cpp"),
    ("layer_norm", "src/ops/norm_plain.cpp"),
    ("linear", "src/ops/matmul_plain.cpp"),
    ("matmul", "src/ops/matmul_plain.cpp"),
    ("tanh", "src/ops/elementwise_plain.cpp"),
    ("attention", "src/ops/attention_plain.cpp"),
    ("embedding", "src/ops/embedding_plain.cpp"),
]
hidden = re.compile(r"^(?!%s/)|/(pool|memory|vec\w*|storage|node|shape|device|record|scratch)\.\w+$"
                    % re.escape(root))
in_sight = re.compile(r"hops\.cpp$|/include/holo/node\.h$|/src/tensor/record\.h$")


class Gdb:
    def __init__(self):
        gdb.execute("set pagination off")

    def run_to(self, line):
        point = gdb.Breakpoint(f"{here}:{line}")
        gdb.execute("run" if gdb.selected_inferior().pid == 0 else "continue", to_string=True)
        point.delete()

    def step(self):
        gdb.execute("step", to_string=True)

    def depth(self):
        count, frame = 0, gdb.newest_frame()
        while frame is not None:
            count, frame = count + 1, frame.older()
        return count

    def place(self):
        sal = gdb.newest_frame().find_sal()
        return sal.symtab.fullname() if sal.symtab else "?", sal.line


class Lldb:
    def __init__(self, debugger):
        debugger.SetAsync(False)
        self.target = debugger.GetSelectedTarget()

    def run_to(self, line):
        point = self.target.BreakpointCreateByLocation(here, line)
        process = self.target.GetProcess()
        if process.IsValid():
            process.Continue()
        else:
            self.target.LaunchSimple(None, None, os.getcwd())
        self.target.BreakpointDelete(point.GetID())

    def thread(self):
        return self.target.GetProcess().GetSelectedThread()

    def step(self):
        self.thread().StepInto()

    def depth(self):
        return self.thread().GetNumFrames()

    def place(self):
        entry = self.thread().GetFrameAtIndex(0).GetLineEntry()
        return str(entry.GetFileSpec()) if entry.IsValid() else "?", entry.GetLine()


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def is_end(text, forward):
    """A sum, or a number that is written, inside of a loop."""
    text = text.split("//")[0]
    if forward:
        return re.search(r"for \(Index [ickdj] .*\) .*=.*;$|\+=.*;$|^ +(y\[i\] = |data_\[i\] = )", text)
    return re.search(r"\+= .*;$|\bput\(", text) and not text.lstrip().startswith("for (Index r")


def count(debugger, name, direction, file):
    mark = "// " + name + ", " + direction
    line = next(i + 1 for i, text in enumerate(lines_of(here)) if text.endswith(mark))
    debugger.run_to(line)
    top, end = debugger.depth(), os.path.realpath(os.path.join(root, file))
    for steps in range(1, 200):
        debugger.step()
        path, at = debugger.place()
        path = os.path.realpath(path)
        if hidden.search(path) and not in_sight.search(path):
            print(f"HIDDEN {name}, {direction}: step {steps} is in {path}:{at}")
        depth = debugger.depth()
        if depth < top or path == here and depth == top and at != line:
            print(f"LOST {name}, {direction}: not in {file} after {steps} steps")
            return
        if path == end and is_end(lines_of(path)[at - 1], direction == "forward"):
            print(f"STEPS {steps} CALLS {depth - top} {name}, {direction}")
            return
    print(f"LOST {name}, {direction}: not in {file} after 200 steps")


def count_all(debugger):
    for name, file, *more in ends:
        count(debugger, name, "forward", file)
        count(debugger, name, "backward", more[-1] if more else file)
    count(debugger, "demo's loss", "forward", "src/ops/embedding_plain.cpp")


def __lldb_init_module(debugger, _):
    count_all(Lldb(debugger))


try:
    import gdb
    count_all(Gdb())
except ImportError:
    pass
