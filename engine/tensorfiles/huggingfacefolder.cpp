#include "engine/tensorfiles/huggingfacefolder.h"

#include "engine/base/textfile.h"
#include "engine/formats/shardindex.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace motley {

namespace {

constexpr std::size_t mostIndexBytes = 64 << 20;

Result<NamedTensors> readTensors(const std::string &file)
{
    return std::filesystem::path(file).extension() == ".safetensors" ? readSafetensors(file) : readTorchFile(file);
}

// Reads one of several files, which must hold what the index says and nothing else.
Result<NamedTensors> readShard(const std::string &file, const std::vector<std::string> &expected)
{
    auto tensors = readTensors(file);
    if (!tensors)
        return tensors;
    std::set<std::string> missing(expected.begin(), expected.end());
    for (const NamedTensor &item : *tensors)
        if (missing.erase(item.name) == 0)
            return fail(file + " holds the tensor " + item.name + ", which the index beside it does not place there.");
    if (!missing.empty())
        return fail(file + " lacks the tensor " + *missing.begin() + ", which the index beside it places there.");
    return tensors;
}

Result<FolderTensors> readShards(const std::string &folder, const std::string &indexFile)
{
    const auto index = readTextFile(indexFile, mostIndexBytes).and_then([](const std::string &text) {
        return parseShardIndex(text);
    });
    if (!index)
        return fail(indexFile + ": " + index.error().message, index.error().detail);
    FolderTensors all{{}, indexFile};
    for (const auto &[name, expected] : *index) {
        auto shard = readShard(folder + "/" + name, expected);
        if (!shard)
            return tl::unexpected(shard.error());
        all.tensors.insert(all.tensors.end(), shard->begin(), shard->end());
    }
    return all;
}

} // namespace

Result<FolderTensors> readFolderTensors(const std::string &folder)
{
    std::error_code ignored;
    for (const char *name : {"/model.safetensors", "/pytorch_model.bin"}) {
        const std::string file = folder + name;
        if (std::filesystem::exists(file, ignored))
            return readTensors(file).map([&](NamedTensors tensors) { return FolderTensors{std::move(tensors), file}; });
        const std::string index = file + ".index.json";
        if (std::filesystem::exists(index, ignored))
            return readShards(folder, index);
    }
    return fail(folder + " holds neither model.safetensors nor pytorch_model.bin, nor an index of such files.");
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
