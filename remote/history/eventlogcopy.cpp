#include "remote/history/eventlogcopy.h"

#include "engine/base/diskspace.h"
#include "remote/history/eventcache.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QtConcurrent>
#include <QThread>

#include <algorithm>

namespace motley {

namespace {

struct Copy {
    Q_DECLARE_TR_FUNCTIONS(motley::EventLogCopy)
    MOTLEY_PHRASES(motley::EventLogCopy)
};

// Enough to keep all processors busy.
std::size_t blocksAtOnce()
{
    return 2 * std::size_t(std::max(2, QThread::idealThreadCount()));
}

// A log from its beginning to its end, some blocks at a time.
class Reading {
public:
    Reading(const EventLogCopy::PartVisitor &visitor, LineTexts texts, const QFile &log)
        : m_visitor(visitor), m_texts(texts), m_log(log.handle()), m_size(log.size()),
          m_cachePath(eventCacheOf(log.fileName().toStdString()))
    {
    }

    void run()
    {
        const bool isCached = m_texts == LineTexts::LeftOut && m_size >= leastCachedLog;
        if (!isCached)
            return readLog(0, nullptr);
        EventCacheReader cache(m_cachePath);
        if (const auto read = readCache(cache))
            readLog(read->log, &*read);
    }

private:
    struct Done { // of both files
        std::int64_t log = 0;
        std::int64_t cache = 0;
        std::int64_t cacheSize = 0;
    };

    // nullopt: the visitor wants no more.
    std::optional<Done> readCache(EventCacheReader &cache)
    {
        Done done{0, 0, cache.fileSize()};
        struct Part {
            CachedBlock block;
            std::optional<std::vector<EventLine>> lines{};
        };
        for (;;) {
            std::vector<Part> parts;
            while (parts.size() < blocksAtOnce())
                if (auto block = cache.next())
                    parts.push_back({*block});
                else
                    break;
            if (parts.empty())
                return Done{done.log, cache.end(), done.cacheSize};
            QtConcurrent::blockingMap(parts, [&](Part &part) { part.lines = cache.linesOf(part.block, m_log); });
            for (Part &part : parts) {
                if (!part.lines)
                    return Done{done.log, part.block.at, done.cacheSize};
                done.log = part.block.end;
                if (!hand(*std::move(part.lines), part.block.end))
                    return std::nullopt;
            }
        }
    }

    void readLog(std::int64_t begin, const Done *cached)
    {
        LogBlocks blocks(m_log, begin);
        std::optional<EventCacheWriter> cache;
        struct Part {
            LogBlock block;
            std::vector<EventLine> lines{};
            std::string packed{};
        };
        for (;;) {
            std::vector<Part> parts;
            while (parts.size() < blocksAtOnce())
                if (auto block = blocks.next())
                    parts.push_back({*std::move(block)});
                else
                    break;
            if (parts.empty())
                return;
            QtConcurrent::blockingMap(
                parts, [&](Part &part) { part.lines = linesOf(part.block, m_texts, cached ? &part.packed : nullptr); });
            for (Part &part : parts) {
                if (!part.block.isWhole)
                    cached = nullptr; // the next ones would not follow on what the cache has
                if (cached && !cache)
                    cache.emplace(m_cachePath, cached->cache, cached->cacheSize);
                if (cached)
                    cache->add(part.block, part.packed);
                if (!hand(std::move(part.lines), part.block.end()))
                    return;
            }
        }
    }

    bool hand(std::vector<EventLine> &&lines, std::int64_t end)
    {
        return m_visitor(std::move(lines), m_size > 0 ? std::min(1.0, double(end) / double(m_size)) : 1);
    }

    const EventLogCopy::PartVisitor &m_visitor;
    LineTexts m_texts;
    int m_log;
    std::int64_t m_size;
    std::string m_cachePath;
};

} // namespace

// The first of the ranks that train is on the machine that coordinates.
void EventLogCopy::noteLeader(const EventLine &line)
{
    if (const auto *chosen = line.get<PlanChosen>()) {
        m_machines.clear();
        for (const PlannedRank &rank : chosen->plan.ranks)
            m_machines.push_back(rank.machine);
        m_leader = 0;
    }
    const auto *changed = line.get<MembershipChanged>();
    if (!changed || changed->ranks.empty())
        return;
    const auto first = static_cast<std::size_t>(changed->ranks.front());
    if (first < m_machines.size())
        m_leader = m_machines[first];
}

bool EventLogCopy::isNew(const EventLine &line)
{
    if (line.sequence <= m_lastSequence)
        return false;
    m_lastSequence = line.sequence;
    noteLeader(line);
    if (const auto *finished = line.get<RunFinished>())
        m_finished = *finished;
    if (const auto *saved = line.get<CheckpointSaved>())
        m_newestCheckpoint = saved->step;
    return true;
}

Result<std::vector<EventLine>> EventLogCopy::load()
{
    std::vector<EventLine> lines;
    const auto keep = [&](EventLine &&line) {
        lines.push_back(std::move(line));
        return true;
    };
    if (const auto read = visit(keep, LineTexts::Kept); !read)
        return tl::unexpected(read.error());
    return lines;
}

Result<void> EventLogCopy::visit(const std::function<bool(EventLine &&)> &visitor, LineTexts texts)
{
    return read(
        [&](std::vector<EventLine> &&lines, double /*ofAll*/) {
            return std::all_of(
                lines.begin(), lines.end(), [&](EventLine &line) { return !isNew(line) || visitor(std::move(line)); });
        },
        texts);
}

Result<void> EventLogCopy::visitParts(const PartVisitor &visitor, LineTexts texts)
{
    return read(
        [&](std::vector<EventLine> &&lines, double ofAll) {
            std::erase_if(lines, [this](const EventLine &line) { return !isNew(line); });
            return lines.empty() || visitor(std::move(lines), ofAll);
        },
        texts);
}

Result<void> EventLogCopy::read(const PartVisitor &visitor, LineTexts texts) const
{
    QFile file(m_file.fileName());
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return sentence(Copy::phrase("Could not read %1.").arg(file.fileName()), file.errorString().toStdString());
    Reading(visitor, texts, file).run();
    return {};
}

Result<void> EventLogCopy::append(const std::vector<EventLine> &lines)
{
    QByteArray bytes;
    for (const auto &line : lines) {
        if (isNew(line))
            bytes += line.text + '\n';
    }
    if (bytes.isEmpty())
        return {};
    const auto spare = spareBytesAt(m_file.fileName().toStdString());
    m_isFull = m_isFull || (spare && *spare < bytes.size());
    if (m_isFull)
        return sentence(
            Copy::phrase("There is too little space for the events of this run in %1; free some and open the run "
                         "again.")
                .arg(m_file.fileName()));
    if (!m_file.isOpen()) {
        const bool opened = QDir().mkpath(QFileInfo(m_file).path())
            && m_file.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered);
        // An unfinished line must not swallow the next one.
        if (opened && m_file.size() > 0 && m_file.seek(m_file.size() - 1) && m_file.read(1) != "\n")
            bytes.prepend('\n');
    }
    if (m_file.write(bytes) != bytes.size())
        return sentence(Copy::phrase("Could not write %1.").arg(m_file.fileName()), m_file.errorString().toStdString());
    return {};
}

} // namespace motley
