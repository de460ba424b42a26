// Regular expressions of tokenizers, which are written for Oniguruma, in the words of PCRE2.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace motley {

// A pattern that finds in PCRE2 what the given one finds in Oniguruma with its Ruby syntax. Errors name a construct
// that the two programs do not understand alike, or that is not known here.
Result<std::string> fromOniguruma(std::string_view pattern);

std::string quotePattern(std::string_view text); // a pattern that finds this text

} // namespace motley
