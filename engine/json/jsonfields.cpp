#include "engine/json/jsonfields.h"

#include "engine/json/jsondepth.h"

namespace motley {

Json numberToJson(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return value;
}

std::optional<double> numberFromJson(const Json &value)
{
    if (value.is_number())
        return value.get<double>();
    if (value == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (value == "inf")
        return std::numeric_limits<double>::infinity();
    if (value == "-inf")
        return -std::numeric_limits<double>::infinity();
    return std::nullopt;
}

std::string describeJson(const Json &value)
{
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return "a list";
    auto text = dumpLine(value);
    if (text.size() > 60)
        text = text.substr(0, 57) + "...";
    return text;
}

std::string dumpLine(const Json &value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Json> parseJson(std::string_view text, std::size_t longest, const std::string &what)
{
    if (text.size() > longest)
        return fail("The " + what + " is longer than " + std::to_string(longest) + " bytes.");
    if (nestsDeeperThan(deepestJson, text))
        return fail("The " + what + " is nested more than " + std::to_string(deepestJson) + " levels deep.");
    try {
        return Json::parse(text);
    } catch (const Json::exception &problem) {
        return fail("The " + what + " is not valid JSON.", problem.what());
    }
}

Result<void> checkKeys(std::string_view text, const std::string &what)
{
    std::vector<std::set<std::string>> keys; // of the objects that are open
    std::optional<std::string> repeated;
    const auto look = [&](int, Json::parse_event_t event, const Json &parsed) {
        if (event == Json::parse_event_t::object_start)
            keys.emplace_back();
        if (event == Json::parse_event_t::object_end)
            keys.pop_back();
        if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
            repeated = parsed.get<std::string>();
        return true;
    };
    static_cast<void>(Json::parse(text, look)); // which parseJson() has parsed before
    if (repeated)
        return fail("The " + what + " has the field " + *repeated + " twice. Remove one of the two.");
    return {};
}

Result<Json> checkVersion(Json json, int current, const std::string &what)
{
    if (!json.is_object())
        return fail("The " + what + " must be a JSON object.");
    const auto version = json.find("version");
    if (version == json.end())
        return fail("The field version is missing; this program writes version " + std::to_string(current) + " of a "
            + what + ".");
    if (*version != current)
        return fail("The " + what + " has version " + describeJson(*version) + ", this program understands version "
            + std::to_string(current) + ".");
    json.erase(version);
    return json;
}

std::optional<Error> FieldReader::finish()
{
    if (m_error)
        return m_error;
    for (const auto &[name, value] : m_object.items()) {
        if (m_known.count(name))
            continue;
        std::string known;
        for (const auto &item : m_known)
            known += (known.empty() ? "" : ", ") + item;
        return Error{"There is no field " + pathOf(name) + ". Known here: " + known + ".", {}};
    }
    return std::nullopt;
}

void FieldReader::refuse(const std::string &path, const std::string &rule, const Json &found)
{
    m_error = Error{
        (path.empty() ? "The text" : "The field " + path) + " " + rule + ", but is " + describeJson(found) + ".", {}};
}

} // namespace motley
