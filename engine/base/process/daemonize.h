// Leaving the terminal or SSH connection that started a command, without leaving it uninformed.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

#include <string>

namespace motley {

// fromTerminal() returns in a new process: own session, umask 077, no descriptor of the old one, output going to
// logPath. The old process prints what the new one reports and exits: 0 with a ready line on stdout, 1 with an error on
// stderr.
class Detached {
public:
    static Detached fromTerminal(const std::string &logPath);

    void reportReady(const std::string &line);
    void reportFailure(const std::string &sentence);

private:
    explicit Detached(Descriptor report) : m_report(std::move(report)) { }
    Descriptor m_report;
};

} // namespace motley
