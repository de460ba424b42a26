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
    std::string note; // that the job treats capitals in another way than the folder; empty: it does not
};

// Reads the tokens of vocab.txt or else of tokenizer.json. How text is normalised say tokenizer_config.json, else
// tokenizer.json, else the vocabulary: words keep their capitals where it has any. `letterCase` overrides that for
// capitals and accents. Errors name the file: also one with more tokens than the model.
Result<BertWordPieces> readWordPieces(
    const std::string &modelFolder, const BertConfig &config, LetterCase letterCase = LetterCase::OfModel);

bool hasWordPieces(const std::string &modelFolder); // vocab.txt or tokenizer.json

// As readWordPieces(), of a vocab.txt that may have no model folder around it.
Result<WordPieceTokenizer> readVocabulary(const std::string &vocabularyFile, const BertConfig &config);

// vocab.txt and tokenizer_config.json, which readWordPieces() and transformers' AutoTokenizer read.
std::vector<SideFile> tokenizerFiles(const WordPieceTokenizer &tokenizer, const BertConfig &config);

} // namespace motley
