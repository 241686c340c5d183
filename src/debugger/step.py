"""step.py: the functions that `step` skips, in gdb and in lldb. `step` goes from your line to the operation, to
the loop of its kernel, and back. It skips code that does not help to follow a gradient: the standard
library; memory, shapes, and the making of nodes; handles; checks of arguments, and sizes.
"""
import os

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Files whose functions are skipped.
FILES = """/usr/include/*/*.h /usr/include/c++/*/* /usr/include/c++/*/*/*
    src/base/*.cpp include/holo/shape.h src/backend/cpu/* src/backend/scratch.h
    src/backend/plain/elements.h src/tensor/node.cpp src/tensor/storage.* src/tensor/record.cpp
    src/tensor/device.cpp src/ops/broadcast.cpp src/ops/shapes.h""".split()

# Functions, as patterns for the part of their names after holo::.
HANDLES = """(NodeRef|References|Parent)::.* Node::(parent|numel)[(] NodeId::.* Value::(Value|data|grad)[(]
    Tensor::(~?Tensor|operator=|node|data|shape|ndim|size|numel|backend|device|defined|requires_grad)[(]
    (Device)?Indices::.*
    TapeNode:: TapeLists::(end_of_edges|write_.*|is_full|.*_at)[(] Tape::(current|of|checked|finish|begin_backward)[(]
    nodes_of[(] add_one_to_gradient[(] (begin|end)_turn[(]
    (check|checked)(_[a-z]+)*[(] sizes?_of(_[a-z]+)*[(] (products_of|batch_of|result_shape|transposed)[(] (function_of|from_result|data_of|gradient_of|room_for_slope|repeat_bias)[(] Numbers::""".split()
FUNCTIONS = ["^(__)?mem(set|cpy|move)"] + ["^holo::(.*::)?" + handle for handle in HANDLES]
