#include "app/presets.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace motley {

namespace {

Preset presetFrom(const QString &file)
{
    QFile json(QStringLiteral(":/presets/%1.json").arg(file));
    const bool opened = json.open(QIODevice::ReadOnly);
    const auto job = parseJob(json.readAll().toStdString());
    // The presets are part of this program, and a test reads each of them.
    Q_ASSERT(opened && job);
    JobSpec ready = *job;
    // Without Debian's package the files are where cmake/fetch-fashion-mnist puts them.
    const QString fetched = QDir::homePath() + QStringLiteral("/.cache/motley/fashion-mnist");
    if (!QFileInfo::exists(QString::fromStdString(ready.data.folder)) && QFileInfo::exists(fetched))
        ready.data.folder = fetched.toStdString();
    return {QString::fromStdString(ready.name), ready};
}

} // namespace

const std::vector<Preset> &presets()
{
    static const std::vector<Preset> list{presetFrom(QStringLiteral("fashion-mnist"))};
    return list;
}

} // namespace motley
