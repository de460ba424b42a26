// Converts between the tensor names of other programs and ours, which are Hugging Face's.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

namespace motley {

// Converts Hugging Face's names (also old ones with gamma and beta in LayerNorms, and those of a bare BertModel without
// "bert." in front) and HetSeq's (dense_act where Hugging Face has dense). Drops buffers that hold no weights and
// copies of the tied output layer. Errors: a copy that differs from the tensor it is tied to.
Result<NamedTensors> toBertNames(const NamedTensors &tensors);

// The names of HetSeq's BertForPreTraining, with its second copy of the tied output layer (the same storage).
NamedTensors toHetSeqNames(const NamedTensors &tensors);

} // namespace motley
