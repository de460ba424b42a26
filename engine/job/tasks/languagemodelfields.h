// For .cpp files that link the JSON room: the fields of language models.
#pragma once

#include "engine/job/tasks/adapterfields.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/job/tasks/sectionfields.h"

namespace motley {

template <>
struct EnumNames<Quantization> {
    static constexpr auto table
        = names<Quantization>({{Quantization::None, "none"}, {Quantization::Int8, "int8"}, {Quantization::Nf4, "nf4"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "As in its files"),
        translatable("JobField", "8 bits (int8)"), translatable("JobField", "4 bits (NF4)")};
};

template <>
struct EnumNames<LanguageModelData::Units> {
    using Units = LanguageModelData::Units;
    static constexpr auto table
        = names<Units>({{Units::Characters, "characters"}, {Units::Pieces, "pieces"}, {Units::OfModel, "of-model"}});
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Characters"),
        translatable("JobField", "Pieces learned from the text"),
        translatable("JobField", "Those of the model it starts from")};
};

template <>
struct EnumNames<LanguageModelData::Format> {
    using Format = LanguageModelData::Format;
    static constexpr auto table = names<Format>({{Format::Text, "text"}, {Format::Conversations, "conversations"}});
    static constexpr std::array<const char *, 2> words{
        translatable("JobField", "One long text"), translatable("JobField", "Conversations")};
};

template <>
struct EnumNames<LanguageModelData::Learn> {
    using Learn = LanguageModelData::Learn;
    static constexpr auto table = names<Learn>({{Learn::Answers, "answers"}, {Learn::All, "all"}});
    static constexpr std::array<const char *, 2> words{
        translatable("JobField", "The answers alone"), translatable("JobField", "All of a conversation")};
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
    fields("quantization", model.quantization,
        {.label = translatable("JobField", "Bits of its weights"),
            .help = translatable("JobField",
                "In how many bits the weights below an adapter are kept, the same on all machines. Fewer need less "
                "memory, and round more."),
            .used = !fresh});
    fields("fixMistralRegex", model.fixMistralRegex,
        {.label = translatable("JobField", "Correct Mistral's tokenizer"),
            .help = translatable("JobField",
                "Older folders of Mistral's models cut text otherwise than these models were trained with; a warning "
                "of the run names such a folder. This cuts as in training."),
            .used = !fresh});
}

template <typename Fields>
void describe(Fields &fields, LanguageModelData &data)
{
    const bool isText = data.format == LanguageModelData::Format::Text;
    fields("format", data.format,
        {translatable("JobField", "Form of the data"),
            translatable("JobField",
                "One long text, or rows with messages, conversations, prompt and completion, instruction and output, "
                "or "
                "text.")});
    fields("train", data.train,
        {.label = translatable("JobField", "Training text"),
            .help = translatable(
                "JobField", "A text file in UTF-8; of conversations a JSONL or JSON file, or a folder of such files."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test text"),
            translatable("JobField", "The same to test on; empty: a part of the training text is kept for that.")});
    fields("testPart", data.testPart,
        {translatable("JobField", "Part for the test"),
            translatable("JobField",
                "The end of the training text, or conversations drawn from it: the model is tested on them and never "
                "trained on them."),
            0.001, 0.9, false, data.test.empty()});
    fields("prompts", data.prompts,
        {translatable("JobField", "Prompts"),
            translatable("JobField",
                "A text file, a prompt on each line, that the model answers at each test, or writes on; empty: "
                "none.")});
    fields("learn", data.learn,
        {.label = translatable("JobField", "What is learned"),
            .help = translatable("JobField", "Of conversations: what the assistant says, or all of them."),
            .used = !isText});
    fields("chatTemplate", data.chatTemplate,
        {.label = translatable("JobField", "Chat template"),
            .help = translatable("JobField",
                "A .jinja file, or the name of one of the templates that the model comes with; empty: its default."),
            .used = !isText});
    fields("date", data.date,
        {.label = translatable("JobField", "Date in the template"),
            .help = translatable("JobField",
                "What chat templates write as today's date, such as 2026-11-28; empty: the day on which the run is "
                "made."),
            .used = !isText});
    fields("units", data.units,
        {.label = translatable("JobField", "Tokens"),
            .help
            = translatable("JobField", "What the text is cut into. A model that the run begins with keeps its own."),
            .used = isText});
    fields("vocabulary", data.vocabulary,
        {translatable("JobField", "Vocabulary"), translatable("JobField", "How many pieces are learned."), 16, 1 << 20,
            false, isText && data.units == LanguageModelData::Units::Pieces});
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
