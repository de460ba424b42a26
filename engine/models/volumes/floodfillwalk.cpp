#include "engine/models/volumes/floodfillwalk.h"

#include "engine/data/volumes/volumedataset.h"

#include <cmath>

namespace motley {

namespace {

double ratio(std::int64_t part, std::int64_t rest)
{
    return part + rest > 0 ? double(part) / double(part + rest) : 1.0;
}

// A view of several examples that the network processes at the same time, each at its own position.
struct Look {
    std::vector<std::int64_t> examples;
    std::vector<Zyx> corners; // of the field of view in the patch
};

at::Tensor viewed(const at::Tensor &patches, const Look &look, std::size_t i, Zyx size)
{
    const Zyx corner = look.corners[i];
    return patches[look.examples[i]]
        .narrow(1, corner.z, size.z)
        .narrow(2, corner.y, size.y)
        .narrow(3, corner.x, size.x);
}

at::Tensor allViewed(const at::Tensor &patches, const Look &look, Zyx size)
{
    std::vector<at::Tensor> views;
    for (std::size_t i = 0; i < look.examples.size(); ++i)
        views.push_back(viewed(patches, look, i, size));
    return at::stack(views);
}

// The indices of every example's 26 move targets in the flattened patch, [samples, 26].
at::Tensor flatPositions(const at::Tensor &moves, const FieldOfView &view)
{
    const Zyx patch = view.patch();
    const Zyx centre = view.reach();
    return ((moves.select(2, 0) + centre.z) * patch.y + moves.select(2, 1) + centre.y) * patch.x + moves.select(2, 2)
        + centre.x;
}

class Walk {
public:
    Walk(FloodFillingNetwork &network, const Batch &batch, const FieldOfView &view)
        : m_network(network), m_images(batch.inputs[0]), m_labels(batch.targets[0]), m_weights(batch.targets[1]),
          m_view(view), m_moves(batch.inputs[1].cpu()), m_positions(flatPositions(batch.inputs[1], view)),
          m_wanted(m_labels.flatten(1).gather(1, m_positions).gt(0.5).cpu()),
          m_counted(m_weights.flatten(1).gather(1, m_positions).gt(0).cpu()),
          m_logits(freshLogits(m_images.sizes(), m_images.device())), m_looks(std::size_t(batch.samples))
    {
        const Zyx centre = view.reach();
        m_logits.select(2, centre.z).select(2, centre.y).select(2, centre.x).fill_(logitOf(insideProbability));
    }

    FloodFillWalk run()
    {
        Look first;
        for (std::int64_t i = 0; i < std::int64_t(m_looks.size()); ++i) {
            first.examples.push_back(i);
            first.corners.push_back(m_view.step);
        }
        visit(first);
        for (std::int64_t move = 0; move < std::int64_t(moveCount); ++move)
            visit(lookAfter(move));
        countVoxels();
        return {summedLoss(), m_logits, m_counts};
    }

private:
    // The view after the move with this number, of the examples that make it. Counts the moves.
    Look lookAfter(std::int64_t move)
    {
        if (!m_beliefs.defined())
            m_beliefs = m_logits.flatten(1).gather(1, m_positions).cpu();
        const auto belief = m_beliefs.accessor<float, 2>();
        const auto way = m_moves.accessor<std::int64_t, 3>();
        const auto wanted = m_wanted.accessor<bool, 2>();
        const auto counted = m_counted.accessor<bool, 2>();
        const auto threshold = float(logitOf(moveProbability));
        Look look;
        for (std::int64_t i = 0; i < std::int64_t(m_looks.size()); ++i) {
            const bool made = belief[i][move] >= threshold;
            if (counted[i][move]) {
                m_counts.correctMoves += made && wanted[i][move];
                m_counts.missedMoves += !made && wanted[i][move];
                m_counts.spuriousMoves += made && !wanted[i][move];
            }
            if (!made)
                continue;
            look.examples.push_back(i);
            look.corners.push_back(m_view.step + Zyx{way[i][move][0], way[i][move][1], way[i][move][2]});
        }
        return look;
    }

    void visit(const Look &look)
    {
        if (look.examples.empty())
            return;
        m_beliefs.reset();
        const at::Tensor updated
            = m_network.forward(allViewed(m_images, look, m_view.size), allViewed(m_logits, look, m_view.size));
        const at::Tensor loss = at::binary_cross_entropy_with_logits(updated, allViewed(m_labels, look, m_view.size),
            allViewed(m_weights, look, m_view.size), {}, at::Reduction::None);
        m_losses.push_back(loss.mean({1, 2, 3, 4}));
        m_lookers.push_back(look.examples);
        const at::Tensor believed = updated.detach();
        for (std::size_t i = 0; i < look.examples.size(); ++i) {
            viewed(m_logits, look, i, m_view.size).copy_(believed[std::int64_t(i)]);
            ++m_looks[std::size_t(look.examples[i])];
        }
    }

    void countVoxels()
    {
        const at::Tensor counted = m_weights.gt(0);
        const at::Tensor said = m_logits.ge(logitOf(moveProbability));
        const at::Tensor is = m_labels.gt(0.5);
        const auto count = [&](const at::Tensor &voxels) { return voxels.logical_and(counted).sum(); };
        const at::Tensor counts
            = at::stack({count(said.logical_and(is)), count(said.logical_or(is).logical_not()),
                            count(said.logical_and(is.logical_not())), count(is.logical_and(said.logical_not()))})
                  .cpu();
        const auto *values = counts.data_ptr<std::int64_t>();
        m_counts.truePositives = values[0];
        m_counts.trueNegatives = values[1];
        m_counts.falsePositives = values[2];
        m_counts.falseNegatives = values[3];
    }

    // Every example has the same weight, however many views it had, so the losses can be weighted only at the end.
    at::Tensor summedLoss()
    {
        if (m_losses.empty()) // 0, but with a graph to all parameters, which each rank's backward pass needs
            return m_network.forward(m_images, m_logits).sum();
        at::Tensor sum = at::zeros({}, m_images.options());
        for (std::size_t i = 0; i < m_losses.size(); ++i) {
            std::vector<float> shares;
            for (const std::int64_t example : m_lookers[i])
                shares.push_back(1 / float(m_looks[std::size_t(example)]));
            sum = sum + m_losses[i].dot(torch::tensor(shares, m_losses[i].options()));
        }
        return sum;
    }

    FloodFillingNetwork &m_network;
    at::Tensor m_images;
    at::Tensor m_labels;
    at::Tensor m_weights;
    FieldOfView m_view;
    at::Tensor m_moves; // on the CPU
    at::Tensor m_positions; // m_moves as indices in the flattened patch
    at::Tensor m_wanted; // on the CPU: whether the voxel moved to belongs to the object
    at::Tensor m_counted; // on the CPU: whether the voxel moved to is labelled
    at::Tensor m_logits;
    // On the CPU: the logits at all move targets. Undefined after each view: on a GPU reading them means waiting for
    // it.
    at::Tensor m_beliefs;
    std::vector<std::int64_t> m_looks; // views of each example so far
    std::vector<at::Tensor> m_losses; // for each view the losses of its examples
    std::vector<std::vector<std::int64_t>> m_lookers; // for each view the indices of its examples
    FloodFillCounts m_counts;
};

} // namespace

FloodFillCounts &FloodFillCounts::operator+=(const FloodFillCounts &other)
{
    truePositives += other.truePositives;
    trueNegatives += other.trueNegatives;
    falsePositives += other.falsePositives;
    falseNegatives += other.falseNegatives;
    correctMoves += other.correctMoves;
    missedMoves += other.missedMoves;
    spuriousMoves += other.spuriousMoves;
    return *this;
}

double FloodFillCounts::precision() const
{
    return ratio(truePositives, falsePositives);
}

double FloodFillCounts::recall() const
{
    return ratio(truePositives, falseNegatives);
}

double FloodFillCounts::f1() const
{
    return ratio(2 * truePositives, falsePositives + falseNegatives);
}

double FloodFillCounts::accuracy() const
{
    return ratio(truePositives + trueNegatives, falsePositives + falseNegatives);
}

FloodFillWalk walk(FloodFillingNetwork &network, const Batch &batch, const FieldOfView &view)
{
    return Walk(network, batch, view).run();
}

double logitOf(double probability)
{
    return std::log(probability / (1 - probability));
}

at::Tensor freshLogits(at::IntArrayRef shape, at::Device device)
{
    return at::full(shape, logitOf(outsideProbability), at::TensorOptions(device));
}

} // namespace motley
