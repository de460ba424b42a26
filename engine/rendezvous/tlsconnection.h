// Lines over TLS 1.3 between two programs that know the same key, and need no certificates. It waits for nothing: its
// owner polls, for many connections at once.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <poll.h>

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

class TlsConnection {
public:
    using Key = std::array<unsigned char, 32>;
    static constexpr std::size_t longestLine = 1 << 20; // bytes; whoever sends a longer one is hung up on

    // `callerName`: what the caller is called, at most 16 characters; its end hears it with the key's proof.
    static TlsConnection toListener(Descriptor socket, const Key &key, const std::string &callerName);
    static TlsConnection toCaller(Descriptor socket, const Key &key);
    TlsConnection(TlsConnection &&) noexcept;
    TlsConnection &operator=(TlsConnection &&) noexcept;
    ~TlsConnection();

    enum class State { Handshake, Open, Closed };
    State state() const { return m_state; }
    std::string callerName() const; // once it is open
    const std::string &whyClosed() const { return m_whyClosed; }

    pollfd waits() const;
    void advance(); // sends and receives what it can now
    void send(std::string line); // without its newline
    void sendFirst(std::string line); // before all lines that wait
    bool hasUnsent() const { return !m_lines.empty() || !m_cipherText.empty(); }
    std::vector<std::string> receivedLines(); // since the last call
    void finish(); // tells the other end, once all is sent, that nothing more comes

private:
    struct Tls;
    struct TlsDeleter {
        void operator()(Tls *tls) const;
    };
    using TlsPointer = std::unique_ptr<Tls, TlsDeleter>;
    TlsConnection(Descriptor socket, TlsPointer tls);

    bool receiveCipherText(); // false: nothing more is there to be received now
    void shakeHands();
    void decrypt();
    void cutIntoLines(std::string_view text);
    void encrypt();
    void sendCipherText();
    void close(std::string why);

    Descriptor m_socket;
    TlsPointer m_tls;
    State m_state = State::Handshake;
    std::string m_whyClosed;
    std::deque<std::string> m_lines; // to send, each with its newline
    std::string m_cipherText; // to send
    std::vector<std::string> m_received;
    std::string m_unfinished; // line
    bool m_isFinishing = false;
    std::string m_whyLost; // found by receiving or sending; what has arrived is still to be read
};

// Keys for one purpose each (HKDF).
Result<TlsConnection::Key> controlKeyOf(const std::string &token); // of a run's agents, which got the token over SSH
Result<TlsConnection::Key> checkpointKeyOf(const std::string &token); // where they copy checkpoints
Result<TlsConnection::Key> meetingKeyOf(const std::string &secret); // of machines that were started by hand
Result<TlsConnection::Key> filesKeyOf(const std::string &token); // of machines that copy files from each other

} // namespace motley
