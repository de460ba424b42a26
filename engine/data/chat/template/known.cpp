#include "engine/data/chat/template/known.h"

#include <algorithm>
#include <array>

namespace motley::jinja {

namespace {

template <std::size_t count>
bool isOneOf(std::string_view name, const std::array<std::string_view, count> &names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

bool isKnownFilter(std::string_view name)
{
    return isOneOf(name,
        std::to_array<std::string_view>({"capitalize", "count", "d", "default", "dictsort", "first", "items", "join",
            "last", "length", "list", "lower", "map", "reject", "rejectattr", "replace", "reverse", "safe", "select",
            "selectattr", "string", "tojson", "trim", "upper"}));
}

bool isKnownTest(std::string_view name)
{
    return isOneOf(name,
        std::to_array<std::string_view>({"!=", "<", "<=", "==", ">", ">=", "boolean", "defined", "divisibleby", "eq",
            "equalto", "even", "false", "float", "ge", "greaterthan", "gt", "in", "integer", "iterable", "le",
            "lessthan", "lt", "mapping", "ne", "none", "number", "odd", "sequence", "string", "true", "undefined"}));
}

bool isKnownMethod(std::string_view name)
{
    return isOneOf(name,
        std::to_array<std::string_view>({"capitalize", "count", "endswith", "find", "get", "items", "join", "keys",
            "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rstrip", "split", "startswith", "strip",
            "upper", "values"}));
}

bool isTextAttribute(std::string_view name)
{
    return isOneOf(name,
        std::to_array<std::string_view>({"capitalize", "casefold", "center", "count", "encode", "endswith",
            "expandtabs", "find", "format", "format_map", "index", "isalnum", "isalpha", "isascii", "isdecimal",
            "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "join",
            "ljust", "lower", "lstrip", "maketrans", "partition", "removeprefix", "removesuffix", "replace", "rfind",
            "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip",
            "swapcase", "title", "translate", "upper", "zfill"}));
}

bool isMappingAttribute(std::string_view name)
{
    return isOneOf(name,
        std::to_array<std::string_view>(
            {"clear", "copy", "fromkeys", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"}));
}

bool isListAttribute(std::string_view name)
{
    return isOneOf(name,
        std::to_array<std::string_view>(
            {"append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"}));
}

bool isTupleAttribute(std::string_view name)
{
    return name == "count" || name == "index";
}

} // namespace motley::jinja
