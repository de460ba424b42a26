// For the .cpp files of this folder only: configuration files of other programs, which hold more than we need. Keys
// that describe() does not name are passed over, a key that is missing or null keeps its default.
#pragma once

#include "engine/json/jsonfields.h"

namespace motley {

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

// HasDefaults<T> must hold. What is there with a wrong type is an Error that names the key.
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

// Refuses a value other than the one that this program computes with; missing and null mean that one.
Result<void> checkOnly(const Json &json, const char *key, const Json &supported);

struct FieldRange {
    const char *field;
    std::int64_t value;
    std::int64_t least;
    std::int64_t most;
};
Result<void> checkRange(const FieldRange &range);

} // namespace motley
