#include "remote/deploy/uploadclient.h"

#include "remote/session/userfolders.h"

#include <QFile>
#include <QRandomGenerator>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <mutex>
#include <set>
#include <unistd.h>

namespace motley {

namespace {

struct LiveNames {
    std::mutex mutex;
    std::set<std::string> names;
    unsigned next = 1;
};

LiveNames &live()
{
    static LiveNames names;
    return names;
}

constexpr qsizetype idLength = 12;

bool isInstallId(const QByteArray &text)
{
    return text.size() == idLength && text.toLower() == text && QByteArray::fromHex(text).toHex() == text;
}

// Two programs starting for the first time agree on one id: whoever creates the file first wins.
std::string readOrMakeInstallId()
{
    const QString path = dataFolder() + QStringLiteral("/install-id");
    const QByteArray fresh
        = QByteArray::number(QRandomGenerator::system()->generate64(), 16).rightJustified(16, '0').right(idLength);
    if (QFile file(path); file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        file.write(fresh);
    QFile file(path);
    const QByteArray kept = file.open(QIODevice::ReadOnly) ? file.read(idLength) : QByteArray();
    return (isInstallId(kept) ? kept : fresh).toStdString();
}

} // namespace

const std::string &UploadClient::installId()
{
    static const std::string id = readOrMakeInstallId();
    return id;
}

UploadClient::UploadClient()
{
    auto &all = live();
    const std::lock_guard lock(all.mutex);
    m_name = installId() + '-' + std::to_string(::getpid()) + '-' + std::to_string(all.next++);
    all.names.insert(m_name);
}

UploadClient::~UploadClient()
{
    auto &all = live();
    const std::lock_guard lock(all.mutex);
    all.names.erase(m_name);
}

bool UploadClient::isAbandoned(const std::string &client)
{
    if (!client.starts_with(installId() + '-'))
        return false;
    const char *begin = client.data() + installId().size() + 1;
    pid_t process = 0;
    const auto [end, problem] = std::from_chars(begin, client.data() + client.size(), process);
    if (problem != std::errc() || process <= 0)
        return false;
    if (process == ::getpid()) {
        auto &all = live();
        const std::lock_guard lock(all.mutex);
        return !all.names.contains(client);
    }
    return ::kill(process, 0) != 0 && errno == ESRCH;
}

} // namespace motley
