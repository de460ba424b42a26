// What templates do with values: each function follows jinja2 and Python, and what these refuse is a Problem.
#pragma once

#include "engine/data/chat/template/arguments.h"
#include "engine/data/chat/template/context.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace motley::jinja {

// Its items one after the other: of a text its characters, of a mapping its keys. A generator has none afterwards.
std::vector<Value> itemsOf(Context &context, const Value &value);
std::int64_t lengthOf(const Value &value);

Value attributeOf(Context &context, const Value &value, const std::string &name); // value.name
Value itemOf(Context &context, const Value &value, const Value &index); // value[index]
Value sliceOf(Context &context, const Value &value, const std::array<Value, 3> &bounds); // None: left out

Value arithmetic(Context &context, std::string_view sign, const Value &left, const Value &right);
Value signedNumber(std::string_view sign, const Value &value);
bool compares(std::string_view sign, const Value &left, const Value &right);
bool contains(Context &context, const Value &in, const Value &value);

Value applyFilter(Context &context, const std::string &name, const Value &value, const Arguments &arguments);
bool applyTest(Context &context, const std::string &name, const Value &value, const Arguments &arguments);
Value callMethod(Context &context, const Method &method, const Arguments &arguments);
Value callFunction(Context &context, const std::string &name, const Arguments &arguments, std::time_t now);

// json.dumps() with the arguments of the filter tojson.
Text jsonOf(Context &context, const Value &value, const Arguments &arguments);

Value loopAttribute(Loop &loop, std::string_view name); // undefined: has none of this name

// Of an Undefined its Problem; of all else that a value is of a wrong type for what is done to it.
[[noreturn]] void refuseType(const Value &value, std::string_view whatIsDone);

} // namespace motley::jinja
