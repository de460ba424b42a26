#include "engine/models/bert/bertnames.h"

#include "engine/tensorfiles/tiedtensors.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace motley {

namespace {

constexpr std::string_view words = "bert.embeddings.word_embeddings.weight";
constexpr std::string_view outputBias = "cls.predictions.bias";
constexpr std::string_view secondWords = "cls.predictions.decoder.weight";
constexpr std::string_view secondBias = "cls.predictions.decoder.bias";
constexpr std::array<std::string_view, 2> buffers{"bert.embeddings.position_ids", "bert.embeddings.token_type_ids"};

bool startsWith(std::string_view text, std::string_view front)
{
    return text.substr(0, front.size()) == front;
}

bool endsWith(std::string_view text, std::string_view end)
{
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::string toBertName(std::string name)
{
    for (const auto &[theirs, ours] : {std::pair{".gamma", ".weight"}, std::pair{".beta", ".bias"}})
        if (endsWith(name, theirs))
            name.replace(name.size() - std::string_view(theirs).size(), std::string::npos, ours);
    constexpr std::string_view active = ".dense_act.";
    if (const auto found = name.find(active); found != std::string::npos)
        name.replace(found, active.size(), ".dense.");
    for (const char *part : {"embeddings.", "encoder.", "pooler."})
        if (startsWith(name, part))
            name.insert(0, "bert.");
    return name;
}

std::string toHetSeqName(std::string name)
{
    constexpr std::string_view plain = ".dense.";
    for (const char *active : {".intermediate.dense.", "bert.pooler.dense.", "cls.predictions.transform.dense."})
        if (name.find(active) != std::string::npos)
            name.replace(name.rfind(plain), plain.size(), ".dense_act.");
    return name;
}

} // namespace

Result<NamedTensors> toBertNames(const NamedTensors &tensors)
{
    NamedTensors named;
    for (const NamedTensor &item : tensors) {
        const std::string name = toBertName(item.name);
        if (std::find(buffers.begin(), buffers.end(), name) == buffers.end())
            named.push_back({name, item.tensor});
    }
    if (const auto dropped = dropCopy(named, secondWords, words); !dropped)
        return tl::unexpected(dropped.error());
    if (const auto dropped = dropCopy(named, secondBias, outputBias); !dropped)
        return tl::unexpected(dropped.error());
    return named;
}

NamedTensors toHetSeqNames(const NamedTensors &tensors)
{
    NamedTensors named;
    for (const NamedTensor &item : tensors)
        named.push_back({toHetSeqName(item.name), item.tensor});
    const at::Tensor *original = findTensor(tensors, words);
    if (original && findTensor(tensors, outputBias))
        named.push_back({std::string(secondWords), *original});
    return named;
}

} // namespace motley
