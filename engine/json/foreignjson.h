// For .cpp files only, as it sees the JSON library: configuration files of other programs, which hold more than we
// need. Keys that describe() does not name are skipped; a key that is missing or null keeps its default.
#pragma once

#include "engine/json/jsonfields.h"

namespace motley {

constexpr std::size_t longestModelConfig = 1 << 20; // bytes

// The text of a config.json. Errors: longer than longestModelConfig, nested too deep, no valid JSON.
inline Result<Json> parseModelConfig(std::string_view text)
{
    return parseJson(text, longestModelConfig, "model configuration");
}

class FieldNames {
public:
    template <typename T>
    void operator()(const char *name, T &)
    {
        m_names.insert(name);
    }

    bool contains(const std::string &name) const { return m_names.count(name) > 0; }

private:
    std::set<std::string> m_names;
};

// HasDefaults<T> must hold. A value of a wrong type is an Error that names its key.
template <typename T>
Result<T> fromForeignJson(const Json &json)
{
    T value;
    FieldNames names;
    describe(names, value);
    Json known = Json::object();
    for (const auto &[name, item] : json.items())
        if (names.contains(name) && !item.is_null())
            known[name] = item;
    return fromJson<T>(known);
}

// The Error refuses a value other than `supported`, the only one that this program computes with; a missing key and
// null count as it.
Result<void> checkOnly(const Json &json, const char *key, const Json &supported);

struct FieldRange {
    const char *field;
    std::int64_t value;
    std::int64_t least;
    std::int64_t most;
};
// The Error names the field if its value is not from `least` to `most`.
Result<void> checkRange(const FieldRange &range);

} // namespace motley
