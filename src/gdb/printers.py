"""printers.py: how gdb shows Tensors, Shapes and Values. gdb loads it by hologradient.gdb.

  (gdb) print y
  $1 = Tensor f32[2,3] op=mul grad=yes
"""
import gdb
import gdb.printing

MAX_NUMBERS = 8


def inner(type_name):
    """The name without namespaces: holo::real_float::Tensor is Tensor."""
    return type_name.split("::")[-1]


def shape_text(shape):
    sizes = shape["sizes_"]["_M_elems"]
    return "[" + ",".join(str(int(sizes[d])) for d in range(int(shape["ndim_"]))) + "]"


def numbers(pointer, count):
    shown = [str(float((pointer + i).dereference())) for i in range(min(count, MAX_NUMBERS))]
    return "{" + ", ".join(shown) + (", ..." if count > MAX_NUMBERS else "") + "}"


def node_text(node):
    kind = "f64" if node["data"].type.target().strip_typedefs().sizeof == 8 else "f32"
    grad = "yes" if int(node["grad"]) else "wanted" if node["requires_grad"] else "no"
    return f"{kind}{shape_text(node['shape'])} op={node['op'].string()} grad={grad}"


class TensorPrinter:
    def __init__(self, value):
        self.node = value["node_"]["node_"]

    def to_string(self):
        if int(self.node) == 0:
            return "Tensor(empty)"
        return "Tensor " + node_text(self.node.dereference())

    def children(self):
        if int(self.node) == 0:
            return
        node = self.node.dereference()
        count = int(node["shape"]["numel_"])
        yield "data", numbers(node["data"], count)
        if int(node["grad"]):
            yield "grad", numbers(node["grad"], count)


class NodePrinter:
    def __init__(self, value):
        self.node = value

    def to_string(self):
        return f"Node #{int(self.node['id'])} " + node_text(self.node)

    def children(self):
        count = int(self.node["shape"]["numel_"])
        if int(self.node["data"]):
            yield "data", numbers(self.node["data"], count)
        if int(self.node["grad"]):
            yield "grad", numbers(self.node["grad"], count)
        for i in range(int(self.node["parent_count"])):
            parent = self.node["links"][i]["parent"].dereference()
            yield f"parent {i}", f"#{int(parent['id'])} " + node_text(parent)


class ShapePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "Shape " + shape_text(self.value)


PRINTERS = {"Tensor": TensorPrinter, "Node": NodePrinter, "Shape": ShapePrinter}


def find(value):
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_STRUCT and (kind.tag or "").startswith("holo::"):
        printer = PRINTERS.get(inner(kind.tag))
        return printer(value) if printer else None
    return None


find.__name__ = "hologradient"
gdb.printing.register_pretty_printer(None, find, replace=True)
