// The name that llama.cpp has for how a tokenizer cuts a text into words.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/tokenizerjson/tokenizerjson.h"

#include <string>

namespace motley {

// Of a tokenizer that writes bytes as characters. llama.cpp has each name built in, with its regular expression; it is
// the one that cuts as this tokenizer does, whatever model it is named after. Errors: there is none, and which
// expression the tokenizer has.
Result<std::string> preTokenizerNameOf(const TokenizerJson &tokenizer);

bool writesBytesAsCharacters(const TokenizerJson &tokenizer);

} // namespace motley
