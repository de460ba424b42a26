#include "engine/models/volumes/floodfill.h"

#include "engine/data/volumes/volumedataset.h"
#include "engine/models/volumes/floodfillwalk.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <tuple>

namespace motley {

namespace {

constexpr std::int32_t passedOver = -1; // marks a seed from which no segment was found

at::Tensor box(const at::Tensor &whole, Zyx first, Zyx extent)
{
    return whole.narrow(0, first.z, extent.z).narrow(1, first.y, extent.y).narrow(2, first.x, extent.x);
}

// The cell of a position in a grid with the step of a move as its spacing and the seed at the centre of a cell. `way`:
// offset from the seed.
std::tuple<std::int64_t, std::int64_t, std::int64_t> cellOf(Zyx way, Zyx step)
{
    const auto cell = [](std::int64_t along, std::int64_t width) {
        return std::int64_t(std::floor(double(along + width / 2) / double(width)));
    };
    return {cell(way.z, step.z), cell(way.y, step.y), cell(way.x, step.x)};
}

class Canvas {
public:
    Canvas(FloodFillingNetwork &network, const Volume &volume, const FloodFillOptions &options)
        : m_network(network), m_options(options), m_size(volume.size), m_device(network.parameters().front().device()),
          m_image(
              (torch::tensor(at::ArrayRef<std::uint8_t>(volume.raw)).view({m_size.z, m_size.y, m_size.x}).to(at::kFloat)
                  - options.mean)
              / options.deviation),
          m_logits(at::full({m_size.z, m_size.y, m_size.x}, std::nan(""))),
          m_segments(at::zeros({m_size.z, m_size.y, m_size.x}, at::kInt))
    {
    }

    void fillFrom(Zyx seed, const std::stop_token &stop)
    {
        if (!mayBegin(seed))
            return;
        m_first = seed - half(m_options.view.size);
        m_last = m_first + m_options.view.size;
        logitAt(seed) = float(logitOf(insideProbability));
        walkFrom(seed, stop);
        if (!stop.stop_requested())
            keepSegment(seed);
        box(m_logits, m_first, m_last - m_first).fill_(std::nan(""));
    }

    std::int64_t segments() const { return m_found; }

    Segmentation result() const
    {
        const at::Tensor labels = m_segments.clamp_min(0).contiguous();
        const auto *values = labels.data_ptr<std::int32_t>();
        return {{values, values + labels.numel()}, m_found, m_looks};
    }

private:
    struct Move {
        float logit;
        Zyx position;
    };

    float &logitAt(Zyx position) { return m_logits.data_ptr<float>()[m_size.indexOf(position)]; }
    std::int32_t &segmentAt(Zyx position) { return m_segments.data_ptr<std::int32_t>()[m_size.indexOf(position)]; }

    bool mayLookFrom(Zyx position)
    {
        const Zyx first = position - half(m_options.view.size);
        return m_size.holds(first) && m_size.holds(first + m_options.view.size - Zyx{1, 1, 1})
            && segmentAt(position) <= 0;
    }

    bool mayBegin(Zyx seed)
    {
        if (!mayLookFrom(seed) || segmentAt(seed) != 0)
            return false;
        const std::int64_t distance = m_options.seedDistance;
        const auto clamped = [this](Zyx position) {
            return Zyx{std::clamp(position.z, std::int64_t(0), m_size.z),
                std::clamp(position.y, std::int64_t(0), m_size.y), std::clamp(position.x, std::int64_t(0), m_size.x)};
        };
        const Zyx first = clamped(seed - Zyx{distance, distance, distance});
        const Zyx last = clamped(seed + Zyx{distance + 1, distance + 1, distance + 1});
        return !box(m_segments, first, last - first).gt(0).any().item<bool>();
    }

    void walkFrom(Zyx seed, const std::stop_token &stop)
    {
        const auto threshold = float(logitOf(m_options.moveProbability));
        std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> seen;
        std::deque<Zyx> waiting{seed};
        while (!waiting.empty() && logitAt(seed) >= threshold && !stop.stop_requested()) {
            const Zyx position = waiting.front();
            waiting.pop_front();
            const auto cell = cellOf(position - seed, m_options.view.step);
            if (seen.count(cell) > 0 || !mayLookFrom(position) || !(logitAt(position) >= threshold))
                continue;
            seen.insert(cell);
            for (const Move &move : movesAfter(position, look(position), threshold))
                waiting.push_back(move.position);
        }
    }

    // Runs the network around `position`, stores the new logits there and returns them.
    at::Tensor look(Zyx position)
    {
        const Zyx size = m_options.view.size;
        const Zyx corner = position - half(size);
        const at::Tensor before = box(m_logits, corner, size);
        const auto forNetwork = [&](const at::Tensor &part) { return part.unsqueeze(0).unsqueeze(0).to(m_device); };
        const at::Tensor known = before.nan_to_num(logitOf(outsideProbability));
        at::Tensor after
            = m_network.forward(forNetwork(box(m_image, corner, size)), forNetwork(known)).cpu().squeeze(0).squeeze(0);
        ++m_looks;
        const double sure = after.ge(logitOf(m_options.moveProbability)).to(at::kFloat).mean().item<double>();
        if (sure > m_options.keepOutsideFrom) // comparisons with NaN are false, so unseen voxels are always updated
            after = at::where(before.lt(0).logical_and(after.gt(before)), before, after);
        before.copy_(after);
        m_first = {std::min(m_first.z, corner.z), std::min(m_first.y, corner.y), std::min(m_first.x, corner.x)};
        const Zyx end = corner + size;
        m_last = {std::max(m_last.z, end.z), std::max(m_last.y, end.y), std::max(m_last.x, end.x)};
        return after.contiguous();
    }

    // The voxel with the highest probability on each face of the box one step around the centre, if it reaches the
    // threshold; highest first.
    std::vector<Move> movesAfter(Zyx position, const at::Tensor &logits, float threshold) const
    {
        const Zyx size = m_options.view.size;
        const Zyx step = m_options.view.step;
        const float *values = logits.data_ptr<float>();
        std::vector<Move> moves;
        for (const Zyx out : {Zyx{-step.z, 0, 0}, Zyx{step.z, 0, 0}, Zyx{0, -step.y, 0}, Zyx{0, step.y, 0},
                 Zyx{0, 0, -step.x}, Zyx{0, 0, step.x}}) {
            const Zyx reach{out.z ? 0 : step.z, out.y ? 0 : step.y, out.x ? 0 : step.x};
            const Zyx face = reach * 2 + Zyx{1, 1, 1};
            Move best{-std::numeric_limits<float>::infinity(), {}};
            for (std::int64_t i = 0; i < face.product(); ++i) {
                const Zyx way = out + face.positionOf(i) - reach;
                const float logit = values[size.indexOf(half(size) + way)];
                if (logit > best.logit)
                    best = {logit, position + way};
            }
            if (best.logit >= threshold)
                moves.push_back(best);
        }
        std::stable_sort(moves.begin(), moves.end(), [](const Move &a, const Move &b) { return a.logit > b.logit; });
        return moves;
    }

    void keepSegment(Zyx seed)
    {
        const at::Tensor segments = box(m_segments, m_first, m_last - m_first);
        const at::Tensor filled = box(m_logits, m_first, m_last - m_first).ge(logitOf(m_options.segmentProbability));
        const at::Tensor free = filled.logical_and(segments.le(0));
        const bool strong = logitAt(seed) >= float(logitOf(m_options.moveProbability));
        if (strong && free.sum().item<std::int64_t>() >= m_options.smallestSegment)
            segments.masked_fill_(free, ++m_found);
        else
            segmentAt(seed) = passedOver;
    }

    FloodFillingNetwork &m_network;
    const FloodFillOptions &m_options;
    Zyx m_size;
    at::Device m_device;
    at::Tensor m_image; // on the CPU, [z, y, x], like m_logits and m_segments
    at::Tensor m_logits; // of the object being filled; NaN: not seen yet
    at::Tensor m_segments;
    Zyx m_first; // first corner of the box that contains all views of the current object
    Zyx m_last;
    std::int32_t m_found = 0;
    std::int64_t m_looks = 0;
};

} // namespace

Segmentation floodFill(FloodFillingNetwork &network, const Volume &volume, const std::vector<Zyx> &seeds,
    const FloodFillOptions &options, std::stop_token stop)
{
    const torch::NoGradGuard noGradients;
    Canvas canvas(network, volume, options);
    for (std::size_t i = 0; i < seeds.size() && !stop.stop_requested(); ++i) {
        canvas.fillFrom(seeds[i], stop);
        if (options.progress)
            options.progress(std::int64_t(i) + 1, canvas.segments());
    }
    return canvas.result();
}

} // namespace motley
