#include "engine/data/tokenizers/wordpiece.h"

#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/tokenizerfolder.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t longestWord = 100; // characters; longer words become [UNK]

struct SpecialName {
    std::optional<std::string> NamedTokens::*name;
    const char *usual;
    std::int32_t WordPieceTokenizer::Specials::*id;
};
constexpr std::array specialNames{SpecialName{&NamedTokens::pad, "[PAD]", &WordPieceTokenizer::Specials::pad},
    SpecialName{&NamedTokens::unknown, "[UNK]", &WordPieceTokenizer::Specials::unknown},
    SpecialName{&NamedTokens::classify, "[CLS]", &WordPieceTokenizer::Specials::classify},
    SpecialName{&NamedTokens::separate, "[SEP]", &WordPieceTokenizer::Specials::separate},
    SpecialName{&NamedTokens::mask, "[MASK]", &WordPieceTokenizer::Specials::mask}};

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

// Whether any token has a capital letter, special tokens such as [CLS] aside.
bool isCased(const std::vector<std::string> &vocabulary)
{
    return std::any_of(vocabulary.begin(), vocabulary.end(), [](const std::string &token) {
        const bool isSpecial = token.starts_with('[') && token.ends_with(']');
        return !isSpecial && hasCapitals(token);
    });
}

void removeSpacesAtEnd(std::string &token)
{
    while (!token.empty()) {
        std::size_t last = token.size() - 1;
        while (last > 0 && !beginsCharacter(token[last]))
            --last;
        if (!isSpace(firstCharacter(std::string_view(token).substr(last)).character))
            return;
        token.resize(last);
    }
}

// The tokens as transformers reads them: without spaces at their ends. Blank lines at the end of the file are one
// token, which text never has, but the numbers of added tokens begin after it.
Result<std::vector<std::string>> readVocabulary(const std::string &file)
{
    auto tokens = readLines(file, mostTokenizerBytes);
    if (!tokens)
        return tokens;
    for (std::string &token : *tokens)
        removeSpacesAtEnd(token);
    while (tokens->size() > 1 && tokens->back().empty() && (*tokens)[tokens->size() - 2].empty())
        tokens->pop_back();
    return tokens;
}

BertTextOptions optionsOf(const BertTextRules &rules, const std::vector<std::string> &vocabulary)
{
    BertTextOptions options;
    options.lowercase = rules.lowercase.value_or(!isCased(vocabulary));
    options.stripAccents = rules.stripAccents;
    options.spaceChinese = rules.spaceChinese.value_or(true);
    return options;
}

// What the files of a folder say, with the tokens of tokenizer.json alone.
Result<BertTokenizerParts> readParts(const std::string &folder)
{
    const auto files = readTokenizerFiles(folder);
    if (!files)
        return tl::unexpected(files.error());
    auto parts = parseBertTokenizer(*files);
    if (!parts)
        return fail(folder + "/" + parts.error().message, parts.error().detail);
    return parts;
}

} // namespace

Result<WordPieceTokenizer> WordPieceTokenizer::read(
    const std::string &vocabularyFile, const std::optional<BertTextOptions> &options)
{
    const std::filesystem::path path(vocabularyFile);
    auto tokens = readVocabulary(vocabularyFile);
    if (!tokens)
        return tl::unexpected(tokens.error());
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    auto parts = path.filename() == "vocab.txt" ? readParts(folder) : parseBertTokenizer({});
    if (!parts)
        return tl::unexpected(parts.error());
    if (!parts->tokens.empty()
        && !std::equal(parts->tokens.begin(), parts->tokens.end(), tokens->begin(), tokens->end()))
        return fail(vocabularyFile + " and tokenizer.json beside it have other tokens: they do not belong together.");
    parts->tokens = std::move(*tokens);
    const BertTextOptions chosen = options.value_or(optionsOf(parts->rules, parts->tokens));
    return make(std::move(*parts), vocabularyFile, chosen);
}

Result<FolderWordPieces> WordPieceTokenizer::readFolder(const std::string &folder, std::optional<bool> lowercase)
{
    auto parts = readParts(folder);
    if (!parts)
        return tl::unexpected(parts.error());
    const bool isWhole = !parts->tokens.empty();
    const std::string file = folder + (isWhole ? "/tokenizer.json" : "/vocab.txt");
    if (!isWhole) {
        auto tokens = readVocabulary(file);
        if (!tokens)
            return tl::unexpected(tokens.error());
        parts->tokens = std::move(*tokens);
    }
    const BertTextOptions ofFolder = optionsOf(parts->rules, parts->tokens);
    BertTextOptions options = ofFolder;
    if (lowercase.value_or(options.lowercase) != options.lowercase) {
        options.lowercase = *lowercase;
        options.stripAccents.reset();
    }
    return make(std::move(*parts), file, options).map([&](WordPieceTokenizer tokenizer) {
        return FolderWordPieces{std::move(tokenizer), ofFolder};
    });
}

Result<WordPieceTokenizer> WordPieceTokenizer::make(
    BertTokenizerParts parts, const std::string &file, const BertTextOptions &options)
{
    WordPieceTokenizer tokenizer(std::move(parts.tokens), options);
    const auto done = tokenizer.addTokens(parts).and_then([&] { return tokenizer.findSpecials(parts.named); });
    if (!done)
        return fail(file + ": " + done.error().message);
    return tokenizer;
}

WordPieceTokenizer::WordPieceTokenizer(std::vector<std::string> tokens, BertTextOptions options)
    : m_options(options), m_vocabulary(std::move(tokens))
{
    m_ids.reserve(m_vocabulary.size());
    for (std::size_t id = 0; id < m_vocabulary.size(); ++id) {
        m_ids[m_vocabulary[id]] = std::int32_t(id); // of a repeated token the last id counts
        m_longest = std::max(m_longest, m_vocabulary[id].size());
    }
}

Result<void> WordPieceTokenizer::addTokens(const BertTokenizerParts &parts)
{
    auto added = AddedTokens::make(parts.added, m_ids, m_vocabulary.size(),
        [this](std::string_view text) { return bertNormalized(text, m_options); });
    if (!added)
        return tl::unexpected(added.error());
    m_added = std::move(*added);
    for (const AddedToken &token : m_added.tokens())
        if (*token.id >= std::int64_t(m_vocabulary.size()))
            m_afterVocabulary.push_back(token.text);
    if (m_afterVocabulary.empty() && !m_vocabulary.empty() && m_vocabulary.back().empty()) {
        m_ids.erase("");
        m_vocabulary.pop_back();
    }
    return {};
}

Result<void> WordPieceTokenizer::findSpecials(const NamedTokens &named)
{
    m_named = named;
    for (const SpecialName &special : specialNames) {
        std::optional<std::string> &name = m_named.*special.name;
        name = name.value_or(special.usual);
        const auto found = m_ids.find(*name);
        const AddedToken *added = m_added.named(*name);
        if (!added && found == m_ids.end())
            return fail("It is not the vocabulary of a BERT model: it has no token " + *name + ".");
        m_specials.*special.id = added ? std::int32_t(*added->id) : found->second;
    }
    return {};
}

const std::string &WordPieceTokenizer::token(std::int32_t id) const
{
    const auto index = std::size_t(id);
    return index < m_vocabulary.size() ? m_vocabulary[index] : m_afterVocabulary[index - m_vocabulary.size()];
}

std::string WordPieceTokenizer::vocabularyText() const
{
    std::string text;
    for (const std::string &token : m_vocabulary)
        text += token + "\n";
    return text;
}

TokenIds WordPieceTokenizer::encode(std::string_view text) const
{
    TokenIds ids;
    for (const AddedTokens::Part &part : m_added.find(text)) {
        if (part.id) {
            ids.push_back(*part.id);
        } else if (m_added.anyNormalized()) {
            appendNormalized(bertNormalized(part.text, m_options), ids);
        } else {
            for (const std::string &word : bertWords(part.text, m_options))
                appendPieces(word, ids);
        }
    }
    return ids;
}

void WordPieceTokenizer::appendNormalized(std::string_view text, TokenIds &ids) const
{
    for (const AddedTokens::Part &part : m_added.findNormalized(text)) {
        if (part.id) {
            ids.push_back(*part.id);
            continue;
        }
        for (const std::string &word : splitBertWords(part.text))
            appendPieces(word, ids);
    }
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
