// A tokenizer whose tokens are characters, for language models of little text.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/tokenizer.h"

#include <unordered_map>

namespace motley {

class CharacterTokenizer : public Tokenizer {
public:
    static constexpr std::int32_t unknown = 0; // U+FFFD

    static CharacterTokenizer of(std::string_view text); // all characters of the text, sorted by code point
    static Result<CharacterTokenizer> parse(std::string_view characters); // from the text of characters()

    std::int64_t size() const override { return std::int64_t(m_characters.size()); }
    TokenIds encode(std::string_view text) const override;
    std::string decode(std::span<const std::int32_t> ids) const override; // unknown ids become U+FFFD

    std::string characters() const; // in the order of their ids, in UTF-8; for saving the tokenizer

private:
    explicit CharacterTokenizer(std::u32string characters);

    std::u32string m_characters; // by id
    std::unordered_map<char32_t, std::int32_t> m_ids;
};

} // namespace motley
