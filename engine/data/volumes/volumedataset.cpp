#include "engine/data/volumes/volumedataset.h"

#include "engine/data/datahash.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <limits>

namespace motley {

namespace {

constexpr std::uint64_t withoutKey = 0x766f6c756d65; // seed in evaluation, which draws the same examples every time

Random randomOf(std::int64_t id, std::optional<AugmentKey> key)
{
    return key ? Random{key->seed, std::uint64_t(key->epoch), std::uint64_t(id)}
               : Random{withoutKey, std::uint64_t(id)};
}

// Permutations of the patch's axes into slices, rows and columns. The second one exchanges rows and columns.
constexpr std::array<std::array<std::size_t, 3>, 6> axisOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// The augmentation of a patch: reflected axes and their order.
struct View {
    bool flipZ = false;
    bool flipY = false;
    bool flipX = false;
    std::size_t order = 0; // index in axisOrders

    // The position in the volume's patch of the voxel that is seen at `position`.
    Zyx source(Zyx position, Zyx patch) const
    {
        const std::array<std::int64_t, 3> seen{position.z, position.y, position.x};
        const auto &[z, y, x] = axisOrders[order];
        return {flipZ ? patch.z - 1 - seen[z] : seen[z], flipY ? patch.y - 1 - seen[y] : seen[y],
            flipX ? patch.x - 1 - seen[x] : seen[x]};
    }
};

View drawView(Random &random, Zyx patch, bool isotropic)
{
    const auto toss = [&] { return random.below(2) == 1; };
    const bool square = patch.y == patch.x;
    View view;
    view.flipZ = toss();
    view.flipY = toss();
    view.flipX = toss();
    if (isotropic && square && patch.z == patch.y)
        view.order = random.below(axisOrders.size());
    else
        view.order = toss() && square ? 1 : 0;
    return view;
}

// Converts a voxel's grey value to the network's input.
struct Grey {
    float middle = 0; // grey value whose input is 0
    float scale = 1;

    float of(std::uint8_t value) const { return (float(value) - middle) * scale; }
};

Grey plainGrey(const VolumeExamples &examples)
{
    return {float(examples.mean), float(1 / examples.deviation)};
}

Grey drawGrey(Random &random, const VolumeExamples &examples)
{
    Grey grey = plainGrey(examples);
    if (examples.greyVariation > 0) {
        const auto varied = [&] { return float(examples.greyVariation * (2 * random.fraction() - 1)); };
        grey.scale *= 1 + varied();
        grey.middle += varied() * float(examples.deviation);
    }
    return grey;
}

void writeMoves(Zyx step, Random &random, std::int64_t *target)
{
    auto order = moves(step);
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.below(left)]);
    for (const Zyx move : order) {
        *target++ = move.z;
        *target++ = move.y;
        *target++ = move.x;
    }
}

std::vector<std::int64_t> shapeOf(std::int64_t count, Zyx patch)
{
    return {count, 1, patch.z, patch.y, patch.x};
}

std::string inWords(Zyx size)
{
    return std::to_string(size.z) + " x " + std::to_string(size.y) + " x " + std::to_string(size.x);
}

} // namespace

Result<VolumeDataset> VolumeDataset::make(std::vector<Volume> cuts, const VolumeExamples &examples)
{
    VolumeDataset dataset;
    dataset.m_examples = examples;
    for (Volume &volume : cuts) {
        auto cut = prepare(std::move(volume), examples);
        if (cut)
            dataset.m_cuts.push_back(*std::move(cut));
        else if (dataset.m_cuts.empty())
            return tl::unexpected(cut.error());
    }
    return dataset;
}

Result<VolumeDataset> VolumeDataset::make(Volume volume, const VolumeExamples &examples)
{
    std::vector<Volume> one;
    one.push_back(std::move(volume));
    return make(std::move(one), examples);
}

Result<VolumeDataset::Cut> VolumeDataset::prepare(Volume volume, const VolumeExamples &examples)
{
    if (const auto good = validate(examples.view); !good)
        return tl::unexpected(good.error());
    const Zyx patch = examples.view.patch();
    const Zyx room = volume.size - patch;
    if (room.z < 0 || room.y < 0 || room.x < 0)
        return fail("A volume of " + inWords(volume.size) + " voxels has no room for an example of " + inWords(patch)
            + "; give more slices or a smaller field of view.");
    if (volume.size.product() > std::numeric_limits<std::uint32_t>::max())
        return fail("A volume of more than 4 billion voxels cannot be learnt from at once; cut it.");
    if (volume.labels.size() != volume.raw.size())
        return fail("A volume without a label for every voxel cannot be learnt from.");

    const auto classes = classifyByFraction(volume, examples.view.reach(), examples.smallestObject);
    std::vector<std::vector<std::uint32_t>> centres(fractionClasses);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (classes[i] != noClass && classes[i] != excludedClass)
            centres[classes[i] - 1U].push_back(std::uint32_t(i));
    }
    std::erase_if(centres, [](const auto &list) { return list.empty(); });
    if (centres.empty())
        return fail("No object of at least " + std::to_string(examples.smallestObject)
            + " voxels lies far enough inside the volume to learn from it.");

    return Cut{std::move(volume), std::move(centres)};
}

double VolumeDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    return double(ids.size());
}

Zyx VolumeDataset::centreOf(std::int64_t id, std::optional<AugmentKey> key) const
{
    Random random = randomOf(id, key);
    return drawCut(key, random).drawCentre(id, random);
}

const VolumeDataset::Cut &VolumeDataset::drawCut(std::optional<AugmentKey> key, Random &random) const
{
    return key && m_cuts.size() > 1 ? m_cuts[random.below(m_cuts.size())] : m_cuts.front();
}

Zyx VolumeDataset::Cut::drawCentre(std::int64_t id, Random &random) const
{
    const auto &list = centres[std::size_t(id) % centres.size()];
    return volume.size.positionOf(list[random.below(list.size())]);
}

std::uint64_t VolumeDataset::fingerprint() const
{
    DataHash hash;
    for (const Cut &cut : m_cuts) {
        for (const std::int64_t voxels : {cut.volume.size.z, cut.volume.size.y, cut.volume.size.x})
            hash.add(voxels);
        hash.add(cut.volume.raw);
        hash.add(cut.volume.labels);
    }
    return hash.value();
}

Batch VolumeDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const
{
    const auto count = std::int64_t(ids.size());
    const auto shape = shapeOf(count, m_examples.view.patch());
    Batch batch{{at::empty(shape), at::empty({count, std::int64_t(moveCount), 3}, at::kLong)},
        {at::empty(shape), at::empty(shape)}, count};
    const std::int64_t voxels = m_examples.view.patch().product();
    for (std::int64_t i = 0; i < count; ++i) {
        writeExample(ids[std::size_t(i)], key,
            {batch.inputs[0].data_ptr<float>() + i * voxels,
                batch.inputs[1].data_ptr<std::int64_t>() + i * std::int64_t(moveCount) * 3,
                batch.targets[0].data_ptr<float>() + i * voxels, batch.targets[1].data_ptr<float>() + i * voxels});
    }
    return batch;
}

void VolumeDataset::writeExample(std::int64_t id, std::optional<AugmentKey> key, Target target) const
{
    Random random = randomOf(id, key);
    const Cut &cut = drawCut(key, random);
    const Volume &volume = cut.volume;
    const Zyx centre = cut.drawCentre(id, random);
    writeMoves(m_examples.view.step, random, target.moves);
    const Zyx patch = m_examples.view.patch();
    const bool augment = key && m_examples.augment;
    const View view = augment ? drawView(random, patch, m_examples.isotropic) : View();
    const Grey grey = augment ? drawGrey(random, m_examples) : plainGrey(m_examples);
    const double noise = augment ? m_examples.noise : 0;

    const Zyx corner = centre - m_examples.view.reach();
    const std::uint32_t object = volume.labels[volume.size.indexOf(centre)];
    const auto inside = float(1 - m_examples.softening);
    const auto outside = float(m_examples.softening);
    const auto weightInside = float(m_examples.insideWeight);
    Zyx position;
    for (position.z = 0; position.z < patch.z; ++position.z) {
        for (position.y = 0; position.y < patch.y; ++position.y) {
            for (position.x = 0; position.x < patch.x; ++position.x) {
                const std::size_t from = volume.size.indexOf(corner + view.source(position, patch));
                *target.patch++ = grey.of(volume.raw[from]) + (noise > 0 ? float(noise * random.normal()) : 0.0F);
                const std::uint32_t label = volume.labels[from];
                *target.probability++ = label == object ? inside : outside;
                *target.weight++ = label == excludedLabel ? 0.0F : label == object ? weightInside : 1.0F;
            }
        }
    }
}

} // namespace motley
