import torch

x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
b = torch.tensor([0.5, -0.5, 0.0], requires_grad=True)
y = x + b
y.backward(torch.tensor([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]))
print(f"db = {b.grad}")
# db = tensor([11., 22., 33.])
