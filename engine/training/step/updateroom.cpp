#include "engine/training/step/updateroom.h"

#include "engine/device/devicememory.h"
#include "engine/device/outofmemory.h"

#include <torch/types.h>

namespace motley {

void UpdateRoom::claim(const std::function<void()> &release)
{
    try {
        at::empty({m_bytes}, at::TensorOptions(m_device).dtype(at::kByte));
    } catch (const std::exception &failure) {
        if (!isOutOfMemory(failure))
            throw;
        release();
        releaseUnusedMemory(m_device);
    }
    if (isMeasured())
        return;
    m_held = usedMemory(m_device);
    restartPeak(m_device);
}

void UpdateRoom::measure()
{
    if (!isMeasured())
        m_bytes = peakMemory(m_device) - m_held;
}

} // namespace motley
