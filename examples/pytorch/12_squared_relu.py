import torch
import torch.nn.functional as F

w1 = torch.tensor([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
w2 = torch.tensor([[0.25, 0.25, -0.25, -0.25]])
for a, b in ((3, 5), (-2, 7), (-4, -0.5)):
    hidden = F.relu(F.linear(torch.tensor([a, b], dtype=torch.float32), w1)) ** 2
    print(f"{a:4} * {b:4} = {F.linear(hidden, w2).item():5g}")
#    3 *    5 =    15
#   -2 *    7 =   -14
#   -4 * -0.5 =     2
