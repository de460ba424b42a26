#include "app/cli/commands.h"

namespace motley {

std::string utf8(const QString &text)
{
    return text.toStdString();
}

QString fromArgument(const std::string &argument)
{
    return QString::fromLocal8Bit(argument.c_str());
}

QStringList fromArguments(const std::vector<std::string> &arguments)
{
    QStringList list;
    for (const auto &argument : arguments)
        list << fromArgument(argument);
    return list;
}

void addLoginOption(CLI::App &command, std::vector<std::string> &fingerprints)
{
    command
        .add_option("--accept-host-key", fingerprints,
            utf8(Help::tr("Accept an unknown machine with this key, without asking (SHA256:...)")))
        ->take_all()
        ->allow_extra_args(false);
}

} // namespace motley
