#include "engine/inference/mergeadapter.h"

#include "engine/base/textfile.h"
#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/models/lora/quantisedbase.h"
#include "engine/tensorfiles/modelfolder.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

// Files beside the weights that say how a model is used. Those of the adapter's folder count before the model's.
constexpr std::array besideWeights{"tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
    "added_tokens.json", "vocab.json", "merges.txt", "tokenizer.model", "chat_template.jinja", "chat_template.json",
    "generation_config.json", "preprocessor_config.json", "processor_config.json", "video_preprocessor_config.json"};

Result<std::vector<SideFile>> filesOf(const std::string &adapter, const std::string &base)
{
    constexpr std::size_t longest = 64 << 20; // bytes
    std::vector<SideFile> files;
    for (const char *name : besideWeights)
        for (const std::string &folder : {adapter, base}) {
            std::error_code ignored;
            const std::string path = folder + "/" + name;
            if (!fs::exists(path, ignored))
                continue;
            auto text = readTextFile(path, longest);
            if (!text)
                return tl::unexpected(text.error());
            files.push_back({name, *std::move(text)});
            break;
        }
    return files;
}

// motley.json of the adapter's folder, if it has one, of a model without an adapter.
std::optional<SideFile> originOf(const std::string &adapter)
{
    auto origin = readModelOrigin(adapter);
    if (!origin)
        return std::nullopt;
    if (auto *text = std::get_if<LanguageModelSpec>(&origin->task)) {
        text->adapter = {};
        text->model.quantization = Quantization::None;
    }
    return SideFile{"motley.json", toJson(*origin)};
}

std::string noteOn(Quantization bits)
{
    if (bits == Quantization::None)
        return {};
    return std::string("The adapter was trained beside weights in ") + (bits == Quantization::Nf4 ? "4" : "8")
        + " bits, and is merged into these: the model has the numbers that they stand for, not those of the model in "
          "16 "
          "bits.";
}

} // namespace

Result<std::string> mergeAdapter(const std::string &adapter, const std::string &base, const std::string &folder)
{
    std::error_code ignored;
    if (fs::exists(folder, ignored))
        return fail(folder + " is there already; name a new folder.");
    const auto read = readPeftFolder(adapter);
    if (!read)
        return tl::unexpected(read.error());
    const auto opened = readDecoderFolder(base);
    if (!opened)
        return tl::unexpected(opened.error());
    if (const auto added = addAdapters(*opened->model, *read); !added)
        return tl::unexpected(added.error());
    if (const auto packed = quantiseAsTrained(*opened->model, adapter); !packed)
        return tl::unexpected(packed.error());
    auto files = filesOf(adapter, base);
    if (!files)
        return tl::unexpected(files.error());
    if (auto origin = originOf(adapter))
        files->push_back(*std::move(origin));
    NamedTensors tensors = mergedTensors(*opened->model);
    tensors.insert(tensors.end(), opened->others.begin(), opened->others.end());
    return writeModelFolder(folder, tensors, opened->config, *files).map([&] {
        return noteOn(quantizationOf(*opened->model));
    });
}

} // namespace motley
