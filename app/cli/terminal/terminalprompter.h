// Asks on the terminal, one question at a time; without a terminal it names the option that would have answered.
#pragma once

#include "remote/session/prompter.h"

#include <QCoreApplication>
#include <QStringList>

#include <mutex>

namespace motley {

class TerminalPrompter final : public Prompter {
    Q_DECLARE_TR_FUNCTIONS(motley::TerminalPrompter)

public:
    explicit TerminalPrompter(QStringList acceptedFingerprints) : m_accepted(std::move(acceptedFingerprints)) { }

    bool acceptHostKey(const HostKeyQuestion &question, std::stop_token stop) override;
    std::optional<QString> secret(const SecretQuestion &question, std::stop_token stop) override;
    bool confirms(const QString &question); // false: the user says no, or there is no terminal to ask on

private:
    QStringList m_accepted; // "SHA256:..."
    std::mutex m_oneAtATime;
};

} // namespace motley
