#include "engine/formats/tokenizerconfig.h"

#include "engine/json/jsonfields.h"

namespace motley {

std::string toJson(const TokenizerConfig &config)
{
    // null must be written: for a key that is missing a class of transformers takes a token of its own.
    const auto token = [](const std::optional<std::string> &text) { return text ? Json(*text) : Json(nullptr); };
    const Json json{{"tokenizer_class", config.kind}, {"model_max_length", config.longest},
        {"unk_token", token(config.unknown)},
        {"bos_token", token(config.kind == "GPT2Tokenizer" ? config.end : std::nullopt)},
        {"eos_token", token(config.end)}, {"pad_token", token(config.pad)}, {"clean_up_tokenization_spaces", false}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace motley
