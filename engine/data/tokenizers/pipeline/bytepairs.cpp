#include "engine/data/tokenizers/pipeline/bytepairs.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace motley {

namespace {

std::string byteToken(std::size_t byte)
{
    constexpr const char *digits = "0123456789ABCDEF";
    return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">";
}

// Two neighbours that may be merged: those of the lowest rank first, of equal ranks the leftmost.
struct WaitingMerge {
    std::uint64_t order = 0; // rank, then place of the left symbol
    std::int32_t id = 0; // of the merged token

    bool operator>(const WaitingMerge &other) const { return order > other.order; }
};

} // namespace

Result<BytePairs> BytePairs::make(BytePairModel model)
{
    BytePairs pairs;
    pairs.m_model = std::make_unique<BytePairModel>(std::move(model));
    pairs.m_cache = std::make_unique<WordCache>();
    const auto made = pairs.indexVocabulary().and_then([&] { return pairs.indexMerges(); });
    if (!made)
        return tl::unexpected(made.error());
    pairs.indexCharacters();
    pairs.m_model->merges = {};
    return pairs;
}

Result<void> BytePairs::indexVocabulary()
{
    m_ids.reserve(m_model->vocabulary.size());
    for (const auto &[token, id] : m_model->vocabulary) {
        m_ids.emplace(token, id);
        m_size = std::max(m_size, std::int64_t(id) + 1);
    }
    if (!m_model->unknown)
        return {};
    m_unknown = idOf(*m_model->unknown);
    return {};
}

Result<void> BytePairs::indexMerges()
{
    m_merges = MergeTable(m_model->merges.size());
    const std::size_t prefix = m_model->continuingPrefix.size();
    std::int32_t rank = 0;
    for (const auto &[left, right] : m_model->merges) {
        const std::string both = left + (right.size() >= prefix ? right.substr(prefix) : std::string());
        const std::int32_t leftId = idOf(left);
        const std::int32_t rightId = idOf(right);
        const std::int32_t bothId = idOf(both);
        if (leftId < 0 || rightId < 0 || bothId < 0)
            return fail("The field model.merges[" + std::to_string(rank) + "] merges \"" + left + "\" and \"" + right
                + "\", but the vocabulary lacks \""
                + (leftId < 0         ? left
                        : rightId < 0 ? right
                                      : both)
                + "\".");
        m_merges.put(leftId, rightId, {rank++, bothId});
    }
    return {};
}

void BytePairs::indexCharacters()
{
    for (const auto &[token, id] : m_model->vocabulary) {
        const DecodedCharacter first = token.empty() ? DecodedCharacter{0, 0} : firstCharacter(token);
        if (first.bytes == 0 || first.bytes != token.size())
            continue;
        if (m_idOfCharacter.size() <= first.character)
            m_idOfCharacter.resize(first.character + 1, -1);
        m_idOfCharacter[first.character] = id;
    }
    for (std::size_t byte = 0; byte < m_idOfByte.size(); ++byte)
        m_idOfByte[byte] = m_model->byteFallback ? idOf(byteToken(byte)) : -1;
}

std::int32_t BytePairs::idOf(std::string_view token) const
{
    const auto found = m_ids.find(token);
    return found == m_ids.end() ? -1 : found->second;
}

std::int32_t BytePairs::idOfCharacter(std::string_view character, bool isFirst, bool isLast) const
{
    const bool prefixed = !isFirst && !m_model->continuingPrefix.empty();
    const bool suffixed = isLast && !m_model->endSuffix.empty();
    if (prefixed || suffixed)
        return idOf((prefixed ? m_model->continuingPrefix : "") + std::string(character)
            + (suffixed ? m_model->endSuffix : ""));
    const char32_t code = firstCharacter(character).character;
    return code < m_idOfCharacter.size() ? m_idOfCharacter[code] : -1;
}

// false: the vocabulary lacks one of the bytes.
bool BytePairs::appendBytes(std::string_view character, std::vector<Symbol> &symbols) const
{
    const auto lacks = [&](char byte) { return m_idOfByte[std::uint8_t(byte)] < 0; };
    if (std::any_of(character.begin(), character.end(), lacks))
        return false;
    for (const char byte : character)
        symbols.push_back({m_idOfByte[std::uint8_t(byte)]});
    return true;
}

std::vector<BytePairs::Symbol> BytePairs::symbolsOf(std::string_view word) const
{
    std::vector<Symbol> symbols;
    symbols.reserve(word.size());
    bool unknown = false; // one waits, for neighbours that it may be fused with
    for (std::size_t at = 0; at < word.size();) {
        const std::string_view character = word.substr(at, firstCharacter(word.substr(at)).bytes);
        const bool isFirst = at == 0;
        at += character.size();
        const std::int32_t id = idOfCharacter(character, isFirst, at == word.size());
        if (id >= 0 && unknown)
            symbols.push_back({m_unknown});
        if (id >= 0) {
            symbols.push_back({id});
            unknown = false;
            continue;
        }
        // The bytes of affixes would be written too, as in the library; no published tokenizer has both.
        if (appendBytes(character, symbols) || m_unknown < 0) // an unknown that waits stays behind these bytes
            continue;
        if (unknown && !m_model->fusesUnknown)
            symbols.push_back({m_unknown});
        unknown = true;
    }
    if (unknown)
        symbols.push_back({m_unknown});
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        symbols[i].previous = std::int32_t(i) - 1;
        symbols[i].next = i + 1 < symbols.size() ? std::int32_t(i) + 1 : -1;
    }
    return symbols;
}

void BytePairs::merge(std::vector<Symbol> &symbols) const
{
    std::vector<WaitingMerge> room;
    room.reserve(symbols.size());
    std::priority_queue<WaitingMerge, std::vector<WaitingMerge>, std::greater<>> waiting({}, std::move(room));
    const auto offer = [&](std::int32_t left) {
        if (left < 0 || symbols[std::size_t(left)].next < 0)
            return;
        const Symbol &first = symbols[std::size_t(left)];
        if (const auto *merge = m_merges.find(first.id, symbols[std::size_t(first.next)].id))
            waiting.push({std::uint64_t(std::uint32_t(merge->rank)) << 32 | std::uint32_t(left), merge->id});
    };
    for (std::size_t i = 0; i < symbols.size(); ++i)
        offer(std::int32_t(i));
    while (!waiting.empty()) {
        const WaitingMerge best = waiting.top();
        waiting.pop();
        const auto place = std::int32_t(std::uint32_t(best.order));
        Symbol &left = symbols[std::size_t(place)];
        if (left.merged || left.next < 0)
            continue;
        Symbol &right = symbols[std::size_t(left.next)];
        const auto *current = m_merges.find(left.id, right.id);
        if (!current || current->id != best.id) // one of them was merged in the meantime
            continue;
        left.id = best.id;
        left.next = right.next;
        right.merged = true;
        if (left.next >= 0)
            symbols[std::size_t(left.next)].previous = place;
        offer(left.previous);
        offer(place);
    }
}

void BytePairs::append(std::string_view word, TokenIds &ids) const
{
    if (word.empty() || m_cache->append(word, ids))
        return;
    const std::size_t begin = ids.size();
    const std::int32_t whole = m_model->ignoresMerges ? idOf(word) : -1;
    if (whole >= 0) {
        ids.push_back(whole);
    } else {
        std::vector<Symbol> symbols = symbolsOf(word);
        merge(symbols);
        for (const Symbol &symbol : symbols)
            if (!symbol.merged)
                ids.push_back(symbol.id);
    }
    m_cache->put(word, std::span(ids).subspan(begin));
}

} // namespace motley
