// The tokenizer of a translator: learnt from the texts, given, or read from a model folder, and the files that keep it
// beside the model.
#pragma once

#include "engine/data/text/paralleltext.h"
#include "engine/data/text/translationtokens.h"
#include "engine/formats/marianconfig.h"
#include "engine/job/tasks/translationspec.h"
#include "engine/tasks/earlier/earliermodel.h"
#include "engine/tensorfiles/sidefile.h"

#include <string>
#include <vector>

namespace motley {

Result<TranslationTokens> learnTranslationTokens(const ParallelText &text, std::int64_t size, std::uint64_t seed);

// Reads a SentencePiece model. Errors name the file.
Result<TranslationTokens> readTranslationTokens(const std::string &file);

// Reads those of a model folder, where the configuration says which ids are special. Errors name the file: also one of
// another number of pieces.
Result<TranslationTokens> readTranslationTokens(const std::string &modelFolder, const MarianConfig &config);

// The tokens that the weights of the earlier model were trained with, or else those of the job: given, or learnt from
// the text. Errors: also a file of pieces in the job that is not the earlier model's.
Result<TranslationTokens> chooseTranslationTokens(
    const TranslationData &data, const ParallelText &text, const EarlierModel &earlier, std::uint64_t seed);

// Notes on a job that chose them: on text that an earlier model's pieces do not have, or that nothing is known of them.
std::vector<std::string> notesOnTokens(const TranslationTokens &tokens, const TranslationData &data,
    const ParallelText &training, const ParallelText &test, const EarlierModel &earlier);

// For the model folder: tokenizer.model for motley-engine, the others for transformers' MarianTokenizer and generate().
std::vector<SideFile> translationFiles(
    const TranslationTokens &tokens, const MarianConfig &config, const TranslationModelSpec &spec);

} // namespace motley
