// Answers as the test says, and records the questions. For one thread at a time.
#pragma once

#include "remote/session/prompter.h"

#include <QList>
#include <QStringList>

namespace motley {

class ScriptedPrompter final : public Prompter {
public:
    bool acceptHostKey(const HostKeyQuestion &question, std::stop_token) override
    {
        hostKeys += question;
        return acceptsKeys;
    }
    std::optional<QString> secret(const SecretQuestion &question, std::stop_token) override
    {
        secrets += question;
        if (answers.isEmpty())
            return std::nullopt;
        return answers.takeFirst();
    }

    bool acceptsKeys = false;
    QStringList answers; // secret() returns nullopt when there are no more
    QList<HostKeyQuestion> hostKeys;
    QList<SecretQuestion> secrets;
};

} // namespace motley
