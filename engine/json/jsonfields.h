// For .cpp files and describe() lists only, as it sees the JSON library: one list of fields per type, read and written
// by the same code.
//
//   template <typename Fields> void describe(Fields &fields, StepDone &step)
//   {
//       fields("step", step.step);
//       fields("loss", step.loss);
//   }
//
// A third argument may describe the field to people; reading and writing ignore it. fields.choice("task", v) writes the
// name of the alternative that the variant v holds, and the fields of that alternative beside it.
//
// Reading is strict: a missing field, a field of the wrong type and a field that is not listed are errors that name its
// path.
#pragma once

#include "engine/base/datapath.h"
#include "engine/base/fieldinfo.h"
#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace motley {

using Json = nlohmann::ordered_json;

constexpr std::size_t longestArray = 65536;

// An enum is written as one of the names in its table; specialise per enum.
template <typename Enum>
struct EnumNames; // static constexpr auto table = names<Enum>({{Enum::First, "first"}, ...})

template <typename Enum, std::size_t count>
constexpr auto names(const std::pair<Enum, const char *> (&table)[count])
{
    return std::to_array(table);
}

// An enum that was a bool in older files: its EnumNames has a static Enum fromFlag(bool), by which true and false are
// read.
template <typename Enum>
concept WasFlag = requires
{
    EnumNames<Enum>::fromFlag(true);
};

// A struct whose missing fields keep their defaults, such as a job that a user writes by hand.
template <typename T>
struct HasDefaults : std::false_type {
};

Json numberToJson(double value); // NaN and infinities become "nan", "inf", "-inf"
std::optional<double> numberFromJson(const Json &value); // reads what numberToJson() writes; nullopt: no number
std::string describeJson(const Json &value); // "the text \"abc\"", "a list": for error messages
std::string dumpLine(const Json &value); // invalid UTF-8 is replaced, never thrown about
Result<Json> parseJson(std::string_view text, std::size_t longest, const std::string &what);

class FieldWriter {
public:
    template <typename T>
    void operator()(const char *name, T &value, const FieldInfo & = {})
    {
        m_object[name] = toJsonValue(value);
    }

    template <typename... Ts>
    void choice(const char *name, std::variant<Ts...> &value, const FieldInfo & = {})
    {
        std::visit(
            [&](auto &chosen) {
                m_object[name] = chosen.name;
                describe(*this, chosen);
            },
            value);
    }

    template <typename T>
    static Json toJsonValue(T &value)
    {
        using Value = std::remove_const_t<T>;
        if constexpr (std::is_same_v<Value, bool> || std::is_integral_v<Value> || std::is_same_v<Value, std::string>) {
            return value;
        } else if constexpr (std::is_floating_point_v<Value>) {
            return numberToJson(value);
        } else if constexpr (std::is_same_v<Value, DataPath>) {
            return value.path;
        } else if constexpr (std::is_enum_v<Value>) {
            for (const auto &[item, text] : EnumNames<Value>::table)
                if (item == value)
                    return text;
            return nullptr;
        } else {
            return compoundToJson(value);
        }
    }

    Json finish() { return std::move(m_object); }

private:
    template <typename T>
    static Json compoundToJson(std::optional<T> &value)
    {
        return value ? toJsonValue(*value) : Json(nullptr);
    }

    template <typename T>
    static Json compoundToJson(std::vector<T> &values)
    {
        Json array = Json::array();
        for (auto &value : values)
            array.push_back(toJsonValue(value));
        return array;
    }

    template <typename T>
    static Json compoundToJson(T &value)
    {
        FieldWriter fields;
        describe(fields, value);
        return fields.finish();
    }

    Json m_object = Json::object();
};

class FieldReader {
public:
    FieldReader(const Json &object, std::string path, bool defaults = false)
        : m_object(object), m_path(std::move(path)), m_defaults(defaults)
    {
        if (!object.is_object())
            refuse(m_path, "must be an object", object);
    }

    template <typename T>
    void operator()(const char *name, T &value, const FieldInfo & = {})
    {
        m_known.insert(name);
        if (m_error)
            return;
        const auto found = m_object.find(name);
        if (found != m_object.end())
            read(*found, pathOf(name), value);
        else if (!m_defaults && !isOptional(value))
            m_error = Error{"The field " + pathOf(name) + " is missing.", {}};
    }

    template <typename... Ts>
    void choice(const char *name, std::variant<Ts...> &value, const FieldInfo & = {})
    {
        m_known.insert(name);
        const auto found = m_object.find(name);
        if (!m_error && found != m_object.end())
            choose(*found, pathOf(name), value);
        else if (!m_error && !m_defaults)
            m_error = Error{"The field " + pathOf(name) + " is missing.", {}};
        std::visit([&](auto &chosen) { describe(*this, chosen); }, value);
    }

    // The first error, or nothing. Called once, after all fields were named.
    std::optional<Error> finish();

    template <typename T>
    static std::optional<Error> readObject(const Json &json, const std::string &path, T &value)
    {
        FieldReader fields(json, path, HasDefaults<T>::value);
        if (!fields.m_error)
            describe(fields, value);
        return fields.finish();
    }

private:
    template <typename T>
    static constexpr bool isOptional(const std::optional<T> &)
    {
        return true;
    }
    template <typename T>
    static constexpr bool isOptional(const T &)
    {
        return false;
    }

    template <typename T>
    void read(const Json &json, const std::string &path, T &value)
    {
        if constexpr (std::is_same_v<T, bool>) {
            json.is_boolean() ? void(value = json.get<bool>()) : refuse(path, "must be true or false", json);
        } else if constexpr (std::is_integral_v<T>) {
            readInteger(json, path, value);
        } else if constexpr (std::is_floating_point_v<T>) {
            const auto number = numberFromJson(json);
            number ? void(value = *number) : refuse(path, "must be a number", json);
        } else if constexpr (std::is_same_v<T, std::string>) {
            json.is_string() ? void(value = json.get<std::string>()) : refuse(path, "must be a text", json);
        } else if constexpr (std::is_same_v<T, DataPath>) {
            read(json, path, value.path);
        } else if constexpr (std::is_enum_v<T>) {
            readEnum(json, path, value);
        } else {
            readCompound(json, path, value);
        }
    }

    template <typename T>
    void readInteger(const Json &json, const std::string &path, T &value)
    {
        if (!json.is_number_integer())
            return refuse(path, "must be a whole number", json);
        const bool fits = json.is_number_unsigned()
            ? json.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<T>::max())
            : std::is_signed_v<T> && json.get<std::int64_t>() >= std::int64_t(std::numeric_limits<T>::min());
        if (!fits)
            return refuse(path, "is out of range", json);
        value = json.get<T>();
    }

    template <typename T>
    void readEnum(const Json &json, const std::string &path, T &value)
    {
        if constexpr (WasFlag<T>)
            if (json.is_boolean())
                return void(value = EnumNames<T>::fromFlag(json.get<bool>()));
        std::string names;
        for (const auto &[item, text] : EnumNames<T>::table) {
            if (json.is_string() && json.get_ref<const std::string &>() == text) {
                value = item;
                return;
            }
            names += (names.empty() ? "\"" : ", \"") + std::string(text) + "\"";
        }
        refuse(path, "must be one of " + names, json);
    }

    template <typename... Ts>
    void choose(const Json &json, const std::string &path, std::variant<Ts...> &value)
    {
        std::string names;
        bool chosen = false;
        const auto tryOne = [&](auto alternative) {
            if (json == alternative.name) {
                value = std::move(alternative);
                chosen = true;
            }
            names += (names.empty() ? "\"" : ", \"") + std::string(alternative.name) + "\"";
        };
        (tryOne(Ts()), ...);
        if (!chosen)
            refuse(path, "must be one of " + names, json);
    }

    template <typename T>
    void readCompound(const Json &json, const std::string &path, std::optional<T> &value)
    {
        if (json.is_null())
            value.reset();
        else
            read(json, path, value.emplace());
    }

    template <typename T>
    void readCompound(const Json &json, const std::string &path, std::vector<T> &values)
    {
        if (!json.is_array() || json.size() > longestArray)
            return refuse(path, "must be a list of at most " + std::to_string(longestArray) + " items", json);
        values.clear();
        for (std::size_t i = 0; i < json.size() && !m_error; ++i)
            read(json[i], path + "[" + std::to_string(i) + "]", values.emplace_back());
    }

    template <typename T>
    void readCompound(const Json &json, const std::string &path, T &value)
    {
        m_error = readObject(json, path, value);
    }

    void refuse(const std::string &path, const std::string &rule, const Json &found);
    std::string pathOf(const std::string &name) const { return m_path.empty() ? name : m_path + "." + name; }

    const Json &m_object;
    std::string m_path;
    bool m_defaults;
    std::set<std::string> m_known;
    std::optional<Error> m_error;
};

template <typename T>
Json jsonOf(T value)
{
    return FieldWriter::toJsonValue(value);
}

// As jsonOf, with "version" in front: for what is kept in files or sent between programs.
template <typename T>
Json versionedJsonOf(const T &value)
{
    Json json = Json::object();
    json["version"] = T::currentVersion;
    json.update(jsonOf(value));
    return json;
}

template <typename T>
Result<T> fromJson(const Json &json, const std::string &path = {})
{
    T value;
    if (auto error = FieldReader::readObject(json, path, value))
        return tl::unexpected(*error);
    return value;
}

// Refuses a key that an object in the text has twice: one of its values would be passed over.
Result<void> checkKeys(std::string_view text, const std::string &what);

Result<Json> checkVersion(Json json, int current, const std::string &what);

template <typename T>
Result<T> fromVersionedText(std::string_view text, std::size_t longest, const std::string &what)
{
    return parseJson(text, longest, what)
        .and_then([&](Json json) { return checkKeys(text, what).map([&] { return std::move(json); }); })
        .and_then([&](Json json) { return checkVersion(std::move(json), T::currentVersion, what); })
        .and_then([](const Json &json) { return fromJson<T>(json); });
}

} // namespace motley
