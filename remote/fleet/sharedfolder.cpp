#include "remote/fleet/sharedfolder.h"

#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

struct SharedFolders {
    Q_DECLARE_TR_FUNCTIONS(motley::SharedFolder)
    MOTLEY_PHRASES(motley::SharedFolder)
};

bool isUsable(const QString &path)
{
    const bool plain
        = std::none_of(path.begin(), path.end(), [](QChar c) { return c.category() == QChar::Other_Control; });
    return plain && path.startsWith(QLatin1Char('/'));
}

std::string withSlash(const QString &folder)
{
    return (folder.endsWith(QLatin1Char('/')) ? folder : folder + QLatin1Char('/')).toStdString();
}

} // namespace

Result<SharedFolder> parseSharedFolder(const QString &text)
{
    const qsizetype between = text.indexOf(QLatin1String("=/"));
    const QString here = (between < 0 ? text : text.left(between)).trimmed();
    const QString there = between < 0 ? here : text.mid(between + 1).trimmed();
    if (!isUsable(here) || !isUsable(there))
        return sentence(SharedFolders::phrase("“%1” is not the path of a folder. Write one that begins with /, or two "
                                              "of them as HERE=THERE, such as /home/ada/data=/mnt/data.")
                            .arg(text));
    return SharedFolder{QDir::cleanPath(here), QDir::cleanPath(there)};
}

QString toText(const SharedFolder &folder)
{
    return folder.here == folder.there ? folder.here : folder.here + QLatin1Char('=') + folder.there;
}

// Of bytes, as the name of a file need not be UTF-8.
std::optional<std::string> placeThere(const std::vector<SharedFolder> &folders, const std::string &file)
{
    const std::string path = std::filesystem::absolute(file).lexically_normal().string();
    const SharedFolder *innermost = nullptr;
    for (const SharedFolder &folder : folders)
        if (path.starts_with(withSlash(folder.here)) && (!innermost || folder.here.size() > innermost->here.size()))
            innermost = &folder;
    if (!innermost)
        return std::nullopt;
    return withSlash(innermost->there) + path.substr(withSlash(innermost->here).size());
}

} // namespace motley
