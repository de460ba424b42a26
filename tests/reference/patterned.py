"""Numbers that look random and are the same here and in tests/fixtures/patterned.h."""

import numpy
import torch


def pattern(count, stream):
    """`count` float32 numbers from -1 to 1."""
    mask = numpy.uint64(0xFFFFFFFF)
    h = (numpy.arange(count, dtype=numpy.uint64) + numpy.uint64(stream * 1000003)) * numpy.uint64(2654435761) & mask
    h ^= h >> numpy.uint64(16)
    h = h * numpy.uint64(2246822519) & mask
    h ^= h >> numpy.uint64(13)
    return torch.from_numpy((h.astype(numpy.float64) / 2**31 - 1).astype(numpy.float32))


def fill(model):
    """Gives every parameter and buffer its numbers: streams count the names in byte order."""
    state = {name: tensor for name, tensor in model.state_dict().items() if not name.endswith("num_batches_tracked")}
    for stream, name in enumerate(sorted(state)):
        tensor = state[name]
        numbers = pattern(tensor.numel(), stream).view(tensor.shape)
        if name.endswith("running_var"):
            numbers = 1 + 0.3 * numbers
        elif tensor.dim() >= 2:
            numbers = numbers * (3.0 / tensor[0].numel()) ** 0.5
        elif name.endswith("weight"):
            numbers = 1 + 0.1 * numbers
        else:
            numbers = 0.1 * numbers
        tensor.copy_(numbers)
    return model


def gradient_norm(model):
    return sum(p.grad.double().square().sum().item() for p in model.parameters()) ** 0.5
