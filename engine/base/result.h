// How an expected failure travels: as a value, with a sentence for people and the words of the layer below.
#pragma once

#include "engine/base/phrase.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace motley {

struct Error {
    std::string message; // what failed and what would be right, in one sentence
    std::string detail; // the words of the layer below: errno, libssh, stderr
    Phrase phrase{}; // how `message` is said in another language; empty: as it is

    bool operator==(const Error &) const = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string message, std::string detail = {})
{
    return tl::unexpected<Error>(Error{std::move(message), std::move(detail), {}});
}

} // namespace motley
