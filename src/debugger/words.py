"""words.py: shows Tensors, Nodes, Shapes, Values and Tapes in the same words in gdb and lldb:

  Tensor #4 "y" f32[2,3] op=mul grad=yes, and its fields, data and grad

grad=yes: there is a gradient; wanted: backward will make it; no: a constant. It reads everything from the
program's memory and calls none of its functions. Memory that cannot be a node is shown as none.

src/gdb/printers.py and src/lldb/hologradient.py each hand in a Debugger. Its variables are like those of
gdb in Python: v["field"], pointer[3], int(v), float(v), v.dereference(), and `v + 1` for a pointer.
"""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The functions that `step` skips on its way from your line to the operation, to the loop of its kernel, and back: the
# standard library; memory, shapes, and the making of nodes; handles; checks of arguments, and sizes. The files are for
# gdb alone; the functions are patterns for the part of their names after holo::.
FILES_TO_STEP_OVER = """/usr/include/*/*.h /usr/include/c++/*/* /usr/include/c++/*/*/*
    src/base/*.cpp include/holo/shape.h src/backend/cpu/* src/backend/scratch.h
    src/backend/plain/elements.h src/tensor/node.cpp src/tensor/storage.* src/tensor/record.cpp
    src/ops/broadcast.cpp src/ops/shapes.h""".split()
HANDLES = """(NodeRef|References|Parent)::.* Node::(parent|numel)[(] NodeId::.* Value::(Value|data|grad)[(]
    Tensor::(~?Tensor|operator=|node|data|shape|ndim|size|numel|backend|device|defined|requires_grad)[(]
    (Device)?Indices::.*
    TapeNode:: TapeLists::(end_of_edges|write_.*|is_full|.*_at)[(] Tape::(current|of|checked|finish|begin_backward)[(]
    nodes_of[(] add_one_to_gradient[(] (begin|end)_turn[(]
    (check|checked)(_[a-z]+)*[(] sizes?_of(_[a-z]+)*[(] (products_of|batch_of|result_shape|transposed)[(] (function_of|from_result|data_of|gradient_of|room_for_slope|repeat_bias)[(] Numbers::""".split()
STEP_OVER = ["^(__)?mem(set|cpy|move)"] + ["^holo::(.*::)?" + handle for handle in HANDLES]

MAX_NUMBERS = 8
MAX_NDIM = 6
# The bytes of an element, for each list of a Tape.
SIZES = {"data_": 8, "grad_": 8, "local_": 8, "nodes_": 8, "parent_": 4, "constants_": 16}


class NotThere(Exception):
    """The memory does not hold an object of its type: before a constructor, after a destructor."""


class Debugger:
    """The differences between debuggers: elements(array), the C array in a std::array; size_of_target(pointer), in bytes;
    node_label(node) and value_label(tape, index), or None; op_name(number), for example mul; and tape(), the tape of this
    thread, or None if it cannot be read."""

    # The exception when memory cannot be read, or a field is missing.
    errors = (NotThere,)


def number(value):
    return f"{float(value):.6g}"


def text_at(pointer, limit):
    """The letters before the zero, at most `limit`."""
    letters = []
    for i in range(limit):
        code = int(pointer[i]) & 0xFF
        if code == 0:
            return "".join(letters)
        if code < 32:
            break
        letters.append(chr(code))
    raise NotThere


class Words:
    def __init__(self, debugger):
        self.debugger = debugger
        self.kinds = {
            "Tensor": (self.tensor_text, self.tensor_fields),
            "Node": (self.node_text, self.node_fields),
            "NodeRef": (self.ref_text, None),
            "Shape": (self.shape_text, None),
            "Value": (self.value_text, self.value_fields),
            "Tape": (self.tape_text, None),
        }

    def text(self, kind, value):
        """One line: Tensor #4 "y" f32[2,3] op=mul grad=yes."""
        try:
            text = self.kinds[kind][0](value)
            return kind + text if text.startswith("(") else f"{kind} {text}".rstrip()
        except self.debugger.errors:
            return f"{kind}(not one: uninitialised, or gone)"

    def fields(self, kind, value):
        """Pairs of a name and a text; none if one cannot be read."""
        try:
            text, fields = self.kinds[kind]
            return list(fields(value)) if fields and not text(value).startswith("(") else []
        except self.debugger.errors:
            return []

    def numbers(self, pointer, count):
        """The first numbers, in braces; memory of another device cannot be read."""
        try:
            shown = [number(pointer[i]) for i in range(min(count, MAX_NUMBERS))]
        except self.debugger.errors:
            return "not readable"
        return "{" + ", ".join(shown) + (", ..." if count > MAX_NUMBERS else "") + "}"

    # ---- tensors ----

    def shape_text(self, shape):
        elements = self.debugger.elements(shape["sizes_"])
        ndim, numel = int(shape["ndim_"]), int(shape["numel_"])
        if not 0 <= ndim <= MAX_NDIM:
            raise NotThere
        sizes, product = [int(elements[d]) for d in range(ndim)], 1
        for size in sizes:
            product *= size
        if product != numel or any(size < 0 for size in sizes):
            raise NotThere
        return "[" + ",".join(str(size) for size in sizes) + "]"

    def node_text(self, node):
        kind = "f64" if self.debugger.size_of_target(node["data"]) == 8 else "f32"
        grad = "yes" if int(node["grad"]) else "wanted" if int(node["requires_grad"]) else "no"
        label = self.debugger.node_label(node)
        label = f'"{label}" ' if label is not None else ""
        op, shape = text_at(node["op"], 40), self.shape_text(node["shape"])
        return f"#{int(node['id'])} {label}{kind}{shape} op={op} grad={grad}"

    def arrays_of(self, node):
        count = int(node["shape"]["numel_"])
        for name in ("data", "grad"):
            if int(node[name]):
                yield name, self.numbers(node[name], count)

    def node_fields(self, node):
        yield from self.arrays_of(node)
        for i in range(min(int(node["parent_count"]), MAX_NUMBERS)):
            yield f"parent {i}", self.node_text(node["links"][i]["parent"].dereference())

    def tensor_text(self, tensor):
        pointer = tensor["node_"]["node_"]
        return self.node_text(pointer.dereference()) if int(pointer) else "(empty)"

    def tensor_fields(self, tensor):
        return self.arrays_of(tensor["node_"]["node_"].dereference())

    def ref_text(self, ref):
        pointer = ref["node_"]
        return "to " + self.node_text(pointer.dereference()) if int(pointer) else "to none"

    # ---- Values: the index on the tape of this thread; print_graph shows the same numbers ----

    def on_tape(self, tape, index):
        """#2 "y" op=mul"""
        tag = int(list_of(tape, "nodes_")[0][index]["tag"])
        label = self.debugger.value_label(tape, index)
        label = f'"{label}" ' if label is not None else ""
        return f"#{index} {label}op={self.debugger.op_name(tag & 0xFF)}"

    @staticmethod
    def place_of(value):
        """The index and the tag of a Value."""
        bits = int(value["bits_"])
        return bits & 0xFFFFFFFF, bits >> 32

    def value_text(self, value):
        index, tag = self.place_of(value)
        if tag == 0:
            return "(empty)"
        tape = self.debugger.tape()
        if tape is None:
            return f"#{index} (the tape cannot be read here)"
        nodes, data = list_of(tape, "nodes_")[0], list_of(tape, "data_")[0]
        if index >= int(tape["node_count_"]) or int(nodes[index]["tag"]) != tag:
            return "(not on this tape)"
        grads, grad_count = list_of(tape, "grad_")
        grad = number(grads[index]) if index < grad_count else "0"
        return f"{self.on_tape(tape, index)} data={number(data[index])} grad={grad}"

    def value_fields(self, value):
        """The operands of its op: each parent with the local derivative d, and the constant."""
        tape, index = self.debugger.tape(), self.place_of(value)[0]
        if tape is None:
            return
        first, end = edges_of(tape, index)
        parents, locals = list_of(tape, "parent_")[0], list_of(tape, "local_")[0]
        constant = constant_of(tape, index)
        if constant and int(constant["is_first"]):
            yield "constant", number(constant["value"])
        for e in range(first, min(end, first + MAX_NUMBERS)):
            parent = self.on_tape(tape, int(parents[e]))
            yield f"parent {e - first}", f"{parent} d={number(locals[e])}"
        if end - first > MAX_NUMBERS:
            yield "more", f"{end - first - MAX_NUMBERS} parents"
        if constant and not int(constant["is_first"]):
            yield "constant", number(constant["value"])

    def tape_text(self, tape):
        nodes, edges = int(tape["node_count_"]), int(tape["edge_count_"])
        if nodes > list_of(tape, "nodes_")[1] or edges > list_of(tape, "parent_")[1]:
            raise NotThere
        return f"of {nodes} nodes, {edges} edges"


def list_of(tape, name):
    """A pointer to the first element of a std::vector, and the number of elements."""
    vector = tape[name]
    try:
        first, end = vector["_M_impl"]["_M_start"], vector["_M_impl"]["_M_finish"]
    except Exception:  # a debugger throws for a missing field: this is libc++, not libstdc++
        first, end = vector["__begin_"], vector["__end_"]
    count = (int(end) - int(first)) // SIZES[name]
    if not 0 <= count <= 1 << 32:
        raise NotThere
    return first, count


def edges_of(tape, index):
    """The first edge of a node, and the edge after its last."""
    nodes, ends = list_of(tape, "nodes_")[0], int(tape["edge_count_"])
    if index + 1 < int(tape["node_count_"]):
        ends = int(nodes[index + 1]["first_edge"])
    return int(nodes[index]["first_edge"]), ends


def constant_of(tape, index):
    """The Constant of a node, as in x - 1, or None."""
    constants, count = list_of(tape, "constants_")
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if int(constants[middle]["node"]) < index:
            low = middle + 1
        else:
            high = middle
    if low < count and int(constants[low]["node"]) == index:
        return constants[low]
    return None
