#include "app/data/linecount.h"

#include "app/data/cannotread.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <map>
#include <mutex>

namespace motley {

namespace {

constexpr qint64 blockBytes = 1 << 20;

// What tells that a file is another one than before. No program can set the time of its last change.
struct Version {
    qint64 bytes = 0;
    QDateTime changed;

    bool operator==(const Version &) const = default;
};

struct Counted {
    Version version;
    qint64 lines = 0;
};

class Counts {
public:
    std::optional<qint64> find(const QString &path, const Version &version)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_files.find(path);
        const bool isKnown = found != m_files.end() && found->second.version == version;
        return isKnown ? std::optional(found->second.lines) : std::nullopt;
    }
    void keep(const QString &path, const Counted &counted)
    {
        const std::lock_guard lock(m_mutex);
        m_files[path] = counted;
    }

private:
    std::mutex m_mutex;
    std::map<QString, Counted> m_files;
};

// Lives for ever, as threads that count may outlast the window.
Counts &counts()
{
    static auto *all = new Counts;
    return *all;
}

Result<std::optional<qint64>> countAnew(QFile &file, const std::function<bool()> &keepGoing)
{
    qint64 lines = 0;
    char last = '\n';
    while (!file.atEnd()) {
        if (!keepGoing())
            return std::nullopt;
        const QByteArray block = file.read(blockBytes);
        if (block.isEmpty())
            return cannotRead(file);
        lines += block.count('\n');
        last = block.back();
    }
    return lines + (last != '\n');
}

} // namespace

Result<std::optional<qint64>> countLines(const QString &path, const std::function<bool()> &keepGoing)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    const QFileInfo info(path);
    const Version version{info.size(), info.metadataChangeTime()};
    if (const auto known = counts().find(path, version))
        return known;
    const auto lines = countAnew(file, keepGoing);
    if (lines && *lines)
        counts().keep(path, {version, **lines});
    return lines;
}

} // namespace motley
