#!/usr/bin/env python3
"""What torchvision computes with the networks that engine/models has too: writes tests/fixtures/vision.json.

Needs torch 2.11.0, torchvision 0.26.0 and numpy. Usage: vision.py > tests/fixtures/vision.json
"""

import json

import torch
import torchvision

from patterned import fill, gradient_norm, pattern


class MnistNet(torch.nn.Module):
    """HetSeq's MNISTNet as it is without dropout, for three channels."""

    def __init__(self):
        super().__init__()
        self.conv1 = torch.nn.Conv2d(3, 32, 3)
        self.conv2 = torch.nn.Conv2d(32, 64, 3)
        self.fc1 = torch.nn.Linear(9216, 128)
        self.fc2 = torch.nn.Linear(128, 10)

    def forward(self, x):
        x = torch.relu(self.conv2(torch.relu(self.conv1(x))))
        x = torch.nn.functional.max_pool2d(x, 2).flatten(1)
        return self.fc2(torch.relu(self.fc1(x)))


def measure(model, side):
    fill(model)
    images = pattern(2 * 3 * side * side, 9999).view(2, 3, side, side)
    labels = torch.tensor([3, 7])
    model.eval()
    with torch.no_grad():
        answers = model(images)
    model.train()
    loss = torch.nn.functional.cross_entropy(model(images), labels, reduction="sum")
    loss.backward()
    return {
        "parameters": sum(p.numel() for p in model.parameters()),
        "side": side,
        "answers": answers.flatten().tolist(),
        "loss": loss.item(),
        "gradientNorm": gradient_norm(model),
    }


def main():
    torch.set_num_threads(2)
    models = torchvision.models
    vit = models.vision_transformer.VisionTransformer(
        image_size=32, patch_size=8, num_layers=3, num_heads=4, hidden_dim=64, mlp_dim=128, num_classes=10
    )
    print(
        json.dumps(
            {
                "resnet18": measure(models.resnet18(num_classes=10), 64),
                "resnet50": measure(models.resnet50(num_classes=10), 64),
                "vit": measure(vit, 32),
                "mnistnet": measure(MnistNet(), 28),
            },
            indent=1,
        )
    )


main()
