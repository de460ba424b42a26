#include "engine/formats/decoder/configreader.h"

#include <algorithm>
#include <cmath>

namespace motley {

const Json *ConfigReader::find(const char *key)
{
    m_read.insert(key);
    const auto found = m_json.find(key);
    return found == m_json.end() || found->is_null() ? nullptr : &*found;
}

std::int64_t ConfigReader::whole(
    const char *key, std::int64_t least, std::int64_t most, std::optional<std::int64_t> otherwise)
{
    const Json *found = find(key);
    if (!found && otherwise)
        return *otherwise;
    if (!found) {
        refuse(named(key) + " is missing.");
        return least;
    }
    const auto number = numberFromJson(*found);
    // Some programs write whole numbers as 8192.0.
    if (!number || *number != std::floor(*number) || *number < double(least) || *number > double(most)) {
        refuse(named(key) + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most)
            + ", but is " + describeJson(*found) + ".");
        return least;
    }
    return std::int64_t(*number);
}

double ConfigReader::number(const char *key, double otherwise)
{
    const Json *found = find(key);
    if (!found)
        return otherwise;
    const auto number = numberFromJson(*found);
    if (number && std::isfinite(*number))
        return *number;
    refuseKind(key, "must be a number", *found);
    return otherwise;
}

double ConfigReader::positive(const char *key, double otherwise)
{
    const double value = number(key, otherwise);
    if (value > 0)
        return value;
    refuse(named(key) + " must be above 0.");
    return otherwise;
}

bool ConfigReader::flag(const char *key, bool otherwise)
{
    const Json *found = find(key);
    if (!found)
        return otherwise;
    if (found->is_boolean())
        return found->get<bool>();
    refuseKind(key, "must be true or false", *found);
    return otherwise;
}

std::string ConfigReader::text(const char *key, const std::string &otherwise)
{
    const Json *found = find(key);
    if (!found)
        return otherwise;
    if (found->is_string())
        return found->get<std::string>();
    refuseKind(key, "must be a text", *found);
    return otherwise;
}

std::vector<double> ConfigReader::numbers(const char *key)
{
    const Json *found = find(key);
    std::vector<double> list;
    if (!found)
        return list;
    const auto isNumber = [](const Json &item) {
        const auto number = numberFromJson(item);
        return number && std::isfinite(*number);
    };
    if (!found->is_array() || found->size() > longestArray || !std::all_of(found->begin(), found->end(), isNumber)) {
        refuseKind(key, "must be a list of numbers", *found);
        return list;
    }
    for (const Json &item : *found)
        list.push_back(*numberFromJson(item));
    return list;
}

std::vector<std::string> ConfigReader::texts(const char *key)
{
    const Json *found = find(key);
    std::vector<std::string> list;
    if (!found)
        return list;
    const auto isText = [](const Json &item) { return item.is_string(); };
    if (!found->is_array() || found->size() > longestArray || !std::all_of(found->begin(), found->end(), isText)) {
        refuseKind(key, "must be a list of texts", *found);
        return list;
    }
    for (const Json &item : *found)
        list.push_back(item.get<std::string>());
    return list;
}

void ConfigReader::only(const char *key, const Json &supported)
{
    const Json *found = find(key);
    if (found && *found != supported)
        refuse(named(key) + " is " + describeJson(*found) + "; this program computes with " + describeJson(supported)
            + " only.");
}

void ConfigReader::refuse(const std::string &message)
{
    if (!m_error)
        m_error = Error{message, {}, {}};
}

void ConfigReader::refuse(const Result<void> &result)
{
    if (!result && !m_error)
        m_error = result.error();
}

Result<void> ConfigReader::finish(std::initializer_list<const char *> harmless) const
{
    if (m_error)
        return tl::unexpected(*m_error);
    for (const auto &[key, value] : m_json.items()) {
        const bool isOff = value.is_null() || value == Json(false);
        const bool isHarmless = key.starts_with('_') // by custom of the program that wrote it
            || std::any_of(
                harmless.begin(), harmless.end(), [&name = key](const char *known) { return name == known; });
        if (!isOff && !isHarmless && m_read.count(key) == 0)
            return fail("The field " + m_path + key + " is " + describeJson(value)
                + ", and this program does not know whether it changes what the model computes: such a model is not "
                  "supported.");
    }
    return {};
}

void ConfigReader::refuseKind(const char *key, const char *rule, const Json &found)
{
    refuse(named(key) + " " + rule + ", but is " + describeJson(found) + ".");
}

} // namespace motley
