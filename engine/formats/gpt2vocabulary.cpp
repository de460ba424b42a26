#include "engine/formats/gpt2vocabulary.h"

#include "engine/formats/vocabularytable.h"
#include "engine/json/jsondepth.h"

namespace motley {

Result<std::vector<std::string>> parseTokenIds(std::string_view json)
{
    constexpr int levels = 1;
    return tokensById(nestsDeeperThan(levels, json) ? nlohmann::json()
                                                    : nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false));
}

} // namespace motley
