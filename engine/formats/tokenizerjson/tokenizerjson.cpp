#include "engine/formats/tokenizerjson/tokenizerjson.h"

#include "engine/formats/hubpart.h"
#include "engine/formats/tokenizerjson/modelfields.h"
#include "engine/formats/tokenizerjson/partfields.h"
#include "engine/json/foreignjson.h"

namespace motley {

namespace {

// The Metaspace parts below `json` that an older program wrote with "add_prefix_space": false, which goes with the
// scheme "never" alone.
Result<void> refuseOldSchemes(const Json &json, const std::string &path)
{
    const bool isMetaspace = json.is_object() && json.value("type", Json()) == "Metaspace";
    if (isMetaspace && json.value("add_prefix_space", Json()) == false
        && json.value("prepend_scheme", Json()) != "never")
        return fail("The field " + path + ".add_prefix_space is false, but its prepend_scheme is not \"never\".");
    if (json.is_structured())
        for (const auto &[key, value] : json.items())
            if (const auto checked = refuseOldSchemes(value, path + "." + key); !checked)
                return checked;
    return {};
}

// nullopt: the tokenizer has no such part.
template <typename Part>
Result<void> readPart(const nlohmann::json &tokenizer, const char *name, std::optional<Part> &part)
{
    const auto found = tokenizer.find(name);
    if (found == tokenizer.end() || found->is_null())
        return {};
    const Json json = *found;
    auto read = fromJson<Part>(json, name);
    if (!read)
        return tl::unexpected(read.error());
    part = std::move(*read);
    return refuseOldSchemes(json, name);
}

Result<void> readParts(nlohmann::json &tokenizer, TokenizerJson &parts)
{
    return readBytePairModel(tokenizer["model"], parts.model)
        .and_then([&] { return readPart(tokenizer, "normalizer", parts.normalizer); })
        .and_then([&] { return readPart(tokenizer, "pre_tokenizer", parts.preTokenizer); })
        .and_then([&] { return readPart(tokenizer, "decoder", parts.decoder); })
        .and_then([&] { return readTextEnds(tokenizer.value("post_processor", nlohmann::json()), parts.ends); });
}

} // namespace

Result<std::string> modelTypeOf(const TokenizerFiles &files)
{
    if (files.modelConfig.empty())
        return fail("There is no config.json, which says by its field model_type what the model is.");
    const auto config = inFile("config.json", parseModelConfig(files.modelConfig));
    if (!config)
        return tl::unexpected(config.error());
    const Json type = config->is_object() ? config->value("model_type", Json()) : Json();
    if (!type.is_string())
        return fail("config.json: The field model_type must say what the model is.");
    return type.get<std::string>();
}

Result<TokenizerJson> parseTokenizerJson(const TokenizerFiles &texts)
{
    auto files = parseHubFiles(texts);
    if (!files)
        return tl::unexpected(files.error());
    if (!files->tokenizer)
        return fail("tokenizer.json: There is no such file.");
    TokenizerParts tokens;
    TokenizerJson parts;
    const auto read = inFile("tokenizer_config.json", checkOnly(files->config, "split_special_tokens", false))
                          .and_then([&] { return addTokens(*files, {}, tokens); })
                          .and_then([&] { return inFile("tokenizer.json", readParts(*files->tokenizer, parts)); });
    if (!read)
        return tl::unexpected(read.error());
    parts.added = std::move(tokens.added);
    parts.named = std::move(tokens.named);
    return parts;
}

} // namespace motley
