#include "app/cli/usageerror.h"

#include "app/words/format.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <numeric>
#include <vector>

namespace motley {

namespace {

struct Usage {
    Q_DECLARE_TR_FUNCTIONS(motley::UsageError)
};

// The command that was given, with those that it belongs to: "machines add".
std::vector<CLI::App *> givenCommands(CLI::App &app)
{
    std::vector<CLI::App *> commands{&app};
    while (!commands.back()->get_subcommands().empty())
        commands.push_back(commands.back()->get_subcommands().front());
    return commands;
}

QStringList wordsOf(const CLI::App &command, bool options)
{
    QStringList words;
    if (!options)
        for (const CLI::App *inner : command.get_subcommands(nullptr))
            words << QString::fromStdString(inner->get_name());
    else
        for (const CLI::Option *option : command.get_options())
            for (const std::string &name : option->get_lnames())
                words << QStringLiteral("--") + QString::fromStdString(name);
    return words;
}

// The least number of letters to insert, remove or replace (Levenshtein).
int editDistance(const QString &from, const QString &to)
{
    std::vector<int> row(static_cast<std::size_t>(to.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (const QChar letter : from) {
        int diagonal = row[0]++;
        for (std::size_t i = 1; i < row.size(); ++i) {
            const int replaced = diagonal + (to[static_cast<qsizetype>(i) - 1] != letter);
            diagonal = row[i];
            row[i] = std::min({row[i] + 1, row[i - 1] + 1, replaced});
        }
    }
    return row.back();
}

// The known word that was meant; empty: none is near.
QString nearest(const QString &word, const QStringList &known)
{
    if (word == QLatin1String("help"))
        return QStringLiteral("--help");
    QString best;
    int least = static_cast<int>(word.size()) / 2 + 1; // half of the letters may be wrong
    for (const QString &candidate : known) {
        const int distance = editDistance(word, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

QString unknownWords(const QString &word, const QString &meant)
{
    const QString shown = plainText(word, 80);
    return meant.isEmpty() ? Usage::tr("%1 is not understood.").arg(shown)
                           : Usage::tr("%1 is not understood. Did you mean %2?").arg(shown, meant);
}

// The options that CLI11's sentence names.
QStringList namedOptions(const CLI::App &command, const QString &sentence)
{
    const QStringList words = QString(sentence).remove(QLatin1Char(':')).split(QLatin1Char(' '));
    QStringList names;
    for (const CLI::Option *option : command.get_options()) {
        const QString name = QString::fromStdString(option->get_name());
        if (words.contains(name))
            names << name;
    }
    return names;
}

QString missingWords(const CLI::App &command)
{
    for (const CLI::Option *option : command.get_options())
        if (option->get_required() && option->count() == 0)
            return Usage::tr("%1 is missing.").arg(QString::fromStdString(option->get_name()));
    return Usage::tr("a command is missing.");
}

QString problemWords(CLI::App &app, const CLI::App &command, const CLI::ParseError &problem)
{
    if (const auto extra = app.remaining(true); !extra.empty()) {
        const QString word = QString::fromLocal8Bit(extra.front().c_str());
        return unknownWords(word, nearest(word, wordsOf(command, word.startsWith(QLatin1Char('-')))));
    }
    if (dynamic_cast<const CLI::RequiredError *>(&problem))
        return missingWords(command);
    const QStringList names = namedOptions(command, QString::fromLocal8Bit(problem.what()));
    if (dynamic_cast<const CLI::ExcludesError *>(&problem) && names.size() == 2)
        return Usage::tr("%1 and %2 cannot be given together.").arg(names[0], names[1]);
    if (dynamic_cast<const CLI::ArgumentMismatch *>(&problem) && names.size() == 1)
        return Usage::tr("%1 needs a value.").arg(names[0]);
    if (names.size() == 1)
        return Usage::tr("%1 cannot have this value.").arg(names[0]);
    return QString::fromLocal8Bit(problem.what());
}

} // namespace

QString usageErrorWords(CLI::App &app, const CLI::ParseError &problem)
{
    QStringList line;
    const auto commands = givenCommands(app);
    for (const CLI::App *command : commands)
        line << QString::fromStdString(command->get_name());
    return problemWords(app, *commands.back(), problem) + QLatin1Char('\n')
        + Usage::tr("How to write it: %1").arg(line.join(QLatin1Char(' ')) + QStringLiteral(" --help"));
}

} // namespace motley
