import torch

q = torch.tensor([1.0, 1.0])
k = torch.tensor([[1.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
v = torch.tensor([[10.0, 0.0], [0.0, 10.0], [5.0, 5.0]])
weights = torch.softmax(k @ q / 2**0.5, 0)
y = weights @ v
print(f"the weighted mean ({y[0].item():.2f}, {y[1].item():.2f})")
# the weighted mean (5.72, 4.28)
