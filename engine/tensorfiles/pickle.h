// Reads a Python pickle without running anything in it: numbers, texts, lists, dicts, the tensors of torch, and
// argparse.Namespace, which holds the command line of a program. Everything else is refused by name.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace motley {

struct PickleValue {
    enum class Kind {
        Opaque, // nothing that we need: None, real numbers, bytes
        Integer, // also bool
        Text,
        Global, // "module name" of an allowed class or function
        List, // also tuple and set
        Dict,
        Namespace, // items: as of a dict, its attributes
        Persistent, // items: one value, which names something outside the pickle
        Tensor, // items: what torch._utils._rebuild_tensor(_v2) is called with
    };
    Kind kind = Kind::Opaque;
    std::int64_t integer = 0;
    std::string_view text; // into the pickle's bytes
    std::vector<std::uint32_t> items; // indices into Pickle::values; of a dict: key, value, key, value, ...
};

struct Pickle {
    std::vector<PickleValue> values; // values may refer to each other in circles
    std::uint32_t root = 0;
    std::size_t bytes = 0; // length of the pickle

    const PickleValue &operator[](std::uint32_t value) const { return values[value]; }
};

// Protocols 2 to 5. The time and memory it takes are bounded by the bytes given, and by 2 million instructions.
Result<Pickle> readPickle(std::string_view bytes);

} // namespace motley
