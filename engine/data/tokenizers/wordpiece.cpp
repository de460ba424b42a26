#include "engine/data/tokenizers/wordpiece.h"

#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t mostVocabularyBytes = 256 << 20;
constexpr std::size_t longestWord = 100; // characters; longer words become [UNK]

constexpr std::array<std::pair<const char *, std::int32_t WordPieceTokenizer::Specials::*>, 5> specialTokens{
    {{"[PAD]", &WordPieceTokenizer::Specials::pad}, {"[UNK]", &WordPieceTokenizer::Specials::unknown},
        {"[CLS]", &WordPieceTokenizer::Specials::classify}, {"[SEP]", &WordPieceTokenizer::Specials::separate},
        {"[MASK]", &WordPieceTokenizer::Specials::mask}}};

bool beginsCharacter(char byte)
{
    return (std::uint8_t(byte) & 0xc0) != 0x80;
}

bool hasCapitals(const std::string &token)
{
    const std::u32string characters = fromUtf8(token);
    return std::any_of(
        characters.begin(), characters.end(), [](char32_t character) { return lowerCase(character) != character; });
}

} // namespace

bool isCased(const std::vector<std::string> &vocabulary)
{
    return std::any_of(vocabulary.begin(), vocabulary.end(), [](const std::string &token) {
        const bool isSpecial = token.starts_with('[') && token.ends_with(']');
        return !isSpecial && hasCapitals(token);
    });
}

Result<WordPieceTokenizer> WordPieceTokenizer::read(
    const std::string &vocabularyFile, const std::optional<BertTextOptions> &options)
{
    auto lines = readLines(vocabularyFile, mostVocabularyBytes);
    if (!lines)
        return tl::unexpected(lines.error());
    const BertTextOptions chosen = options.value_or(BertTextOptions{.lowercase = !isCased(*lines)});
    return make(std::move(*lines), vocabularyFile, chosen);
}

Result<WordPieceTokenizer> WordPieceTokenizer::make(
    std::vector<std::string> tokens, const std::string &file, const BertTextOptions &options)
{
    WordPieceTokenizer tokenizer(std::move(tokens), options);
    if (const auto found = tokenizer.findSpecials(file); !found)
        return tl::unexpected(found.error());
    return tokenizer;
}

WordPieceTokenizer::WordPieceTokenizer(std::vector<std::string> tokens, BertTextOptions options)
    : m_options(options), m_tokens(std::move(tokens))
{
    m_ids.reserve(m_tokens.size());
    for (std::size_t id = 0; id < m_tokens.size(); ++id) {
        m_ids[m_tokens[id]] = std::int32_t(id); // of a repeated token the last id counts
        m_longest = std::max(m_longest, m_tokens[id].size());
    }
}

Result<void> WordPieceTokenizer::findSpecials(const std::string &file)
{
    for (const auto &[token, id] : specialTokens) {
        const auto found = m_ids.find(token);
        if (found == m_ids.end())
            return fail(file + " is not the vocabulary of a BERT model: it has no token " + token + ".");
        m_specials.*id = found->second;
    }
    return {};
}

// Special tokens are found before the text is normalised.
TokenIds WordPieceTokenizer::encode(std::string_view text) const
{
    TokenIds ids;
    while (!text.empty()) {
        std::size_t at = std::string_view::npos;
        std::string_view special;
        for (std::size_t from = text.find('['); from != std::string_view::npos && special.empty();
             from = text.find('[', from + 1))
            for (const auto &[token, id] : specialTokens)
                if (text.compare(from, std::string_view(token).size(), token) == 0) {
                    at = from;
                    special = token;
                }
        for (const std::string &word : bertWords(text.substr(0, at), m_options))
            appendPieces(word, ids);
        if (special.empty())
            break;
        ids.push_back(m_ids.at(special));
        text.remove_prefix(at + special.size());
    }
    return ids;
}

void WordPieceTokenizer::appendPieces(std::string_view word, TokenIds &ids) const
{
    const std::size_t before = ids.size();
    if (std::size_t(std::count_if(word.begin(), word.end(), beginsCharacter)) > longestWord)
        return ids.push_back(m_specials.unknown);
    std::string piece;
    for (std::size_t first = 0; first < word.size();) {
        piece = first > 0 ? "##" : "";
        const std::size_t prefix = piece.size();
        piece += word.substr(first, m_longest);
        auto found = m_ids.find(piece);
        while (found == m_ids.end() && piece.size() > prefix + 1) {
            do
                piece.pop_back();
            while (piece.size() > prefix && first + piece.size() - prefix < word.size()
                && !beginsCharacter(word[first + piece.size() - prefix]));
            found = piece.size() > prefix ? m_ids.find(piece) : m_ids.end();
        }
        if (found == m_ids.end()) {
            ids.resize(before);
            return ids.push_back(m_specials.unknown);
        }
        ids.push_back(found->second);
        first += piece.size() - prefix;
    }
}

std::string WordPieceTokenizer::decode(std::span<const std::int32_t> ids) const
{
    std::string text;
    for (const std::int32_t id : ids) {
        const bool known = id >= 0 && id < size();
        const std::string &piece = token(known ? id : m_specials.unknown);
        if (known && continuesWord(id) && !text.empty())
            text += piece.substr(2);
        else
            text += (text.empty() ? "" : " ") + piece;
    }
    return text;
}

} // namespace motley
