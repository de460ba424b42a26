#include "engine/agent/copies/checkpointcopier.h"

#include "engine/base/diskspace.h"
#include "engine/base/durablefile.h"
#include "engine/base/tcp.h"
#include "engine/base/textfile.h"
#include "engine/formats/verifycheckpoint.h"

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace motley {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using State = TlsConnection::State;
constexpr std::size_t longestManifest = 1 << 20; // bytes
constexpr std::chrono::seconds answerLimit{30};
constexpr int roundMilliseconds = 100;
constexpr int niceness = 10; // a rank that computes goes first

bool isPlain(const ManifestEntry &entry)
{
    return !entry.name.empty() && entry.name.front() != '.' && entry.name.find('/') == std::string::npos
        && entry.name != "manifest.json";
}

Result<void> checkSpace(const std::string &folder, const CheckpointManifest &manifest)
{
    const auto spare = spareBytesAt(folder);
    std::int64_t needed = 0;
    for (const ManifestEntry &entry : manifest.files)
        needed += entry.bytes;
    return !spare || needed <= *spare
        ? Result<void>()
        : fail("The disk under " + folder + " has " + std::to_string(*spare >> 20) + " MiB to spare, and it needs "
            + std::to_string((needed + (1 << 20) - 1) >> 20) + " MiB.");
}

} // namespace

CheckpointCopier::CheckpointCopier(RunFolder folder, const TlsConnection::Key &key, const Options &options)
    : m_folder(std::move(folder)), m_key(key), m_options(options), m_thread([this] { run(); })
{
}

CheckpointCopier::~CheckpointCopier()
{
    stop();
    m_thread.join();
}

void CheckpointCopier::stop()
{
    const std::lock_guard lock(m_mutex);
    m_isClosing = true;
    m_changed.notifyAll();
}

void CheckpointCopier::copy(CheckpointSource source)
{
    const std::lock_guard lock(m_mutex);
    m_wanted = std::move(source);
    m_changed.notifyAll();
}

std::vector<EventBody> CheckpointCopier::drainNews()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_news, {});
}

void CheckpointCopier::run()
{
    setpriority(PRIO_PROCESS, id_t(gettid()), niceness); // of this thread alone
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isClosing || m_wanted; });
        if (m_isClosing)
            return;
        const CheckpointSource source = *std::exchange(m_wanted, std::nullopt);
        lock.unlock();
        const auto copied = copyNow(source);
        const std::string step = "the checkpoint of step " + std::to_string(source.step);
        if (!copied && isNew(copied.error().message))
            say(Warning{m_options.machine,
                "No second copy of " + step + " is here. " + copied.error().message
                    + (copied.error().detail.empty() ? "" : " (" + copied.error().detail + ")")});
        if (copied && *copied == Copied::Yes && !std::exchange(m_hasCopied, true))
            say(Note{m_options.machine, "A second copy of each checkpoint is kept here; " + step + " is the first."});
        lock.lock();
    }
}

// Where the other machine is gone, the run says it.
Result<CheckpointCopier::Copied> CheckpointCopier::copyNow(const CheckpointSource &source)
{
    const auto address = socketAddress(source.address, source.port);
    Descriptor socket = address ? connectWithin(*address, answerLimit) : Descriptor();
    if (!socket)
        return Copied::LostContact;
    TlsConnection link = TlsConnection::toListener(std::move(socket), m_key, std::to_string(m_options.machine));
    return fetch(link, source.step);
}

Result<CheckpointCopier::Copied> CheckpointCopier::fetch(TlsConnection &link, std::int64_t step)
{
    std::string list;
    for (;;) {
        const auto piece = ask(link, {step, "manifest.json", std::int64_t(list.size())});
        if (!piece)
            return Copied::LostContact;
        if (!piece->isThere || list.size() > longestManifest)
            return fail("The machine that wrote it has none that can be read.");
        if (piece->bytes.empty())
            break;
        list += piece->bytes;
    }
    const std::string published = m_folder.checkpoint(step);
    if (readTextFile(published + "/manifest.json", longestManifest) == list && verifyCheckpoint(published))
        return Copied::Yes;
    const auto manifest = parseCheckpointManifest(list);
    if (!manifest || !std::all_of(manifest->files.begin(), manifest->files.end(), isPlain))
        return fail("Its manifest cannot be right.");
    removeUnfinishedCheckpoints(m_folder.checkpoints()); // also what an agent that was killed has left
    std::error_code problem;
    const std::string unfinished = published + unfinishedCopy;
    fs::create_directories(unfinished, problem);
    if (problem)
        return fail("Could not create the folder " + unfinished + ".", problem.message());
    auto copied = checkSpace(unfinished, *manifest).map([] { return Copied::Yes; });
    for (const ManifestEntry &entry : manifest->files)
        if (copied && *copied == Copied::Yes)
            copied = fetchFile(link, step, entry, unfinished + "/" + entry.name);
    if (isClosing()) // a rank of this machine may write checkpoints now
        copied = Copied::LostContact;
    if (copied && *copied == Copied::Yes)
        copied = writeDurably(unfinished + "/manifest.json", list)
                     .and_then([&] { return verifyCheckpoint(unfinished); })
                     .and_then([&] { return publishFolder(unfinished, published); })
                     .map([] { return Copied::Yes; });
    if (copied && *copied == Copied::Yes)
        removeOldCheckpoints(m_folder.checkpoints(), step, m_options.keep);
    fs::remove_all(unfinished, problem); // and no other one, which a rank may be writing
    return copied;
}

Result<CheckpointCopier::Copied> CheckpointCopier::fetchFile(
    TlsConnection &link, std::int64_t step, const ManifestEntry &entry, const std::string &to)
{
    auto file = DurableFile::create(to);
    if (!file)
        return tl::unexpected(file.error());
    for (std::int64_t from = 0; from < entry.bytes;) {
        const auto piece = ask(link, {step, entry.name, from});
        if (!piece)
            return Copied::LostContact;
        if (piece->bytes.empty())
            return fail("There, " + entry.name + " is shorter than its manifest says.");
        if (const auto written = file->write(piece->bytes.data(), piece->bytes.size()); !written)
            return tl::unexpected(written.error());
        from += std::int64_t(piece->bytes.size());
        pace(std::int64_t(piece->bytes.size()));
    }
    return file->close().map([] { return Copied::Yes; });
}

// nullopt: the connection is lost, or this is to end.
std::optional<CheckpointPiece> CheckpointCopier::ask(TlsConnection &link, const CheckpointRequest &request)
{
    const auto deadline = Clock::now() + answerLimit;
    link.send(toLine(request));
    while (!isClosing() && Clock::now() < deadline) {
        link.advance();
        for (const std::string &line : link.receivedLines()) {
            auto piece = parseCheckpointPiece(line);
            return piece ? std::optional(*std::move(piece)) : std::nullopt;
        }
        if (link.state() == State::Closed)
            return std::nullopt;
        pollfd waits = link.waits();
        poll(&waits, 1, roundMilliseconds);
    }
    return std::nullopt;
}

void CheckpointCopier::pace(std::int64_t bytes)
{
    const std::chrono::duration<double> share(double(bytes) / double(m_options.bytesPerSecond));
    m_mayGoOn = std::max(m_mayGoOn, Clock::now()) + std::chrono::duration_cast<Clock::duration>(share);
    std::unique_lock lock(m_mutex);
    m_changed.waitFor(lock, m_mayGoOn - Clock::now(), [this] { return m_isClosing; });
}

bool CheckpointCopier::isClosing()
{
    const std::lock_guard lock(m_mutex);
    return m_isClosing;
}

void CheckpointCopier::say(EventBody news)
{
    const std::lock_guard lock(m_mutex);
    m_news.push_back(std::move(news));
}

// A full disk would say the same after each checkpoint.
bool CheckpointCopier::isNew(const std::string &problem)
{
    return std::exchange(m_lastProblem, problem) != problem;
}

} // namespace motley
