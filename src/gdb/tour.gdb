# tour.gdb: one gradient followed through the engine: from a line of examples/08_tensor.cpp to the
# loop that computes it, and back again. It is the second part of `make tour`; by hand, with [Enter]
# between the stops:
#   gdb -x src/gdb/hologradient.gdb -x src/gdb/tour.gdb build/g++-debug/bin/08_tensor
# The commands stop-at, say and show-it are defined in tour.py.

set pagination off
set width 0
set print address off
set args > /dev/null
set environment HOLO_DEVICE plain
python gdb.execute("source " + beside("tour.py"))
echo ==== Part 2: a Tensor, an array\n\n

stop-at examples/08_tensor.cpp Tensor y = tanh(matmul(w, x));
say Your line. W and x are leaves: numbers that you wrote. W wants a gradient, x is a constant.
show-it w
show-it x

stop-at src/ops/elementwise.cpp Tensor y = result(name, x.shape(), {x});
say The operation. Its x is the product W x, which knows its parents. Three steps follow:
say a node for y, the kernel that computes its numbers, and the function for the backward.
show-it *x.node_.node_

stop-at src/ops/elementwise_plain.cpp y[i] = value_of(op, x[i], c)
say The loop of the kernel, on the plain device: y = tanh(x), a number at a time.
say The formula is Tanh of holo/math.h.
show-it $numbers(x, 2)

stop-at src/tensor/record.h node.backward = std::make_unique<BackwardBox<F>>(std::move(backward));
say The numbers are there. The node keeps a function that will send its gradient to x.
show-it *y.node_.node_

stop-at examples/08_tensor.cpp loss.backward(true);
say Your line again. The forward pass is done, and no gradient is there yet.
show-it loss

stop-at src/tensor/backward.cpp (*node.backward)(node); if $_streq(node.op, "tanh")
say Newest node first. After sum and mul it is the turn of tanh.
say All of its gradient has arrived. The gradient of its parent is still wanted.
show-it *turn.node_

stop-at src/ops/elementwise.cpp y_node.backend->unary_backward(op, x_node.gradient(),
say The function that was kept. It reads dy and y, and adds to the gradient of x, node #2.
show-it $numbers(y_node.grad, 2)
show-it x_node.id

stop-at src/ops/elementwise_plain.cpp put(dx, i, sent(op, dy[i], slope_of(op, x[i], y[i], c)))
say The loop of its backward:  dx += dy (1 - y^2). Nothing was sent to dx before: overwrite is true,
say and its numbers are written. The next to come would add to them.
show-it $numbers(dy, 2)
show-it $numbers(y, 2)
show-it dx.overwrite

stop-at src/tensor/backward.cpp (*node.backward)(node); if $_streq(node.op, "matmul")
say Back in the loop, one node further. What tanh sent is the gradient of matmul:
say -1.88275 (1 - 0.941376^2) = -0.21428
show-it *turn.node_

stop-at examples/08_tensor.cpp print_graph(loss);
say The loop is over. matmul has sent its gradient to W:  dW = dy x^T. x is a constant and has none.
show-it w
show-it x
