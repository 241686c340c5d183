import torch
import torch.nn.functional as F

letters = "abcdefghijklmnopqrstuvwxyz."
names = ["." + name + "." for name in open("examples/data/names.txt").read().split()]
pairs = [(letters.index(a), letters.index(b)) for name in names for a, b in zip(name, name[1:])]
a, b = torch.tensor(pairs).T

logits = torch.zeros(27, 27, requires_grad=True)
optimizer = torch.optim.SGD([logits], lr=50)
for step in range(100):
    loss = F.cross_entropy(logits[a], b)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"step  100: loss {loss.item():.4f}")
# step  100: loss 2.5782
