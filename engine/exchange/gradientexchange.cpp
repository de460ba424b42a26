#include "engine/exchange/gradientexchange.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/reducer.hpp>

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t firstBucketBytes = 1 << 20;
constexpr std::int64_t bucketBytes = 25 << 20;

std::unique_ptr<c10d::Reducer> makeReducer(
    const c10::intrusive_ptr<c10d::ProcessGroup> &processGroup, const std::vector<at::Tensor> &parameters)
{
    auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(
        parameters, {std::size_t(firstBucketBytes), std::size_t(bucketBytes)});
    std::reverse(buckets.begin(), buckets.end()); // the last layers' gradients are ready first
    return std::make_unique<c10d::Reducer>(parameters, std::move(buckets), processGroup,
        /*expect_sparse_gradients=*/std::vector<bool>(parameters.size(), false), bucketBytes,
        /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/true,
        /*param_names=*/std::unordered_map<std::size_t, std::string>{}, firstBucketBytes,
        /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false,
        /*bucket_bytes_cap_list=*/std::vector<std::int64_t>{});
}

} // namespace

GradientExchange::GradientExchange(const Group &group, std::vector<at::Tensor> parameters)
    : m_parameters(std::move(parameters)), m_size(group.size())
{
    if (!group.isAlone())
        m_reducer = makeReducer(group.processGroup(), m_parameters);
}

GradientExchange::~GradientExchange() = default;

// Without a gradient to add to, the backward pass hands over the one that it made, and the Reducer divides it while it
// copies it into its bucket: that is less to read and write than zeros are.
void GradientExchange::dropGradients()
{
    for (at::Tensor &parameter : m_parameters)
        parameter.mutable_grad().reset();
}

void GradientExchange::prepareForward()
{
    if (!m_reducer)
        return;
    m_reducer->rebuild_buckets(); // once, after the first backward pass has shown the order of the gradients
    m_reducer->prepare_for_forward();
}

void GradientExchange::prepareBackward()
{
    if (m_reducer)
        m_reducer->prepare_for_backward({});
}

void GradientExchange::finish()
{
    for (at::Tensor &parameter : m_parameters)
        if (!parameter.grad().defined())
            parameter.mutable_grad() = at::zeros_like(parameter);
}

double GradientExchange::divisor() const
{
    return m_size;
}

double GradientExchange::ownBackwardSeconds() const
{
    if (!m_reducer)
        return 0;
    const auto ready = m_reducer->get_backward_stats(); // nanoseconds, per parameter
    return double(*std::max_element(ready.begin(), ready.end())) * 1e-9;
}

} // namespace motley
