#include "engine/data/tokenizers/pipeline/modeltokenizer.h"

#include "engine/data/tokenizers/tokenizerfolder.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr auto modelTypes
    = std::to_array<std::string_view>({"llama", "qwen2", "qwen3", "qwen3_5", "qwen3_5_text", "gemma3", "gemma3_text",
        "gemma4", "gemma4_text", "mistral", "mistral3", "ministral3", "smollm3", "granite", "phi3", "olmo3"});

} // namespace

bool needsTokenizerJson(std::string_view modelType)
{
    return std::find(modelTypes.begin(), modelTypes.end(), modelType) != modelTypes.end();
}

Result<PipelineTokenizer> readModelTokenizer(const std::string &folder, MistralRegex mistral)
{
    const auto files = readTokenizerFiles(folder);
    if (!files)
        return tl::unexpected(files.error());
    const auto type = modelTypeOf(*files);
    if (!type)
        return fail(folder + ": " + type.error().message, type.error().detail);
    if (!needsTokenizerJson(*type))
        return fail(folder + "/config.json: The field model_type is \"" + *type
            + "\", a model whose tokenizer.json this program does not read.");
    if (!folderHas(folder, "tokenizer.json"))
        return fail(folder + " has no tokenizer.json, which a model of the type \"" + *type
            + "\" needs. transformers writes it: AutoTokenizer.from_pretrained(FOLDER).save_pretrained(FOLDER).");
    return PipelineTokenizer::fromFiles(folder, *files, mistral);
}

} // namespace motley
