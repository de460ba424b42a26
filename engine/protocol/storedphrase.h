// A phrase as one line of JSON, for the list of runs.
#pragma once

#include "engine/base/phrase.h"
#include "engine/base/result.h"

#include <string_view>

namespace motley {

std::string toJson(const Phrase &phrase);
Result<Phrase> parsePhrase(std::string_view json);

} // namespace motley
