// The vocabulary in a BERT's folder, for its text.
#pragma once

#include "engine/data/tokenizers/wordpiece.h"
#include "engine/formats/bertconfig.h"

#include <string>

namespace motley {

// vocab.txt. One that has more tokens than the model is an Error.
Result<WordPieceTokenizer> readWordPieces(const std::string &modelFolder, const BertConfig &config, bool lowercase);

} // namespace motley
