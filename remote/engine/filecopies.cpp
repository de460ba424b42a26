#include "remote/engine/filecopies.h"

#include "remote/session/sentence.h"
#include "remote/session/ticker.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

struct FileCopying {
    Q_DECLARE_TR_FUNCTIONS(motley::FileCopying)
    MOTLEY_PHRASES(motley::FileCopying)
};

constexpr auto copyingStartLimit = std::chrono::seconds(120); // of silence: LibTorch from a cold disk
constexpr std::size_t longestReport = std::size_t(1) << 20; // bytes

// stdin: engine, then the request
constexpr const char *giveFilesScript = R"sh(
IFS= read -r engine
exec "$engine" give-files
)sh";

// After tickerScript(), as syncing and hashing are silent. stdin: engine, then the request
constexpr const char *fetchFilesScript = R"sh(
IFS= read -r engine
startTicker 10
"$engine" fetch-files
)sh";

std::string lastLineOf(const std::string &text)
{
    const auto end = text.find_last_not_of('\n');
    const auto begin = end == std::string::npos ? end : text.rfind('\n', end);
    return end == std::string::npos ? "" : text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

// Cuts what the command says into lines, and reads each.
class FetchLines {
public:
    explicit FetchLines(const std::function<void(std::int64_t bytes)> &onProgress) : m_onProgress(onProgress) { }

    void append(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const auto end = bytes.find('\n');
            if (m_line.size() < longestReport)
                m_line.append(bytes.substr(0, std::min(end, longestReport)));
            if (end == std::string_view::npos)
                return;
            read();
            bytes.remove_prefix(end + 1);
        }
    }

    const Result<FetchReport> &report() const { return m_report; }

private:
    void read()
    {
        const std::string line = std::exchange(m_line, {});
        if (const auto progress = parseFetchProgress(line)) {
            if (m_onProgress)
                m_onProgress(progress->bytes);
        } else {
            m_report = parseFetchReport(line);
        }
    }

    const std::function<void(std::int64_t bytes)> &m_onProgress;
    std::string m_line;
    Result<FetchReport> m_report = fail("");
};

} // namespace

Result<int> startGivingFiles(
    Session &session, const std::string &engine, const GiveRequest &request, std::stop_token stop)
{
    CommandOptions options;
    options.silenceLimit = copyingStartLimit;
    options.stop = std::move(stop);
    options.input = engine + '\n' + toJson(request);
    const auto result = session.run(giveFilesScript, options);
    if (!result)
        return tl::unexpected(result.error());
    const auto answer = parseGiveAnswer(result->output);
    if (result->exitCode != 0 || !answer)
        return sentence(FileCopying::phrase("%1 could not give its files to other machines.")
                            .arg(QString::fromStdString(session.name())),
            lastLineOf(result->errors));
    return answer->port;
}

Result<FetchReport> fetchFromMachine(Session &session, const std::string &engine, const FetchRequest &request,
    const std::function<void(std::int64_t bytes)> &onProgress, std::stop_token stop)
{
    std::int64_t bytes = 0;
    for (const WantedFile &file : request.files)
        bytes += file.bytes;
    FetchLines lines(onProgress);
    CommandOptions options;
    options.silenceLimit = copyingStartLimit;
    options.timeLimit = timeFor(bytes);
    options.stop = std::move(stop);
    options.input = engine + '\n' + toJson(request);
    options.outputSink = [&](std::string_view text) { lines.append(text); };
    const auto result = session.run(std::string(tickerScript()) + fetchFilesScript, options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode == 0 && lines.report())
        return lines.report();
    FetchReport none;
    none.problem
        = "The engine there ended with code " + std::to_string(result->exitCode) + ". " + lastLineOf(result->errors);
    return none;
}

} // namespace motley
