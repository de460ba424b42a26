#include "engine/models/lora/peftnames.h"

#include <string_view>

namespace motley {

std::string peftName(const std::string &name)
{
    constexpr std::string_view olderBody = "language_model.model.";
    constexpr std::string_view olderHead = "language_model.lm_head";
    if (name.starts_with(olderBody))
        return "model.language_model." + name.substr(olderBody.size());
    if (name.starts_with(olderHead))
        return "lm_head" + name.substr(olderHead.size());
    return name.starts_with("model.") || name.starts_with("lm_head") ? name : "model." + name;
}

} // namespace motley
