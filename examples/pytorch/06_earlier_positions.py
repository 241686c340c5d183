import torch

def attend(w, cut):
    k1, k2 = w * 1.0, w * 2.0
    if cut:
        k1 = k1.detach()
    return torch.softmax(0.5 * torch.stack([k1, k2]), 0) @ values

values = torch.tensor([3.0, 5.0], dtype=torch.float64)
w = torch.tensor(0.8, dtype=torch.float64, requires_grad=True)
for name, cut in (("whole gradient     ", False), ("cut at the cache   ", True)):
    gradient, = torch.autograd.grad(attend(w, cut), w)
    print(f"{name}{gradient.item():.6f}")
# whole gradient     0.240261
# cut at the cache   0.480521
