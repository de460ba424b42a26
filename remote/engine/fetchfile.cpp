#include "remote/engine/fetchfile.h"

#include "engine/base/sha256.h"
#include "remote/session/savefile.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <chrono>
#include <thread>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;

struct FetchWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Collection)
    MOTLEY_PHRASES(motley::Collection)
};

// stdin: folder, bytes, name
constexpr const char *fetchScript = R"sh(
IFS= read -r folder
IFS= read -r size
IFS= read -r name
cd "$folder" && exec head -c "$size" "./$name"
)sh";

// Makes the reader wait, and with it the machine: what is not read is soon not sent.
class Pace {
public:
    explicit Pace(std::int64_t bytesPerSecond) : m_bytesPerSecond(bytesPerSecond) { }

    void wait(std::int64_t received, const std::stop_token &stop) const
    {
        if (m_bytesPerSecond <= 0)
            return;
        const auto due = m_started
            + std::chrono::duration_cast<Clock::duration>(
                std::chrono::duration<double>(static_cast<double>(received) / static_cast<double>(m_bytesPerSecond)));
        constexpr std::chrono::milliseconds glance{100};
        while (!stop.stop_requested() && Clock::now() < due)
            std::this_thread::sleep_for(std::min<Clock::duration>(due - Clock::now(), glance));
    }

private:
    std::int64_t m_bytesPerSecond;
    Clock::time_point m_started = Clock::now();
};

tl::unexpected<Error> notWritten(const QString &path, const QString &cause)
{
    return sentence(FetchWords::phrase("Could not write %1.").arg(path), cause.toStdString());
}

} // namespace

Result<Fetched> fetchFile(Session &session, const std::string &folder, const RemoteFile &file, const QString &path,
    const FetchOptions &options)
{
    if (QFileInfo(path).size() == file.bytes && sha256OfFile(path.toStdString()) == file.sha256)
        return Fetched::Whole;
    QSaveFile local(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !local.open(QIODevice::WriteOnly))
        return notWritten(path, local.errorString());

    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::int64_t received = 0;
    bool written = true;
    const Pace pace(options.bytesPerSecond);
    std::stop_source enough; // a machine that sends more than it announced is not listened to any longer
    const std::stop_callback stopped(options.stop, [&] { enough.request_stop(); });
    CommandOptions command;
    command.stop = enough.get_token();
    command.timeLimit = timeFor(file.bytes);
    command.input = folder + '\n' + std::to_string(file.bytes) + '\n' + file.name + '\n';
    command.outputSink = [&](std::string_view bytes) {
        received += static_cast<std::int64_t>(bytes.size());
        if (received > file.bytes || !written) {
            enough.request_stop();
            return;
        }
        const QByteArrayView view(bytes.data(), static_cast<qsizetype>(bytes.size()));
        hash.addData(view);
        written = local.write(view.data(), view.size()) == view.size();
        pace.wait(received, enough.get_token());
    };
    const auto result = session.run(fetchScript, command);
    if (!written)
        return notWritten(path, local.errorString());
    if (!result && received <= file.bytes)
        return tl::unexpected(result.error());
    if (!result || result->exitCode != 0 || hash.result().toHex() != QByteArray::fromStdString(file.sha256))
        return Fetched::Damaged;
    if (!commitWhole(local))
        return notWritten(path, local.errorString());
    return Fetched::Whole;
}

} // namespace motley
