// The normalizer of a tokenizer.json.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/tokenizerjson/normalizers.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

class TextNormalization {
public:
    TextNormalization() = default; // leaves texts as they are

    static Result<TextNormalization> make(const Normalizer &normalizer);

    bool changesNothing() const { return m_steps.empty(); }
    std::string apply(std::string_view text) const; // of valid UTF-8; throws TokenizingTooCostly

private:
    using Step = std::function<std::string(std::string_view)>;

    Result<void> add(const Normalizer &normalizer);

    std::vector<Step> m_steps;
};

} // namespace motley
