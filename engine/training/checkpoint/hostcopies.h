// Copies of tensors in host memory, which is kept for the next copies.
#pragma once

#include "engine/tensorfiles/namedtensors.h"

namespace motley {

class HostCopies {
public:
    // The tensors may be on any device. The copies share their memory with those of the next call. Throws where there
    // is too little memory, and then holds none.
    NamedTensors of(const NamedTensors &tensors);

private:
    NamedTensors m_copies;
};

} // namespace motley
