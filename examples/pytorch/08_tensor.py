import torch

w = torch.tensor([[0.5, -1.0, 0.25], [1.0, 0.5, -0.5]], requires_grad=True)
x = torch.tensor([1.0, 2.0, -1.0])
y = torch.tanh(w @ x)
loss = (y * y).sum()
loss.backward()
print(f"loss {loss.item():.6f}\ndW = {w.grad}")
# loss 1.859596
# dW = tensor([[-0.2143, -0.4286,  0.2143],
#         [ 0.0525,  0.1049, -0.0525]])
