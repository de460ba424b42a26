#pragma once

#include "remote/session/prompter.h"

namespace motley {

// Refuses every question: a one-time password must not be tried again and again without the person knowing.
class SilentPrompter final : public Prompter {
public:
    bool acceptHostKey(const HostKeyQuestion &, std::stop_token) override { return refuse(); }
    std::optional<QString> secret(const SecretQuestion &, std::stop_token) override
    {
        refuse();
        return std::nullopt;
    }
    bool wasAsked() const { return m_asked; }

private:
    bool refuse()
    {
        m_asked = true;
        return false;
    }

    bool m_asked = false;
};

} // namespace motley
