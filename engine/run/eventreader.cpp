#include "engine/run/eventreader.h"

#include "engine/protocol/eventhead.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace motley {

namespace {

constexpr std::int64_t tailBytes = 2 * std::int64_t(longestEventLine) + 1; // holds at least one whole event

Result<std::string> readAt(const Descriptor &file, const std::string &path, std::int64_t offset, std::int64_t most)
{
    std::string bytes(std::size_t(most), '\0');
    const auto got = pread(file.get(), bytes.data(), bytes.size(), offset);
    if (got < 0)
        return fail("Could not read " + path + ": " + systemReason(errno) + ".");
    bytes.resize(std::size_t(got));
    return bytes;
}

std::vector<std::string_view> completeLines(std::string_view bytes)
{
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0, end; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1)
        lines.push_back(bytes.substr(begin, end - begin));
    return lines;
}

std::int64_t stepOf(const EventBody &body)
{
    if (const auto *done = std::get_if<StepDone>(&body))
        return done->step;
    if (const auto *finished = std::get_if<RunFinished>(&body))
        return finished->step;
    if (const auto *saved = std::get_if<CheckpointSaved>(&body))
        return saved->step;
    return -1;
}

} // namespace

EventReader::EventReader(std::string path, std::int64_t afterSequence)
    : m_path(std::move(path)), m_afterSequence(afterSequence)
{
}

Result<std::vector<LoggedLine>> EventReader::next()
{
    if (!m_file)
        m_file = Descriptor(open(m_path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!m_file && errno == ENOENT)
        return std::vector<LoggedLine>{};
    if (!m_file)
        return fail("Could not read " + m_path + ": " + systemReason(errno) + ".");
    std::vector<LoggedLine> lines;
    for (auto before = m_offset - 1; lines.empty() && before != m_offset;) {
        before = m_offset;
        const auto bytes = readAt(m_file, m_path, m_offset, std::int64_t(longestEventLine) + 1);
        if (!bytes)
            return tl::unexpected(bytes.error());
        parseLines(*bytes, lines);
    }
    return lines;
}

// A number that is missing stands in the log, which is read before.
std::vector<LoggedLine> EventReader::nextInMemory(int process)
{
    std::vector<LoggedLine> lines;
    for (std::string &text : m_backlog.next(process)) {
        const auto head = headOf(text);
        if (!head || head->sequence <= m_afterSequence)
            continue;
        if (head->sequence > m_afterSequence + 1) {
            m_backlog.takeBack();
            break;
        }
        m_afterSequence = head->sequence;
        lines.push_back({std::move(text), head->sequence, head->finishes});
    }
    return lines;
}

void EventReader::parseLines(const std::string &bytes, std::vector<LoggedLine> &lines)
{
    for (const auto text : completeLines(bytes)) {
        m_offset += std::int64_t(text.size()) + 1;
        const auto head = headOf(text);
        if (!head) {
            addUnreadable(text, lines);
        } else if ((m_lastSequence = head->sequence) > m_afterSequence) {
            lines.push_back({std::string(text), head->sequence, head->finishes});
            m_afterSequence = head->sequence;
        }
    }
    if (bytes.size() > longestEventLine && bytes.find('\n') == std::string::npos) {
        m_offset += std::int64_t(bytes.size());
        addUnreadable(bytes, lines);
    }
}

void EventReader::addUnreadable(std::string_view text, std::vector<LoggedLine> &lines) const
{
    if (m_lastSequence >= m_afterSequence)
        lines.push_back({std::string(text), 0, false});
}

Result<LogSummary> summarize(const std::string &path)
{
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file && errno == ENOENT)
        return LogSummary{};
    struct stat info { };
    if (!file || fstat(file.get(), &info))
        return fail("Could not read " + path + ": " + systemReason(errno) + ".");
    const auto start = std::max<std::int64_t>(0, info.st_size - tailBytes);
    const auto bytes = readAt(file, path, start, tailBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    LogSummary summary;
    const auto lastNewline = bytes->rfind('\n');
    summary.completeBytes = lastNewline == std::string::npos ? 0 : start + std::int64_t(lastNewline) + 1;
    for (const auto text : completeLines(*bytes)) {
        const auto head = headOf(text); // the first line may be cut: then it is no event and passed over
        if (!head)
            continue;
        summary.lastSequence = head->sequence;
        summary.finished = head->finishes;
        if (const auto event = parseEvent(text))
            summary.step = std::max(summary.step, stepOf(event->body));
    }
    return summary;
}

} // namespace motley
