#include "app/models/presets.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace motley {

namespace {

// Without Debian's package the images are where cmake/fetch-fashion-mnist puts them.
void findImages(TaskSpec &task)
{
    auto *images = std::get_if<ImageSpec>(&task);
    const QString fetched = QDir::homePath() + QStringLiteral("/.cache/motley/fashion-mnist");
    if (images && !QFileInfo::exists(QString::fromStdString(images->data.folder.path)) && QFileInfo::exists(fetched))
        images->data.folder = fetched.toStdString();
}

[[maybe_unused]] constexpr const char *names[]{
    // for translations/update
    QT_TRANSLATE_NOOP("Preset", "Fashion-MNIST"),
    QT_TRANSLATE_NOOP("Preset", "BERT pre-training"),
    QT_TRANSLATE_NOOP("Preset", "Names in text"),
    QT_TRANSLATE_NOOP("Preset", "Entities in text"),
    QT_TRANSLATE_NOOP("Preset", "Translation"),
    QT_TRANSLATE_NOOP("Preset", "Text that goes on"),
    QT_TRANSLATE_NOOP("Preset", "Answers in conversations"),
    QT_TRANSLATE_NOOP("Preset", "Objects in a volume"),
    QT_TRANSLATE_NOOP("Preset", "Your own model"),
};

} // namespace

QString presetName(const Preset &preset)
{
    return QCoreApplication::translate("Preset", preset.job.name.c_str());
}

const std::vector<Preset> &readyJobs()
{
    static const std::vector<Preset> list = [] {
        std::vector<Preset> found = presets();
        for (Preset &preset : found)
            findImages(preset.job.task);
        return found;
    }();
    return list;
}

} // namespace motley
