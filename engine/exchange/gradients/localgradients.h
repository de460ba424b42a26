// Every rank keeps the gradients that it computed.
#pragma once

#include "engine/exchange/gradients/gradientexchange.h"

#include <vector>

namespace motley {

class LocalGradients : public GradientExchange {
public:
    LocalGradients(Group &group, std::vector<at::Tensor> parameters);

    void begin(OnBucket) override { }
    const std::vector<bool> &unused() const override { return m_unused; }

private:
    void finish() override;
    void interrupt() override { }
    void resume() override { finish(); }
    std::optional<Overlap> overlap() const override { return std::nullopt; }

    std::vector<at::Tensor> m_parameters;
    std::vector<bool> m_unused;
};

} // namespace motley
