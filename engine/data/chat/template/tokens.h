// A template cut into tokens, as jinja2 does with trim_blocks and lstrip_blocks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley::jinja {

struct Token {
    enum class Kind { Data, VariableBegin, VariableEnd, BlockBegin, BlockEnd, Name, String, Integer, Float, Sign, End };
    Kind kind = Kind::End;
    std::string text{}; // of data, names and signs as it is; of strings what they say
    int line = 1;
    std::int64_t whole = 0; // of an Integer
    double real = 0; // of a Float
};

// The last one is an End. A Problem: what is not supported, or no template.
std::vector<Token> tokensOf(std::string_view source);

} // namespace motley::jinja
