"""Edits that change nothing a test could see, each with the reason: (part of the file's name, part
of the line, part of the edit's kind, reason)."""

KNOWN = [
    ("math.h", "T(0) * x", "x 1.001", "a zero, or NaN, is that after a product, too"),
    ("attention.cpp", "y_node.data", "wrong input", "no kernel of the cpu backend reads y here"),
    ("dropout.cpp", "saves::input1", "stale input", "nobody but the op holds k"),
    ("dropout.cpp", "broadcast(x_node.shape, k_node", "wrong input", "x has the shape of y"),
    ("_cuda.cu", "launch_for_each(", "x 1.001", "threads beyond the last element return at once"),
    ("_cuda.cu", "blocks_of_heads(", "x 1.001", "of fewer than a thousand heads the same number"),
    ("_cuda.cu", "sizeof(", "x 1.001", "room for a little more scratch"),
    ("norm_cuda", "rounding += ", "= for +=", "a thread has one element of a short row"),
    ("norm_cuda", "rounding_product += ", "= for +=", "a thread has one element of a short row"),
    ("matmul.cpp", ".gradient(), {false, p.", "transpose", "where a result lies is not transposed"),
    ("shape.cpp", "x_node.shape.ndim()", "wrong input", "y has as many dimensions as x"),
    ("elementwise", "before = overwrite ?", "unwritten", "the line of the store still says it"),
    ("elementwise", " overwrite ? in * ", "unwritten", "the line of `before` still says it"),
    ("elementwise_cpu", "Rest rest(dx.overwrite", "dropped term",
     "what is overwritten may be any numbers"),
    ("elementwise_binary.cpp", "requires_grad && ", "flag", "the other branch does the same"),
]


def reason(edit, source):
    begin = source.rfind("\n", 0, edit.start) + 1
    line = source[begin:source.find("\n", edit.end)]
    for file, part, kind, why in KNOWN:
        if file in edit.file and part in line and kind in edit.kind:
            return why
    return ""
