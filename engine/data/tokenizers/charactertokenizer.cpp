#include "engine/data/tokenizers/charactertokenizer.h"

#include "engine/data/tokenizers/utf8.h"

#include <set>

namespace motley {

CharacterTokenizer::CharacterTokenizer(std::u32string characters) : m_characters(std::move(characters))
{
    for (std::size_t id = 0; id < m_characters.size(); ++id)
        m_ids.emplace(m_characters[id], std::int32_t(id));
}

CharacterTokenizer CharacterTokenizer::of(std::string_view text)
{
    std::set<char32_t> known;
    while (!text.empty()) {
        const DecodedCharacter first = firstCharacter(text);
        known.insert(first.character);
        text.remove_prefix(first.bytes);
    }
    known.erase(replacementCharacter);
    return CharacterTokenizer(replacementCharacter + std::u32string(known.begin(), known.end()));
}

Result<CharacterTokenizer> CharacterTokenizer::parse(std::string_view characters)
{
    const std::u32string decoded = fromUtf8(characters);
    if (decoded.empty() || decoded[0] != replacementCharacter)
        return fail("It is not a list of characters: it must begin with U+FFFD, which stands for all others.");
    CharacterTokenizer tokenizer(decoded);
    if (tokenizer.m_ids.size() != decoded.size())
        return fail("It is not a list of characters: one is there twice, or it is not UTF-8.");
    return tokenizer;
}

TokenIds CharacterTokenizer::encode(std::string_view text) const
{
    TokenIds ids;
    ids.reserve(text.size());
    while (!text.empty()) {
        const DecodedCharacter first = firstCharacter(text);
        const auto found = m_ids.find(first.character);
        ids.push_back(found == m_ids.end() ? unknown : found->second);
        text.remove_prefix(first.bytes);
    }
    return ids;
}

std::string CharacterTokenizer::decode(std::span<const std::int32_t> ids) const
{
    std::u32string text;
    for (const std::int32_t id : ids)
        text += m_characters[std::size_t(id >= 0 && id < size() ? id : unknown)];
    return toUtf8(text);
}

std::string CharacterTokenizer::characters() const
{
    return toUtf8(m_characters);
}

} // namespace motley
