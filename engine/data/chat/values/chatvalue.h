// A value as JSON has it: what conversations are made of, and what a chat template sees.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace motley {

struct ChatValue;
struct ChatMember;
using ChatList = std::vector<ChatValue>;
using ChatObject = std::vector<ChatMember>; // as written; no name twice

struct ChatValue {
    ChatValue(); // null
    ChatValue(bool flag);
    ChatValue(std::int64_t whole);
    ChatValue(double real);
    ChatValue(std::string text);
    ChatValue(const char *text);
    ChatValue(ChatList list);
    ChatValue(ChatObject object);
    ChatValue(const ChatValue &);
    ChatValue(ChatValue &&) noexcept;
    ChatValue &operator=(const ChatValue &);
    ChatValue &operator=(ChatValue &&) noexcept;
    ~ChatValue();

    bool isNull() const { return value.index() == 0; }
    const std::string *text() const { return std::get_if<std::string>(&value); } // nullptr: is something else
    const ChatList *list() const { return std::get_if<ChatList>(&value); } // the same
    const ChatObject *object() const { return std::get_if<ChatObject>(&value); } // the same
    const ChatValue *find(std::string_view name) const; // of an object; nullptr: has none of this name, or is no object

    bool operator==(const ChatValue &other) const;

    std::variant<std::monostate, bool, std::int64_t, double, std::string, ChatList, ChatObject> value;
};

struct ChatMember {
    std::string name;
    ChatValue value;

    bool operator==(const ChatMember &) const = default;
};

// Whole numbers beyond 64 bits, of which Python has any.
enum class LargeNumbers { Refused, Rounded };

// Of a name twice in an object the last value counts, as in Python. Errors: longer than `longest` bytes, nested deeper
// than 100 levels, no JSON, or a number beyond 64 bits where those are refused.
Result<ChatValue> parseChatValue(
    std::string_view json, std::size_t longest, LargeNumbers large = LargeNumbers::Refused);

std::string jsonOf(const ChatValue &value); // without spaces, in the order of the members

// Members that a message is made of.
ChatValue chatMessage(std::string role, std::string content);

} // namespace motley
