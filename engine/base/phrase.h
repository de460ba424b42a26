// A sentence for people as a fact: how it stands in the sources, and what goes into its places. Kept so, it can be said
// later in a language that nobody had chosen when it was made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct Phrase {
    std::string context; // of its translation; empty: `text` is said as it is
    std::string text; // in English, with places %1 to %9, and %n or %Ln where `count` goes
    int count = -1; // chooses the plural; -1: there is none
    std::vector<Phrase> arguments; // for %1, %2, ...
    std::optional<std::int64_t> bytes{}; // an amount of data, which is said in place of `text`

    bool operator==(const Phrase &) const = default;
};

} // namespace motley
