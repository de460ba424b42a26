#include "engine/base/handshake/handshake.h"

#include "engine/base/randomhex.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cerrno>

namespace motley {

namespace {

constexpr std::size_t randomSize = 32; // hexadecimal digits
constexpr std::size_t proofSize = 32; // bytes of SHA-256
constexpr std::string_view byCaller = "motley caller"; // no side's proof can be sent back to it as the other's
constexpr std::string_view byListener = "motley listener";

using Proof = std::array<char, proofSize>;

Proof proofOf(std::string_view role, std::string_view token, std::string_view ofCaller, std::string_view ofListener)
{
    const std::string text = std::string(role).append(ofCaller).append(ofListener);
    Proof proof{};
    HMAC(EVP_sha256(), token.data(), int(token.size()), reinterpret_cast<const unsigned char *>(text.data()),
        text.size(), reinterpret_cast<unsigned char *>(proof.data()), nullptr);
    return proof;
}

// Takes as long for a wrong proof as for the right one.
bool isSame(const Proof &right, const char *given)
{
    return CRYPTO_memcmp(right.data(), given, proofSize) == 0;
}

} // namespace

Result<Descriptor> shakeHands(Descriptor connection, std::string_view token, Deadline deadline)
{
    sendAtOnce(connection);
    const std::string random = randomHex(randomSize / 2);
    if (random.size() != randomSize)
        return fail("the system gave no random numbers: " + systemReason(errno));
    std::array<char, randomSize> theirs{};
    if (!sendAll(connection, random.data(), random.size(), deadline)
        || !receiveAll(connection, theirs.data(), theirs.size(), deadline))
        return fail("it did not answer");
    const std::string_view ofListener(theirs.data(), theirs.size());
    const Proof own = proofOf(byCaller, token, random, ofListener);
    Proof proof{};
    if (!sendAll(connection, own.data(), own.size(), deadline)
        || !receiveAll(connection, proof.data(), proof.size(), deadline))
        return fail("it hung up on this caller or did not answer in time");
    if (!isSame(proofOf(byListener, token, random, ofListener), proof.data()))
        return fail("it is at the address of somebody else");
    return connection;
}

IncomingHandshake::IncomingHandshake(Descriptor connection) : m_connection(std::move(connection))
{
    sendAtOnce(m_connection);
}

IncomingHandshake::State IncomingHandshake::advance(std::string_view token)
{
    std::array<char, randomSize + proofSize> bytes{};
    const ssize_t got = recv(m_connection.get(), bytes.data(), bytes.size() - m_received.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return State::Waiting;
    if (got <= 0)
        return State::Refused;
    m_received.append(bytes.data(), std::size_t(got));
    const Deadline atOnce{}; // what is sent fits into any buffer
    if (m_random.empty() && m_received.size() >= randomSize) {
        m_random = randomHex(randomSize / 2);
        if (m_random.size() != randomSize || !sendAll(m_connection, m_random.data(), m_random.size(), atOnce))
            return State::Refused;
    }
    if (m_received.size() < randomSize + proofSize)
        return State::Waiting;
    const std::string_view ofCaller = std::string_view(m_received).substr(0, randomSize);
    if (!isSame(proofOf(byCaller, token, ofCaller, m_random), m_received.data() + randomSize))
        return State::Refused;
    const Proof own = proofOf(byListener, token, ofCaller, m_random);
    return sendAll(m_connection, own.data(), own.size(), atOnce) ? State::Proved : State::Refused;
}

} // namespace motley
