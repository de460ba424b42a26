// What the tasks with a BERT take of an earlier model: its tokenizer and its tags.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/wordpiece.h"
#include "engine/formats/bertconfig.h"
#include "engine/tasks/earlier/earliermodel.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

std::optional<BertConfig> bertConfigOf(const EarlierModel &earlier); // nullopt: there is none, or it is no BERT

// Checks what the shapes of the tensors do not tell: heads, activation, epsilon. The Error says which differs.
Result<void> checkSameNetwork(
    const BertConfig &config, const std::optional<BertConfig> &earlier, const std::string &source);

// The folder with the tokenizer that the weights were trained with: the earlier model's, or else that of `start`.
std::string tokenizerFolder(const EarlierModel &earlier, const std::string &start);

// What is in one list and not in the other.
std::vector<std::string> missingFrom(const std::vector<std::string> &known, const std::vector<std::string> &wanted);

// How the vocabulary of rows differs from that of the weights, in a sentence; empty: it does not. Tokens that the
// weights leave unused ("[unused7]") may stand for anything.
std::string describeOtherTokens(const WordPieceTokenizer &ofRows, const std::string &rows,
    const WordPieceTokenizer &ofWeights, const std::string &weights);

} // namespace motley
