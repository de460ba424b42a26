// Commands on this computer, without SSH: the same scripts, the same results.
#pragma once

#include "remote/session/sentence.h"
#include "remote/session/session.h"

#include <QCoreApplication>

#include <string>
#include <vector>

namespace motley {

// A program found along PATH, without a shell in between.
Result<CommandResult> runProgram(const std::vector<std::string> &arguments, const CommandOptions &options = {});

class LocalSession final : public Session {
    Q_DECLARE_TR_FUNCTIONS(motley::LocalSession)
    MOTLEY_PHRASES(motley::LocalSession)

public:
    // A command that is stopped or silent for too long is ended with its process group; what detached itself lives on.
    Result<CommandResult> run(std::string_view script, const CommandOptions &options = {}) override;
    std::string name() const override; // "this computer", translated
};

} // namespace motley
