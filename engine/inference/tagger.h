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

class Tagger {
public:
    using Words = std::vector<std::string>;

    // Opens a model folder of a run, or a Hugging Face folder of a BertForTokenClassification with its tokenizer.
    // Errors name the file.
    static Result<Tagger> open(const std::string &modelFolder, LetterCase letterCase, c10::Device device);

    // A tag for each word of each sentence. A sentence of more word pieces than the model was trained on is tagged in
    // parts; a word without any piece gets the outside tag (O, or the model's first label if it has no O).
    std::vector<Words> tag(std::span<const Words> sentences);

private:
    Tagger() = default;

    struct Part { // as many words of a sentence as the model sees at once
        std::size_t sentence = 0;
        std::size_t first = 0;
        std::size_t last = 0;
    };
    std::vector<Part> cut(std::span<const Words> sentences) const;
    void put(const Part &part, const at::Tensor &labels, const at::Tensor &answers, std::span<const Words> sentences,
        std::vector<Words> &tags) const;

    std::shared_ptr<BertForTokenClassification> m_model;
    std::shared_ptr<const WordPieceTokenizer> m_tokenizer;
    Words m_labels;
    std::string m_outside;
    std::int64_t m_longest = 0; // most pieces, special ones included
    c10::Device m_device = c10::kCPU;
    PrecisionSpec m_precision;
};

} // namespace motley
