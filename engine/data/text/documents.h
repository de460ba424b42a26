// Splits plain text into documents of sentences: blank lines end documents; within a line, sentences end after . ! ?
// and their CJK forms.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

using Document = std::vector<std::string>; // sentences

std::vector<std::string> sentencesOf(std::string_view line);

// Errors name the file. A file of white space only has no documents.
Result<std::vector<Document>> readDocuments(const std::string &path);

} // namespace motley
