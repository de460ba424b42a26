// The tokenizer of a BERT model folder.
#pragma once

#include "engine/data/tokenizers/wordpiece.h"
#include "engine/formats/bertconfig.h"
#include "engine/job/tasks/taggingspec.h"
#include "engine/tensorfiles/sidefile.h"

#include <string>
#include <vector>

namespace motley {

struct BertWordPieces {
    WordPieceTokenizer tokenizer;
    std::vector<std::string> notes; // that the job treats capitals in another way than the folder, and of unused rows
};

// Reads the tokenizer of a model folder. `letterCase` overrides what the folder says of capitals and accents. Errors
// name the file: also one with more tokens than the model.
Result<BertWordPieces> readWordPieces(
    const std::string &modelFolder, const BertConfig &config, LetterCase letterCase = LetterCase::OfModel);

bool hasWordPieces(const std::string &modelFolder); // vocab.txt or tokenizer.json

// As readWordPieces(), of a vocab.txt that may have no model folder around it.
Result<BertWordPieces> readVocabulary(const std::string &vocabularyFile, const BertConfig &config);

// vocab.txt and tokenizer_config.json, which readWordPieces() and transformers' AutoTokenizer read.
std::vector<SideFile> tokenizerFiles(const WordPieceTokenizer &tokenizer, const BertConfig &config);

} // namespace motley
