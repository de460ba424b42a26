// For .cpp files and describe() lists only, as it sees the JSON library: visits the single values inside what
// describe() lists, by their paths.
#pragma once

#include "engine/json/jsonfields.h"

namespace motley {

template <typename T>
struct IsGroup : std::bool_constant<std::is_class_v<T>> {
};
template <>
struct IsGroup<std::string> : std::false_type {
};
template <>
struct IsGroup<DataPath> : std::false_type {
};
template <typename T>
struct IsList : std::false_type {
};
template <typename T>
struct IsList<std::vector<T>> : std::true_type {
};
template <typename T>
struct IsGroup<std::vector<T>> : std::false_type {
};
template <typename T>
struct IsGroup<std::optional<T>> : std::false_type {
};

// Calls visit(path, value, info) for every value that is no group of other values.
template <typename Visit>
class FieldWalk {
public:
    explicit FieldWalk(Visit &visit, std::string prefix = {}) : m_visit(visit), m_prefix(std::move(prefix)) { }

    template <typename T>
    void operator()(const char *name, T &value, const FieldInfo &info = {})
    {
        if constexpr (IsGroup<T>::value) {
            FieldWalk inner(m_visit, m_prefix + name + ".");
            describe(inner, value);
        } else {
            m_visit(m_prefix + name, value, info);
        }
    }

    template <typename... Ts>
    void choice(const char * /*name*/, std::variant<Ts...> &value, const FieldInfo & = {})
    {
        std::visit([this](auto &chosen) { describe(*this, chosen); }, value);
    }

private:
    Visit &m_visit;
    std::string m_prefix;
};

template <typename T, typename Visit>
void walkFields(T &value, Visit visit, std::string prefix = {})
{
    FieldWalk<Visit> walk(visit, std::move(prefix));
    describe(walk, value);
}

} // namespace motley
