import torch
from safetensors.torch import load, save

file = save({"x": torch.tensor([[1, -0.5, 3], [0, 256, 1.25]])})
print(f"1. a file of {len(file)} bytes")
x = load(file)["x"]
print(f"by the library: {x[1][2]}, sum {x.sum()}")
# 1. a file of 96 bytes
# by the library: 1.25, sum 260.75
