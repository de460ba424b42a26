// For .cpp files that link the JSON room: the fields of language models.
#pragma once

#include "engine/job/tasks/adapterfields.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/job/tasks/sectionfields.h"

namespace motley {

template <>
struct EnumNames<LanguageModelData::Units> {
    using Units = LanguageModelData::Units;
    static constexpr auto table
        = names<Units>({{Units::Characters, "characters"}, {Units::Pieces, "pieces"}, {Units::OfModel, "of-model"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Characters"),
        translatable("JobField", "Pieces learned from the text"),
        translatable("JobField", "Those of the model it starts from")};
};

template <typename Fields>
void describe(Fields &fields, LanguageModelShape &model)
{
    const bool fresh = model.start.empty();
    fields("start", model.start,
        {translatable("JobField", "Start from"),
            translatable("JobField",
                "A Hugging Face folder of a GPT-2, Llama, Qwen, Gemma, Mistral or similar model; empty: a fresh "
                "GPT-2.")});
    fields("layers", model.layers,
        {translatable("JobField", "Layers"), translatable("JobField", "Of attention; the first GPT-2 has 12."), 1, 1000,
            false, fresh});
    fields("heads", model.heads,
        {translatable("JobField", "Heads"), translatable("JobField", "Of each attention; a divisor of the width."), 1,
            1000, false, fresh});
    fields("width", model.width,
        {translatable("JobField", "Width"),
            translatable("JobField", "Numbers that stand for a token; the first GPT-2 has 768."), 1, 65536, false,
            fresh});
    fields("context", model.context,
        {translatable("JobField", "Context"),
            translatable("JobField", "Tokens that the model sees at once, and of a sample."), 2, 65536});
    fields("dropout", model.dropout,
        {translatable("JobField", "Dropout"),
            translatable("JobField", "The part of the activations that training leaves out."), 0, 0.99, false, fresh});
}

template <typename Fields>
void describe(Fields &fields, LanguageModelData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training text"),
            .help = translatable("JobField", "A text file in UTF-8."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test text"),
            translatable("JobField", "A text file in UTF-8; empty: the last part of the training text is kept.")});
    fields("testPart", data.testPart,
        {translatable("JobField", "Part for the test"),
            translatable(
                "JobField", "The end of the training text: the model is tested on it and never trained on it."),
            0.001, 0.9, false, data.test.empty()});
    fields("units", data.units,
        {translatable("JobField", "Tokens"),
            translatable("JobField", "What the text is cut into. A model that the run begins with keeps its own.")});
    fields("vocabulary", data.vocabulary,
        {translatable("JobField", "Vocabulary"), translatable("JobField", "How many pieces are learned."), 16, 1 << 20,
            false, data.units == LanguageModelData::Units::Pieces});
}

template <typename Fields>
void describe(Fields &fields, LanguageModelSpec &spec)
{
    describeSections(fields, spec);
    fields("adapter", spec.adapter,
        {translatable("JobField", "Adapter"),
            translatable("JobField", "What is trained instead of all weights of the model it starts from.")});
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<LanguageModelShape> : std::true_type {
};
template <>
struct HasDefaults<LanguageModelData> : std::true_type {
};

} // namespace motley
