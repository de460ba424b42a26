#include "engine/formats/gpt2vocabulary.h"

#include "engine/json/jsondepth.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace motley {

Result<std::vector<std::string>> parseTokenIds(std::string_view json)
{
    constexpr int levels = 1;
    // Not ordered_json, where looking up a key is linear in the number of keys.
    const auto table = nestsDeeperThan(levels, json) ? nlohmann::json()
                                                     : nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!table.is_object() || table.empty())
        return fail("The vocabulary is not a JSON object of tokens and their numbers.");
    std::vector<std::string> tokens(table.size());
    std::vector<bool> seen(table.size(), false);
    for (const auto &[token, number] : table.items()) {
        const bool inside = number.is_number_unsigned() && number.get<std::uint64_t>() < tokens.size();
        if (!inside || seen[number.get<std::size_t>()])
            return fail("The vocabulary gives the token \"" + token + "\" the number "
                + number.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "; the numbers must be 0 to "
                + std::to_string(tokens.size() - 1) + ", each once.");
        seen[number.get<std::size_t>()] = true;
        tokens[number.get<std::size_t>()] = token;
    }
    return tokens;
}

} // namespace motley
