// tokenizer.json, which Hugging Face's tokenizers library reads, for the tokenizers that are made here. BERT's and
// GPT-2's own need none: their vocabularies are files that it knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct ScoredPiece {
    std::string text;
    double score = 0;
};

struct SpecialPieces { // ids
    std::size_t unknown = 0;
    std::size_t pad = 0;
    std::size_t lineEnd = 0; // stands for the end of a line
};

// The tokenizer of a SentencePiece unigram model, applied to each line of a text. `normalization`: the table of
// characters of the model (precompiled_charsmap).
std::string unigramTokenizer(
    std::vector<ScoredPiece> pieces, std::string_view normalization, const SpecialPieces &specials);

// Every character is a token; `characters` by id, the first stands for all others.
std::string characterTokenizer(const std::vector<std::string> &characters);

} // namespace motley
