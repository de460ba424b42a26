// What a login may have to ask a user. Called from worker threads; an implementation brings the question to the
// user (a dialog, a terminal) and blocks until there is an answer. nullopt: the user gave no answer.
#pragma once

#include <QString>

#include <optional>
#include <stop_token>

namespace motley {

struct HostKeyQuestion {
    QString machine; // as the user knows it
    QString hostName; // as resolved
    QString keyType; // "ssh-ed25519"
    QString fingerprint; // "SHA256:..."
    QString randomArt;
};

struct SecretQuestion {
    enum class Kind { Passphrase, Password, KeyboardInteractive };
    Kind kind = Kind::Password;
    QString machine;
    QString account; // user@host, or the key file for a passphrase
    QString instruction; // the server's words, plain text, already cleaned
    QString prompt; // the server's words, plain text, already cleaned
    bool echo = false;
    int attempt = 1;
};

// Whether a login may ask the user. A login that the user did not start, such as one when the app begins, may not.
enum class Questions { Asked, Unanswered };

class Prompter {
public:
    virtual ~Prompter() = default;

    virtual bool acceptHostKey(const HostKeyQuestion &question, std::stop_token stop) = 0;
    virtual std::optional<QString> secret(const SecretQuestion &question, std::stop_token stop) = 0;
};

} // namespace motley
