// For .cpp files that link the JSON room: the fields of entity linking.
#pragma once

#include "engine/job/tasks/entitylinkingspec.h"
#include "engine/job/tasks/sectionfields.h"
#include "engine/job/tasks/taggingfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, LinkedData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training sentences"),
            .help = translatable("JobField",
                "A file like AIDA-CoNLL-YAGO: a word per line; in a mention also B or I, the mention and its entity."),
            .needed = true});
    fields("test", data.test,
        {.label = translatable("JobField", "Test sentences"),
            .help = translatable("JobField", "The same for the test."),
            .needed = true});
    fields("entities", data.entities,
        {.label = translatable("JobField", "Entities"),
            .help = translatable("JobField", "A text file, a name per line; the first stands for what is unknown."),
            .needed = true});
    fields("vectors", data.vectors,
        {.label = translatable("JobField", "Vectors"),
            .help = translatable(
                "JobField", "A safetensors file, or one of torch.save: one tensor with a row for each entity."),
            .needed = true});
    fields("longest", data.longest,
        {translatable("JobField", "Longest sentence"),
            translatable(
                "JobField", "In word pieces. Training cuts off the rest of a longer sentence; tests take it in parts."),
            8, 8192});
}

template <typename Fields>
void describe(Fields &fields, EntityLinkingSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<LinkedData> : std::true_type {
};

} // namespace motley
