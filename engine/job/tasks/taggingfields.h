// For .cpp files that link the JSON room: the fields of tagging.
#pragma once

#include "engine/job/tasks/sectionfields.h"
#include "engine/job/tasks/taggingspec.h"

namespace motley {

// Jobs and models written before this was an enum have false and true here.
template <>
struct EnumNames<LetterCase> {
    static constexpr auto table = names<LetterCase>(
        {{LetterCase::OfModel, "of-model"}, {LetterCase::Lower, "always"}, {LetterCase::Kept, "never"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "As the folder says"),
        translatable("JobField", "Always"), translatable("JobField", "Never")};
    static constexpr LetterCase fromFlag(bool flag) { return flag ? LetterCase::Lower : LetterCase::Kept; }
};

template <typename Fields>
void describe(Fields &fields, TaggingModelSpec &model)
{
    fields("start", model.start,
        {.label = translatable("JobField", "Start from"),
            .help = translatable("JobField", "A Hugging Face folder of a BERT, with its tokenizer."),
            .needed = true});
    fields("lowercase", model.lowercase,
        {translatable("JobField", "Lower case"),
            translatable("JobField", "Whether words lose capitals and accents, as an uncased model wants it.")});
}

template <typename Fields>
void describe(Fields &fields, TaggedData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training sentences"),
            .help
            = translatable("JobField", "A CoNLL file: a word and its tag per line, a blank line between sentences."),
            .needed = true});
    fields("test", data.test,
        {.label = translatable("JobField", "Test sentences"),
            .help = translatable("JobField", "A CoNLL file that the model is tested on."),
            .needed = true});
    fields("longest", data.longest,
        {translatable("JobField", "Longest sentence"),
            translatable(
                "JobField", "In word pieces. Training cuts off the rest of a longer sentence; tests take it in parts."),
            8, 8192});
}

template <typename Fields>
void describe(Fields &fields, TaggingSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<TaggingModelSpec> : std::true_type {
};
template <>
struct HasDefaults<TaggedData> : std::true_type {
};

} // namespace motley
