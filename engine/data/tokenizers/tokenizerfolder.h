// The files of a model folder that describe its tokenizer.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/tokenizerfiles.h"

#include <string>

namespace motley {

constexpr std::size_t mostTokenizerBytes = 256 << 20; // of a file

// Reads those that are there. Errors name the file.
Result<TokenizerFiles> readTokenizerFiles(const std::string &folder);

bool folderHas(const std::string &folder, const char *file);

} // namespace motley
