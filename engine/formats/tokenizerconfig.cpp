#include "engine/formats/tokenizerconfig.h"

#include "engine/json/jsonfields.h"

#include <algorithm>

namespace motley {

namespace {

Json orNull(const auto &value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json toJson(const AddedToken &token)
{
    return {{"content", token.text}, {"single_word", token.singleWord}, {"lstrip", token.stripsLeft},
        {"rstrip", token.stripsRight}, {"normalized", token.normalized}, {"special", token.special}};
}

void putNames(const TokenizerConfig &config, Json &json)
{
    const NamedTokens &named = config.named;
    json.update({{"unk_token", orNull(named.unknown)}, {"pad_token", orNull(named.pad)}});
    // null must be written: for a key that is missing a class of transformers takes a token of its own.
    if (config.rules)
        json.update({{"cls_token", orNull(named.classify)}, {"sep_token", orNull(named.separate)},
            {"mask_token", orNull(named.mask)}});
    else
        json.update({{"bos_token", orNull(named.begin)}, {"eos_token", orNull(named.end)}});
}

} // namespace

std::string toJson(const TokenizerConfig &config)
{
    Json json{{"tokenizer_class", config.kind}, {"model_max_length", config.longest}};
    putNames(config, json);
    if (config.rules)
        json.update(
            {{"do_lower_case", orNull(config.rules->lowercase)}, {"strip_accents", orNull(config.rules->stripAccents)},
                {"tokenize_chinese_chars", orNull(config.rules->spaceChinese)}});
    else
        json["clean_up_tokenization_spaces"] = false;
    const NamedTokens &named = config.named;
    const auto names = {named.begin, named.end, named.unknown, named.separate, named.pad, named.classify, named.mask};
    Json others = Json::array();
    for (const AddedToken &token : config.added) {
        json["added_tokens_decoder"][std::to_string(token.id.value())] = toJson(token);
        if (token.special && std::find(names.begin(), names.end(), token.text) == names.end())
            others.push_back(token.text);
    }
    if (!others.empty())
        json["additional_special_tokens"] = others;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace motley
