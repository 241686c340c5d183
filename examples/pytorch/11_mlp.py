import torch
import torch.nn.functional as F

keys = torch.tensor([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
values = torch.tensor([[10.0, 0.0], [0.0, 20.0], [1.0, 1.0]])
x = torch.tensor([2.0, 0.5])
hidden = F.relu(F.linear(x, keys))
print(f"the layer {F.linear(hidden, values.T)}")
# the layer tensor([20., 10.])
