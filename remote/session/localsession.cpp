#include "remote/session/localsession.h"

#include "remote/session/commandstreams.h"
#include "remote/session/localprocess.h"
#include "remote/session/sentence.h"
#include "remote/session/sigpipe.h"
#include "remote/session/wakeup.h"

#include <array>
#include <cerrno>
#include <poll.h>

namespace motley {

namespace {

constexpr std::chrono::milliseconds longestWait{60000};
constexpr std::chrono::milliseconds exitPollInterval{1}; // a process ends just after its streams have

void feed(Descriptor &input, CommandStreams &streams)
{
    const auto bytes = streams.pendingInput();
    if (bytes.empty()) {
        input.close();
        return;
    }
    const auto written = ::write(input.get(), bytes.data(), bytes.size());
    if (written > 0)
        streams.inputTaken(static_cast<std::size_t>(written));
    else if (errno != EAGAIN && errno != EINTR)
        input.close(); // the command has closed its stdin, which is no error
}

template <typename Take>
void drain(Descriptor &output, Take take)
{
    std::array<char, 64 << 10> buffer;
    const auto bytes = ::read(output.get(), buffer.data(), buffer.size());
    if (bytes > 0)
        take(std::string_view(buffer.data(), static_cast<std::size_t>(bytes)));
    else if (bytes == 0 || (errno != EAGAIN && errno != EINTR))
        output.close();
}

} // namespace

Result<CommandResult> LocalSession::run(std::string_view script, const CommandOptions &options)
{
    return runProgram({"/bin/sh", "-c", std::string(script)}, options);
}

Result<CommandResult> runProgram(const std::vector<std::string> &arguments, const CommandOptions &options)
{
    auto process = LocalProcess::start(arguments);
    if (!process)
        return tl::unexpected(process.error());

    const SigpipeBlocked sigpipe;
    const Wakeup wakeup(options.stop);
    CommandStreams streams(options);
    std::optional<int> exitCode;
    while (!exitCode) {
        const bool outputsOpen = process->output || process->errors;
        // A closed descriptor is -1, which poll() passes over.
        std::array<pollfd, 4> ready{{{wakeup.descriptor(), POLLIN, 0}, {process->input.get(), POLLOUT, 0},
            {process->output.get(), POLLIN, 0}, {process->errors.get(), POLLIN, 0}}};
        const auto wait = streams.patience(outputsOpen ? longestWait : exitPollInterval);
        ::poll(ready.data(), ready.size(), static_cast<int>(wait.count()));

        if (options.stop.stop_requested())
            return sentence(LocalSession::phrase("Stopped on this computer, as asked."));
        if (const auto passed = streams.excess(); passed != CommandStreams::Excess::None)
            return streams.excessError(passed, LocalSession::phrase("this computer"));
        if (ready[1].revents != 0)
            feed(process->input, streams);
        if (ready[2].revents != 0)
            drain(process->output, [&](std::string_view bytes) { streams.outputArrived(bytes); });
        if (ready[3].revents != 0)
            drain(process->errors, [&](std::string_view bytes) { streams.errorsArrived(bytes); });
        if (!process->output && !process->errors)
            exitCode = process->exitCode();
    }
    return streams.finish(*exitCode);
}

std::string LocalSession::name() const
{
    return tr("this computer").toStdString();
}

} // namespace motley
