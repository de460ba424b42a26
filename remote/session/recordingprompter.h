#pragma once

#include "remote/session/prompter.h"

namespace motley {

// Passes the questions of a login on, and remembers that there were any: such a login can only succeed with a user.
class RecordingPrompter final : public Prompter {
public:
    explicit RecordingPrompter(Prompter &prompter) : m_prompter(prompter) { }

    bool acceptHostKey(const HostKeyQuestion &question, std::stop_token stop) override
    {
        m_asked = true;
        return m_prompter.acceptHostKey(question, std::move(stop));
    }
    std::optional<QString> secret(const SecretQuestion &question, std::stop_token stop) override
    {
        m_asked = true;
        m_askedForSecret = true;
        return m_prompter.secret(question, std::move(stop));
    }
    bool wasAsked() const { return m_asked; }
    bool wasAskedForSecret() const { return m_askedForSecret; } // the next login asks for it again

private:
    Prompter &m_prompter;
    bool m_asked = false;
    bool m_askedForSecret = false;
};

} // namespace motley
