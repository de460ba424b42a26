// For tests in which nobody is asked: a question that comes all the same is refused.
#pragma once

#include "remote/session/prompter.h"

namespace motley {

class NoPrompter final : public Prompter {
public:
    bool acceptHostKey(const HostKeyQuestion &, std::stop_token) override { return false; }
    std::optional<QString> secret(const SecretQuestion &, std::stop_token) override { return std::nullopt; }
};

} // namespace motley
