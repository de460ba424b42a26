// Entity linking as in HetSeq: finds the words that mention an entity, and which entity it is.
#pragma once

#include "engine/job/tasks/taggingspec.h"

namespace motley {

struct LinkedData {
    DataPath train{}; // in the format of AIDA-CoNLL-YAGO, see engine/data/text/mentions.h
    DataPath test{};
    DataPath entities{}; // one name per line; the first stands for unknown entities
    DataPath vectors{}; // safetensors, or written by torch.save: one tensor with a row for each name
    std::int64_t longest = 128; // word pieces of a sentence; training cuts longer ones, tests take them in parts

    bool operator==(const LinkedData &) const = default;
};

struct EntityLinkingSpec {
    static constexpr const char *name = "entity-linking";

    TaggingModelSpec model{};
    LinkedData data{};

    bool operator==(const EntityLinkingSpec &) const = default;
};

} // namespace motley
