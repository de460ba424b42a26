#include "app/data/hdf5check.h"

#include "engine/base/textfile.h"
#include "engine/data/rows/bertshard.h"
#include "engine/data/rows/rowfiles.h"
#include "engine/formats/bertconfig.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <array>
#include <span>
#include <vector>

namespace motley {

namespace {

constexpr std::size_t longestConfig = 1 << 20; // bytes

struct Hdf5CheckWords {
    Q_DECLARE_TR_FUNCTIONS(motley::DataPreview)
};

// The files whose records are looked at.
std::vector<std::string> ends(const std::vector<std::string> &paths)
{
    if (paths.size() < 2)
        return paths;
    return {paths.front(), paths.back()};
}

Result<BertConfig> configOf(const BertModelSpec &model)
{
    const bool isFolder = QFileInfo(QString::fromStdString(model.start.path)).isDir();
    const std::string path = isFolder ? model.start.path + "/config.json" : model.config.path;
    return readTextFile(path, longestConfig)
        .and_then([](const std::string &text) { return parseBertConfig(text); })
        .map_error([&](const Error &error) {
            return Error{path + ": " + error.message, error.detail};
        });
}

Result<void> checkShard(const std::string &path, const BertConfig &config)
{
    const auto shard = BertShard::open(path);
    if (!shard)
        return tl::unexpected(shard.error());
    if (shard->rows() < 1)
        return fail(Hdf5CheckWords::tr("%1 has no rows in it.").arg(QString::fromStdString(path)).toStdString());
    if (shard->length() > config.positions)
        return fail(Hdf5CheckWords::tr("The rows in %1 have %2 tokens, but the model takes %3.")
                        .arg(QString::fromStdString(path))
                        .arg(shard->length())
                        .arg(config.positions)
                        .toStdString());
    for (const std::int64_t row : {std::int64_t(0), shard->rows() - 1})
        if (const auto read = shard->read(row, row + 1, {config.vocabulary, config.segments}); !read)
            return tl::unexpected(read.error());
    return {};
}

// `sizes`: those that it must have; empty: any.
Result<void> checkDataset(const Hdf5File &file, const std::string &name, const std::vector<std::int64_t> &sizes)
{
    const auto refused = [&](const QString &words) {
        return fail(words.arg(QString::fromStdString(file.path()), QString::fromStdString(name)).toStdString());
    };
    const auto layout = file.layout(name);
    if (!layout)
        return tl::unexpected(layout.error());
    if (layout->sizes.size() != 3 || layout->numbers() < 1)
        return refused(Hdf5CheckWords::tr("“%2” in %1 is no volume: it needs slices, rows and columns."));
    if (name == "raw" && !layout->isBelievable())
        return refused(Hdf5CheckWords::tr("“%2” in %1 claims more voxels than the file holds."));
    if (layout->kind != Hdf5Layout::Kind::Unsigned || (name == "raw" && layout->numberBytes > 1))
        return refused(Hdf5CheckWords::tr("“%2” in %1 holds numbers of another type than it must."));
    if (!sizes.empty() && layout->sizes != sizes)
        return refused(Hdf5CheckWords::tr("“%2” in %1 has another size than “raw”."));
    const std::vector<std::int64_t> &size = layout->sizes;
    std::uint64_t voxel = 0;
    const std::array<std::int64_t, 3> one{1, 1, 1};
    const std::array<std::int64_t, 3> last{size[0] - 1, size[1] - 1, size[2] - 1};
    for (const std::array<std::int64_t, 3> &place : {std::array<std::int64_t, 3>{}, last})
        if (const auto read = file.readBlock<std::uint64_t>(name, place, one, std::span(&voxel, 1)); !read)
            return read;
    return {};
}

} // namespace

Result<void> checkRows(const BertSpec &task)
{
    const auto config = configOf(task.model);
    if (!config)
        return tl::unexpected(config.error());
    const auto training = findTrainingRows(task.data.train.path, task.data.filesAtMost);
    const auto tests
        = task.data.test.empty() ? findRowsBeside(task.data.train.path) : findTestRows(task.data.test.path);
    for (const auto *files : {&training, &tests}) {
        if (!*files)
            return tl::unexpected(files->error());
        for (const std::string &path : ends((*files)->paths))
            if (const auto checked = checkShard(path, *config); !checked)
                return checked;
    }
    return {};
}

Result<void> checkVolume(const VolumeSpec &task)
{
    const auto file = Hdf5File::open(task.data.volume.path);
    if (!file)
        return tl::unexpected(file.error());
    if (const auto raw = checkRaw(*file); !raw)
        return raw;
    return checkDataset(*file, "labels", file->layout("raw")->sizes);
}

Result<void> checkRaw(const Hdf5File &volume)
{
    return checkDataset(volume, "raw", {});
}

} // namespace motley
