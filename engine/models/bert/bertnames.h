// The names that other programs give BERT's tensors, and ours, which are Hugging Face's.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

namespace motley {

// From Hugging Face (also of old: gamma and beta in LayerNorms; also without "bert." in front, as a bare BertModel has
// it) and HetSeq (dense_act where Hugging Face has dense). Buffers that hold no weights, and second copies of the tied
// output layer, are left out; a copy that differs from what it should be a copy of is an Error.
Result<NamedTensors> toBertNames(const NamedTensors &tensors);

// As HetSeq's BertForPreTraining names them, with its second copy of the tied output layer (the same storage).
NamedTensors toHetSeqNames(const NamedTensors &tensors);

} // namespace motley
