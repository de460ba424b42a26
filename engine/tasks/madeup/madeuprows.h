// Rows of data that a model is tuned on: conversations, or texts that share sequences.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

enum class MadeUpRows { Conversations, Texts };

Result<void> writeMadeUpRows(MadeUpRows kind, int rows, const std::string &path); // JSON Lines

} // namespace motley
