#include "remote/deploy/installfolder.h"

#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"

#include <QCoreApplication>
#include <QDir>

namespace motley {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::installfolder)
    MOTLEY_PHRASES(motley::installfolder)
};

} // namespace

Result<void> checkInstallFolder(const std::string &root, const std::string &machine)
{
    const bool inOneLine = root.starts_with('/') && root.find('\n') == std::string::npos;
    if (!inOneLine || QDir::cleanPath(QString::fromStdString(root)) == QLatin1String("/"))
        return sentence(Words::phrase("The install folder of %1 must be an absolute path, and not / itself.")
                            .arg(QString::fromStdString(machine)));
    return {};
}

tl::unexpected<Error> unsafeInstallFolder(const std::string &output, const std::string &machine)
{
    constexpr std::string_view word = "unsafe ";
    const auto start = output.rfind(word);
    const auto folder = start == std::string::npos ? std::string() : cleaned(output.substr(start + word.size()));
    return sentence(Words::phrase("Other people can change %1 on %2, or what is in it, so no files are put there or "
                                  "below. Run “chmod go-w” on it, or choose another install folder.")
                        .arg(QString::fromStdString(folder).trimmed(), QString::fromStdString(machine)));
}

} // namespace motley
