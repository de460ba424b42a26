// The tokenizer of a BERT model folder.
#pragma once

#include "engine/data/tokenizers/wordpiece.h"
#include "engine/formats/bertconfig.h"

#include <string>

namespace motley {

// Reads vocab.txt. Errors name the file: also one with more tokens than the model.
Result<WordPieceTokenizer> readWordPieces(const std::string &modelFolder, const BertConfig &config, bool lowercase);

} // namespace motley
