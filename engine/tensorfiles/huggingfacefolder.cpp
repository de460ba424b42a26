#include "engine/tensorfiles/huggingfacefolder.h"

#include "engine/base/textfile.h"
#include "engine/formats/shardindex.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

namespace motley {

namespace {

constexpr std::size_t mostIndexBytes = 64 << 20;

Result<NamedTensors> readTensors(const std::string &file)
{
    return std::filesystem::path(file).extension() == ".safetensors" ? readSafetensors(file) : readTorchFile(file);
}

Result<std::vector<StoredTensor>> openTensors(const std::string &file)
{
    std::vector<StoredTensor> stored;
    if (std::filesystem::path(file).extension() == ".safetensors") {
        auto opened = SafetensorsFile::open(file);
        if (!opened)
            return tl::unexpected(opened.error());
        const auto shared = std::make_shared<const SafetensorsFile>(*std::move(opened));
        for (const TensorEntry &entry : shared->entries())
            stored.push_back(
                {entry.name, entry.shape, scalarTypeOf(entry.type), [shared, &entry] { return shared->read(entry); }});
        return stored;
    }
    const auto tensors = readTensors(file);
    if (!tensors)
        return tl::unexpected(tensors.error());
    for (const NamedTensor &item : *tensors)
        stored.push_back({item.name, item.tensor.sizes().vec(), item.tensor.scalar_type(),
            [tensor = item.tensor] { return tensor; }});
    return stored;
}

// One of several files must hold what the index says and nothing else.
template <typename Tensors>
Result<Tensors> checkShard(const std::string &file, const std::vector<std::string> &expected, Result<Tensors> tensors)
{
    if (!tensors)
        return tensors;
    std::set<std::string> missing(expected.begin(), expected.end());
    for (const auto &item : *tensors)
        if (missing.erase(item.name) == 0)
            return fail(file + " holds the tensor " + item.name + ", which the index beside it does not place there.");
    if (!missing.empty())
        return fail(file + " lacks the tensor " + *missing.begin() + ", which the index beside it places there.");
    return tensors;
}

template <typename Folder, typename Read>
Result<Folder> readShards(const std::string &folder, const std::string &indexFile, Read read)
{
    const auto index = readTextFile(indexFile, mostIndexBytes).and_then([](const std::string &text) {
        return parseShardIndex(text);
    });
    if (!index)
        return fail(indexFile + ": " + index.error().message, index.error().detail);
    Folder all{{}, indexFile};
    for (const auto &[name, expected] : *index) {
        const std::string file = std::string(folder).append("/").append(name);
        auto shard = checkShard(file, expected, read(file));
        if (!shard)
            return tl::unexpected(shard.error());
        all.tensors.insert(all.tensors.end(), shard->begin(), shard->end());
    }
    return all;
}

// `read`: the tensors of one file.
template <typename Folder, typename Read>
Result<Folder> readFolder(const std::string &folder, Read read)
{
    std::error_code ignored;
    for (const char *name : {"/model.safetensors", "/pytorch_model.bin"}) {
        const std::string file = folder + name;
        if (std::filesystem::exists(file, ignored))
            return read(file).map([&](auto tensors) { return Folder{std::move(tensors), file}; });
        const std::string index = file + ".index.json";
        if (std::filesystem::exists(index, ignored))
            return readShards<Folder>(folder, index, read);
    }
    return fail(folder + " holds neither model.safetensors nor pytorch_model.bin, nor an index of such files.");
}

} // namespace

Result<FolderTensors> readFolderTensors(const std::string &folder)
{
    return readFolder<FolderTensors>(folder, readTensors);
}

Result<StoredTensors> openFolderTensors(const std::string &folder)
{
    return readFolder<StoredTensors>(folder, openTensors);
}

Result<HuggingFaceFolder> readHuggingFaceFolder(const std::string &folder)
{
    const std::string configFile = folder + "/config.json";
    const auto config = readTextFile(configFile, 1 << 20);
    if (!config)
        return tl::unexpected(config.error());
    auto read = readFolderTensors(folder);
    if (!read)
        return tl::unexpected(read.error());
    return HuggingFaceFolder{*config, configFile, std::move(read->tensors), read->file};
}

} // namespace motley
