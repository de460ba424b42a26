#include "engine/data/tokenizers/bytepairencoding.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/gpt2pretokenizer.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/formats/gpt2vocabulary.h"

#include <filesystem>
#include <queue>
#include <tuple>

namespace motley {

namespace {

constexpr std::size_t mostFileBytes = 256 << 20;
constexpr std::string_view endOfTextToken = "<|endoftext|>";

// GPT-2's vocabulary writes each byte as a visible character: the Latin-1 character where that is visible, otherwise
// one from U+0100 on.
std::array<char32_t, 256> visibleBytes()
{
    std::array<char32_t, 256> table{};
    char32_t next = 256;
    for (char32_t byte = 0; byte < 256; ++byte) {
        const bool visible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte != 173);
        table[byte] = visible ? byte : next++;
    }
    return table;
}

std::uint64_t keyOf(std::int32_t left, std::int32_t right)
{
    return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
}

using TokenTable = std::unordered_map<std::string_view, std::int32_t>;

TokenTable numbered(const std::vector<std::string> &tokens)
{
    TokenTable table;
    for (std::size_t id = 0; id < tokens.size(); ++id)
        table.emplace(tokens[id], std::int32_t(id));
    return table;
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

Result<BytePairTokenizer> BytePairTokenizer::read(const std::string &vocabularyFile, const std::string &mergesFile)
{
    const auto json = readTextFile(vocabularyFile, mostFileBytes);
    if (!json)
        return tl::unexpected(json.error());
    auto tokens = parseTokenIds(*json);
    if (!tokens)
        return fail(vocabularyFile + " cannot be used. " + tokens.error().message, tokens.error().detail);
    auto merges = readLines(mergesFile, mostFileBytes);
    if (!merges)
        return tl::unexpected(merges.error());
    return make(std::move(*tokens), std::move(*merges), {vocabularyFile, mergesFile, "Line"});
}

Result<BytePairTokenizer> BytePairTokenizer::readFolder(const std::string &folder)
{
    std::error_code ignored;
    const std::string vocabularyFile = folder + "/vocab.json";
    const std::string both = folder + "/tokenizer.json";
    if (std::filesystem::exists(vocabularyFile, ignored) || !std::filesystem::exists(both, ignored))
        return read(vocabularyFile, folder + "/merges.txt");
    auto vocabulary
        = readTextFile(both, mostFileBytes).and_then([](const std::string &text) { return parseGpt2Tokenizer(text); });
    if (!vocabulary)
        return fail(both + ": " + vocabulary.error().message, vocabulary.error().detail);
    return make(std::move(vocabulary->tokens), std::move(vocabulary->merges), {both, both, "Merge"});
}

Result<BytePairTokenizer> BytePairTokenizer::make(
    std::vector<std::string> tokens, std::vector<std::string> merges, const Files &files)
{
    BytePairTokenizer tokenizer;
    const TokenTable ids = numbered(tokens);
    const std::array<char32_t, 256> visible = visibleBytes();
    std::unordered_map<char32_t, char> byteOf;
    for (std::size_t byte = 0; byte < visible.size(); ++byte) {
        byteOf[visible[byte]] = char(byte);
        std::string written;
        appendUtf8(written, visible[byte]);
        const auto found = ids.find(written);
        if (found == ids.end())
            return fail(files.vocabulary + " is not a vocabulary of byte pairs: it has no token for the byte "
                + std::to_string(byte) + ".");
        tokenizer.m_idOfByte[byte] = found->second;
    }
    for (const std::string &token : tokens) {
        std::string bytes;
        for (const char32_t character : fromUtf8(token)) {
            const auto byte = byteOf.find(character);
            byte == byteOf.end() ? appendUtf8(bytes, character) : bytes.push_back(byte->second);
        }
        tokenizer.m_bytes.push_back(std::move(bytes));
    }
    if (const auto end = ids.find(endOfTextToken); end != ids.end())
        tokenizer.m_endOfText = end->second;

    for (std::size_t i = 0; i < merges.size(); ++i) {
        const std::string &line = merges[i];
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
    tokenizer.m_tokens = std::move(tokens);
    return tokenizer;
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
    while (!text.empty()) {
        const std::size_t end = m_endOfText ? text.find(endOfTextToken) : std::string_view::npos;
        for (std::string_view part = text.substr(0, end); !part.empty();) {
            const std::string_view word = firstGptWord(part);
            appendWord(word, ids);
            part.remove_prefix(word.size());
        }
        if (end == std::string_view::npos)
            break;
        ids.push_back(*m_endOfText);
        text.remove_prefix(end + endOfTextToken.size());
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
