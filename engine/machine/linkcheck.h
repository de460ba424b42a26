// Finds out how this machine reaches others, each of which runs an EchoServer. Every call has limits of time and size.
#pragma once

#include "engine/protocol/links.h"

#include <chrono>

namespace motley {

constexpr std::chrono::seconds linkAnswerLimit{2}; // of one message there and back
constexpr std::chrono::seconds largePacketsLimit{3}; // for some that follow each other

// Tries all links at once, for linkAnswerLimit, and those that answer with large packets. Then measures those that
// carry these one after the other, each while neither of its machines measures another one: bursts that meet would slow
// each other down, and where a link is slow in one direction, the acknowledgements of the other one would wait behind
// its burst.
LinkCheckReport checkLinks(const LinkCheckRequest &request);

} // namespace motley
