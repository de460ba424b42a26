#include "engine/tasks/causal/conversationdata.h"

#include "engine/data/chat/conversations/conversationfiles.h"
#include "engine/data/parallelfor.h"
#include "engine/job/tasks/templatedate.h"
#include "engine/tasks/causal/rowcounts.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace motley {

namespace {

constexpr const char *usualDate = "2026-01-01"; // of a job that is not made into a run, as when speeds are measured

ChosenChatTemplate templateOf(const ConversationSource &source)
{
    const std::string &chosen = source.chatTemplate.path;
    return namesFile(source.chatTemplate) ? ChosenChatTemplate{.file = chosen} : ChosenChatTemplate{.name = chosen};
}

using Notes = std::vector<std::string>;

class RowEncoder {
public:
    static Result<RowEncoder> make(const ConversationSource &source, const LanguageModelData &data)
    {
        return trainingEncoder(source, data).map([&](TrainingEncoder encoder) {
            return RowEncoder(std::move(encoder), source.length);
        });
    }

    // Errors: nothing is left to learn from; `what`: "training data".
    Result<std::shared_ptr<const PackedTexts>> pack(
        const std::vector<ConversationRow> &read, const std::string &what, Notes &notes) const
    {
        auto rows = encode(read, what, notes);
        std::vector<std::int64_t> lengths;
        for (const TrainingTokens &row : rows)
            lengths.push_back(std::int64_t(row.ids.size()));
        PackingPlan plan = packRows(lengths, m_length);
        const auto packed = std::make_shared<const PackedTexts>(std::move(rows), std::move(plan.sequences), m_length);
        std::vector<std::int64_t> all(std::size_t(packed->size()));
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = std::int64_t(i);
        if (packed->weight(all, std::nullopt) == 0)
            return fail("The " + what + " hold nothing to learn: no row has an answer of the assistant within "
                + std::to_string(m_length) + " tokens. Set data.learn to all, or model.context to more tokens.");
        return packed;
    }

private:
    RowEncoder(TrainingEncoder encoder, std::int64_t length) : m_encoder(std::move(encoder)), m_length(length) { }

    std::vector<TrainingTokens> encode(
        const std::vector<ConversationRow> &read, const std::string &what, Notes &notes) const
    {
        std::vector<Result<TrainingTokens>> encoded(read.size());
        inParallel(std::int64_t(read.size()), at::get_num_threads(), [&](std::int64_t i) {
            encoded[std::size_t(i)]
                = read[std::size_t(i)].text.and_then([&](const TrainingText &text) { return m_encoder.encode(text); });
        });
        RowCounts counts;
        std::string firstWithoutAnswer;
        std::vector<TrainingTokens> rows;
        for (std::size_t i = 0; i < read.size(); ++i) {
            TrainingRow row{.where = read[i].where};
            if (encoded[i])
                measureRow(*encoded[i], m_length, row);
            else
                leaveOut(encoded[i].error().message, row);
            countRow(row, counts);
            if (row.isWithoutAnswer && counts.withoutAnswer == 1)
                firstWithoutAnswer = row.where;
            if (row.leftOut.empty())
                rows.push_back(std::move(*encoded[i]));
        }
        for (std::string &sentence : sentencesOn(counts, what, m_length, firstWithoutAnswer))
            notes.push_back(std::move(sentence));
        return rows;
    }

    TrainingEncoder m_encoder;
    std::int64_t m_length = 0;
};

// Those of a folder's files of validation too.
Result<Conversations> readAllForTests(const std::string &path)
{
    auto read = readConversations(path, 0);
    if (!read)
        return read;
    std::move(read->heldOut.begin(), read->heldOut.end(), std::back_inserter(read->training));
    read->heldOut = std::exchange(read->training, {});
    return read;
}

} // namespace

Result<std::optional<std::string>> chosenTemplateText(const ConversationSource &source)
{
    return readChatTemplateText(source.modelFolder, templateOf(source));
}

Result<TrainingEncoder> trainingEncoder(const ConversationSource &source, const LanguageModelData &data)
{
    auto templates = readChatTemplates(source.modelFolder, templateOf(source));
    if (!templates)
        return tl::unexpected(templates.error());
    TrainingEncoder::Options options;
    options.answersOnly = data.learn == LanguageModelData::Learn::Answers;
    options.stopIds = source.stopIds;
    options.now = midnightOf(data.date).value_or(*midnightOf(usualDate));
    return TrainingEncoder(source.tokenizer, std::move(*templates), std::move(options));
}

std::string nothingHeldOut(const std::string &path)
{
    return "No row of " + path + " is held out to be tested on. Set data.test, or a larger data.testPart.";
}

Result<ConversationData> openConversations(const LanguageModelData &data, const ConversationSource &source)
{
    const auto encoder = RowEncoder::make(source, data);
    if (!encoder)
        return tl::unexpected(encoder.error());
    auto read = readConversations(data.train.path, data.test.empty() ? data.testPart : 0);
    if (!read)
        return tl::unexpected(read.error());
    Notes notes = read->counts.sentences();
    if (!data.test.empty()) {
        auto test = readAllForTests(data.test.path);
        if (!test)
            return tl::unexpected(test.error());
        for (const std::string &sentence : test->counts.sentences())
            notes.push_back("Of the test data: " + sentence);
        read->heldOut = std::move(test->heldOut);
    }
    if (read->heldOut.empty())
        return fail(nothingHeldOut(data.train.path));
    auto training = encoder->pack(read->training, "training data", notes);
    if (!training)
        return tl::unexpected(training.error());
    auto test = encoder->pack(read->heldOut, "test data", notes);
    if (!test)
        return tl::unexpected(test.error());
    return ConversationData{std::move(*training), std::move(*test), std::move(notes)};
}

Result<ConversationData> openTestConversations(
    const std::string &path, const LanguageModelData &data, const ConversationSource &source)
{
    const auto encoder = RowEncoder::make(source, data);
    if (!encoder)
        return tl::unexpected(encoder.error());
    const auto read = readAllForTests(path);
    if (!read)
        return tl::unexpected(read.error());
    Notes notes = read->counts.sentences();
    auto test = encoder->pack(read->heldOut, "test data", notes);
    if (!test)
        return tl::unexpected(test.error());
    return ConversationData{*test, *test, std::move(notes)};
}

} // namespace motley
