#include "engine/formats/vocabularytable.h"

#include <cstdint>

namespace motley {

Result<std::vector<std::string>> tokensById(const nlohmann::json &table)
{
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
