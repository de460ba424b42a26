// The characters of a class such as \p{L}, as PCRE2 has them: by Unicode 16 in every build, as in Hugging Face's
// tokenizers. The utf8proc of a computer knows another version of Unicode.
#pragma once

#include <vector>

namespace motley {

class CharacterClass {
public:
    explicit CharacterClass(const char *pcre2Class); // one that this program brings along

    bool has(char32_t character) const { return character < m_members.size() && m_members[character]; }

private:
    std::vector<bool> m_members;
};

} // namespace motley
