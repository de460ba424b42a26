#include "engine/data/chat/values/chatvalue.h"

#include "engine/data/chat/values/value.h"
#include "engine/json/jsondepth.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>

namespace motley {

namespace {

// Builds the value as the parser meets its parts.
class ChatValueBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit ChatValueBuilder(LargeNumbers large) : m_rounds(large == LargeNumbers::Rounded) { }

    ChatValue take() { return std::move(m_root); }
    const std::string &problem() const { return m_problem; }

    bool null() override { return put(ChatValue()); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(std::int64_t(value)); }
    bool number_unsigned(number_unsigned_t value) override
    {
        return value > std::uint64_t(INT64_MAX) ? large(double(value)) : put(std::int64_t(value));
    }
    bool number_float(number_float_t value, const string_t &digits) override
    {
        return digits.find_first_of(".eE") == std::string::npos ? large(value) : put(double(value));
    }
    bool string(string_t &value) override { return put(std::move(value)); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(ChatObject()); }
    bool start_array(std::size_t) override { return open(ChatList()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &name) override
    {
        m_names.back() = std::move(name);
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &error) override
    {
        m_problem = error.what();
        return false;
    }

private:
    bool large(double rounded)
    {
        if (m_rounds)
            return put(rounded);
        m_problem = "A whole number has more than 64 bits.";
        return false;
    }

    bool open(ChatValue value)
    {
        m_open.push_back(std::move(value));
        m_names.emplace_back();
        m_known.emplace_back();
        return true;
    }

    bool close()
    {
        ChatValue value = std::move(m_open.back());
        m_open.pop_back();
        m_names.pop_back();
        m_known.pop_back();
        return put(std::move(value));
    }

    bool put(ChatValue value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return true;
        }
        if (auto *list = std::get_if<ChatList>(&m_open.back().value)) {
            list->push_back(std::move(value));
            return true;
        }
        auto &object = std::get<ChatObject>(m_open.back().value);
        const auto [known, isNew] = m_known.back().emplace(m_names.back(), object.size());
        if (isNew)
            object.push_back({m_names.back(), std::move(value)});
        else
            object[known->second].value = std::move(value);
        return true;
    }

    bool m_rounds;
    ChatValue m_root;
    std::vector<ChatValue> m_open;
    std::vector<std::string> m_names; // of the member that comes next, of each that is open
    std::vector<std::unordered_map<std::string, std::size_t>> m_known; // members of each that is open
    std::string m_problem;
};

} // namespace

ChatValue::ChatValue() = default;
ChatValue::ChatValue(bool flag) : value(flag) { }
ChatValue::ChatValue(std::int64_t whole) : value(whole) { }
ChatValue::ChatValue(double real) : value(real) { }
ChatValue::ChatValue(std::string text) : value(std::move(text)) { }
ChatValue::ChatValue(const char *text) : value(std::string(text)) { }
ChatValue::ChatValue(ChatList list) : value(std::move(list)) { }
ChatValue::ChatValue(ChatObject object) : value(std::move(object)) { }
ChatValue::ChatValue(const ChatValue &) = default;
ChatValue::ChatValue(ChatValue &&) noexcept = default;
ChatValue &ChatValue::operator=(const ChatValue &) = default;
ChatValue &ChatValue::operator=(ChatValue &&) noexcept = default;
ChatValue::~ChatValue() = default;

bool ChatValue::operator==(const ChatValue &other) const
{
    return value == other.value;
}

const ChatValue *ChatValue::find(std::string_view name) const
{
    const ChatObject *members = object();
    if (!members)
        return nullptr;
    const auto found
        = std::find_if(members->begin(), members->end(), [&](const ChatMember &member) { return member.name == name; });
    return found == members->end() ? nullptr : &found->value;
}

Result<ChatValue> parseChatValue(std::string_view json, std::size_t longest, LargeNumbers large)
{
    if (json.size() > longest)
        return fail("The JSON has more than " + std::to_string(longest) + " bytes.");
    if (nestsDeeperThan(deepestJson, json))
        return fail("The JSON is nested deeper than " + std::to_string(deepestJson) + " levels.");
    ChatValueBuilder builder(large);
    if (!nlohmann::json::sax_parse(json.begin(), json.end(), &builder))
        return fail("This is no valid JSON.", builder.problem());
    return builder.take();
}

std::string jsonOf(const ChatValue &value)
{
    const auto text = [](const nlohmann::json &plain) {
        return plain.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    const auto listed = [](const auto &items, const char *begin, const char *end, const auto &written) {
        std::string result = begin;
        for (const auto &item : items)
            result += (result.size() > 1 ? "," : "") + written(item);
        return result + end;
    };
    if (const ChatList *list = value.list())
        return listed(*list, "[", "]", [](const ChatValue &item) { return jsonOf(item); });
    if (const ChatObject *object = value.object())
        return listed(*object, "{", "}",
            [&](const ChatMember &member) { return text(member.name) + ":" + jsonOf(member.value); });
    if (const std::string *plain = value.text())
        return text(*plain);
    if (const auto *flag = std::get_if<bool>(&value.value))
        return *flag ? "true" : "false";
    if (const auto *whole = std::get_if<std::int64_t>(&value.value))
        return std::to_string(*whole);
    if (const auto *real = std::get_if<double>(&value.value))
        return jinja::printedFloat(*real);
    return "null";
}

ChatValue chatMessage(std::string role, std::string content)
{
    return ChatObject{{"role", std::move(role)}, {"content", std::move(content)}};
}

} // namespace motley
