#include "engine/tasks/causal/causalmodel.h"

#include "engine/base/textfile.h"
#include "engine/device/mixedprecision.h"
#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/gpt2/gpt2files.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/models/lora/quantisedbase.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

constexpr std::size_t mostConfigBytes = 1 << 20;

bool isGpt2(const std::string &config) // whose files may leave out what they are
{
    const std::string type = modelTypeOf(config);
    return type.empty() || type == "gpt2";
}

Result<CausalModel> readGpt2(const std::string &folder)
{
    return readGpt2Folder(folder).map([](const OpenedGpt2 &opened) {
        return CausalModel{opened.model, toJson(opened.config)};
    });
}

Result<CausalModel> readDecoder(const std::string &folder, Quantization bits)
{
    auto opened = bits == Quantization::None
        ? readDecoderFolder(folder)
        : readPackedDecoder(folder, [bits](const at::Tensor &weight) { return packedWeight(weight, bits); });
    return std::move(opened).map([](OpenedDecoder decoder) {
        return CausalModel{decoder.model, std::move(decoder.config), std::move(decoder.others)};
    });
}

Result<CausalModel> readFolder(const std::string &folder, Quantization bits = Quantization::None)
{
    const auto config = readTextFile(folder + "/config.json", mostConfigBytes);
    if (!config)
        return tl::unexpected(config.error());
    return isGpt2(*config) ? readGpt2(folder) : readDecoder(folder, bits);
}

Result<std::string> baseOf(const LoraConfig &adapter, const std::string &folder)
{
    std::error_code ignored;
    if (!std::filesystem::is_directory(adapter.base, ignored))
        return fail("The adapter in " + folder + " is for the model \"" + adapter.base
            + "\", which is no folder here. Set base_model_name_or_path in its adapter_config.json to that model's "
              "folder.");
    return adapter.base;
}

Result<CausalModel> readAdapted(const std::string &folder)
{
    const auto adapter = readPeftFolder(folder);
    if (!adapter)
        return tl::unexpected(adapter.error());
    const auto base = baseOf(adapter->config, folder);
    if (!base)
        return tl::unexpected(base.error());
    auto opened = readFolder(*base);
    if (!opened)
        return opened;
    if (const auto added = addAdapters(*opened->model, *adapter); !added)
        return tl::unexpected(added.error());
    if (const auto packed = quantiseAsTrained(*opened->model, folder); !packed)
        return tl::unexpected(packed.error());
    return opened;
}

// As config.json calls the type of the first weight, which stands for all.
std::string typeNameOf(const CausalLanguageModel &model)
{
    const auto parameters = model.parameters();
    const at::ScalarType type = parameters.empty() ? at::kFloat : parameters.front().scalar_type();
    return type == at::kBFloat16 ? "bfloat16" : type == at::kHalf ? "float16" : "float32";
}

} // namespace

Result<void> checkCausalConfig(const std::string &folder)
{
    const std::string file = folder + "/config.json";
    const auto config = readTextFile(file, mostConfigBytes);
    if (!config)
        return tl::unexpected(config.error());
    const auto inFile = [&](const Error &error) { return Error{file + ": " + error.message, error.detail}; };
    if (isGpt2(*config))
        return parseGpt2Config(*config).map([](const Gpt2Config &) {}).map_error(inFile);
    return parseDecoderConfig(*config).map([](const DecoderConfig &) {}).map_error(inFile);
}

Result<CausalModel> readCausalModel(const std::string &folder)
{
    return holdsAdapter(folder) ? readAdapted(folder) : readFolder(folder);
}

Result<CausalModel> readPackedCausalModel(const std::string &folder, Quantization bits)
{
    return holdsAdapter(folder) ? readAdapted(folder) : readFolder(folder, bits);
}

Result<std::string> baseFolderOf(const std::string &folder)
{
    if (!holdsAdapter(folder))
        return folder;
    return readPeftConfig(folder).and_then([&](const LoraConfig &config) { return baseOf(config, folder); });
}

void widenForTraining(CausalLanguageModel &model, PrecisionSpec::Kind precision)
{
    const torch::NoGradGuard noGradients;
    std::vector<at::Tensor> weights = model.parameters();
    const std::vector<at::Tensor> buffers = model.buffers();
    weights.insert(weights.end(), buffers.begin(), buffers.end());
    for (at::Tensor &weight : weights) {
        const at::ScalarType type = weight.requires_grad() ? at::kFloat : scalarTypeOf(precision);
        if (weight.is_floating_point() && weight.scalar_type() != type)
            weight.set_data(weight.to(at::kFloat));
    }
}

std::string writtenConfig(const CausalModel &model, const SpecialIds &special)
{
    auto gpt2 = parseGpt2Config(model.config);
    if (!gpt2) // it is a decoder's
        return withDataType(model.config, typeNameOf(*model.model));
    gpt2->special = special;
    return toJson(*gpt2);
}

bool areOtherDecoders(const std::string &config, const std::string &other)
{
    const auto one = parseDecoderConfig(config);
    const auto two = parseDecoderConfig(other);
    return one && two && *one != *two;
}

bool isDecoder(const std::string &config)
{
    return parseDecoderConfig(config).has_value();
}

} // namespace motley
