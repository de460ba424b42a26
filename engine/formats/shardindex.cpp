#include "engine/formats/shardindex.h"

#include "engine/json/jsondepth.h"

#include <nlohmann/json.hpp>

namespace motley {

namespace {

constexpr std::size_t longestIndex = 64 << 20; // bytes; 100,000 tensors take 10 MB
constexpr std::size_t mostShards = 10'000;

bool isPlainName(const std::string &name)
{
    return !name.empty() && name.size() < 256 && name.front() != '.' && name.find_first_of("/\\") == std::string::npos
        && name.find('\0') == std::string::npos;
}

} // namespace

Result<ShardIndex> parseShardIndex(std::string_view json)
{
    constexpr int levels = 3; // of nesting: the index, its map, room in its metadata
    if (json.size() > longestIndex || nestsDeeperThan(levels, json))
        return fail("It is larger or nested deeper than an index of tensors is.");
    const auto index = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
    const auto map = index.is_object() ? index.find("weight_map") : index.end();
    if (map == index.end() || !map->is_object() || map->empty())
        return fail("It has no weight_map, which names the file of each tensor.");
    ShardIndex shards;
    for (const auto &[tensor, file] : map->items()) {
        if (!file.is_string() || !isPlainName(file.get_ref<const std::string &>()))
            return fail("The tensor \"" + tensor + "\" has no name of a file in the same folder.");
        shards[file.get<std::string>()].push_back(tensor);
        if (shards.size() > mostShards)
            return fail("It names more than " + std::to_string(mostShards) + " files.");
    }
    return shards;
}

} // namespace motley
