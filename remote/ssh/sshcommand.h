// A command that runs at the other end of a channel, from its start marker to its exit code.
#pragma once

#include "remote/session/commandstreams.h"
#include "remote/ssh/loginshell.h"
#include "remote/ssh/sshtransport.h"

#include <memory>

namespace motley {

class SshCommand {
public:
    // The channel is opened later. The callbacks for the command's end are set here, as the end may arrive together
    // with the answer to the request that starts the command.
    SshCommand(SshTransport &transport, std::string marker, const CommandOptions &options);
    ~SshCommand();

    ssh_channel_struct *channel() const { return m_channel.get(); }
    bool move(); // does all that needs no waiting; returns whether there was anything to do
    bool hasEnded() const;
    bool hasBegun() const { return m_output.hasBegun(); }
    bool isNoiseTooLong() const;
    std::string noise() const; // the last output before the command began

    CommandStreams &streams() { return m_streams; }
    int exitCode() const;
    void terminate(); // asks the server to send SIGTERM

private:
    struct Ending;

    bool drain(bool errors);
    bool feed();

    SshTransport &m_transport;
    CommandStreams m_streams;
    MarkerFilter m_output;
    MarkerFilter m_errors;
    std::unique_ptr<Ending> m_ending; // outlives the channel, which calls back into it
    SshChannelHandle m_channel;
    bool m_inputEnded = false;
};

} // namespace motley
