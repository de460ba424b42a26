// Reads BERT models from Hugging Face's folders and HetSeq's checkpoints, and writes them for HetSeq. Hugging Face
// folders are written by writeModelFolder(), since our tensors have Hugging Face's names.
#pragma once

#include "engine/models/bert/bertentitylinking.h"
#include "engine/tensorfiles/loadtensors.h"

#include <string>

namespace motley {

struct BertFiles {
    BertConfig config;
    NamedTensors tensors; // with our names, see bertnames.h
    std::string source; // the file they were read from
};

// Reads a folder with config.json and the tensors that readFolderTensors() finds. Errors name the file.
Result<BertFiles> readBertFolder(const std::string &folder);

// Reads a configuration, and tensors from safetensors, pytorch_model.bin or a HetSeq checkpoint, of which only the
// model is read. Errors name the file.
Result<BertFiles> readBertFiles(const std::string &configFile, const std::string &tensorFile);

template <typename Model>
struct OpenedBert {
    std::shared_ptr<Model> model;
    BertConfig config;
    LoadedTensors loaded; // tensors that were initialised anew or left unused, to tell the user
};

// newHeads ("cls", "cls.seq_relationship", "bert.pooler", "classifier") are initialised from the seed, whatever the
// files hold. Errors: any other tensor that is missing, and any of the encoder that is left over.
Result<OpenedBert<BertForPreTraining>> openBertForPreTraining(
    const BertFiles &files, const std::vector<std::string> &newHeads, std::uint64_t seed);

// The classes are `labels` or, if empty, the labels of the files. newHeads and errors as for openBertForPreTraining().
Result<OpenedBert<BertForTokenClassification>> openBertForTokenClassification(const BertFiles &files,
    const std::vector<std::string> &labels, const std::vector<std::string> &newHeads, std::uint64_t seed);

// As openBertForTokenClassification(), with the heads "classifier" and "entity_classifier". The copy of the entity
// vectors in a HetSeq checkpoint is not used, which `loaded` reports.
Result<OpenedBert<BertForEntityLinking>> openBertForEntityLinking(const BertFiles &files,
    const std::vector<std::string> &labels, std::int64_t entitySize, const std::vector<std::string> &newHeads,
    std::uint64_t seed);

// Writes {'model': tensors} with HetSeq's names, for its --hetseq_state_dict and --restore-file. `tensors` have our
// names.
Result<void> writeHetSeqModel(const std::string &path, const NamedTensors &tensors);

} // namespace motley
