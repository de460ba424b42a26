// The filters, tests and methods that templates may use.
#pragma once

#include <string_view>

namespace motley::jinja {

bool isKnownFilter(std::string_view name);
bool isKnownTest(std::string_view name);
bool isKnownMethod(std::string_view name); // of texts, mappings or loops
bool isTextAttribute(std::string_view name); // whether Python's str has it
bool isMappingAttribute(std::string_view name); // dict
bool isListAttribute(std::string_view name); // list
bool isTupleAttribute(std::string_view name); // tuple

} // namespace motley::jinja
