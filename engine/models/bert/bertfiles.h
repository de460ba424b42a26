// BERT models in the files of other programs: Hugging Face's folders, HetSeq's checkpoints. They are written with
// writeModelFolder(), whose names are Hugging Face's, and writeHetSeqModel().
#pragma once

#include "engine/models/bert/bertentitylinking.h"
#include "engine/tensorfiles/loadtensors.h"

#include <string>

namespace motley {

struct BertFiles {
    BertConfig config;
    NamedTensors tensors; // under our names, see bertnames.h
    std::string source; // the file they were read from
};

// A folder with config.json and model.safetensors, or pytorch_model.bin. Errors name the file.
Result<BertFiles> readBertFolder(const std::string &folder);

// A configuration, and tensors from safetensors, pytorch_model.bin or a HetSeq checkpoint, of which only the model is
// read.
Result<BertFiles> readBertFiles(const std::string &configFile, const std::string &tensorFile);

template <typename Model>
struct OpenedBert {
    std::shared_ptr<Model> model;
    BertConfig config;
    LoadedTensors loaded; // what started with fresh values and what was left unused; for the user to see
};

// newHeads ("cls", "cls.seq_relationship", "bert.pooler", "classifier") start with fresh values from the seed, whatever
// the files hold. Any other tensor that is missing, and any of the encoder that is left over, is an Error.
Result<OpenedBert<BertForPreTraining>> openBertForPreTraining(
    const BertFiles &files, const std::vector<std::string> &newHeads, std::uint64_t seed);

// With the given labels, or without any, those of the files.
Result<OpenedBert<BertForTokenClassification>> openBertForTokenClassification(const BertFiles &files,
    const std::vector<std::string> &labels, const std::vector<std::string> &newHeads, std::uint64_t seed);

// As openBertForTokenClassification(); the two heads are "classifier" and "entity_classifier". A HetSeq checkpoint's
// own copy of the entities' vectors is not used, and said so.
Result<OpenedBert<BertForEntityLinking>> openBertForEntityLinking(const BertFiles &files,
    const std::vector<std::string> &labels, std::int64_t entitySize, const std::vector<std::string> &newHeads,
    std::uint64_t seed);

// {'model': tensors} under HetSeq's names, for its --hetseq_state_dict. The tensors have ours.
Result<void> writeHetSeqModel(const std::string &path, const NamedTensors &tensors);

} // namespace motley
