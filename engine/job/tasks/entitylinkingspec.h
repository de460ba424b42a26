// Entity linking as HetSeq has it: which words mention something, and which entity that is.
#pragma once

#include "engine/job/tasks/taggingspec.h"

namespace motley {

struct LinkedData {
    DataPath train{}; // as AIDA-CoNLL-YAGO has it, see engine/data/text/mentions.h
    DataPath test{};
    DataPath entities{}; // a name a line; that of the first line stands for what is unknown
    DataPath vectors{}; // safetensors, or what torch.save wrote: one tensor, a row for each name
    std::int64_t longest = 128; // word pieces of a sentence; the rest is cut off

    bool operator==(const LinkedData &) const = default;
};

struct EntityLinkingSpec {
    static constexpr const char *name = "entity-linking";

    TaggingModelSpec model{};
    LinkedData data{};

    bool operator==(const EntityLinkingSpec &) const = default;
};

} // namespace motley
