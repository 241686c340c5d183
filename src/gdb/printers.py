"""printers.py: shows Tensors, Nodes, Shapes, Values and Tapes in gdb, in the words of
src/debugger/words.py, and makes `step` skip the functions that it lists. hologradient.gdb loads it.

  (gdb) print y
  $1 = Tensor #4 "y" f32[2,3] op=mul grad=yes = {data = {...}, grad = {...}}
  (gdb) print $numbers(dy, 3)
  $2 = "{1, 1, 1}"
"""
import os
import sys

import gdb
import gdb.printing

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "debugger"))
from words import FILES_TO_STEP_OVER, ROOT, STEP_OVER, Debugger, NotThere, Words, text_at

sys.path.pop(0)


class Gdb(Debugger):
    errors = (NotThere, gdb.error)

    def elements(self, array):
        return array[array.type.strip_typedefs().fields()[0]]

    def size_of_target(self, pointer):
        return pointer.type.target().strip_typedefs().sizeof

    def node_label(self, node):
        """The label; also None if the string is not libstdc++'s."""
        try:
            label = node["label"]
            string = label.type.strip_typedefs().template_argument(0).pointer().pointer()
            pointer = label.address.cast(string).dereference()
            return text_at(pointer.dereference()["_M_dataplus"]["_M_p"], 100) if int(pointer) else None
        except self.errors:
            return None

    def value_label(self, tape, index):
        """Looks the label up in the tree of libstdc++'s std::map."""
        try:
            labels = tape["labels_"]
            entry_type = labels.type.strip_typedefs().template_argument(3).template_argument(0)
            node = labels["_M_t"]["_M_impl"]["_M_header"]["_M_parent"]
            while int(node) != 0:
                entry = (node + 1).cast(entry_type.pointer()).dereference()
                key = int(entry["first"])
                if key == index:
                    return text_at(entry["second"]["_M_dataplus"]["_M_p"], 100)
                node = node["_M_left"] if index < key else node["_M_right"]
        except self.errors:
            pass
        return None

    def op_name(self, number):
        return str(gdb.Value(number).cast(gdb.lookup_type("holo::Op"))).split("::")[-1]

    def tape(self):
        try:
            return gdb.parse_and_eval("holo::Tape::current_").dereference()
        except gdb.error:
            return None


words = Words(Gdb())


class Printer:
    def __init__(self, value):
        self.value = value
        self.kind = inner(value.type)

    def to_string(self):
        return words.text(self.kind, self.value)

    def children(self):
        return iter(words.fields(self.kind, self.value))


def inner(kind):
    """The name of a type without namespaces: Tensor for holo::Tensor."""
    return (kind.strip_typedefs().tag or "").split("::")[-1]


def find(value):
    kind = value.type.strip_typedefs()
    tag = kind.tag if kind.code == gdb.TYPE_CODE_STRUCT else None
    if tag is None or not tag.startswith("holo::") or tag.startswith("holo::Tape::"):
        return None
    return Printer(value) if inner(kind) in words.kinds else None


find.__name__ = "hologradient"
gdb.printing.register_pretty_printer(None, find, replace=True)


class Numbers(gdb.Function):
    """$numbers(POINTER, COUNT): an array of the program as text."""

    def __init__(self):
        super().__init__("numbers")

    def invoke(self, pointer, count):
        return words.numbers(pointer, int(count))


Numbers()

if "holo::" not in gdb.execute("info skip", to_string=True):
    for file in FILES_TO_STEP_OVER:
        of_ours = file.startswith(("src/", "include/"))
        gdb.execute("skip -gfi " + (os.path.join(ROOT, file) if of_ours else file), to_string=True)
    for function in STEP_OVER:
        gdb.execute("skip -rfu " + function, to_string=True)
