#include "app/data/datacheck.h"

#include "app/data/cannotread.h"
#include "app/data/hdf5check.h"
#include "app/data/linecount.h"
#include "app/data/tensorcheck.h"
#include "app/words/format.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>

#include <algorithm>
#include <optional>

namespace motley {

namespace {

constexpr QByteArrayView byteOrderMark = "\xef\xbb\xbf";
constexpr qint64 endBytes = 1 << 16; // of a file, in which its first and last lines are

struct DataCheckWords {
    Q_DECLARE_TR_FUNCTIONS(motley::DataPreview)
};

using KeepGoing = std::function<bool()>;

QString pathOf(const DataPath &path)
{
    return QString::fromStdString(path.path);
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

// What the lines of a file of words must have.
struct LineRule {
    bool (*isGood)(const QByteArray &line);
    QString problem; // of a line that is not good
};

LineRule tagLines()
{
    return {[](const QByteArray &line) { return line.simplified().contains(' '); },
        DataCheckWords::tr("%1 has no tag: each line needs a word and its tag.")};
}

// A word stands alone; one of a mention has B or I, the mention, its entity and up to three more columns behind it.
LineRule mentionLines()
{
    const auto isGood = [](const QByteArray &line) {
        const QList<QByteArray> columns = line.split('\t');
        const bool inMention = columns.size() >= 4 && columns.size() <= 7 && (columns[1] == "B" || columns[1] == "I");
        return !columns[0].isEmpty() && (columns.size() == 1 || inMention);
    };
    return {isGood,
        DataCheckWords::tr(
            "%1 needs a word alone, or a word, B or I, its mention and its entity, with tabs between them.")};
}

// Of CoNLL files: blank lines and marks of documents stand between sentences.
bool isWord(const QByteArray &line)
{
    return !line.trimmed().isEmpty() && !line.startsWith("-DOCSTART-");
}

QByteArray withoutReturn(const QByteArray &line)
{
    return line.endsWith('\r') ? line.chopped(1) : line;
}

// The first and the last line with a word must follow the rule.
Result<void> checkLines(const DataPath &path, const LineRule &rule)
{
    if (path.path.empty())
        return {};
    QFile file(pathOf(path));
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    QByteArray beginning = file.read(endBytes);
    if (beginning.startsWith(byteOrderMark))
        beginning.remove(0, byteOrderMark.size());
    const QList<QByteArray> first = beginning.split('\n');
    const auto firstWord = std::find_if(first.begin(), first.end(), isWord);
    if (firstWord == first.end())
        return fail(DataCheckWords::tr("%1 has no sentence in it.").arg(file.fileName()).toStdString());
    if (!rule.isGood(withoutReturn(*firstWord)))
        return fail(rule.problem
                        .arg(DataCheckWords::tr("Line %1 of %2")
                                 .arg(formatCount(firstWord - first.begin() + 1), file.fileName()))
                        .toStdString());
    file.seek(std::max<qint64>(0, file.size() - endBytes));
    const QList<QByteArray> last = file.readAll().split('\n');
    const auto lastWord = std::find_if(last.rbegin(), last.rend(), isWord);
    if (lastWord != last.rend() && !rule.isGood(withoutReturn(*lastWord)))
        return fail(rule.problem.arg(DataCheckWords::tr("The last line of %1").arg(file.fileName())).toStdString());
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
    for (const DataPath *path : {&task.data.train, &task.data.test})
        if (const auto checked = checkLines(*path, tagLines()); !checked)
            return checked;
    return {};
}

// nullopt: it is no safetensors file with one table, which the machines will say.
std::optional<qint64> countVectors(const QString &path)
{
    if (!path.endsWith(QStringLiteral(".safetensors")))
        return std::nullopt;
    const auto tensors = readTensorList(path);
    if (!tensors || tensors->size() != 1 || tensors->front().shape.size() != 2)
        return std::nullopt;
    return tensors->front().shape.front();
}

Result<void> checkEntities(const LinkedData &data, const KeepGoing &keepGoing)
{
    const QString names = pathOf(data.entities);
    const QString vectors = pathOf(data.vectors);
    const auto lines = countLines(names, keepGoing);
    if (!lines)
        return tl::unexpected(lines.error());
    if (*lines == 0)
        return fail(DataCheckWords::tr("%1 is empty.").arg(names).toStdString());
    const auto rows = countVectors(vectors);
    if (!rows || !*lines || *rows == **lines)
        return {};
    return fail(DataCheckWords::tr("%1 has %2 names of entities, but %3 has %4 vectors: they do not belong together.")
                    .arg(names, formatCount(**lines), vectors, formatCount(*rows))
                    .toStdString());
}

Result<void> check(const EntityLinkingSpec &task, const KeepGoing &keepGoing)
{
    if (const auto tokenizer = checkTokenizer(task.model.start); !tokenizer)
        return tokenizer;
    for (const DataPath *path : {&task.data.train, &task.data.test})
        if (const auto checked = checkLines(*path, mentionLines()); !checked)
            return checked;
    return checkEntities(task.data, keepGoing);
}

// Without the rest of a character that a block begins in.
QByteArrayView fromCharacter(QByteArrayView bytes)
{
    constexpr qsizetype longest = 4; // bytes of a character
    const auto isRest = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
    const auto end = bytes.begin() + std::min(longest - 1, bytes.size());
    return bytes.sliced(std::find_if_not(bytes.begin(), end, isRest) - bytes.begin());
}

// UTF-16 has a zero beside each character of ASCII.
bool isUtf8(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString text = decoder(bytes);
    return !decoder.hasError() && bytes.count('\0') <= bytes.size() / 4;
}

// `tokens`: so many at least, of a byte or more each.
Result<void> checkText(const DataPath &path, qint64 tokens)
{
    if (path.path.empty())
        return {};
    QFile file(pathOf(path));
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    const QByteArray beginning = file.read(endBytes);
    file.seek(std::max<qint64>(0, file.size() - endBytes));
    const QByteArray end = file.readAll();
    if (!isUtf8(beginning) || !isUtf8(fromCharacter(end)))
        return fail(DataCheckWords::tr("%1 is no text in UTF-8. Convert it, such as with iconv.")
                        .arg(file.fileName())
                        .toStdString());
    if (file.size() < tokens)
        return fail(DataCheckWords::tr("%1 is shorter than the %2 tokens that are needed.")
                        .arg(file.fileName(), formatCount(tokens))
                        .toStdString());
    return {};
}

// A file of rows may be short, and a folder is looked into by the engine alone.
Result<void> checkConversations(const DataPath &path)
{
    return QFileInfo(pathOf(path)).isDir() ? Result<void>() : checkText(path, 0);
}

// A test needs a token and the next one.
Result<void> check(const LanguageModelSpec &task, const KeepGoing &keepGoing)
{
    if (!keepGoing())
        return {};
    if (task.data.format == LanguageModelData::Format::Conversations)
        return checkConversations(task.data.train).and_then([&] { return checkConversations(task.data.test); });
    if (const auto training = checkText(task.data.train, task.model.context + 1); !training)
        return training;
    return checkText(task.data.test, 2);
}

Result<void> check(const TorchScriptSpec &task, const KeepGoing &keepGoing)
{
    return keepGoing() ? checkTensors(task) : Result<void>();
}

Result<void> check(const BertSpec &task, const KeepGoing &keepGoing)
{
    return keepGoing() ? checkRows(task) : Result<void>();
}

Result<void> check(const VolumeSpec &task, const KeepGoing &)
{
    return checkVolume(task);
}

template <typename Spec>
Result<void> check(const Spec &, const KeepGoing &)
{
    return {};
}

} // namespace

tl::unexpected<Error> cannotRead(const QFile &file)
{
    return fail(
        DataCheckWords::tr("Could not read %1.").arg(file.fileName()).toStdString(), file.errorString().toStdString());
}

Result<void> checkData(const TaskSpec &task, const KeepGoing &keepGoing)
{
    return std::visit([&](const auto &spec) { return check(spec, keepGoing); }, task);
}

} // namespace motley
