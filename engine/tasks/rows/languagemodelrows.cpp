#include "engine/tasks/rows/languagemodelrows.h"

#include "engine/data/chat/conversations/conversationfiles.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/causal/rowcounts.h"
#include "engine/tasks/languagemodeltokenizer.h"
#include "engine/tasks/rows/beginning.h"
#include "engine/tasks/rows/rowtext.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace motley {

namespace {

constexpr std::size_t mostTextBytes = 8 << 20; // of a text, for the rows that are shown

// Writes the tokens of a row out, as far as they are trained.
class RowWriter {
public:
    RowWriter(const PipelineTokenizer &tokenizer, std::int64_t length) : m_tokenizer(tokenizer), m_length(length)
    {
        for (const AddedToken &token : tokenizer.added())
            if (token.special && token.id)
                m_special.insert(*token.id);
    }

    // What the row is, without its text.
    void measure(const TrainingTokens &tokens, TrainingRow &row) const { measureRow(tokens, m_length, row); }

    void write(const ExplainedTokens &explained, TrainingRow &row) const
    {
        measure(explained.tokens, row);
        const std::size_t kept = std::size_t(row.tokens);
        const auto &learned = explained.tokens.learned;
        for (std::size_t first = 0; first < kept;) {
            const std::size_t end = endOfPiece(explained, first);
            addPiece(row,
                {textOf(explained, first, std::min(end, kept), end), learned[first] != 0, isSpecial(explained, first)});
            first = end;
        }
    }

private:
    bool isSpecial(const ExplainedTokens &explained, std::size_t at) const
    {
        return m_special.count(explained.tokens.ids[at]) > 0;
    }

    // Tokens that were made of one text between added tokens.
    std::size_t endOfPiece(const ExplainedTokens &explained, std::size_t first) const
    {
        std::size_t end = first + 1;
        const bool isAlone = isSpecial(explained, first);
        while (!isAlone && end < explained.begins.size() && explained.begins[end] == explained.begins[first]
            && !isSpecial(explained, end))
            ++end;
        return end;
    }

    // Of whole pieces the text itself, as tokens may be written out with another space at their beginning.
    std::string textOf(const ExplainedTokens &explained, std::size_t first, std::size_t last, std::size_t end) const
    {
        const auto &begins = explained.begins;
        const std::string &text = explained.marked.text;
        if (last < end || isSpecial(explained, first)) {
            const auto *ids = explained.tokens.ids.data();
            return m_tokenizer.decode({ids + first, ids + last});
        }
        const std::size_t next = end < begins.size() ? begins[end] : text.size();
        return text.substr(begins[first], next - begins[first]);
    }

    const PipelineTokenizer &m_tokenizer;
    std::int64_t m_length;
    std::set<std::int64_t> m_special;
};

// Shows the first rows to train on, and counts all of them as far as the limits allow.
class RowReader {
public:
    RowReader(const TrainingEncoder &encoder, RowWriter writer, std::size_t most, const RowLimits &limits)
        : m_encoder(encoder), m_writer(std::move(writer)), m_most(most), m_limits(limits)
    {
    }

    // False: no more is wanted.
    bool take(const ConversationRow &read, bool isTest, TrainingRows &result)
    {
        const bool isShown = !isTest && result.rows.size() < m_most;
        TrainingRow row{.where = read.where};
        if (const auto encoded = isShown ? show(read.text, row) : measure(read.text, row); !encoded)
            leaveOut(encoded.error().message, row);
        countRow(row, isTest ? *result.test : *result.training);
        m_tokens += row.tokens + row.cutTokens;
        if (isShown)
            result.rows.push_back(std::move(row));
        result.isWhole = ++m_rows < m_limits.rows && m_tokens < m_limits.tokens;
        return result.isWhole;
    }

private:
    Result<void> show(const Result<TrainingText> &text, TrainingRow &row) const
    {
        const auto explained = text.and_then([&](const TrainingText &known) { return m_encoder.explain(known); });
        return explained.map([&](const ExplainedTokens &tokens) { m_writer.write(tokens, row); });
    }

    Result<void> measure(const Result<TrainingText> &text, TrainingRow &row) const
    {
        const auto encoded = text.and_then([&](const TrainingText &known) { return m_encoder.encode(known); });
        return encoded.map([&](const TrainingTokens &tokens) { m_writer.measure(tokens, row); });
    }

    const TrainingEncoder &m_encoder;
    RowWriter m_writer;
    std::size_t m_most;
    RowLimits m_limits;
    std::int64_t m_rows = 0;
    std::int64_t m_tokens = 0;
};

Result<TrainingRows> conversationRows(const LanguageModelSpec &spec, int most, const RowLimits &limits)
{
    const auto tokens = readTokens(spec.model.start.path, regexOf(spec.model));
    if (!tokens)
        return tl::unexpected(tokens.error());
    auto source = conversationSource(*tokens, spec.model.start.path, spec.model.context);
    if (!source)
        return tl::unexpected(source.error());
    source->chatTemplate = spec.data.chatTemplate;
    const auto encoder = trainingEncoder(*source, spec.data);
    if (!encoder)
        return tl::unexpected(encoder.error());
    TrainingRows result{.length = source->length, .training = RowCounts(), .test = RowCounts()};
    if (!tokens->note.empty())
        result.notes.push_back(tokens->note);
    RowReader reader(*encoder, {*source->tokenizer, source->length}, std::size_t(most), limits);
    const bool hasTestFile = !spec.data.test.empty();
    const auto read = forEachConversation(
        spec.data.train.path, hasTestFile ? 0 : spec.data.testPart, [&](const ConversationRow &row) {
            return (hasTestFile && row.isHeldOut) || reader.take(row, row.isHeldOut, result);
        });
    if (!read)
        return tl::unexpected(read.error());
    const bool isWhole = result.isWhole;
    RowReader testReader(*encoder, {*source->tokenizer, source->length}, 0, limits);
    const auto test = !hasTestFile ? read
                                   : forEachConversation(spec.data.test.path, 0,
                                       [&](const ConversationRow &row) { return testReader.take(row, true, result); });
    if (!test)
        return tl::unexpected(test.error());
    result.isWhole = result.isWhole && isWhole;
    if (result.isWhole && rowsKept(*result.test) == 0)
        result.notes.push_back(nothingHeldOut(hasTestFile ? spec.data.test.path : spec.data.train.path));
    return result;
}

// Where the tokens are not known before the run begins.
Result<TrainingRows> linesOfText(const LanguageModelSpec &spec, int most)
{
    return readFirstLines(spec.data.train.path, std::size_t(most)).map([](const std::vector<std::string> &lines) {
        TrainingRows result;
        for (const std::string &line : lines)
            addPiece(result.rows.emplace_back(), {line, true, false});
        return result;
    });
}

// Blocks of a text as an epoch without a shift cuts it.
Result<TrainingRows> textRows(const LanguageModelSpec &spec, int most)
{
    using Units = LanguageModelData::Units;
    const bool isFresh = spec.model.start.empty();
    if (isFresh && spec.data.units != Units::Characters)
        return linesOfText(spec, most);
    const auto text = readBeginning(spec.data.train.path, mostTextBytes);
    if (!text)
        return tl::unexpected(text.error());
    const auto tokens
        = isFresh ? makeTokens(spec.data, *text, 0) : readTokens(spec.model.start.path, regexOf(spec.model));
    if (!tokens)
        return tl::unexpected(tokens.error());
    const std::int64_t length = spec.model.context;
    const std::size_t bytes = std::size_t(most) * std::size_t(length) * 16; // of a token there are seldom more
    const std::string_view part = std::string_view(*text).substr(0, bytes);
    const auto ids = encoded(*tokens, part.substr(0, part.size() - unfinishedUtf8(part)));
    if (!ids)
        return tl::unexpected(ids.error());
    TrainingRows result;
    if (!tokens->note.empty())
        result.notes.push_back(tokens->note);
    const std::int64_t count = std::min<std::int64_t>(std::int64_t(ids->size()) / length, most);
    for (std::int64_t number = 0; number < count; ++number) {
        TrainingRow row{.tokens = length, .learned = length};
        const std::span<const std::int32_t> block(ids->data() + number * length, std::size_t(length));
        addPiece(row, {tokens->decode(block), true, false});
        result.rows.push_back(std::move(row));
    }
    return result;
}

} // namespace

Result<TrainingRows> languageModelRows(const LanguageModelSpec &spec, int most, const RowLimits &limits)
{
    if (!spec.model.start.empty())
        if (const auto known = checkCausalConfig(spec.model.start.path); !known)
            return tl::unexpected(known.error());
    if (spec.data.format == LanguageModelData::Format::Text)
        return textRows(spec, most);
    if (spec.model.start.empty())
        return fail(noModelForConversations);
    return conversationRows(spec, most, limits);
}

} // namespace motley
