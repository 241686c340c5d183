import random

import torch

draw = random.Random(42)  # the numbers of our program
p = torch.tensor([draw.gauss(0, 1) for _ in range(3)] + [0], dtype=torch.float64)
p.requires_grad_()
places = torch.arange(-30, 31, dtype=torch.float64) / 10


def error(x):  # of one neuron
    w, b, v, c = p
    return c + v * torch.tanh(w * x + b) - torch.sin(x)


optimizer = torch.optim.SGD([p], lr=0.1)
for step in range(10000):
    loss = error(torch.tensor(draw.uniform(-3, 3), dtype=torch.float64)) ** 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.param_groups[0]["lr"] = 0.1 * (1 - step / 50000)
    optimizer.step()
print(f"step 10000: mean loss {(error(places) ** 2).mean().item():.5f}")
# step 10000: mean loss 0.05388
