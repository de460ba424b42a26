// For .cpp files that link the JSON room: the fields of translation.
#pragma once

#include "engine/job/tasks/sectionfields.h"
#include "engine/job/tasks/translationspec.h"

namespace motley {

template <>
struct EnumNames<TranslationModelSpec::Size> {
    using Size = TranslationModelSpec::Size;
    static constexpr auto table = names<Size>({{Size::Small, "small"}, {Size::Base, "base"}, {Size::Big, "big"}});
    static constexpr std::array<const char *, 3> words{
        translatable("JobField", "Small"), translatable("JobField", "Base"), translatable("JobField", "Big")};
};

template <typename Fields>
void describe(Fields &fields, TranslationModelSpec &model)
{
    fields("size", model.size,
        {translatable("JobField", "Size"),
            translatable("JobField", "Base and big are the original Transformers; small has 3 layers of 256.")});
    fields("dropout", model.dropout,
        {translatable("JobField", "Dropout"),
            translatable("JobField", "The part of the activations that training leaves out."), 0, 0.99});
    fields("labelSmoothing", model.labelSmoothing,
        {translatable("JobField", "Label smoothing"),
            translatable("JobField", "The part of the probability that the other tokens share."), 0, 0.99});
    fields("beam", model.beam,
        {translatable("JobField", "Beam"),
            translatable("JobField", "Hypotheses that a test keeps of each translation; 1: greedy."), 1, 64});
    fields("lengthPenalty", model.lengthPenalty,
        {translatable("JobField", "Length penalty"),
            translatable("JobField", "Scores are divided by the length to this power."), 0, 10});
}

template <typename Fields>
void describe(Fields &fields, TranslationData &data)
{
    const char *source = translatable("JobField", "A text in the language to translate from, a sentence per line.");
    const char *target = translatable("JobField", "Its translation, line by line.");
    fields("trainSource", data.trainSource,
        {.label = translatable("JobField", "Training text"), .help = source, .needed = true});
    fields("trainTarget", data.trainTarget,
        {.label = translatable("JobField", "Its translation"), .help = target, .needed = true});
    fields("testSource", data.testSource,
        {.label = translatable("JobField", "Test text"), .help = source, .needed = true});
    fields("testTarget", data.testTarget,
        {.label = translatable("JobField", "Its translation"), .help = target, .needed = true});
    fields("pieces", data.pieces,
        {translatable("JobField", "Pieces"),
            translatable("JobField", "A SentencePiece model; empty: learned from both training texts.")});
    fields("vocabulary", data.vocabulary,
        {.label = translatable("JobField", "Vocabulary"),
            .help = translatable("JobField", "How many pieces are learned, of both languages together."),
            .least = 16,
            .most = 1 << 20,
            .used = data.pieces.empty()});
    fields("longest", data.longest,
        {translatable("JobField", "Longest sentence"),
            translatable("JobField", "In tokens. Training leaves out pairs with a longer side; tests take every pair."),
            2, 1023});
}

template <typename Fields>
void describe(Fields &fields, TranslationSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<TranslationModelSpec> : std::true_type {
};
template <>
struct HasDefaults<TranslationData> : std::true_type {
};

} // namespace motley
