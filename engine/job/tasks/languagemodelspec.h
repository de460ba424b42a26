// A causal language model: predicts the next token of a text.
#pragma once

#include "engine/base/datapath.h"
#include "engine/job/tasks/adapterspec.h"

#include <cstdint>
#include <string>

namespace motley {

enum class Quantization { None, Int8, Nf4 }; // of weights that are not trained

struct LanguageModelShape {
    DataPath start{}; // a Hugging Face folder of a GPT-2 or a decoder, or empty: a fresh GPT-2 in the shape below
    int layers = 4;
    int heads = 4; // divides width
    int width = 128; // numbers in a token's vector
    int context = 128; // tokens that the model sees at once, which is the length of a sample
    double dropout = 0;
    Quantization quantization = Quantization::None; // of start, below an adapter; None: as its files have it
    bool fixMistralRegex = false; // of start: cut texts as Mistral's models were trained where an older file does not

    bool operator==(const LanguageModelShape &) const = default;
};

struct LanguageModelData {
    enum class Units { Characters, Pieces, OfModel };
    enum class Format { Text, Conversations };
    enum class Learn { Answers, All };

    Format format = Format::Text;
    DataPath train{}; // text in UTF-8; of conversations a JSONL or JSON file, or a folder of them
    DataPath test{}; // empty: the last part of train
    double testPart = 0.1; // of train, where test is empty
    Learn learn = Learn::Answers; // of conversations
    DataPath chatTemplate{}; // a .jinja file, or the name of one of start's templates; empty: its default
    std::string date{}; // that chat templates write as today's, "2026-11-28"; empty: the day on which the run is made
    DataPath prompts{}; // a text file, a prompt a line, that the model answers at each test; empty: none
    Units units = Units::Characters; // Pieces: SentencePiece trained on train; OfModel: the tokens of start
    std::int64_t vocabulary = 8000; // pieces to train

    bool operator==(const LanguageModelData &) const = default;
};

bool namesFile(const DataPath &chatTemplate); // and no template of the model

struct LanguageModelSpec {
    static constexpr const char *name = "language-model";

    LanguageModelShape model{};
    LanguageModelData data{};
    AdapterSpec adapter{};

    bool operator==(const LanguageModelSpec &) const = default;
};

} // namespace motley
