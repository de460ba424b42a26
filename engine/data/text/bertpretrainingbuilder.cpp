#include "engine/data/text/bertpretrainingbuilder.h"

#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/rows/bertshard.h"
#include "engine/data/text/documents.h"
#include "engine/data/tokenizers/wordpiece.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace motley {

namespace {

constexpr std::int64_t shortestRow = 8;
constexpr std::size_t rowsAtOnce = 4096;
constexpr std::int64_t rowsPerChunk = 256;

Result<void> check(const BertBuild &build)
{
    const BertExampleOptions &options = build.examples;
    if (build.texts.empty())
        return fail("No text was given to make rows of.");
    if (options.length < shortestRow || options.length > longestBertRow)
        return fail("Rows must be 8 to 32768 tokens long, not " + std::to_string(options.length) + ".");
    if (options.mostPredictions < 1 || options.mostPredictions > options.length)
        return fail("A row of " + std::to_string(options.length) + " tokens can have 1 to "
            + std::to_string(options.length) + " predictions, not " + std::to_string(options.mostPredictions) + ".");
    if (!(options.maskedShare > 0 && options.maskedShare <= 1) || !(options.shortShare >= 0 && options.shortShare <= 1))
        return fail("The share of masked tokens must be above 0 and at most 1, that of short rows 0 to 1.");
    if (build.copies < 1)
        return fail("A text must be used at least once, not " + std::to_string(build.copies) + " times.");
    return {};
}

BertMarks marksOf(const WordPieceTokenizer &tokenizer)
{
    const WordPieceTokenizer::Specials &specials = tokenizer.specials();
    BertMarks marks{specials.classify, specials.separate, specials.mask, {}};
    for (std::int32_t id = 0; id < std::int32_t(tokenizer.size()); ++id) {
        const std::string &token = tokenizer.token(id);
        const bool isMark = token.size() > 2 && token.front() == '[' && token.back() == ']'; // [SEP], [unused7]
        if (!isMark)
            marks.words.push_back(id);
    }
    return marks;
}

// Appends a sentence; one with more tokens than a row holds is split into several.
void appendSentence(TokenDocument &document, const TokenIds &tokens, std::size_t most)
{
    for (std::size_t first = 0; first < tokens.size(); first += most)
        document.emplace_back(tokens.begin() + std::ptrdiff_t(first),
            tokens.begin() + std::ptrdiff_t(std::min(first + most, tokens.size())));
}

Result<std::vector<TokenDocument>> tokenized(
    const std::string &path, const WordPieceTokenizer &tokenizer, std::int64_t length)
{
    auto texts = readDocuments(path);
    if (!texts)
        return tl::unexpected(texts.error());
    std::vector<TokenDocument> documents;
    for (Document &text : *texts) {
        TokenDocument document;
        for (const std::string &sentence : text)
            appendSentence(document, tokenizer.encode(sentence), std::size_t(length));
        if (!document.empty())
            documents.push_back(std::move(document));
        text = {}; // frees memory for the tokens
    }
    if (documents.size() < 2)
        return fail(path + " has " + (documents.empty() ? "no text" : "only one document")
            + " in it; sentence pairs need at least two documents, with blank lines between them.");
    return documents;
}

// Writes the six tables of a file, some rows at a time.
class RowWriter {
public:
    RowWriter(Hdf5Writer file, const BertExampleOptions &options, std::int32_t pad)
        : m_file(std::move(file)), m_options(options), m_pad(pad)
    {
    }

    Result<void> begin()
    {
        using Stored = Hdf5Writer::Stored;
        const std::vector<std::int64_t> row{m_options.length};
        const std::vector<std::int64_t> predictions{m_options.mostPredictions};
        return m_file.addDataset("input_ids", Stored::Int32, row, rowsPerChunk)
            .and_then([&] { return m_file.addDataset("input_mask", Stored::Int8, row, rowsPerChunk); })
            .and_then([&] { return m_file.addDataset("segment_ids", Stored::Int8, row, rowsPerChunk); })
            .and_then(
                [&] { return m_file.addDataset("masked_lm_positions", Stored::Int32, predictions, rowsPerChunk); })
            .and_then([&] { return m_file.addDataset("masked_lm_ids", Stored::Int32, predictions, rowsPerChunk); })
            .and_then([&] { return m_file.addDataset("next_sentence_labels", Stored::Int8, {}, rowsPerChunk); });
    }

    Result<void> write(const std::vector<BertExample> &examples, std::span<const std::size_t> order)
    {
        std::vector<std::int32_t> ids, mask, segments, positions, maskedIds, next;
        const auto padTo = [&](std::vector<std::int32_t> &table, std::size_t rows, std::int64_t width,
                               std::int32_t filler) { table.resize(rows * std::size_t(width), filler); };
        for (std::size_t i = 0; i < order.size(); ++i) {
            const BertExample &example = examples[order[i]];
            ids.insert(ids.end(), example.ids.begin(), example.ids.end());
            mask.resize(mask.size() + example.ids.size(), 1);
            segments.resize(segments.size() + example.secondStart, 0);
            segments.resize(segments.size() + example.ids.size() - example.secondStart, 1);
            positions.insert(positions.end(), example.positions.begin(), example.positions.end());
            maskedIds.insert(maskedIds.end(), example.maskedIds.begin(), example.maskedIds.end());
            next.push_back(example.isRandom ? 1 : 0);
            padTo(ids, i + 1, m_options.length, m_pad);
            padTo(mask, i + 1, m_options.length, 0);
            padTo(segments, i + 1, m_options.length, 0);
            padTo(positions, i + 1, m_options.mostPredictions, 0);
            padTo(maskedIds, i + 1, m_options.mostPredictions, 0);
        }
        return append("input_ids", ids)
            .and_then([&] { return append("input_mask", mask); })
            .and_then([&] { return append("segment_ids", segments); })
            .and_then([&] { return append("masked_lm_positions", positions); })
            .and_then([&] { return append("masked_lm_ids", maskedIds); })
            .and_then([&] { return append("next_sentence_labels", next); });
    }

    Result<void> finish() { return m_file.finish(); }

private:
    Result<void> append(const char *name, const std::vector<std::int32_t> &numbers)
    {
        return m_file.append<std::int32_t>(name, numbers);
    }

    Hdf5Writer m_file;
    BertExampleOptions m_options;
    std::int32_t m_pad;
};

std::vector<std::size_t> shuffled(std::size_t count, Random random)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    for (std::size_t left = count; left > 1; --left)
        std::swap(order[left - 1], order[random.below(left)]);
    return order;
}

Result<void> writeRows(const std::string &path, const std::vector<BertExample> &examples,
    const BertExampleOptions &options, std::int32_t pad, Random random)
{
    auto file = Hdf5Writer::create(path);
    if (!file)
        return tl::unexpected(file.error());
    RowWriter writer(std::move(*file), options, pad);
    if (const auto begun = writer.begin(); !begun)
        return begun;
    const std::vector<std::size_t> order = shuffled(examples.size(), random);
    for (std::size_t first = 0; first < order.size(); first += rowsAtOnce) {
        const auto rows = std::span(order).subspan(first, std::min(rowsAtOnce, order.size() - first));
        if (const auto written = writer.write(examples, rows); !written)
            return written;
    }
    return writer.finish();
}

} // namespace

Result<BertBuilt> buildBertRows(const BertBuild &build)
{
    if (const auto sensible = check(build); !sensible)
        return tl::unexpected(sensible.error());
    const auto tokenizer = WordPieceTokenizer::read(build.vocabulary, build.words);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const BertMarks marks = marksOf(*tokenizer);
    if (marks.words.empty())
        return fail(build.vocabulary + " has no words in it.");
    std::error_code failure;
    std::filesystem::create_directories(build.folder, failure);
    if (failure)
        return fail("Could not make the folder " + build.folder + ".", failure.message());

    BertBuilt built;
    for (std::uint64_t text = 0; text < build.texts.size(); ++text) {
        const auto documents = tokenized(build.texts[text], *tokenizer, build.examples.length);
        if (!documents)
            return tl::unexpected(documents.error());
        std::vector<BertExample> examples;
        for (std::uint64_t copy = 0; copy < std::uint64_t(build.copies); ++copy)
            for (std::size_t document = 0; document < documents->size(); ++document)
                for (BertExample &example : makeBertExamples(
                         *documents, document, marks, build.examples, Random{build.seed, text, copy, document}))
                    examples.push_back(std::move(example));
        const std::string path = build.folder + "/" + build.split + "-" + std::to_string(text) + ".hdf5";
        const auto written
            = writeRows(path, examples, build.examples, tokenizer->specials().pad, Random{build.seed, text});
        if (!written)
            return tl::unexpected(written.error());
        built.files.push_back(path);
        built.documents += std::int64_t(documents->size());
        built.rows += std::int64_t(examples.size());
        for (const TokenDocument &document : *documents)
            for (const TokenIds &sentence : document)
                built.tokens += std::int64_t(sentence.size());
        for (const BertExample &example : examples)
            built.predictions += std::int64_t(example.positions.size());
    }
    return built;
}

} // namespace motley
