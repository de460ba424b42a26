// What filters and methods of the same name do to texts.
#pragma once

#include "engine/data/chat/template/context.h"

#include <string>
#include <string_view>

namespace motley::jinja {

// upper, lower or capitalize.
Value inCase(Context &context, std::string_view name, const Text &text);
// The texts of `items` with `separator` between them.
Value joinedWith(Context &context, const Text &separator, const std::vector<Value> &items);

} // namespace motley::jinja
