// Reads decoders from Hugging Face's folders, and gives their tensors back as those folders have them.
#pragma once

#include "engine/models/decoder/decoder.h"
#include "engine/tensorfiles/huggingfacefolder.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace motley {

struct OpenedDecoder {
    std::shared_ptr<Decoder> model; // each weight in the type that the file has it in
    std::string config; // config.json as it was read, but for what it says of packed weights
    // What belongs to the folder and not to the model for text, and goes through untouched: what sees or hears, and
    // layers that predict several tokens at once.
    NamedTensors others;
};

// Reads what readHuggingFaceFolder() does. Weights that bitsandbytes has packed into 4 bits (NF4) stay so. Errors name
// the file: a family that is not supported, missing or unexpected tensors.
Result<OpenedDecoder> readDecoderFolder(const std::string &folder);
Result<OpenedDecoder> openDecoder(HuggingFaceFolder files); // the same, of what was read

// The same, with the weight of each linear layer below the output layer packed as soon as it is read: of the folder's
// weights, one such is in memory at a time.
using PackWeight = std::function<std::shared_ptr<const PackedWeight>(const at::Tensor &)>;
Result<OpenedDecoder> readPackedDecoder(const std::string &folder, const PackWeight &pack);

// Where a folder with tensors of these names has the model for text. Errors: none is that of its word embeddings.
Result<DecoderPlaces> placesAmong(const std::vector<std::string> &names);

// Those of the names that belong to OpenedDecoder::others.
std::set<std::string> othersAmong(
    const std::vector<std::string> &names, const DecoderConfig &config, const DecoderPlaces &places);

// All tensors of the folder: the model's as they are now, and the others.
NamedTensors allTensors(const OpenedDecoder &opened);

} // namespace motley
