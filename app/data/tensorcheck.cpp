#include "app/data/tensorcheck.h"

#include "app/data/cannotread.h"
#include "app/words/format.h"
#include "engine/data/hdf5/hdf5file.h"

#include <QCoreApplication>
#include <QFile>
#include <QStringList>
#include <QtEndian>

#include <algorithm>
#include <span>

namespace motley {

namespace {

constexpr QByteArrayView hdf5Mark = "\x89HDF\r\n\x1a\n";
constexpr QByteArrayView zipMark = "PK\x03\x04"; // TorchScript files are ZIP archives
constexpr std::int64_t mostNumbers = std::int64_t(1) << 22; // of a sample that is read

struct TensorCheckWords {
    Q_DECLARE_TR_FUNCTIONS(motley::DataPreview)
};

tl::unexpected<Error> refused(const QString &words, const std::string &detail = {})
{
    return fail(words.toStdString(), detail);
}

Result<bool> startsWith(const QString &path, QByteArrayView mark)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    return file.read(mark.size()) == mark;
}

QStringList namesIn(const std::string &field)
{
    QStringList names;
    for (const QString &name : QString::fromStdString(field).split(',', Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty())
            names << name.trimmed();
    return names;
}

struct Tensor {
    QString name;
    std::vector<std::int64_t> sizes;
};

Result<std::vector<Tensor>> tensorsOf(const QString &path, const QStringList &names)
{
    const auto entries = readTensorList(path);
    if (!entries)
        return tl::unexpected(entries.error());
    std::vector<Tensor> tensors;
    for (const TensorEntry &entry : *entries)
        if (const QString name = QString::fromStdString(entry.name); names.isEmpty() || names.contains(name))
            tensors.push_back({name, entry.shape});
    for (const QString &name : names)
        if (std::none_of(tensors.begin(), tensors.end(), [&](const Tensor &tensor) { return tensor.name == name; }))
            return refused(
                TensorCheckWords::tr("%1 has no tensor “%2”. Check the names of the tensors.").arg(path, name));
    return tensors;
}

template <typename Number>
Result<void> readEnds(const Hdf5File &file, const std::string &name, const Hdf5Layout &layout)
{
    const std::int64_t rows = layout.sizes.front();
    std::vector<Number> row(static_cast<std::size_t>(layout.numbers() / rows));
    for (const std::int64_t first : {std::int64_t(0), rows - 1})
        if (const auto read = file.readRows<Number>(name, first, first + 1, std::span(row)); !read)
            return read;
    return {};
}

Result<Tensor> tensorOf(const Hdf5File &file, const QString &name)
{
    const auto layout = file.layout(name.toStdString());
    if (!layout)
        return tl::unexpected(layout.error());
    if (!layout->isBelievable())
        return refused(TensorCheckWords::tr("“%2” in %1 claims more numbers than the file holds.")
                           .arg(QString::fromStdString(file.path()), name));
    const std::int64_t rows = layout->sizes.front();
    if (rows > 0 && layout->numbers() / rows <= mostNumbers) {
        const auto read = layout->kind == Hdf5Layout::Kind::Real
            ? readEnds<float>(file, name.toStdString(), *layout)
            : readEnds<std::int64_t>(file, name.toStdString(), *layout);
        if (!read)
            return tl::unexpected(read.error());
    }
    return Tensor{name, layout->sizes};
}

Result<std::vector<Tensor>> dataSetsOf(const QString &path, const QStringList &names)
{
    if (names.isEmpty())
        return refused(TensorCheckWords::tr("%1 is HDF5: name its data sets that the model is to be given.").arg(path));
    const auto file = Hdf5File::open(path.toStdString());
    if (!file)
        return tl::unexpected(file.error());
    std::vector<Tensor> tensors;
    for (const QString &name : names) {
        auto tensor = tensorOf(*file, name);
        if (!tensor)
            return tl::unexpected(tensor.error());
        tensors.push_back(std::move(*tensor));
    }
    return tensors;
}

// The first dimension of each counts the samples.
Result<void> checkSamples(const QString &path, const std::vector<Tensor> &tensors)
{
    if (tensors.empty())
        return refused(TensorCheckWords::tr("%1 holds no tensors.").arg(path));
    const Tensor &first = tensors.front();
    for (const Tensor &tensor : tensors) {
        if (tensor.sizes.empty() || tensor.sizes.front() < 1)
            return refused(
                TensorCheckWords::tr("The tensor “%2” in %1 holds no samples: its first dimension counts them.")
                    .arg(path, tensor.name));
        if (tensor.sizes.front() != first.sizes.front())
            return refused(TensorCheckWords::tr("“%2” in %1 holds %3 samples, but “%4” holds %5.")
                               .arg(path, first.name, formatCount(first.sizes.front()), tensor.name,
                                   formatCount(tensor.sizes.front())));
    }
    return {};
}

Result<void> checkFile(const QString &path, const QStringList &names)
{
    const auto isHdf5 = startsWith(path, hdf5Mark);
    if (!isHdf5)
        return tl::unexpected(isHdf5.error());
    const auto tensors = *isHdf5 ? dataSetsOf(path, names) : tensorsOf(path, names);
    return tensors ? checkSamples(path, *tensors) : tl::unexpected(tensors.error());
}

} // namespace

Result<std::vector<TensorEntry>> readTensorList(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(file);
    quint64 length = 0;
    const bool isLong = file.read(reinterpret_cast<char *>(&length), sizeof length) == qint64(sizeof length);
    length = qFromLittleEndian(length);
    const bool isList = isLong && length <= static_cast<quint64>(longestSafetensorsHeader);
    const QByteArray list = isList ? file.read(static_cast<qint64>(length)) : QByteArray();
    auto entries = parseSafetensorsHeader(list.toStdString(), file.size() - file.pos());
    if (!entries)
        return refused(
            TensorCheckWords::tr("%1 is no safetensors file that can be read.").arg(path), entries.error().message);
    return entries;
}

Result<void> checkTensors(const TorchScriptSpec &task)
{
    const QString script = QString::fromStdString(task.model.script.path);
    const auto isScript = startsWith(script, zipMark);
    if (!isScript)
        return tl::unexpected(isScript.error());
    if (!*isScript)
        return refused(TensorCheckWords::tr("%1 is no TorchScript file, as torch.jit writes them.").arg(script));
    for (const DataPath *path : {&task.data.train, &task.data.test})
        if (!path->path.empty())
            if (const auto checked = checkFile(QString::fromStdString(path->path), namesIn(task.data.names)); !checked)
                return checked;
    return {};
}

} // namespace motley
