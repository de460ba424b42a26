#include "remote/prepare/cudafetch.h"

#include "remote/prepare/runhosts.h"
#include "remote/session/localsession.h"
#include "remote/session/sentence.h"

namespace motley {

namespace {

constexpr qsizetype longestReason = 500; // characters

QString lastLine(const std::string &text)
{
    const QStringList lines = QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.last().trimmed().left(longestReason);
}

} // namespace

Result<void> fetchCuda(std::stop_token stop)
{
    const QString program = qEnvironmentVariable("MOTLEY_FETCH_CUDA", QStringLiteral(MOTLEY_CUDA_FETCHER));
    CommandOptions options;
    options.silenceLimit = std::chrono::milliseconds(0); // it downloads for minutes without any output
    options.stop = std::move(stop);
    const auto done = runProgram({program.toStdString(), MOTLEY_CUDA_FOLDER}, options);
    if (!done)
        return tl::unexpected(done.error());
    if (done->exitCode == 0)
        return {};
    return sentence(Preparation::tr("CUDA's libraries, which GPUs need, could not be fetched (2.7 GB): %1 Run %2 where "
                                    "there is a network, or tick processors only.")
                        .arg(lastLine(done->errors), program));
}

} // namespace motley
