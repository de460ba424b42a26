#include "app/models/datacheck.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <optional>

namespace motley {

namespace {

constexpr qint64 blockBytes = 1 << 20;
constexpr qint64 endBytes = 1 << 16; // of a file, in which its first and last lines are

struct DataCheckWords {
    Q_DECLARE_TR_FUNCTIONS(motley::DataPreview)
};

using KeepGoing = std::function<bool()>;

QString pathOf(const DataPath &path)
{
    return QString::fromStdString(path.path);
}

tl::unexpected<Error> cannotRead(const QFile &file)
{
    return fail(
        DataCheckWords::tr("Could not read %1.").arg(file.fileName()).toStdString(), file.errorString().toStdString());
}

// nullopt: not all of it was read.
Result<std::optional<qint64>> countLines(const QString &path, const KeepGoing &keepGoing)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
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

Result<void> checkPair(const DataPath &source, const DataPath &target, const KeepGoing &keepGoing)
{
    if (source.path.empty() || target.path.empty())
        return {};
    const auto sourceLines = countLines(pathOf(source), keepGoing);
    const auto targetLines = countLines(pathOf(target), keepGoing);
    for (const auto *lines : {&sourceLines, &targetLines})
        if (!*lines)
            return tl::unexpected(lines->error());
    if (*sourceLines && *targetLines && *sourceLines != *targetLines)
        return fail(
            DataCheckWords::tr("%1 has %2 lines, but %3 has %4: each line must be the translation of one of the other.")
                .arg(pathOf(source), formatCount(**sourceLines), pathOf(target), formatCount(**targetLines))
                .toStdString());
    if (*sourceLines == 0)
        return fail(DataCheckWords::tr("%1 is empty.").arg(pathOf(source)).toStdString());
    return {};
}

bool hasTag(const QByteArray &line)
{
    return line.simplified().contains(' ');
}

// Of CoNLL files: blank lines and marks of documents stand between sentences.
bool isWord(const QByteArray &line)
{
    return !line.trimmed().isEmpty() && !line.startsWith("-DOCSTART-");
}

// The first and the last line with a word must have a tag.
Result<void> checkTags(const DataPath &path)
{
    if (path.path.empty())
        return {};
    QFile file(pathOf(path));
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    const QList<QByteArray> first = file.read(endBytes).split('\n');
    const auto firstWord = std::find_if(first.begin(), first.end(), isWord);
    if (firstWord == first.end())
        return fail(DataCheckWords::tr("%1 has no sentence in it.").arg(file.fileName()).toStdString());
    if (!hasTag(*firstWord))
        return fail(DataCheckWords::tr("Line %1 of %2 has no tag: each line needs a word and its tag.")
                        .arg(formatCount(firstWord - first.begin() + 1), file.fileName())
                        .toStdString());
    file.seek(std::max<qint64>(0, file.size() - endBytes));
    const QList<QByteArray> last = file.readAll().split('\n');
    const auto lastWord = std::find_if(last.rbegin(), last.rend(), isWord);
    if (lastWord != last.rend() && !hasTag(*lastWord))
        return fail(DataCheckWords::tr("The last line of %1 has no tag: each line needs a word and its tag.")
                        .arg(file.fileName())
                        .toStdString());
    return {};
}

Result<void> checkTokenizer(const DataPath &folder)
{
    for (const char *name : {"/vocab.txt", "/tokenizer.json"})
        if (QFileInfo(pathOf(folder) + QLatin1String(name)).size() > 0)
            return {};
    return fail(DataCheckWords::tr("%1 has no tokenizer: neither vocab.txt nor tokenizer.json is there.")
                    .arg(pathOf(folder))
                    .toStdString());
}

Result<void> check(const TranslationSpec &task, const KeepGoing &keepGoing)
{
    if (const auto training = checkPair(task.data.trainSource, task.data.trainTarget, keepGoing); !training)
        return training;
    return checkPair(task.data.testSource, task.data.testTarget, keepGoing);
}

Result<void> check(const TaggingSpec &task, const KeepGoing &)
{
    if (const auto tokenizer = checkTokenizer(task.model.start); !tokenizer)
        return tokenizer;
    if (const auto training = checkTags(task.data.train); !training)
        return training;
    return checkTags(task.data.test);
}

template <typename Spec>
Result<void> check(const Spec &, const KeepGoing &)
{
    return {};
}

} // namespace

Result<void> checkData(const TaskSpec &task, const KeepGoing &keepGoing)
{
    return std::visit([&](const auto &spec) { return check(spec, keepGoing); }, task);
}

} // namespace motley
