#pragma once

#include "remote/session/prompter.h"

namespace motley {

// Refuses every question: a one-time password must not be tried again and again without the user knowing.
class SilentPrompter final : public Prompter {
public:
    bool acceptHostKey(const HostKeyQuestion &, std::stop_token) override { return false; }
    std::optional<QString> secret(const SecretQuestion &, std::stop_token) override { return std::nullopt; }
};

} // namespace motley
