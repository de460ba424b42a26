// Tags the words of sentences with a fine-tuned BERT.
#pragma once

#include "engine/base/result.h"
#include "engine/job/precisionspec.h"
#include "engine/job/tasks/taggingspec.h"

#include <c10/core/Device.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace at {
class Tensor;
}

namespace motley {

class BertForTokenClassification;
class WordPieceTokenizer;
struct Batch;

class Tagger {
public:
    using Words = std::vector<std::string>;

    // Opens a model folder of a run, or a Hugging Face folder of a BertForTokenClassification with its tokenizer.
    // Errors name the file.
    static Result<Tagger> open(const std::string &modelFolder, LetterCase letterCase, c10::Device device);

    // A tag for each word of each sentence. A sentence of more word pieces than the model was trained on is tagged in
    // parts, as in a test; a word without any piece gets the outside tag (O, or the model's first label if it has no
    // O).
    std::vector<Words> tag(std::span<const Words> sentences);

    const std::vector<std::string> &notes() const { return m_notes; } // on the tokenizer

private:
    Tagger() = default;

    at::Tensor mostProbable(const Batch &batch); // labels, int64 [rows, length] on the CPU

    std::shared_ptr<BertForTokenClassification> m_model;
    std::shared_ptr<const WordPieceTokenizer> m_tokenizer;
    Words m_labels;
    std::int64_t m_longest = 0; // most pieces, special ones included
    c10::Device m_device = c10::kCPU;
    PrecisionSpec m_precision;
    std::vector<std::string> m_notes;
};

} // namespace motley
