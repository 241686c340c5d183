import torch

optimizer = torch.optim.SGD([torch.zeros(1)], lr=0.01)
schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.1, 100)
rates = []
for step in range(100):
    rates.append(optimizer.param_groups[0]["lr"])
    optimizer.step()
    schedule.step()
line = "".join("▁▂▃▄▅▆▇█"[min(int(rate / 0.0101 * 8), 7)] for rate in rates[::2])
print(f"linear   {line}  {rates[0]:.3f} {rates[9]:.3f} {rates[55]:.3f} {rates[99]:.4f}")
# linear   ███████▇▇▇▇▇▇▇▆▆▆▆▆▆▆▅▅▅▅▅▅▅▄▄▄▄▄▄▄▃▃▃▃▃▃▃▂▂▂▂▂▂▂▁  0.010 0.009 0.005 0.0011
