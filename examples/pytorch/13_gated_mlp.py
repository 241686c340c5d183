import torch
import torch.nn.functional as F

w1 = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
w2 = torch.tensor([[1.0]])
for a, b in ((3, 5), (-2, 7), (-4, -0.5)):
    value, gate = F.linear(torch.tensor([a, b], dtype=torch.float32), w1).chunk(2, -1)
    print(f"{a:4} * {b:4} = {F.linear(value * gate, w2).item():5g}")
#    3 *    5 =    15
#   -2 *    7 =   -14
#   -4 * -0.5 =     2
