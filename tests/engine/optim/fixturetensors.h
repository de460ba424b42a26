// Tensors by name, from a fixture that a script of tests/reference wrote.
#pragma once

#include "engine/tensorfiles/safetensors.h"

#include <map>

namespace motley {

class ReferenceTensors {
public:
    explicit ReferenceTensors(const std::string &file)
    {
        const auto read = readSafetensors(MOTLEY_FIXTURES "/" + file);
        if (!read)
            return;
        for (const NamedTensor &item : *read)
            m_byName.emplace(item.name, item.tensor);
    }

    at::Tensor operator[](const std::string &name) const { return m_byName.at(name); }

private:
    std::map<std::string, at::Tensor> m_byName;
};

} // namespace motley
