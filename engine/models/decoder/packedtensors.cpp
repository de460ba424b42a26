#include "engine/models/decoder/packedtensors.h"

#include "engine/formats/decoder/quantization.h"
#include "engine/models/quantization/nf4weight.h"
#include "engine/tensorfiles/finitenumbers.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <set>
#include <utility>

namespace motley {

namespace {

constexpr std::string_view weightEnd = ".weight";
constexpr std::string_view stateFront = ".weight.quant_state.bitsandbytes__";

// The layer of a tensor that says how its weight is packed; empty: it does not.
std::string layerOf(const std::string &name)
{
    const auto found = name.find(stateFront);
    return found == std::string::npos ? std::string() : name.substr(0, found);
}

Result<QuantState> readState(const at::Tensor &bytes)
{
    if (bytes.scalar_type() != at::kByte || std::size_t(bytes.numel()) > longestQuantState)
        return fail("Its state must be at most " + std::to_string(longestQuantState) + " bytes of text.");
    const at::Tensor text = bytes.contiguous();
    return parseQuantState({static_cast<const char *>(text.const_data_ptr()), std::size_t(text.numel())});
}

at::ScalarType typeOf(QuantState::Type type)
{
    switch (type) {
    case QuantState::Type::Float16:
        return at::kHalf;
    case QuantState::Type::BFloat16:
        return at::kBFloat16;
    case QuantState::Type::Float32:
        break;
    }
    return at::kFloat;
}

std::int64_t blocksIn(std::int64_t numbers, std::int64_t block)
{
    return (numbers + block - 1) / block;
}

class PartReader {
public:
    // `tensors`: all of this weight, one of which is its state.
    PartReader(NamedTensors tensors, std::string weight)
        : m_weight(std::move(weight)), m_tensors(std::move(tensors)) { }

    Result<std::shared_ptr<const PackedWeight>> read()
    {
        const NamedTensor &said = *std::find_if(
            m_tensors.begin(), m_tensors.end(), [](const NamedTensor &item) { return !layerOf(item.name).empty(); });
        const auto state = readState(said.tensor);
        if (!state)
            return fail(
                m_weight + " is packed in a way that is not supported. " + state.error().message, state.error().detail);
        m_used.insert(said.name);
        const std::int64_t numbers = state->outputs * state->inputs;
        const std::int64_t scales = blocksIn(numbers, state->block);
        Nf4Parts parts;
        parts.block = state->block;
        parts.nestedBlock = state->nestedBlock;
        parts.packed = take("", at::kByte, (numbers + 1) / 2);
        parts.map = take(".quant_map", at::kFloat, 16);
        parts.scales = take(".absmax", state->nestedOffset ? at::kByte : at::kFloat, scales);
        if (state->nestedOffset) {
            parts.nestedScales = take(".nested_absmax", at::kFloat, blocksIn(scales, state->nestedBlock));
            parts.nestedMap = take(".nested_quant_map", at::kFloat, 256);
            parts.offset = at::full({1}, *state->nestedOffset, at::kFloat);
        }
        for (const NamedTensor &item : m_tensors)
            if (m_problem.empty() && m_used.count(item.name) == 0)
                m_problem = "The tensor " + item.name + " is not expected beside a packed weight.";
        if (!m_problem.empty())
            return fail(m_problem);
        return std::make_shared<const Nf4Weight>(std::move(parts), state->outputs, state->inputs, typeOf(state->type));
    }

private:
    // In one row. The first problem is kept.
    at::Tensor take(const char *end, at::ScalarType type, std::int64_t numbers)
    {
        const std::string name = m_weight + end;
        m_used.insert(name);
        const at::Tensor *tensor = findTensor(m_tensors, name);
        if (!tensor || tensor->scalar_type() != type || tensor->numel() != numbers || !isFinite(*tensor)) {
            if (m_problem.empty())
                m_problem = tensor ? "The tensor " + name + " does not fit the shape of the packed weight."
                                   : "The tensor " + name + " of a packed weight is missing.";
            return {};
        }
        return tensor->contiguous().view({-1});
    }

    std::string m_weight;
    NamedTensors m_tensors;
    std::set<std::string> m_used;
    std::string m_problem;
};

} // namespace

Result<PackedWeights> takePackedWeights(NamedTensors &tensors)
{
    std::set<std::string> layers;
    for (const NamedTensor &item : tensors)
        if (const std::string layer = layerOf(item.name); !layer.empty())
            layers.insert(layer);
    PackedWeights packed;
    if (layers.empty())
        return packed;
    std::map<std::string, NamedTensors> ofLayers;
    NamedTensors others;
    for (NamedTensor &item : tensors) {
        const auto cut = item.name.find(weightEnd);
        const std::string layer = cut == std::string::npos ? std::string() : item.name.substr(0, cut);
        (layers.count(layer) > 0 ? ofLayers[layer] : others).push_back(std::move(item));
    }
    tensors = std::move(others);
    for (auto &[layer, own] : ofLayers) {
        auto weight = PartReader(std::move(own), layer + std::string(weightEnd)).read();
        if (!weight)
            return tl::unexpected(weight.error());
        packed.emplace(layer, *std::move(weight));
    }
    return packed;
}

} // namespace motley
