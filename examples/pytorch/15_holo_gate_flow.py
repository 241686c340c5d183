import torch
import torch.nn.functional as F

x = torch.tensor([1.0, 2.0, 3.0, 6.0])
print(f"layer norm {F.layer_norm(x, (4,))}")
print(f"of x + 100 {F.layer_norm(x + 100, (4,))}")
# layer norm tensor([-1.0690, -0.5345,  0.0000,  1.6036])
# of x + 100 tensor([-1.0690, -0.5345,  0.0000,  1.6036])
