#include "remote/prepare/cudafetch.h"

#include "remote/prepare/runhosts.h"
#include "remote/session/localsession.h"
#include "remote/session/sentence.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace motley {

namespace {

constexpr qsizetype longestReason = 500; // characters
constexpr qsizetype longestLine = 100; // bytes

// Takes lines "BYTES TOTAL" apart, which may arrive in pieces, and passes over others.
class ProgressLines {
public:
    explicit ProgressLines(const OnFetched &fetched) : m_fetched(fetched) { }

    void add(std::string_view bytes)
    {
        m_open.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
        static const QRegularExpression progress(QStringLiteral("^(\\d{1,18}) (\\d{1,18})$"));
        QList<QByteArray> lines = m_open.split('\n');
        m_open = lines.takeLast().right(longestLine);
        for (const QByteArray &line : lines) {
            if (const auto found = progress.match(QString::fromLatin1(line)); found.hasMatch())
                m_fetched(found.captured(1).toLongLong(), found.captured(2).toLongLong());
        }
    }

private:
    const OnFetched &m_fetched;
    QByteArray m_open; // the line that has not ended yet
};

struct Fetcher {
    QString program;
    QString folder; // LibTorch's, which CUDA's libraries are added to
};

// An installed Motley has both in its own folder (cmake/installation.cmake), and one that was only built has the
// sources'.
Fetcher fetcherHere()
{
    const QString bin = QFileInfo(QStringLiteral("/proc/self/exe")).canonicalPath();
    const QString home = QFileInfo(bin).path();
    const QString installed = home + QStringLiteral("/cmake/fetch-cuda");
    if (QFileInfo::exists(installed))
        return {installed, home};
    return {QStringLiteral(MOTLEY_CUDA_FETCHER), QStringLiteral(MOTLEY_CUDA_FOLDER)};
}

QString lastLine(const std::string &text)
{
    const QStringList lines = QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.last().trimmed().left(longestReason);
}

} // namespace

Result<void> fetchCuda(const OnFetched &fetched, std::stop_token stop)
{
    const Fetcher fetcher = fetcherHere();
    const QString program = qEnvironmentVariable("MOTLEY_FETCH_CUDA", fetcher.program);
    CommandOptions options;
    options.silenceLimit = std::chrono::milliseconds(0); // it knows itself when a download has stalled
    options.timeLimit = std::chrono::milliseconds(0);
    options.stop = std::move(stop);
    ProgressLines lines(fetched);
    options.outputSink = [&lines](std::string_view bytes) { lines.add(bytes); };
    const auto done = runProgram({program.toStdString(), "--progress", fetcher.folder.toStdString()}, options);
    if (!done)
        return tl::unexpected(done.error());
    if (done->exitCode == 0)
        return {};
    return sentence(
        Preparation::phrase("CUDA's libraries, which GPUs need, could not be fetched (2 GiB): %1 What has come "
                            "is kept. Try again, or tick processors only.")
            .arg(lastLine(done->errors)));
}

} // namespace motley
