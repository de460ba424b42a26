#include "engine/training/step/keptbuffers.h"

#include <torch/types.h>

namespace motley {

void KeptBuffers::keep()
{
    const torch::NoGradGuard noGradients;
    const auto buffers = m_model.buffers();
    if (buffers.empty())
        return;
    for (std::size_t i = m_kept.size(); i < buffers.size(); ++i)
        m_kept.push_back(at::empty_like(buffers[i]));
    at::_foreach_copy_(m_kept, buffers);
}

std::vector<at::Tensor> KeptBuffers::now() const
{
    std::vector<at::Tensor> copies;
    for (const at::Tensor &buffer : m_model.buffers())
        copies.push_back(buffer.detach().clone());
    return copies;
}

void KeptBuffers::restore()
{
    const torch::NoGradGuard noGradients;
    if (!m_kept.empty())
        at::_foreach_copy_(m_model.buffers(), m_kept);
}

} // namespace motley
