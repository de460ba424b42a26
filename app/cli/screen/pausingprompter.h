// Asks on the terminal while the full-screen view is away.
#pragma once

#include "app/cli/screen/terminalscreen.h"
#include "remote/session/prompter.h"

namespace motley {

class PausingPrompter final : public Prompter {
public:
    PausingPrompter(Prompter &prompter, TerminalScreen &screen) : m_prompter(prompter), m_screen(screen) { }

    bool acceptHostKey(const HostKeyQuestion &question, std::stop_token stop) override;
    std::optional<QString> secret(const SecretQuestion &question, std::stop_token stop) override;

private:
    class Pause;

    Prompter &m_prompter;
    TerminalScreen &m_screen;
};

} // namespace motley
