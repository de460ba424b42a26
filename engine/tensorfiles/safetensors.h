// Tensors in a file that other programs read too: https://github.com/huggingface/safetensors
#pragma once

#include "engine/base/mappedfile.h"
#include "engine/formats/safetensorsheader.h"
#include "engine/tensorfiles/namedtensors.h"

#include <string_view>
#include <vector>

namespace motley {

// The tensors may be on any device and of float64, float32, float16, bfloat16, whole numbers of 8 to 64 bits, unsigned
// bytes or bool. The file is synced to the disk before this returns.
Result<void> writeSafetensors(const std::string &path, const NamedTensors &tensors);
std::int64_t safetensorsBytes(const NamedTensors &tensors); // size of the file that writeSafetensors() would write

// Every size is checked before memory is claimed for it. Errors name the file.
Result<NamedTensors> readSafetensors(const std::string &path);
Result<NamedTensors> parseSafetensors(std::string_view bytes); // a whole file; the tensors are copies

at::ScalarType scalarTypeOf(TensorEntry::Type type);

// A file of which one tensor at a time is read.
class SafetensorsFile {
public:
    static Result<SafetensorsFile> open(const std::string &path); // errors as of readSafetensors()

    const std::vector<TensorEntry> &entries() const { return m_entries; }
    at::Tensor read(const TensorEntry &entry) const; // one of these; a copy

private:
    SafetensorsFile(MappedFile file, std::size_t head, std::vector<TensorEntry> entries)
        : m_file(std::move(file)), m_head(head), m_entries(std::move(entries))
    {
    }

    MappedFile m_file;
    std::size_t m_head; // bytes before the tensors
    std::vector<TensorEntry> m_entries;
};

} // namespace motley
