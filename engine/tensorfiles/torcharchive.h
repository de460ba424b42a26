// The two layouts of torch.save, taken apart: a pickle, and where the bytes of each storage lie. For torchfile.cpp
// and torchfilewriter.cpp.
#pragma once

#include "engine/tensorfiles/pickle.h"

#include <c10/core/ScalarType.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace motley {

struct TorchArchive {
    Pickle pickle;
    std::map<std::string, std::string_view> storages; // by key
};

Result<TorchArchive> openTorchArchive(std::string_view bytes);

// How the pickle refers to a storage: ('storage', torch.FloatStorage, key, location, elements).
struct StorageName {
    std::string_view type; // "FloatStorage"
    std::string key;
    std::int64_t elements = 0;
};
Result<StorageName> storageName(const Pickle &pickle, const PickleValue &persistent);

std::optional<at::ScalarType> storedType(std::string_view storageType); // nullopt for a type that is not read
std::optional<std::string_view> storageTypeOf(at::ScalarType type);

} // namespace motley
