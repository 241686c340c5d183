import torch
from torch import nn

angle = torch.pi * torch.rand(100)
upper = torch.stack((angle.cos(), angle.sin()), 1)
points = torch.cat((upper, torch.tensor([1, 0.5]) - upper)) + 0.1 * torch.randn(200, 2)
labels = torch.cat((torch.zeros(100, 1), torch.ones(100, 1)))
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
print(f"{len(points)} points, {sum(p.numel() for p in net.parameters())} parameters")
optimizer = torch.optim.AdamW(net.parameters(), 0.01)
for step in range(200):
    optimizer.zero_grad()
    nn.functional.binary_cross_entropy_with_logits(net(points), labels).backward()
    optimizer.step()
# 200 points, 337 parameters
