#include "engine/data/tokenizers/pipeline/pretokenization.h"

#include "engine/data/tokenizers/bertcharacters.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/data/tokenizers/visiblebytes.h"

namespace motley {

namespace {

using CutStep = std::function<void(TextPieces &)>;

constexpr const char *gptWords
    = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+)";
// The tokenizers library has Unicode 17 for this pre-tokenizer alone, and 16 as PCRE2 for the others: the digits of
// Tolong Siki and the numbers of beats in Chinese music are new in 17.
constexpr const char *oneDigit = R"([\p{N}\x{11de0}-\x{11de9}\x{16ff4}-\x{16ff6}])";
constexpr const char *wordsAndSigns
    = R"([\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+|[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}\p{White_Space}]+)";

// Builds the text anew, piece by piece.
template <typename Append>
void rewrite(TextPieces &text, Append append)
{
    std::string result;
    result.reserve(text.text.size() * 3 / 2);
    bool beginsText = false;
    for (TextRange &piece : text.pieces) {
        const bool first = text.beginsText && piece.first == 0;
        const std::size_t begin = result.size();
        append(result, text.of(piece), first);
        piece = {begin, result.size()};
        beginsText |= first;
    }
    text.text = std::move(result);
    text.beginsText = beginsText;
}

void writeBytes(TextPieces &text)
{
    static const auto written = [] {
        std::array<std::string, 256> characters;
        for (std::size_t byte = 0; byte < characters.size(); ++byte)
            appendUtf8(characters[byte], visibleBytes()[byte]);
        return characters;
    }();
    rewrite(text, [](std::string &result, std::string_view piece, bool) {
        for (const char byte : piece)
            result += written[std::uint8_t(byte)];
    });
}

CutStep byteLevel(const ByteLevelPreTokenizer &bytes)
{
    return [bytes, regex = TextRegex::known(gptWords)](TextPieces &text) {
        if (bytes.addsPrefixSpace)
            rewrite(text, [](std::string &result, std::string_view piece, bool) {
                result += piece.front() == ' ' ? "" : " ";
                result += piece;
            });
        if (bytes.usesRegex)
            splitPieces(text, regex, SplitBehavior::Isolated, false);
        writeBytes(text);
    };
}

void writeSpaces(TextPieces &text, const MetaspacePreTokenizer &spaces)
{
    const std::string &mark = spaces.replacement;
    rewrite(text, [&](std::string &result, std::string_view piece, bool first) {
        const bool prepends
            = spaces.scheme == PrependScheme::Always || (spaces.scheme == PrependScheme::First && first);
        const bool hasOne = piece.front() == ' ' || piece.substr(0, mark.size()) == mark;
        result += prepends && !hasOne ? mark : "";
        for (const char byte : piece)
            byte == ' ' ? void(result += mark) : result.push_back(byte);
    });
}

struct CutMaker {
    Result<CutStep> operator()(const SequencePreTokenizer &) const { return CutStep(); }
    Result<CutStep> operator()(const SplitPreTokenizer &split) const
    {
        return TextRegex::compile(split.pattern).map([&](const TextRegex &regex) {
            return CutStep([=](TextPieces &text) { splitPieces(text, regex, split.behavior, split.invert); });
        });
    }
    Result<CutStep> operator()(const ByteLevelPreTokenizer &bytes) const { return byteLevel(bytes); }
    Result<CutStep> operator()(const MetaspacePreTokenizer &spaces) const
    {
        if (fromUtf8(spaces.replacement).size() != 1)
            return fail("The replacement of a Metaspace must be one character, but is \"" + spaces.replacement + "\".");
        return TextRegex::compile({{}, spaces.replacement}).map([&](const TextRegex &mark) {
            return CutStep([=](TextPieces &text) {
                writeSpaces(text, spaces);
                if (spaces.splits)
                    splitPieces(text, mark, SplitBehavior::MergedWithNext, false);
            });
        });
    }
    Result<CutStep> operator()(const DigitsPreTokenizer &digits) const
    {
        const auto behavior = digits.individual ? SplitBehavior::Isolated : SplitBehavior::Contiguous;
        return CutStep([behavior, regex = TextRegex::known(oneDigit)](
                           TextPieces &text) { splitPieces(text, regex, behavior, false); });
    }
    Result<CutStep> operator()(const PunctuationPreTokenizer &punctuation) const
    {
        return CutStep([=](TextPieces &text) { splitPieces(text, isBertPunctuation, punctuation.behavior); });
    }
    Result<CutStep> operator()(const WhitespacePreTokenizer &) const
    {
        return CutStep([regex = TextRegex::known(wordsAndSigns)](
                           TextPieces &text) { splitPieces(text, regex, SplitBehavior::Removed, true); });
    }
    Result<CutStep> operator()(const WhitespaceSplitPreTokenizer &) const
    {
        return CutStep([](TextPieces &text) { splitPieces(text, isSpace, SplitBehavior::Removed); });
    }
};

} // namespace

Result<PreTokenization> PreTokenization::make(const PreTokenizer &preTokenizer)
{
    PreTokenization preTokenization;
    return preTokenization.add(preTokenizer).map([&] { return std::move(preTokenization); });
}

Result<void> PreTokenization::add(const PreTokenizer &preTokenizer)
{
    if (const auto *sequence = std::get_if<SequencePreTokenizer>(&preTokenizer.kind)) {
        for (const PreTokenizer &part : sequence->preTokenizers)
            if (const auto added = add(part); !added)
                return added;
        return {};
    }
    if (m_steps.size() >= mostTokenizerParts)
        return fail("It has more than " + std::to_string(mostTokenizerParts) + " parts.");
    return std::visit(CutMaker(), preTokenizer.kind).map([&](Step step) { m_steps.push_back(std::move(step)); });
}

void PreTokenization::apply(TextPieces &text) const
{
    const std::size_t before = text.text.size();
    for (const Step &step : m_steps) {
        step(text);
        boundGrowth(before, text.text.size());
    }
}

} // namespace motley
