#include "engine/data/tokenizers/addedtokens.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

std::size_t lastCharacter(std::string_view text) // where it begins
{
    std::size_t at = text.size() - 1;
    while (at > 0 && (std::uint8_t(text[at]) & 0xc0) == 0x80)
        --at;
    return at;
}

bool isAlone(std::string_view text, std::size_t first, std::size_t end)
{
    const bool left
        = first == 0 || !isWordCharacter(firstCharacter(text.substr(lastCharacter(text.substr(0, first)))).character);
    return left && (end == text.size() || !isWordCharacter(firstCharacter(text.substr(end)).character));
}

std::size_t withSpacesBefore(std::string_view text, std::size_t first)
{
    while (first > 0) {
        const std::size_t before = lastCharacter(text.substr(0, first));
        if (!isSpace(firstCharacter(text.substr(before)).character))
            break;
        first = before;
    }
    return first;
}

std::size_t withSpacesAfter(std::string_view text, std::size_t end)
{
    while (end < text.size()) {
        const DecodedCharacter next = firstCharacter(text.substr(end));
        if (!isSpace(next.character))
            break;
        end += next.bytes;
    }
    return end;
}

} // namespace

Result<AddedTokens> AddedTokens::make(
    std::vector<AddedToken> tokens, const Vocabulary &vocabulary, std::size_t size, const Normalize &normalize)
{
    AddedTokens added;
    auto next = std::int64_t(vocabulary.size());
    for (AddedToken &token : tokens) {
        const auto known = vocabulary.find(token.text);
        if (known == vocabulary.end() && token.ifKnown)
            continue;
        const std::int64_t id = known == vocabulary.end() ? next : known->second;
        if (token.id.value_or(id) != id)
            return fail("The files of the tokenizer give the added token \"" + token.text + "\" the number "
                + std::to_string(*token.id) + ", but "
                + (known == vocabulary.end() ? "the next after the vocabulary is " : "the vocabulary ")
                + std::to_string(id) + ": they do not belong together.");
        if (known == vocabulary.end() && id < std::int64_t(size))
            return fail("The vocabulary has a token twice, so the number of the added token \"" + token.text
                + "\" is not clear.");
        if (known == vocabulary.end()) // one of the vocabulary does not count, whatever its number
            next = id + 1;
        token.id = id;
        token.ifKnown = false;
        Finder &finder = token.normalized ? added.m_normalized : added.m_plain;
        finder.add(token.normalized ? normalize(token.text) : token.text, added.m_tokens.size());
        added.m_tokens.push_back(std::move(token));
    }
    return added;
}

void AddedTokens::Finder::add(std::string text, std::size_t token)
{
    if (text.empty()) // nothing is left of it by the normalizer
        return;
    const auto place = std::lower_bound(lengths.begin(), lengths.end(), text.size(), std::greater<>());
    if (place == lengths.end() || *place != text.size())
        lengths.insert(place, text.size());
    begins[std::uint8_t(text.front())] = true;
    ids.emplace(std::move(text), token);
}

std::vector<AddedTokens::Part> AddedTokens::find(
    const Finder &finder, std::string_view text, const Accept &accept) const
{
    std::vector<Part> parts;
    std::size_t done = 0;
    const auto tokenAt = [&](std::size_t first) -> const std::pair<const std::string, std::size_t> * {
        for (const std::size_t length : finder.lengths)
            if (first + length <= text.size())
                if (const auto found = finder.ids.find(text.substr(first, length)); found != finder.ids.end())
                    return &*found;
        return nullptr;
    };
    for (std::size_t first = 0; first < text.size();) {
        const auto *found = finder.begins[std::uint8_t(text[first])] ? tokenAt(first) : nullptr;
        std::size_t end = first + (found ? found->first.size() : 1);
        if (!found || (accept && !accept(m_tokens[found->second], first, end))) {
            ++first;
            continue;
        }
        const AddedToken &token = m_tokens[found->second];
        const std::size_t next = end;
        if (!token.singleWord || isAlone(text, first, end)) {
            const std::size_t begin
                = token.stripsLeft ? std::max(withSpacesBefore(text, first), done) : std::max(first, done);
            end = token.stripsRight ? withSpacesAfter(text, end) : end;
            if (done < begin)
                parts.push_back({text.substr(done, begin - done), std::nullopt});
            parts.push_back({text.substr(begin, end - begin), std::int32_t(*token.id)});
            done = end;
        }
        first = next;
    }
    if (done < text.size())
        parts.push_back({text.substr(done), std::nullopt});
    return parts;
}

std::vector<AddedTokens::Part> AddedTokens::find(std::string_view text, const Accept &accept) const
{
    return find(m_plain, text, accept);
}

std::vector<AddedTokens::Part> AddedTokens::findNormalized(std::string_view text, const Accept &accept) const
{
    return find(m_normalized, text, accept);
}

bool AddedTokens::anyNormalizedSpecial() const
{
    return std::any_of(m_normalized.ids.begin(), m_normalized.ids.end(),
        [this](const auto &each) { return m_tokens[each.second].special; });
}

const AddedToken *AddedTokens::at(std::int64_t id) const
{
    const auto found
        = std::find_if(m_tokens.begin(), m_tokens.end(), [&](const AddedToken &token) { return token.id == id; });
    return found == m_tokens.end() ? nullptr : &*found;
}

const AddedToken *AddedTokens::named(const std::string &text) const
{
    const auto found
        = std::find_if(m_tokens.begin(), m_tokens.end(), [&](const AddedToken &token) { return token.text == text; });
    return found == m_tokens.end() ? nullptr : &*found;
}

} // namespace motley
