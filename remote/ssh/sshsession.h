// Commands on another machine, over a connection that is logged in.
#pragma once

#include "remote/session/commandstreams.h"
#include "remote/session/sentence.h"
#include "remote/session/session.h"
#include "remote/ssh/sshtransport.h"

#include <QCoreApplication>

#include <memory>
#include <optional>
#include <string>

namespace motley {

class SshCommand;

class SshSession final : public Session {
    Q_DECLARE_TR_FUNCTIONS(motley::SshSession)
    MOTLEY_PHRASES(motley::SshSession)

public:
    SshSession(std::string name, std::shared_ptr<SshTransport> transport);
    ~SshSession() override;

    // When stopped or silent for too long, the command is sent SIGTERM; what detached itself lives on.
    Result<CommandResult> run(std::string_view script, const CommandOptions &options = {}) override;
    std::string name() const override { return m_name; }
    std::unique_ptr<Session> another() const override;

private:
    Result<void> start(const SshCommand &command, const std::string &text, const CommandOptions &options);
    std::optional<Error> lostLargePackets() const; // asks the server, for 5 s at most
    tl::unexpected<Error> lost() const; // the connection

    std::string m_name;
    std::shared_ptr<SshTransport> m_transport; // other sessions may have it too
};

} // namespace motley
