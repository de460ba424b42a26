// Finds a tokenizer's added tokens in a text, as Hugging Face's tokenizers library does: of those that begin at the
// first place where one begins the longest, first the tokens that are looked for in the text itself, then in the rest
// those that are looked for in normalised text.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/addedtoken.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace motley {

class AddedTokens {
public:
    using Vocabulary = std::unordered_map<std::string_view, std::int32_t>;
    using Normalize = std::function<std::string(std::string_view)>;

    struct Part {
        std::string_view text;
        std::optional<std::int32_t> id; // of the token; nullopt: text for the model
    };

    AddedTokens() = default;

    // Numbers the tokens that the vocabulary lacks after it. `size`: ids of the vocabulary. Errors name the token: its
    // file gives it another number.
    static Result<AddedTokens> make(
        std::vector<AddedToken> tokens, const Vocabulary &vocabulary, std::size_t size, const Normalize &normalize);

    // Whether a token counts where it is found, at bytes `first` to before `end`; empty: everywhere.
    using Accept = std::function<bool(const AddedToken &token, std::size_t first, std::size_t end)>;

    std::vector<Part> find(std::string_view text, const Accept &accept = {}) const;
    std::vector<Part> findNormalized(std::string_view text, const Accept &accept = {}) const;
    bool anyNormalized() const { return !m_normalized.ids.empty(); }
    bool anyNormalizedSpecial() const; // whether findNormalized() looks for a special token

    const std::vector<AddedToken> &tokens() const { return m_tokens; } // all with ids
    const AddedToken *at(std::int64_t id) const; // nullptr: no added token
    const AddedToken *named(const std::string &text) const; // the same

private:
    struct Finder {
        std::map<std::string, std::size_t, std::less<>> ids; // index of the token by its text
        std::vector<std::size_t> lengths; // of the texts in bytes, descending
        std::array<bool, 256> begins{}; // whether a text begins with the byte

        void add(std::string text, std::size_t token);
    };

    std::vector<Part> find(const Finder &finder, std::string_view text, const Accept &accept) const;

    std::vector<AddedToken> m_tokens;
    Finder m_plain;
    Finder m_normalized;
};

} // namespace motley
