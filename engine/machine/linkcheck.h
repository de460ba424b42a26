// Finds out how machines reach each other. A caller says the first half of a word and hears the second, so each side
// knows that the other was told of it; then come small messages, which are echoed, and a burst, whose bytes are
// counted. Nothing else is read, and every call has limits of time and size.
#pragma once

#include "engine/base/tcp.h"
#include "engine/protocol/links.h"

#include <chrono>

namespace motley {

class WayListener {
public:
    static Result<WayListener> open(); // on all addresses, at a port that the system chooses

    Listening place() const { return {portOf(m_socket), m_word}; }

    // Returns after `longest`, or once somebody who knew the word has called and for `quiet` nobody has again.
    void answer(std::chrono::milliseconds longest, std::chrono::milliseconds quiet);

private:
    WayListener(Descriptor socket, std::string word) : m_socket(std::move(socket)), m_word(std::move(word)) { }

    Descriptor m_socket;
    std::string m_word;
};

// All ways are tried at once, for 2 s; then those that answered are measured one after the other, so that they do not
// slow each other down.
ReachReport tryWays(const ReachRequest &request);

} // namespace motley
