#include "engine/filecopies/filefetcher.h"

#include "engine/base/descriptor.h"
#include "engine/base/folders/safefolder.h"
#include "engine/base/sha256.h"
#include "engine/base/tcp.h"
#include "engine/protocol/copies/filepiece.h"
#include "engine/rendezvous/tlsconnection.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>

namespace motley {

namespace {

namespace fs = std::filesystem;
using FetchClock = Deadline::clock;
using LinkState = TlsConnection::State;
constexpr std::chrono::seconds connectLimit{10};
constexpr std::chrono::seconds pieceLimit{30}; // for one answer to come
constexpr std::int64_t askedAhead = 8 * filePieceBytes; // so that the link is never idle
constexpr std::int64_t syncedBytes = std::int64_t(64) << 20; // a disk is not left with minutes of work at the end
constexpr int mostConnections = 3; // of one fetch

struct Part {
    std::string path;
    Descriptor file;
    std::int64_t bytes = 0; // that are there
    Sha256 hash;
};

std::string folderOfBlob(const FetchRequest &request, const WantedFile &wanted)
{
    return request.root + "/blobs/sha256/" + wanted.sha256.substr(0, 2);
}

bool hasSize(const std::string &path, std::int64_t bytes)
{
    struct stat status { };
    return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == bytes;
}

std::string inMebibytes(std::int64_t bytes)
{
    return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB";
}

class Fetch {
public:
    Fetch(const FetchRequest &request, const OnFetched &onFetched) : m_request(request), m_onFetched(onFetched) { }

    FetchReport run();

private:
    enum class Came { Whole, LostContact, Wrong };

    Result<void> begin();
    bool connect();
    Result<void> fetch(const WantedFile &wanted);
    Result<Part> openPart(const WantedFile &wanted) const;
    Result<Came> receive(const WantedFile &wanted, Part &part);
    std::optional<std::string> nextAnswer();
    Result<void> keep(Part &part, const std::string &bytes);
    Result<void> publish(const WantedFile &wanted, const Part &part) const;

    const FetchRequest &m_request;
    const OnFetched &m_onFetched;
    TlsConnection::Key m_key{};
    std::optional<TlsConnection> m_link;
    std::deque<std::string> m_answers;
    int m_connections = 0;
    std::int64_t m_bytes = 0; // that have come
    std::int64_t m_notSynced = 0;
    FetchReport m_report;
};

FetchReport Fetch::run()
{
    auto done = begin();
    for (const WantedFile &wanted : m_request.files) {
        if (!done)
            break;
        done = fetch(wanted);
        if (done) {
            m_report.fetched.push_back(wanted.sha256);
            m_report.unfinished.clear();
        }
    }
    if (!done)
        m_report.problem = done.error().message + (done.error().detail.empty() ? "" : " (" + done.error().detail + ")");
    return m_report;
}

Result<void> Fetch::begin()
{
    if (!isSafeFolder(m_request.root))
        return fail("Other people can change the folder " + m_request.root + ", or it does not exist.");
    return filesKeyOf(m_request.token).map([this](const TlsConnection::Key &key) { m_key = key; });
}

bool Fetch::connect()
{
    m_answers.clear();
    m_link.reset();
    if (++m_connections > mostConnections)
        return false;
    const auto address = socketAddress(m_request.address, m_request.port);
    Descriptor socket = address ? connectWithin(*address, connectLimit) : Descriptor();
    if (!socket)
        return false;
    m_link = TlsConnection::toListener(std::move(socket), m_key, "copies");
    const auto end = FetchClock::now() + connectLimit;
    for (m_link->advance(); m_link->state() == LinkState::Handshake && FetchClock::now() < end; m_link->advance()) {
        pollfd waits = m_link->waits();
        poll(&waits, 1, 100);
    }
    return m_link->state() == LinkState::Open;
}

Result<void> Fetch::fetch(const WantedFile &wanted)
{
    const std::string blob = folderOfBlob(m_request, wanted) + '/' + wanted.sha256;
    if (hasSize(blob, wanted.bytes)) // in a home that machines share another one was faster
        return {};
    for (bool isAnew = false;;) {
        if (!m_link && !connect())
            return fail("There is no connection to " + m_request.address + " any more, or none is possible.");
        auto part = openPart(wanted);
        if (!part)
            return tl::unexpected(part.error());
        const bool isResumed = part->bytes > 0;
        const auto came = receive(wanted, *part);
        if (came && *came == Came::Whole)
            return publish(wanted, *part);
        if (came && *came == Came::LostContact) {
            m_link.reset();
            m_report.unfinished = wanted.sha256;
            m_report.unfinishedBytes = part->bytes;
            continue;
        }
        unlink(part->path.c_str());
        m_report.unfinished.clear();
        if (!came)
            return tl::unexpected(came.error());
        if (!isResumed || isAnew)
            return fail("What " + m_request.address + " gives for " + wanted.sha256
                + " are other bytes than those of that hash.");
        isAnew = true; // what was there from earlier may have been damaged
    }
}

Result<Part> Fetch::openPart(const WantedFile &wanted) const
{
    const std::string folder = folderOfBlob(m_request, wanted);
    std::error_code problem;
    fs::create_directories(folder, problem);
    if (problem)
        return fail("Could not create the folder " + folder + ".", problem.message());
    const std::string begun = folder + '/' + wanted.sha256 + ".part.";
    Part part{begun + m_request.client, {}, 0, {}};
    if (!wanted.unfinished.empty() && !fs::exists(part.path, problem))
        fs::rename(begun + wanted.unfinished, part.path, problem); // it may be gone: then all is fetched
    part.file = Descriptor(open(part.path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600));
    struct stat status { };
    if (!part.file || fstat(part.file.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return fail("Could not write " + part.path + ".", systemReason(errno));
    if (status.st_size > wanted.bytes && ftruncate(part.file.get(), 0) != 0)
        return fail("Could not write " + part.path + ".", systemReason(errno));
    std::string chunk(std::size_t(1) << 20, '\0');
    for (ssize_t got = 0; (got = read(part.file.get(), chunk.data(), chunk.size())) > 0; part.bytes += got)
        part.hash.add(std::string_view(chunk.data(), std::size_t(got)));
    return part;
}

// Asks for pieces ahead. Each has to be as long as was asked for, so no file becomes longer than it should be.
Result<Fetch::Came> Fetch::receive(const WantedFile &wanted, Part &part)
{
    for (std::int64_t asked = part.bytes; part.bytes < wanted.bytes;) {
        for (; asked < wanted.bytes && asked - part.bytes < askedAhead;
             asked += std::min(filePieceBytes, wanted.bytes - asked))
            m_link->send(toLine(PieceRequest{wanted.sha256, asked}));
        const auto line = nextAnswer();
        if (!line)
            return Came::LostContact;
        auto answer = parseAnswerLine(*line);
        if (!answer)
            return tl::unexpected(answer.error());
        if (!*answer)
            return fail(m_request.address + " does not have " + wanted.sha256 + " any more.");
        const std::int64_t length = std::min(filePieceBytes, wanted.bytes - part.bytes);
        // A longer piece may be the end of a longer file: the hash would not be right anyway.
        if (std::int64_t((*answer)->size()) < length)
            return fail("At " + m_request.address + ", " + wanted.sha256 + " is shorter than it should be.");
        (*answer)->resize(std::size_t(length));
        if (const auto kept = keep(part, **answer); !kept)
            return tl::unexpected(kept.error());
    }
    return part.hash.finish() == wanted.sha256 ? Came::Whole : Came::Wrong;
}

// nullopt: the connection is lost, or the other machine is silent.
std::optional<std::string> Fetch::nextAnswer()
{
    const auto deadline = FetchClock::now() + pieceLimit;
    while (m_answers.empty() && FetchClock::now() < deadline) {
        m_link->advance();
        for (std::string &line : m_link->receivedLines())
            m_answers.push_back(std::move(line));
        if (!m_answers.empty() || m_link->state() == LinkState::Closed)
            break;
        pollfd waits = m_link->waits();
        poll(&waits, 1, 1000);
    }
    if (m_answers.empty())
        return std::nullopt;
    std::string answer = std::move(m_answers.front());
    m_answers.pop_front();
    return answer;
}

Result<void> Fetch::keep(Part &part, const std::string &bytes)
{
    if (!writeAll(part.file.get(), bytes))
        return fail("Writing " + inMebibytes(part.bytes + std::int64_t(bytes.size())) + " to " + m_request.root
                + " failed, most likely because the disk or a quota is full.",
            systemReason(errno));
    part.hash.add(bytes);
    part.bytes += std::int64_t(bytes.size());
    m_bytes += std::int64_t(bytes.size());
    m_notSynced += std::int64_t(bytes.size());
    if (m_notSynced >= syncedBytes) {
        fdatasync(part.file.get());
        m_notSynced = 0;
    }
    if (m_onFetched)
        m_onFetched(m_bytes);
    return {};
}

Result<void> Fetch::publish(const WantedFile &wanted, const Part &part) const
{
    const std::string blob = folderOfBlob(m_request, wanted) + '/' + wanted.sha256;
    if (fsync(part.file.get()) != 0 || rename(part.path.c_str(), blob.c_str()) != 0)
        return fail("Could not write " + blob + ".", systemReason(errno));
    return {};
}

} // namespace

FetchReport fetchFiles(const FetchRequest &request, const OnFetched &onFetched)
{
    return Fetch(request, onFetched).run();
}

} // namespace motley
