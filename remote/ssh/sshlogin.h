// Proves to a server who the user is: agent, key files, password, keyboard-interactive, in this order or that of the
// user's configuration, and as many of them one after the other as the server wants.
#pragma once

#include "remote/session/prompter.h"
#include "remote/session/sentence.h"
#include "remote/ssh/config/sshconfig.h"
#include "remote/ssh/sshtransport.h"

#include <QCoreApplication>
#include <QStringList>

#include <functional>
#include <optional>
#include <set>
#include <stop_token>

namespace motley {

class SshLogin {
    Q_DECLARE_TR_FUNCTIONS(motley::SshLogin)
    MOTLEY_PHRASES(motley::SshLogin)

public:
    SshLogin(SshTransport &transport, const SshSettings &settings, Sentence machine, Prompter &prompter,
        std::stop_token stop);

    Result<void> run();
    bool wasRefused() const { return m_wasRefused; } // run() failed as the server accepted nothing that was tried

private:
    enum class Answer { Accepted, Partly, Refused };

    Result<Answer> tryAll(int offered);
    Result<Answer> tryAgent();
    Result<Answer> tryKeyFiles();
    Result<Answer> tryKeyFile(const std::string &path);
    Result<Answer> tryCertificate(const std::string &certificate, const std::string &path);
    Result<Answer> tryPassword();
    Result<Answer> tryKeyboard();
    Result<Answer> answerQuestions();

    bool isLeftOut(const std::string &path, const SshKeyHandle &key); // by the configuration, which is noted
    void leaveOut(const std::string &path, const Sentence &why);
    // The certificate files of a key: those that the configuration names, and its own neighbour.
    std::vector<std::string> certificatesFor(const std::string &path) const;
    Result<SshKeyHandle> unlock(const std::string &path); // null: the user gave no passphrase
    Result<Answer> ask(const std::function<int()> &call);
    Result<int> askRaw(const std::function<int()> &call);
    SecretQuestion question(SecretQuestion::Kind kind) const;
    bool mayTypeAgain() const { return m_typed < mostTyped; }
    void tried(const QString &method);
    tl::unexpected<Error> givenUp() const;
    tl::unexpected<Error> refused(int offered);
    Sentence attempts(int offered) const; // "(It offers: ... Tried: ... Not tried: ...)"
    tl::unexpected<Error> broken();

    static constexpr int mostTyped = 3; // passwords, or rounds of questions, of all kinds together

    SshTransport &m_transport;
    const SshSettings &m_settings;
    Sentence m_machine;
    Prompter &m_prompter;
    std::stop_token m_stop;
    int m_typed = 0;
    bool m_agentUsed = false;
    bool m_wasRefused = false;
    std::set<std::string> m_filesUsed;
    QStringList m_tried;
    std::vector<std::string> m_leftOut; // files
    std::optional<Sentence> m_whyLeftOut; // with the name of each
};

} // namespace motley
