#include "engine/json/foreignjson.h"

namespace motley {

Result<void> checkOnly(const Json &json, const char *key, const Json &supported)
{
    const auto found = json.find(key);
    if (found == json.end() || found->is_null() || *found == supported)
        return {};
    return fail("The field " + std::string(key) + " is " + describeJson(*found) + "; this program computes with "
        + describeJson(supported) + " only.");
}

Result<void> checkRange(const FieldRange &range)
{
    if (range.value >= range.least && range.value <= range.most)
        return {};
    return fail("The field " + std::string(range.field) + " must be between " + std::to_string(range.least) + " and "
        + std::to_string(range.most) + ", but is " + std::to_string(range.value) + ".");
}

} // namespace motley
