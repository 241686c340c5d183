import math
import torch

def factor(step):
    if step < 10:
        return (step + 1) / 10
    return 0.1 + 0.9 * 0.5 * (1 + math.cos(math.pi * (step - 10) / 90))

optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.03)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
for step in range(100):
    rate = optimizer.param_groups[0]["lr"]
    if step in (0, 3, 6, 9, 20, 40, 60, 80, 99):
        print(f"{step:2}  {rate:.4f} {'#' * round(1000 * rate)}")
    optimizer.step()
    schedule.step()

for name, kind, decay in (
    ("Adam without decay", torch.optim.Adam, 0),
    ("Adam, decay in the gradient", torch.optim.Adam, 0.1),
    ("AdamW", torch.optim.AdamW, 0.1),
):
    p = torch.ones(2, requires_grad=True)
    optimizer = kind([p], lr=0.01, weight_decay=decay)
    for step in range(100):
        p.grad = torch.tensor([1.0, 0.001]) * (-1) ** step
        optimizer.step()
    print(f"{name:27}  {p[0].item():.2f}  {p[1].item():.2f}")
#  0  0.0030 ###
#  3  0.0120 ############
#  6  0.0210 #####################
#  9  0.0300 ##############################
# 20  0.0292 #############################
# 40  0.0232 #######################
# 60  0.0142 ##############
# 80  0.0062 ######
# 99  0.0030 ###
# Adam without decay           0.98  0.98
# Adam, decay in the gradient  0.89  0.22
# AdamW                        0.89  0.89
