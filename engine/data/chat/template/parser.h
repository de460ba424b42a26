#pragma once

#include "engine/data/chat/template/syntax.h"

#include <string_view>

namespace motley::jinja {

// A Problem names what is not supported, or is no template, and its line.
Body parseTemplate(std::string_view source);

} // namespace motley::jinja
