#include "engine/inference/mergeadapter.h"

#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/models/lora/quantisedbase.h"
#include "engine/tasks/causal/besideweights.h"
#include "engine/tensorfiles/modelfolder.h"

#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

Result<std::vector<SideFile>> filesOf(const std::string &adapter, const std::string &base)
{
    return filesBesideWeights(adapter).and_then([&](std::vector<SideFile> files) {
        return filesBesideWeights(base).map(
            [&](std::vector<SideFile> others) { return filesOfBoth(std::move(files), std::move(others)); });
    });
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
