#include "engine/data/tokenizers/sentencepiece.h"

#include "engine/base/keyedrandom.h"
#include "engine/base/textfile.h"
#include "engine/data/tokenizers/protobuffield.h"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace motley {

namespace {

constexpr std::size_t mostModelBytes = 64 << 20;
constexpr std::size_t longestPart = 65536; // bytes

// As much of a text as may be learnt from at once: up to a space, or else to the end of a character.
std::string_view firstPart(std::string_view text)
{
    if (text.size() <= longestPart)
        return text;
    const auto continues = [&](std::size_t at) { return (std::uint8_t(text[at]) & 0xc0) == 0x80; };
    std::size_t end = text.rfind(' ', longestPart);
    if (end == 0 || end == std::string_view::npos)
        for (end = longestPart; end > 1 && continues(end);)
            --end;
    return text.substr(0, end);
}

// Iterates over the chosen sentences for the SentencePiece library, and over the parts of long ones.
class Chosen : public sentencepiece::SentenceIterator {
public:
    Chosen(std::span<const std::string> sentences, std::vector<std::size_t> order)
        : m_sentences(sentences), m_order(std::move(order))
    {
        begin();
    }

    bool done() const override { return m_at >= m_order.size(); }
    const std::string &value() const override { return m_part; }
    sentencepiece::util::Status status() const override { return {}; }

    void Next() override
    {
        m_rest.remove_prefix(m_part.size());
        if (!m_rest.empty())
            return void(m_part = firstPart(m_rest));
        ++m_at;
        begin();
    }

private:
    void begin()
    {
        m_rest = done() ? std::string_view() : m_sentences[m_order[m_at]];
        m_part = firstPart(m_rest);
    }

    std::span<const std::string> m_sentences;
    std::vector<std::size_t> m_order;
    std::size_t m_at = 0;
    std::string_view m_rest; // of the sentence
    std::string m_part;
};

// Indices of all sentences or, if there are more than `most`, of a random sample without repetition, ascending.
std::vector<std::size_t> sample(std::size_t count, std::size_t most, std::uint64_t seed)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    if (count <= most)
        return order;
    Random random{seed};
    for (std::size_t i = 0; i < most; ++i)
        std::swap(order[i], order[i + random.below(count - i)]);
    order.resize(most);
    std::sort(order.begin(), order.end());
    return order;
}

} // namespace

Result<std::string> trainSentencePieces(std::span<const std::string> sentences, const SentencePieceOptions &options)
{
    const bool anyText
        = std::any_of(sentences.begin(), sentences.end(), [](const std::string &line) { return !line.empty(); });
    if (!anyText)
        return fail("There is no text to learn a vocabulary from.");
    const bool unigram = options.model == SentencePieceOptions::Model::Unigram;
    // num_threads changes the result, because sums are made per thread.
    const std::unordered_map<std::string, std::string> arguments{{"vocab_size", std::to_string(options.size)},
        {"model_type", unigram ? "unigram" : "bpe"}, {"character_coverage", std::to_string(options.characterCoverage)},
        {"unk_id", "0"}, {"bos_id", "1"}, {"eos_id", "2"}, {"pad_id", "3"}, {"num_threads", "4"},
        {"max_sentence_length", std::to_string(longestPart)}, // the library leaves out longer ones
        {"shuffle_input_sentence", "false"}, {"minloglevel", "3"}};
    Chosen chosen(sentences, sample(sentences.size(), std::size_t(options.mostSentences), options.seed));
    std::string model;
    const auto status = sentencepiece::SentencePieceTrainer::Train(arguments, &chosen, &model);
    if (!status.ok())
        return fail("No vocabulary of " + std::to_string(options.size)
                + " pieces could be learned from this text; ask for another size or give more text.",
            std::string(status.message()));
    return model;
}

struct SentencePieceTokenizer::Contents {
    std::string model;
    sentencepiece::SentencePieceProcessor processor;
};

Result<SentencePieceTokenizer> SentencePieceTokenizer::load(std::string_view model)
{
    auto contents = std::make_unique<Contents>();
    contents->model = model;
    const auto status = contents->processor.LoadFromSerializedProto(contents->model);
    if (!status.ok() || contents->processor.GetPieceSize() == 0)
        return fail("It is not a SentencePiece model.", std::string(status.message()));
    return SentencePieceTokenizer(std::move(contents));
}

Result<SentencePieceTokenizer> SentencePieceTokenizer::read(const std::string &file)
{
    const auto model = readTextFile(file, mostModelBytes);
    if (!model)
        return tl::unexpected(model.error());
    auto loaded = load(*model);
    if (!loaded)
        return fail(file + " is not a SentencePiece model.", loaded.error().detail);
    return loaded;
}

SentencePieceTokenizer::SentencePieceTokenizer(std::unique_ptr<Contents> contents) : m_contents(std::move(contents)) { }
SentencePieceTokenizer::SentencePieceTokenizer(SentencePieceTokenizer &&) noexcept = default;
SentencePieceTokenizer &SentencePieceTokenizer::operator=(SentencePieceTokenizer &&) noexcept = default;
SentencePieceTokenizer::~SentencePieceTokenizer() = default;

std::int64_t SentencePieceTokenizer::size() const
{
    return m_contents->processor.GetPieceSize();
}

const std::string &SentencePieceTokenizer::model() const
{
    return m_contents->model;
}

SentencePieceTokenizer::Specials SentencePieceTokenizer::specials() const
{
    const sentencepiece::SentencePieceProcessor &processor = m_contents->processor;
    const auto known = [](int id) { return id < 0 ? std::optional<std::int32_t>() : id; };
    return {processor.unk_id(), known(processor.bos_id()), known(processor.eos_id()), known(processor.pad_id())};
}

bool SentencePieceTokenizer::has(const std::string &piece) const
{
    const auto &processor = m_contents->processor;
    return processor.IdToPiece(processor.PieceToId(piece)) == piece;
}

std::string SentencePieceTokenizer::piece(std::int32_t id) const
{
    return m_contents->processor.IdToPiece(id);
}

double SentencePieceTokenizer::score(std::int32_t id) const
{
    return m_contents->processor.GetScore(id);
}

std::string_view SentencePieceTokenizer::normalization() const
{
    constexpr std::uint32_t normalizer = 3; // numbers of the fields in SentencePiece's ModelProto and NormalizerSpec
    constexpr std::uint32_t characterMap = 2;
    return protobufField(protobufField(m_contents->model, normalizer), characterMap);
}

TokenIds SentencePieceTokenizer::encode(std::string_view text) const
{
    const std::vector<int> ids = m_contents->processor.EncodeAsIds(absl::string_view(text.data(), text.size()));
    return {ids.begin(), ids.end()};
}

TokenIds SentencePieceTokenizer::encodeLines(std::string_view text) const
{
    TokenIds all;
    const std::int32_t end = specials().end.value();
    while (!text.empty()) {
        const std::size_t length = std::min(text.find('\n'), text.size());
        const TokenIds line = encode(text.substr(0, length));
        all.insert(all.end(), line.begin(), line.end());
        if (length < text.size())
            all.push_back(end);
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return all;
}

std::string SentencePieceTokenizer::decodeLines(std::span<const std::int32_t> ids) const
{
    std::string text;
    const std::int32_t end = specials().end.value();
    for (auto first = ids.begin(); first != ids.end();) {
        const auto last = std::find(first, ids.end(), end);
        text += decode({first, last});
        if (last == ids.end())
            break;
        text += '\n';
        first = last + 1;
    }
    return text;
}

std::string SentencePieceTokenizer::decode(std::span<const std::int32_t> ids) const
{
    std::vector<int> known;
    std::copy_if(
        ids.begin(), ids.end(), std::back_inserter(known), [this](std::int32_t id) { return id >= 0 && id < size(); });
    return m_contents->processor.DecodeIds(known);
}

} // namespace motley
