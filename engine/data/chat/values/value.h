// The values that a template computes with, after Python's.
#pragma once

#include "engine/data/chat/values/text.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace motley::jinja {

struct Value;
struct Loop;
struct Statement;

struct Undefined { // of what has no value; most that is done to it is a Problem, which says `what`
    std::string what;
};
struct None { };
struct Sequence {
    enum class Kind { List, Tuple, Range, View, Generator }; // View: of a mapping's items; Generator: without a length
    Kind kind = Kind::List;
    std::vector<Value> items;
    int depth = 1; // of sequences and mappings inside each other
    bool consumed = false; // a generator gives its items once
};
struct Mapping {
    std::vector<std::pair<std::shared_ptr<const Text>, Value>> entries; // as written
    int depth = 1;
};
struct Namespace {
    std::map<std::string, Value, std::less<>> attributes;
};
struct Method { // of a text or of a mapping, not called yet
    std::string name;
    std::shared_ptr<const Value> of;
};
struct Function { // one that every template knows
    std::string name;
};

struct Value {
    using Kind = std::variant<Undefined, None, bool, std::int64_t, double, std::shared_ptr<const Text>,
        std::shared_ptr<Sequence>, std::shared_ptr<const Mapping>, Namespace *, const Statement *, Loop *, Method,
        Function>; // a Statement is a macro; the renderer owns what is pointed to

    Kind kind{};
    Origin origin = 0; // of all but texts, which know it of each byte

    template <typename T>
    const T *as() const
    {
        return std::get_if<T>(&kind);
    }
    const Text *text() const;
    const Mapping *mapping() const;
    Sequence *sequence() const;
    bool isNone() const { return as<None>(); }
    bool isUndefined() const { return as<Undefined>(); }
};

constexpr int deepestValue = 200; // of sequences and mappings inside each other

Value textValue(Text text);
// A Problem: nested deeper than deepestValue.
Value sequenceValue(std::vector<Value> items, Sequence::Kind kind = Sequence::Kind::List);
Value mappingValue(std::vector<std::pair<std::shared_ptr<const Text>, Value>> entries);

std::string typeName(const Value &value); // as Python calls it
bool isTrue(const Value &value);
bool isEqual(const Value &left, const Value &right);
// A Problem: they have no order.
bool isLess(const Value &left, const Value &right);
const Value *find(const Mapping &mapping, std::string_view key); // nullptr: has no such key

// What a value prints: str() and repr() of Python. A Problem: prints an address, as functions do.
std::string printed(const Value &value);
std::string quoted(const Value &value);
std::string quotedText(std::string_view text);
std::string printedFloat(double number);

} // namespace motley::jinja
