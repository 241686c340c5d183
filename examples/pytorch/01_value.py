import torch

x, w, b = (torch.tensor(number, requires_grad=True) for number in (3.0, 2.0, -1.0))
y = x * w + b
loss = y * y
loss.backward()
print(f"loss {loss.item():g}: dx {x.grad.item():g}, dw {w.grad.item():g}, db {b.grad.item():g}")
# loss 25: dx 20, dw 30, db 10
