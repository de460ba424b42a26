#include "engine/exchange/gradients/shardedgradients.h"

#include <torch/types.h>

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace motley {

namespace {

double secondsOf(const std::vector<DeviceInterval> &intervals)
{
    double seconds = 0;
    for (const DeviceInterval &interval : intervals)
        seconds += interval.seconds();
    return seconds;
}

class WhenWhole : public torch::autograd::PostAccumulateGradHook {
public:
    explicit WhenWhole(std::function<void()> call) : m_call(std::move(call)) { }
    void operator()(const torch::autograd::Variable &) override { m_call(); }

private:
    std::function<void()> m_call;
};

} // namespace

ShardedGradients::ShardedGradients(Group &group, const NamedTensors &parameters, ShardRanges cuts,
    const std::vector<ParameterSlice> &held, std::int64_t bucketBytes, at::ScalarType sent)
    : ShardedGradients(
        group, parameters, std::move(cuts), Parts{{}, {Shard{group.rank(), {}, held}}}, bucketBytes, sent)
{
}

ShardedGradients::ShardedGradients(Group &group, const NamedTensors &parameters, ShardRanges cuts, const Parts &parts,
    std::int64_t bucketBytes, at::ScalarType sent)
    : GradientExchange(group, parameters.front().tensor.device()), m_cuts(std::move(cuts)), m_bucketBytes(bucketBytes),
      m_sent(sent), m_order(parameters.size()), m_unused(parameters.size())
{
    for (const NamedTensor &parameter : parameters) {
        m_names.push_back(parameter.name);
        m_parameters.push_back(parameter.tensor);
    }
    const std::vector<ParameterSlice> own
        = parts.shards.empty() ? std::vector<ParameterSlice>() : parts.shards.front().slices;
    m_kept = keepingOf(own);
    if (!parts.mirrors.empty()) {
        m_mirror = parts.mirrors[std::size_t(group.rank())];
        m_chunks = chunksOf(own, bucketBytes);
        for (std::size_t i = 1; i < parts.shards.size(); ++i) {
            const std::vector<ParameterSlice> &slices = parts.shards[i].slices;
            m_mirrored.push_back({parts.shards[i].owner, keepingOf(slices), chunksOf(slices, bucketBytes)});
        }
        for (std::size_t rank = 0; rank + 1 < m_cuts.size(); ++rank)
            m_rounds = std::max(
                m_rounds, chunksOf(slicesOf(parameters, {m_cuts[rank], m_cuts[rank + 1]}), bucketBytes).size());
    }
    std::iota(m_order.rbegin(), m_order.rend(), 0); // the last layers' gradients are ready first
    cutBuckets();
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        torch::autograd::impl::set_post_acc_grad_hooks(
            m_parameters[i], std::make_unique<WhenWhole>([this, i] { gradientIsWhole(i); }));
}

ShardedGradients::~ShardedGradients()
{
    for (const at::Tensor &parameter : m_parameters)
        torch::autograd::impl::set_post_acc_grad_hooks(parameter, nullptr);
}

void ShardedGradients::cutBuckets()
{
    m_buckets.clear();
    m_lastBuckets.assign(m_parameters.size(), 0);
    std::int64_t room = 0;
    at::ScalarType type = at::kFloat;
    for (const std::size_t parameter : m_order) {
        const at::Tensor &tensor = m_parameters[parameter];
        if (tensor.scalar_type() != std::exchange(type, tensor.scalar_type()))
            room = 0;
        for (std::int64_t begin = 0; begin < tensor.numel();) {
            if (room == 0) {
                m_buckets.emplace_back();
                room = std::max<std::int64_t>(1, m_bucketBytes / std::int64_t(tensor.element_size()));
            }
            const std::int64_t end = std::min(tensor.numel(), begin + room);
            addSlices(m_buckets.back(), parameter, begin, end);
            room -= end - begin;
            begin = end;
        }
        m_lastBuckets[parameter] = m_buckets.empty() ? 0 : m_buckets.size() - 1;
    }
    for (Bucket &bucket : m_buckets) {
        std::stable_sort(bucket.slices.begin(), bucket.slices.end(),
            [](const Slice &a, const Slice &b) { return a.holder < b.holder; });
        bucket.borders.assign(m_cuts.size(), 0);
        for (const Slice &slice : bucket.slices)
            bucket.borders[std::size_t(slice.holder) + 1] += slice.end - slice.begin;
        std::partial_sum(bucket.borders.begin(), bucket.borders.end(), bucket.borders.begin());
    }
}

void ShardedGradients::addSlices(Bucket &bucket, std::size_t parameter, std::int64_t begin, std::int64_t end) const
{
    std::int64_t first = 0; // index of the parameter's first element in the model laid end to end
    for (std::size_t i = 0; i < parameter; ++i)
        first += m_parameters[i].numel();
    while (begin < end) {
        const auto above = std::upper_bound(m_cuts.begin(), m_cuts.end(), first + begin);
        const std::int64_t border = std::min(end, *above - first);
        bucket.slices.push_back({parameter, begin, border, int(above - m_cuts.begin()) - 1});
        begin = border;
    }
}

void ShardedGradients::begin(OnBucket onBucket)
{
    m_onBucket = std::move(onBucket);
    m_state = State::Exchanging;
    m_next = 0;
    m_round = 0;
    m_works.clear();
    m_numbers.reset();
    m_isWhole.assign(m_parameters.size(), false);
    m_shown.clear();
    m_backward.begin(m_device);
    m_waits.clear();
    m_waitsAfter.clear();
    m_lastSums.clear();
}

// Passes that do not exchange accumulate gradients; passes that repeat a failed one drop the gradients that were
// already exchanged.
void ShardedGradients::gradientIsWhole(std::size_t parameter)
{
    if (m_state == State::Interrupted && m_lastBuckets[parameter] < m_next)
        m_parameters[parameter].mutable_grad().reset();
    if (m_state != State::Exchanging)
        return;
    m_isWhole[parameter] = true;
    m_shown.push_back(parameter);
    m_backward.end(m_device);
    std::move(m_waitsAfter.begin(), m_waitsAfter.end(), std::back_inserter(m_waits));
    m_waitsAfter.clear();
    m_lastSums.clear();
    while (m_next < m_buckets.size() && isWhole(m_buckets[m_next]))
        startNext();
}

bool ShardedGradients::isWhole(const Bucket &bucket) const
{
    return std::all_of(
        bucket.slices.begin(), bucket.slices.end(), [&](const Slice &slice) { return m_isWhole[slice.parameter]; });
}

// May run out of memory. The gradients that were freed are then computed anew, like all that were not exchanged.
void ShardedGradients::startNext()
{
    const torch::NoGradGuard noGradients;
    keepSums();
    const Bucket &bucket = m_buckets[m_next];
    at::Tensor numbers = gather(bucket);
    for (const Slice &slice : bucket.slices)
        if (m_lastBuckets[slice.parameter] == m_next)
            m_parameters[slice.parameter].mutable_grad().reset();
    if (m_onBucket)
        m_onBucket(m_next, numbers);
    DeviceInterval sum;
    sum.begin(m_device);
    m_works = m_group.startReduceScatter(numbers, bucket.borders, m_next + 1 == m_buckets.size());
    sum.end(m_device);
    if (m_works.empty())
        m_lastSums.push_back(std::move(sum));
    m_numbers = std::move(numbers);
    ++m_next;
    if (m_works.empty())
        keepSums();
}

at::Tensor ShardedGradients::gather(const Bucket &bucket) const
{
    const at::Tensor &like = m_parameters[bucket.slices.front().parameter];
    const at::ScalarType type = like.scalar_type() == at::kFloat ? m_sent : like.scalar_type();
    at::Tensor numbers = at::empty({bucket.borders.back()}, like.options().dtype(type).requires_grad(false));
    std::int64_t first = 0;
    for (const Slice &slice : bucket.slices) {
        const at::Tensor target = numbers.slice(0, first, first + slice.end - slice.begin);
        const at::Tensor &gradient = m_parameters[slice.parameter].grad();
        if (gradient.defined())
            target.copy_(gradient.reshape({-1}).slice(0, slice.begin, slice.end));
        else
            target.zero_();
        first += target.numel();
    }
    return numbers;
}

void ShardedGradients::keepSums()
{
    if (!m_numbers.defined())
        return;
    DeviceInterval wait;
    wait.begin(m_device);
    for (const Group::Work &work : m_works)
        m_group.wait(work);
    m_works.clear();
    wait.end(m_device);
    m_waitsAfter.push_back(std::move(wait));
    const Bucket &bucket = m_buckets[m_next - 1];
    std::int64_t first = bucket.borders[std::size_t(m_group.rank())];
    for (const Slice &slice : bucket.slices) {
        if (slice.holder != m_group.rank())
            continue;
        Kept &kept = m_kept.at(slice.parameter);
        const ParameterSlice &part = kept.part;
        const std::int64_t next = first + slice.end - slice.begin;
        sumsOf(kept).slice(0, slice.begin - part.begin, slice.end - part.begin).copy_(m_numbers.slice(0, first, next));
        first = next;
    }
    m_numbers.reset();
}

void ShardedGradients::finish()
{
    if (m_state == State::Idle)
        return;
    const torch::NoGradGuard noGradients;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) // exchanged gradients are gone, earlier passes' are there
        m_unused[i] = !m_isWhole[i] && !m_parameters[i].grad().defined();
    while (m_next < m_buckets.size())
        startNext();
    keepSums();
    mirrorSums();
    const auto give = [](Keeping &keeping) {
        for (auto &[parameter, kept] : keeping)
            kept.part.values.mutable_grad() = std::exchange(kept.sums, {}).view(kept.part.values.sizes());
    };
    give(m_kept);
    for (Mirrored &mirrored : m_mirrored)
        give(mirrored.kept);
    m_state = State::Idle;
    if (!m_isOrderShown)
        broadcastOrder();
}

ShardedGradients::Keeping ShardedGradients::keepingOf(const std::vector<ParameterSlice> &slices) const
{
    Keeping keeping;
    for (const ParameterSlice &part : slices)
        keeping.emplace(indexOf(part.name), Kept{part, {}});
    return keeping;
}

std::size_t ShardedGradients::indexOf(const std::string &parameter) const
{
    return std::size_t(std::find(m_names.begin(), m_names.end(), parameter) - m_names.begin());
}

at::Tensor &ShardedGradients::sumsOf(Kept &kept) const
{
    if (!kept.sums.defined())
        kept.sums = at::empty(
            {kept.part.end - kept.part.begin}, at::TensorOptions(m_device).dtype(kept.part.whole.scalar_type()));
    return kept.sums;
}

// Numbers as they travelled in a bucket, where they can be sent from.
at::TensorOptions ShardedGradients::sentOf(const std::vector<ParameterSlice> &chunk) const
{
    const at::ScalarType type = chunk.front().whole.scalar_type();
    return at::TensorOptions(m_group.pointToPoint().deviceFor(m_device)).dtype(type == at::kFloat ? m_sent : type);
}

at::Tensor ShardedGradients::pack(const std::vector<ParameterSlice> &chunk)
{
    std::vector<at::Tensor> sums;
    for (const ParameterSlice &slice : chunk) {
        Kept &kept = m_kept.at(indexOf(slice.name));
        sums.push_back(sumsOf(kept).slice(0, slice.begin - kept.part.begin, slice.end - kept.part.begin));
    }
    return (sums.size() == 1 ? sums.front() : at::cat(sums)).to(sentOf(chunk)).contiguous();
}

void ShardedGradients::unpack(const at::Tensor &numbers, const std::vector<ParameterSlice> &chunk, Keeping &keeping)
{
    std::int64_t first = 0;
    for (const ParameterSlice &slice : chunk) {
        Kept &kept = keeping.at(indexOf(slice.name));
        const std::int64_t next = first + slice.end - slice.begin;
        sumsOf(kept)
            .slice(0, slice.begin - kept.part.begin, slice.end - kept.part.begin)
            .copy_(numbers.slice(0, first, next));
        first = next;
    }
}

// Where memory runs out, that round is done again: nothing of it has been sent by then.
void ShardedGradients::mirrorSums()
{
    for (; m_round < m_rounds; ++m_round) {
        std::vector<Message> sent;
        std::vector<Message> received;
        std::vector<Mirrored *> from;
        if (m_round < m_chunks.size())
            sent.push_back({m_mirror, pack(m_chunks[m_round])});
        for (Mirrored &mirrored : m_mirrored) {
            if (m_round >= mirrored.chunks.size())
                continue;
            const auto &chunk = mirrored.chunks[m_round];
            std::int64_t numbers = 0;
            for (const ParameterSlice &slice : chunk) {
                numbers += slice.end - slice.begin;
                sumsOf(mirrored.kept.at(indexOf(slice.name)));
            }
            received.push_back({mirrored.owner, at::empty({numbers}, sentOf(chunk))});
            from.push_back(&mirrored);
        }
        m_group.communicate(m_device, [&] { m_group.pointToPoint().exchange(sent, received); });
        for (std::size_t i = 0; i < from.size(); ++i)
            unpack(received[i].numbers, from[i]->chunks[m_round], from[i]->kept);
    }
}

std::optional<GradientExchange::Overlap> ShardedGradients::overlap() const
{
    if (m_group.isAlone())
        return std::nullopt;
    return Overlap{m_backward.seconds() - secondsOf(m_waits), secondsOf(m_lastSums)};
}

// All ranks take the order of rank 0, so that all steps of a run add up in the same order.
void ShardedGradients::broadcastOrder()
{
    m_isOrderShown = true;
    std::vector<std::size_t> order = m_shown;
    for (const std::size_t parameter : m_order)
        if (!m_isWhole[parameter])
            order.push_back(parameter);
    const at::Tensor shared = torch::tensor(std::vector<std::int64_t>(order.begin(), order.end()), at::kLong);
    m_group.broadcast({shared});
    std::copy_n(shared.data_ptr<std::int64_t>(), order.size(), m_order.begin());
    cutBuckets();
}

} // namespace motley
