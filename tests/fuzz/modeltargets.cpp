#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"

#include <torch/types.h>

#include <array>
#include <cstdlib>

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

std::string_view takeUpTo(std::string_view &bytes, std::size_t size)
{
    const std::string_view part = bytes.substr(0, size);
    bytes.remove_prefix(part.size());
    return part;
}

void computeWith(Decoder &model)
{
    const torch::NoGradGuard noGradients;
    model.to(at::kFloat); // as whoever computes with it on a processor
    model.eval();
    const at::Tensor logits = model.predict(model.forward(at::zeros({1, 3}, at::kLong)));
    promise(logits.dim() == 3 && logits.size(2) == model.vocabulary(), "logits of another vocabulary");
}

// config.json, adapter_config.json, the size of model.safetensors as text, each up to a zero byte; then that file, and
// adapter_model.safetensors.
void openDecoderFolder(std::string_view bytes)
{
    const std::string config(takeField(bytes));
    const auto adapter = parseLoraConfig(takeField(bytes));
    const std::string size(takeField(bytes));
    const auto tensors = parseSafetensors(takeUpTo(bytes, std::strtoul(size.c_str(), nullptr, 10)));
    if (!tensors)
        return;
    const auto opened = openDecoder({config, "config.json", *tensors, "model.safetensors"});
    if (!opened)
        return;
    promise(bytesIn(allTensors(*opened)) <= bytesIn(*tensors), "more weights came out than went in");
    computeWith(*opened->model);
    const auto trained = parseSafetensors(bytes);
    if (!adapter || !trained)
        return;
    const auto added = addAdapters(*opened->model, PeftAdapter{*adapter, *trained, "adapter"});
    if (!added)
        return;
    computeWith(*opened->model);
    const auto again = parseLoraConfig(peftConfig(*opened->model, *added, {"base", !opened->others.empty()}));
    promise(again.has_value(), "an adapter is written that cannot be read");
    promise(peftTensors(*opened->model).size() >= adaptedLayers(*opened->model).size(), "layers without tensors");
}

constexpr std::array targets{FuzzTarget{"decoder", openDecoderFolder}, FuzzTarget{"safetensors", readSafetensorsFile},
    FuzzTarget{"torchfile", readTorchSave}};

} // namespace

std::span<const FuzzTarget> modelTargets()
{
    return targets;
}

} // namespace motley
