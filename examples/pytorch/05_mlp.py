import random

import torch
import torch.nn.functional as F

draw = random.Random(42)  # the numbers of our program
names = open("examples/data/names.txt").read().split()
draw.shuffle(names)


def matrix(rows, columns):
    numbers = [[draw.gauss(0, 0.3) for _ in range(columns)] for _ in range(rows)]
    return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)


wte, fc1, fc2, lm_head = matrix(27, 16), matrix(64, 16), matrix(16, 64), matrix(27, 16)


def loss_of(tokens):
    x = F.embedding(tokens[:-1], wte)
    logits = F.linear(F.linear(F.relu(F.linear(x, fc1)), fc2), lm_head)
    return F.cross_entropy(logits, tokens[1:])


optimizer = torch.optim.SGD([wte, fc1, fc2, lm_head], lr=0.3)
losses = []
for step in range(500):
    letters = [ord(letter) - ord("a") for letter in names[step]]
    loss = loss_of(torch.tensor([26] + letters + [26]))
    losses.append(loss.item())
    optimizer.zero_grad()
    loss.backward()
    optimizer.param_groups[0]["lr"] = 0.3 * (1 - step / 5000)
    optimizer.step()
print(f"steps    1 to  500: mean loss {sum(losses) / 500:.4f}")
# steps    1 to  500: mean loss 2.7851
