// The ids of special tokens in a model's configuration: config.json and generation_config.json.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct SpecialIds {
    std::vector<std::int64_t> end{}; // tokens that end a text
    bool endless = false; // a file says that none does
    std::optional<std::int64_t> begin{};
    std::optional<std::int64_t> pad{};

    SpecialIds otherwise(const SpecialIds &other) const; // with the other's where this has none

    bool operator==(const SpecialIds &) const = default;
};

// A model that sees may say them in the text_config of the model for text inside it. Errors: eos_token_id, bos_token_id
// or pad_token_id is no id; eos_token_id may be a list.
Result<SpecialIds> parseSpecialIds(const std::string &json);

} // namespace motley
