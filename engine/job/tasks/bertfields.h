// For .cpp files that link the JSON room: the fields of BERT's pre-training.
#pragma once

#include "engine/job/tasks/bertspec.h"
#include "engine/job/tasks/sectionfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, BertModelSpec &model)
{
    fields("start", model.start,
        {translatable("JobField", "Start from"),
            translatable("JobField",
                "A Hugging Face folder of a BERT to start from, or a file of weights together with the shape; empty: "
                "fresh weights.")});
    fields("config", model.config,
        {.label = translatable("JobField", "Shape"),
            .help = translatable("JobField", "The config.json of the BERT; empty: that of the folder above."),
            .needed = model.start.empty()});
    fields("freshHeads", model.freshHeads,
        {.label = translatable("JobField", "Fresh heads"),
            .help = translatable("JobField", "The output layers begin anew even where the folder has them."),
            .used = !model.start.empty()});
    fields("vocabulary", model.vocabulary,
        {translatable("JobField", "Vocabulary"),
            translatable("JobField",
                "The vocab.txt that the rows were made with; it is saved beside the trained model. Empty: that of the "
                "folder above.")});
}

template <typename Fields>
void describe(Fields &fields, BertRowsData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training rows"),
            .help
            = translatable("JobField", "An HDF5 file of rows as HetSeq and NVIDIA write them, or a folder of such."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test rows"),
            translatable("JobField", "The same for the test; empty: the files named valid or test in that folder.")});
    fields("filesAtMost", data.filesAtMost,
        {translatable("JobField", "Files at most"),
            translatable("JobField", "How many of the training files are used, in the order of their names; 0: all."),
            0, 1e6});
}

template <typename Fields>
void describe(Fields &fields, BertSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<BertModelSpec> : std::true_type {
};
template <>
struct HasDefaults<BertRowsData> : std::true_type {
};

} // namespace motley
