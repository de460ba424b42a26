#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"

#include <torch/types.h>

#include <array>

namespace motley {

namespace {

std::size_t bytesIn(const NamedTensors &tensors)
{
    std::size_t bytes = 0;
    for (const NamedTensor &item : tensors) {
        promise(item.tensor.defined() && item.tensor.is_contiguous(), item.name + " is no tensor of its own");
        bytes += item.tensor.nbytes();
    }
    return bytes;
}

void readSafetensorsFile(std::string_view bytes)
{
    const auto tensors = parseSafetensors(bytes);
    if (!tensors)
        return;
    promise(bytesIn(*tensors) <= bytes.size(), "more bytes came out than went in");
}

void readTorchSave(std::string_view bytes)
{
    const auto tensors = parseTorchFile(bytes);
    if (!tensors)
        return;
    promise(bytesIn(*tensors) <= 2 * bytes.size(), "more bytes came out than promised");
}

constexpr std::array targets{FuzzTarget{"safetensors", readSafetensorsFile}, FuzzTarget{"torchfile", readTorchSave}};

} // namespace

std::span<const FuzzTarget> modelTargets()
{
    return targets;
}

} // namespace motley
