// How two programs prove to each other that both know a token, on a network that others read: each answers the other's
// random number with a keyed hash, so the token is never sent, and nothing that is sent serves for another connection.
#pragma once

#include "engine/base/result.h"
#include "engine/base/tcp.h"

#include <string>
#include <string_view>

namespace motley {

// The caller's side. Gives the connection back once the listener has proved itself.
Result<Descriptor> shakeHands(Descriptor connection, std::string_view token, Deadline deadline);

// The listener's side, which waits for nobody.
class IncomingHandshake {
public:
    enum class State { Waiting, Proved, Refused };

    explicit IncomingHandshake(Descriptor connection);

    int descriptor() const { return m_connection.get(); }
    State advance(std::string_view token); // to be called when there is something to read, until it is not Waiting
    Descriptor connection() && { return std::move(m_connection); } // of a caller that has proved itself

private:
    Descriptor m_connection;
    std::string m_received; // the caller's random number and proof; bytes behind them are not touched
    std::string m_random; // of this side; empty: the caller's has not come yet
};

} // namespace motley
