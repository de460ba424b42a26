#include "engine/models/lora/quantisedbase.h"

#include "engine/models/lora/lora.h"
#include "engine/models/quantization/int8weight.h"
#include "engine/models/quantization/nf4weight.h"
#include "engine/tensorfiles/modelfolder.h"

#include <filesystem>

namespace motley {

namespace {

Quantization kindOf(const PackedWeight &weight)
{
    return dynamic_cast<const Int8Weight *>(&weight) ? Quantization::Int8 : Quantization::Nf4;
}

bool isOfBase(const std::string &name, const Projection &layer)
{
    return layer.packed() || (!isCalled(name, "lm_head") && !layer.weight().requires_grad());
}

std::int64_t bytesOf(at::ScalarType type)
{
    return std::int64_t(c10::elementSize(type));
}

} // namespace

BaseBytes baseBytesOf(const torch::nn::Module &model, at::ScalarType computed)
{
    BaseBytes bytes;
    for (const auto &[name, layer] : linearLayers(model)) {
        if (!isOfBase(name, *layer))
            continue;
        const std::int64_t outputs = layer->outputs(), inputs = layer->inputs(), numbers = outputs * inputs;
        const at::ScalarType type = layer->weightType();
        const std::int64_t plain = numbers * bytesOf(type == computed ? type : at::kFloat);
        bytes.plain += plain;
        bytes.int8 += Int8Weight::bytesFor(outputs, inputs);
        bytes.nf4 += Nf4Weight::bytesFor(outputs, inputs);
        if (!layer->packed())
            bytes.now += plain;
        else
            for (const PackedPart &part : layer->packed()->parts())
                bytes.now += std::int64_t(part.tensor.nbytes());
    }
    return bytes;
}

std::shared_ptr<const PackedWeight> packedWeight(const at::Tensor &weight, Quantization bits)
{
    const torch::NoGradGuard noGradients;
    if (bits == Quantization::Int8)
        return std::make_shared<const Int8Weight>(weight);
    return std::make_shared<const Nf4Weight>(weight);
}

Result<void> quantise(torch::nn::Module &model, Quantization bits)
{
    if (bits == Quantization::None)
        return {};
    for (const auto &[name, layer] : linearLayers(model)) {
        if (layer->packed() && kindOf(*layer->packed()) != bits)
            return fail("The field model.quantization asks for int8, but the model's files have their weights in NF4 "
                        "already. Set it to none, or start from the model in 16 bits.");
        if (!layer->packed() && isOfBase(name, *layer))
            layer->pack(packedWeight(layer->weight(), bits));
    }
    return {};
}

Result<void> quantiseAsTrained(torch::nn::Module &model, const std::string &adapterFolder)
{
    std::error_code ignored;
    if (!std::filesystem::exists(adapterFolder + "/motley.json", ignored))
        return {};
    const auto origin = readModelOrigin(adapterFolder);
    if (!origin)
        return tl::unexpected(origin.error());
    const auto *text = std::get_if<LanguageModelSpec>(&origin->task);
    return text ? quantise(model, text->model.quantization) : Result<void>();
}

Quantization quantizationOf(const torch::nn::Module &model)
{
    for (const auto &[name, layer] : linearLayers(model))
        if (layer->packed())
            return kindOf(*layer->packed());
    return Quantization::None;
}

} // namespace motley
