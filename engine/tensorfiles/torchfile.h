// Files of torch.save: the zip archive of torch 1.6 and later, and the legacy format before it. Only tensors, and lists
// and dicts of them, are read; see pickle.h for what else is passed over.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// A tensor is named by the keys that lead to it, joined by '/': {'model': {'a.weight': t}} gives "model/a.weight".
// `wanted` chooses by that name which are copied to memory; all by default. Errors name the file and the cause.
using TensorChoice = std::function<bool(const std::string &name)>;
Result<NamedTensors> readTorchFile(const std::string &path, const TensorChoice &wanted = {});

// The tensors and the whole numbers of a file, both named by the keys that lead to them; true and false are 1 and 0.
// The attributes of a Namespace are keys too.
struct TorchContents {
    NamedTensors tensors;
    std::map<std::string, std::int64_t> numbers;
};
Result<TorchContents> readTorchContents(const std::string &path);

// Reads a whole file in memory; the tensors are copies, together never more than twice the bytes given.
Result<NamedTensors> parseTorchFile(std::string_view bytes, const TensorChoice &wanted = {});

// Writes {key: OrderedDict(tensors)}, and None for each of the further keys, as torch.save does since 1.6. Tensors with
// the same storage share it in the file too. The file appears complete or not at all.
Result<void> writeTorchFile(const std::string &path, const std::string &key, const NamedTensors &tensors,
    const std::vector<std::string> &keysOfNone = {});

} // namespace motley
