"""printers.py: how gdb shows Tensors, Nodes, Shapes, Values and Tapes. hologradient.gdb loads it.

  (gdb) print y
  $1 = Tensor #4 "y" f32[2,3] op=mul grad=yes = {data = {...}, grad = {...}}
  (gdb) print $numbers(dy, 3)
  $2 = "{1, 1, 1}"

grad=yes: it is there; wanted: backward will make it; no: a constant. Everything is read from the
memory of the program; none of its functions is called. What cannot be a node is shown as none.
"""
import gdb
import gdb.printing

MAX_NUMBERS = 8
MAX_NDIM = 6


class NotThere(Exception):
    """The memory does not hold what its type says: before a constructor, after a destructor."""


def text_at(pointer, limit):
    """The letters up to the zero, at most `limit`."""
    letters = []
    for i in range(limit):
        code = int((pointer + i).dereference()) & 0xFF
        if code == 0:
            return "".join(letters)
        if code < 32:
            break
        letters.append(chr(code))
    raise NotThere


def number(value):
    return f"{float(value):.6g}"


def numbers(pointer, count):
    """The first of the numbers in braces; the memory of another device cannot be read."""
    try:
        shown = [number((pointer + i).dereference()) for i in range(min(count, MAX_NUMBERS))]
    except gdb.MemoryError:
        return "not readable"
    return "{" + ", ".join(shown) + (", ..." if count > MAX_NUMBERS else "") + "}"


def sizes_of(shape):
    array = shape["sizes_"]
    elements = array[array.type.strip_typedefs().fields()[0]]
    ndim, numel = int(shape["ndim_"]), int(shape["numel_"])
    if not 0 <= ndim <= MAX_NDIM:
        raise NotThere
    sizes, product = [int(elements[d]) for d in range(ndim)], 1
    for size in sizes:
        product *= size
    if product != numel or any(size < 0 for size in sizes):
        raise NotThere
    return sizes


def shape_text(shape):
    return "[" + ",".join(str(size) for size in sizes_of(shape)) + "]"


def label_text(node):
    """'"W" ' for a node with that label; '' without, and where the string is not libstdc++'s."""
    try:
        label = node["label"]
        string = label.type.strip_typedefs().template_argument(0).pointer().pointer()
        pointer = label.address.cast(string).dereference()
        if int(pointer) == 0:
            return ""
        return '"' + text_at(pointer.dereference()["_M_dataplus"]["_M_p"], 100) + '" '
    except (gdb.error, NotThere):
        return ""


def node_text(node):
    kind = "f64" if node["data"].type.target().strip_typedefs().sizeof == 8 else "f32"
    grad = "yes" if int(node["grad"]) else "wanted" if node["requires_grad"] else "no"
    op = text_at(node["op"], 40)
    return f"#{int(node['id'])} {label_text(node)}{kind}{shape_text(node['shape'])} op={op} grad={grad}"


def arrays_of(node):
    count = int(node["shape"]["numel_"])
    for name in ("data", "grad"):
        if int(node[name]):
            yield name, numbers(node[name], count)


class Printer:
    """text() and fields() may fail half way; what they had to say is then not said."""

    def __init__(self, value):
        self.value = value
        self.name = inner(value.type)

    def to_string(self):
        try:
            return f"{self.name} {self.text()}".rstrip()
        except (gdb.error, NotThere):
            return f"{self.name}(not one: uninitialised, or gone)"

    def children(self):
        try:
            self.text()
            return iter(list(self.fields()))
        except (gdb.error, NotThere):
            return iter([])

    def fields(self):
        return []


class NodePrinter(Printer):
    def text(self):
        return node_text(self.value)

    def fields(self):
        yield from arrays_of(self.value)
        for i in range(min(int(self.value["parent_count"]), MAX_NUMBERS)):
            parent = self.value["links"][i]["parent"].dereference()
            yield f"parent {i}", node_text(parent)


class RefPrinter(Printer):
    """A NodeRef: the node that it holds."""

    def text(self):
        pointer = self.value["node_"]
        return "to none" if int(pointer) == 0 else "to " + NodePrinter(pointer.dereference()).text()


class TensorPrinter(Printer):
    def to_string(self):
        empty = int(self.value["node_"]["node_"]) == 0
        return "Tensor(empty)" if empty else super().to_string()

    def text(self):
        return node_text(self.value["node_"]["node_"].dereference())

    def fields(self):
        return arrays_of(self.value["node_"]["node_"].dereference())


class ShapePrinter(Printer):
    def text(self):
        return shape_text(self.value)


def value_label(tape, index):
    """'"w" ' for a Value with that label, looked up in the tree of a std::map of libstdc++; else ''."""
    try:
        labels = tape["labels_"]
        entry_type = labels.type.strip_typedefs().template_argument(3).template_argument(0)
        node = labels["_M_t"]["_M_impl"]["_M_header"]["_M_parent"]
        while int(node) != 0:
            entry = (node + 1).cast(entry_type.pointer()).dereference()
            key = int(entry["first"])
            if key == index:
                return '"' + text_at(entry["second"]["_M_dataplus"]["_M_p"], 100) + '" '
            node = node["_M_left"] if index < key else node["_M_right"]
    except (gdb.error, NotThere):
        pass
    return ""


def value_text(tape, index):
    """#2 "y" op=mul"""
    op = gdb.Value(int(tape["node_"][index]["tag"]) & 0xFF)
    name = str(op.cast(gdb.lookup_type("holo::Op"))).split("::")[-1]
    return f"#{index} {value_label(tape, index)}op={name}"


def edges_of(tape, index):
    """The first edge of a node, and the one after its last."""
    count = int(tape["node_count_"])
    ends = int(tape["edge_count_"])
    if index + 1 < count:
        ends = int(tape["node_"][index + 1]["first_edge"])
    return int(tape["node_"][index]["first_edge"]), ends


def constant_of(tape, index):
    """The Tape::Constant of a node, as in x - 1, or None."""
    constants, low, high = tape["constants_"], 0, int(tape["constant_count_"])
    while low < high:
        middle = (low + high) // 2
        if int(constants[middle]["node"]) < index:
            low = middle + 1
        else:
            high = middle
    if low < int(tape["constant_count_"]) and int(constants[low]["node"]) == index:
        return constants[low]
    return None


class ValuePrinter(Printer):
    """A Value: its index on the tape of this thread, label, op, data and grad; then the operands of
    its op, each parent with the local derivative d. The numbers are those of print_graph."""

    def tape(self):
        """That of this thread, or None where it cannot be read."""
        try:
            return gdb.parse_and_eval("holo::Tape::current_").dereference()
        except gdb.error:
            return None

    def place(self):
        """Its index and tag."""
        bits = int(self.value["bits_"])
        return bits & 0xFFFFFFFF, bits >> 32

    def text(self):
        index, tag = self.place()
        if tag == 0:
            return "(empty)"
        tape = self.tape()
        if tape is None:
            return f"#{index} (the tape cannot be read here)"
        if index >= int(tape["node_count_"]) or int(tape["node_"][index]["tag"]) != tag:
            return "(not on this tape)"
        reached = index < int(tape["grad_count_"])
        grad = number(tape["grad_"][index]) if reached else "0"
        return f"{value_text(tape, index)} data={number(tape['data_'][index])} grad={grad}"

    def to_string(self):
        return super().to_string().replace("Value (", "Value(")

    def fields(self):
        if not self.text().startswith("#"):
            return
        tape = self.tape()
        if tape is None:
            return
        index = self.place()[0]
        first, end = edges_of(tape, index)
        constant = constant_of(tape, index)
        if constant and constant["first"]:
            yield "constant", number(constant["value"])
        for e in range(first, min(end, first + MAX_NUMBERS)):
            parent = int(tape["parent_"][e])
            yield f"parent {e - first}", f"{value_text(tape, parent)} d={number(tape['local_'][e])}"
        if end - first > MAX_NUMBERS:
            yield "more", f"{end - first - MAX_NUMBERS} parents"
        if constant and not constant["first"]:
            yield "constant", number(constant["value"])


class TapePrinter(Printer):
    """A Tape, in one line; `print /r` shows its arrays."""

    def text(self):
        counts = {}
        for name in ("node", "edge", "constant"):
            counts[name] = int(self.value[name + "_count_"])
            if counts[name] > min(int(self.value[name + "_capacity_"]), 1 << 32):
                raise NotThere
        return f"of {counts['node']} nodes, {counts['edge']} edges"


PRINTERS = {
    "Tensor": TensorPrinter,
    "Node": NodePrinter,
    "NodeRef": RefPrinter,
    "Shape": ShapePrinter,
    "Value": ValuePrinter,
    "Tape": TapePrinter,
}


def inner(kind):
    """The name of a type without namespaces: holo::real_float::Tensor is Tensor."""
    return (kind.strip_typedefs().tag or "").split("::")[-1]


def find(value):
    kind = value.type.strip_typedefs()
    tag = kind.tag if kind.code == gdb.TYPE_CODE_STRUCT else None
    if tag is None or not tag.startswith("holo::") or tag.startswith("holo::Tape::"):
        return None
    printer = PRINTERS.get(inner(kind))
    return printer(value) if printer else None


find.__name__ = "hologradient"
gdb.printing.register_pretty_printer(None, find, replace=True)


class Numbers(gdb.Function):
    """$numbers(POINTER, COUNT): an array of the program as text."""

    def __init__(self):
        super().__init__("numbers")

    def invoke(self, pointer, count):
        return numbers(pointer, int(count))


Numbers()
