#include "engine/data/tokenizers/bytepairencoding.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/gpt2pretokenizer.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/tokenizerfolder.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/data/tokenizers/visiblebytes.h"
#include "engine/formats/gpt2vocabulary.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace motley {

namespace {

std::uint64_t keyOf(std::int32_t left, std::int32_t right)
{
    return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
}

Result<std::pair<std::string_view, std::string_view>> splitMerge(std::string_view line)
{
    const std::size_t space = line.find(' ');
    if (space == 0 || space == std::string_view::npos || space + 1 == line.size()
        || line.find(' ', space + 1) != std::string_view::npos)
        return fail("must be two tokens with a space between them.");
    return std::pair(line.substr(0, space), line.substr(space + 1));
}

// A word whose pairs are being merged is a linked list of symbols; symbols that were merged into their left neighbour
// have the id -1.
struct Symbol {
    std::int32_t id = -1;
    std::ptrdiff_t previous = -1;
    std::ptrdiff_t next = -1;
};

struct Candidate {
    std::int32_t rank = 0;
    std::ptrdiff_t left = 0; // index of the left symbol
    std::int32_t leftId = 0;
    std::int32_t rightId = 0;
    std::int32_t merged = 0;

    bool operator<(const Candidate &other) const // the queue yields the lowest rank first, of equal ranks the leftmost
    {
        return std::tie(rank, left) > std::tie(other.rank, other.left);
    }
};

} // namespace

Result<TokenizerParts> BytePairTokenizer::readVocabulary(TokenizerParts parts, const Files &files)
{
    const auto json = readTextFile(files.vocabulary, mostTokenizerBytes);
    if (!json)
        return tl::unexpected(json.error());
    auto tokens = parseTokenIds(*json);
    if (!tokens)
        return fail(files.vocabulary + " cannot be used. " + tokens.error().message, tokens.error().detail);
    auto merges = readLines(files.merges, mostTokenizerBytes);
    if (!merges)
        return tl::unexpected(merges.error());
    parts.tokens = std::move(*tokens);
    parts.merges = std::move(*merges);
    return parts;
}

Result<BytePairTokenizer> BytePairTokenizer::read(const std::string &vocabularyFile, const std::string &mergesFile)
{
    const Files files{vocabularyFile, mergesFile, "Line"};
    return parseGpt2Tokenizer({})
        .and_then([&](const TokenizerParts &parts) { return readVocabulary(parts, files); })
        .and_then([&](const TokenizerParts &parts) { return make(parts, files); });
}

Result<BytePairTokenizer> BytePairTokenizer::readFolder(const std::string &folder)
{
    const auto texts = readTokenizerFiles(folder);
    if (!texts)
        return tl::unexpected(texts.error());
    auto parts = parseGpt2Tokenizer(*texts);
    if (!parts)
        return fail(folder + "/" + parts.error().message, parts.error().detail);
    if (const std::string both = folder + "/tokenizer.json"; !texts->tokenizer.empty())
        return make(std::move(*parts), {both, both, "Merge"});
    const Files files{folder + "/vocab.json", folder + "/merges.txt", "Line"};
    return readVocabulary(std::move(*parts), files).and_then([&](const TokenizerParts &read) {
        return make(read, files);
    });
}

Result<BytePairTokenizer> BytePairTokenizer::make(TokenizerParts parts, const Files &files)
{
    BytePairTokenizer tokenizer;
    tokenizer.m_tokens = std::move(parts.tokens);
    auto &ids = tokenizer.m_ids;
    for (std::size_t id = 0; id < tokenizer.m_tokens.size(); ++id)
        ids.emplace(tokenizer.m_tokens[id], std::int32_t(id));
    for (std::size_t byte = 0; byte < visibleBytes().size(); ++byte) {
        std::string written;
        appendUtf8(written, visibleBytes()[byte]);
        const auto found = ids.find(written);
        if (found == ids.end())
            return fail(files.vocabulary + " is not a vocabulary of byte pairs: it has no token for the byte "
                + std::to_string(byte) + ".");
        tokenizer.m_idOfByte[byte] = found->second;
    }
    for (const std::string &token : tokenizer.m_tokens) {
        std::string bytes;
        for (const char32_t character : fromUtf8(token)) {
            const auto byte = byteOfVisible(character);
            byte ? bytes.push_back(char(*byte)) : appendUtf8(bytes, character);
        }
        tokenizer.m_bytes.push_back(std::move(bytes));
    }
    for (std::size_t i = 0; i < parts.merges.size(); ++i) {
        const std::string &line = parts.merges[i];
        if (line.empty() || line.rfind("#version", 0) == 0)
            continue;
        const auto pair = splitMerge(line);
        const std::string where = std::string(files.merge) + " " + std::to_string(i + 1) + " of " + files.merges + " ";
        if (!pair)
            return fail(where + pair.error().message);
        const auto left = ids.find(pair->first);
        const auto right = ids.find(pair->second);
        const auto both = ids.find(std::string(pair->first).append(pair->second));
        if (left == ids.end() || right == ids.end() || both == ids.end())
            return fail(where + "merges what " + files.vocabulary
                + " does not have; the two files must come from the same tokenizer.");
        tokenizer.m_merges[keyOf(left->second, right->second)] = {std::int32_t(i), both->second};
        tokenizer.m_mergeLines.push_back(line);
    }
    if (const auto added = tokenizer.addTokens(parts); !added)
        return fail(files.vocabulary + ": " + added.error().message);
    return tokenizer;
}

Result<void> BytePairTokenizer::addTokens(const TokenizerParts &parts)
{
    const auto asItIs = [](std::string_view text) { return std::string(text); };
    auto added = AddedTokens::make(parts.added, m_ids, m_tokens.size(), asItIs);
    if (!added)
        return tl::unexpected(added.error());
    m_added = std::move(*added);
    m_named = parts.named;
    for (const AddedToken &token : m_added.tokens()) {
        m_bytes.resize(std::max(m_bytes.size(), std::size_t(*token.id) + 1));
        m_bytes[std::size_t(*token.id)] = token.text;
    }
    return {};
}

std::optional<std::int32_t> BytePairTokenizer::idOf(const std::string &token) const
{
    if (const AddedToken *added = m_added.named(token))
        return std::int32_t(*added->id);
    const auto found = m_ids.find(token);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

std::string BytePairTokenizer::vocabularyJson() const
{
    return toTokenIds(m_tokens);
}

std::string BytePairTokenizer::mergesText() const
{
    std::string text = "#version: 0.2\n"; // some programs skip the first line whatever it says
    for (const std::string &line : m_mergeLines)
        text += line + "\n";
    return text;
}

TokenIds BytePairTokenizer::encode(std::string_view text) const
{
    TokenIds ids;
    for (const AddedTokens::Part &plain : m_added.find(text)) {
        if (plain.id) {
            ids.push_back(*plain.id);
            continue;
        }
        for (const AddedTokens::Part &part : m_added.findNormalized(plain.text)) {
            if (part.id) {
                ids.push_back(*part.id);
                continue;
            }
            for (std::string_view rest = part.text; !rest.empty();) {
                const std::string_view word = firstGptWord(rest);
                appendWord(word, ids);
                rest.remove_prefix(word.size());
            }
        }
    }
    return ids;
}

const BytePairTokenizer::Merge *BytePairTokenizer::mergeOf(std::int32_t left, std::int32_t right) const
{
    const auto found = m_merges.find(keyOf(left, right));
    return found == m_merges.end() ? nullptr : &found->second;
}

void BytePairTokenizer::appendWord(std::string_view word, TokenIds &ids) const
{
    std::vector<Symbol> symbols(word.size());
    std::priority_queue<Candidate> candidates;
    const auto offer = [&](std::ptrdiff_t left) {
        if (left < 0 || symbols[std::size_t(left)].next < 0)
            return;
        const Symbol &first = symbols[std::size_t(left)];
        const Symbol &second = symbols[std::size_t(first.next)];
        if (const Merge *merge = mergeOf(first.id, second.id))
            candidates.push({merge->rank, left, first.id, second.id, merge->id});
    };
    for (std::size_t i = 0; i < word.size(); ++i)
        symbols[i] = {
            m_idOfByte[std::uint8_t(word[i])], std::ptrdiff_t(i) - 1, i + 1 < word.size() ? std::ptrdiff_t(i) + 1 : -1};
    for (std::size_t i = 0; i < word.size(); ++i)
        offer(std::ptrdiff_t(i));

    while (!candidates.empty()) {
        const Candidate best = candidates.top();
        candidates.pop();
        Symbol &left = symbols[std::size_t(best.left)];
        const bool current = left.id == best.leftId && left.next >= 0
            && symbols[std::size_t(left.next)].id == best.rightId; // neither symbol was merged in the meantime
        if (!current)
            continue;
        Symbol &right = symbols[std::size_t(left.next)];
        left.id = best.merged;
        left.next = right.next;
        right.id = -1;
        if (left.next >= 0)
            symbols[std::size_t(left.next)].previous = best.left;
        offer(left.previous);
        offer(best.left);
    }
    for (std::ptrdiff_t at = word.empty() ? -1 : 0; at >= 0; at = symbols[std::size_t(at)].next)
        ids.push_back(symbols[std::size_t(at)].id);
}

std::string BytePairTokenizer::decode(std::span<const std::int32_t> ids) const
{
    std::string text;
    for (const std::int32_t id : ids)
        if (id >= 0 && id < size())
            text += m_bytes[std::size_t(id)];
    return text;
}

} // namespace motley
