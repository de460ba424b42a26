#include "engine/inference/volumefiller.h"

#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/volumes/coarservolume.h"
#include "engine/data/volumes/floodseeds.h"
#include "engine/data/volumes/segmentpicture.h"
#include "engine/data/volumes/volumefile.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/volumes/floodfill.h"
#include "engine/tensorfiles/safetensors.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t mostVoxels = std::int64_t(1) << 30; // seeds and filling need about 30 bytes per voxel
constexpr std::int64_t chunkBytes = 1 << 20; // approximate size of a chunk

Result<std::shared_ptr<FloodFillingNetwork>> readNetwork(const std::string &folder, const VolumeModelSpec &model)
{
    const std::string file = folder + "/model.safetensors";
    const auto tensors = readSafetensors(file);
    if (!tensors)
        return tl::unexpected(tensors.error());
    auto network = std::make_shared<FloodFillingNetwork>(FloodFillingStack{model.depth, model.features}, 0);
    if (const auto copied = copyInto(stateDict(*network), *tensors); !copied)
        return fail(file + " does not fit motley.json: " + copied.error().message);
    return network;
}

std::string wordsOf(Zyx size)
{
    return std::to_string(size.z) + " x " + std::to_string(size.y) + " x " + std::to_string(size.x);
}

Result<Zyx> extentOf(const FillRequest &request, Zyx whole, Zyx view)
{
    const auto rest
        = [](std::int64_t wanted, std::int64_t first, std::int64_t all) { return wanted > 0 ? wanted : all - first; };
    const Zyx extent{rest(request.extent.z, request.first.z, whole.z), rest(request.extent.y, request.first.y, whole.y),
        rest(request.extent.x, request.first.x, whole.x)};
    const Zyx last = request.first + extent - Zyx{1, 1, 1};
    if (!whole.holds(request.first) || !whole.holds(last))
        return fail("The box does not lie inside the volume in " + request.volume + ", which has " + wordsOf(whole)
            + " voxels.");
    if (extent.z < view.z || extent.y < view.y || extent.x < view.x)
        return fail("A box of " + wordsOf(extent) + " voxels of " + request.volume
            + " is smaller than what the network sees at once, " + wordsOf(view) + "; take a larger one.");
    if (extent.y > mostVoxels / extent.x || extent.z > mostVoxels / (extent.y * extent.x))
        return fail("A box of " + wordsOf(extent) + " voxels of " + request.volume
            + " is too large to be filled at once; fill parts of it.");
    return extent;
}

} // namespace

Result<FilledVolume> fillVolume(
    const FillRequest &request, c10::Device device, const FillProgress &progress, std::stop_token stop)
{
    const auto spec = specOfModel<VolumeSpec>(request.modelFolder);
    if (!spec)
        return tl::unexpected(spec.error());
    FloodFillOptions options;
    options.view = {
        {spec->model.view, spec->model.view, spec->model.view}, {spec->model.step, spec->model.step, spec->model.step}};
    if (const auto good = validate(options.view); !good)
        return tl::unexpected(good.error());
    const auto network = readNetwork(request.modelFolder, spec->model);
    if (!network)
        return tl::unexpected(network.error());
    const auto file = inspectVolume(request.volume);
    if (!file)
        return tl::unexpected(file.error());
    const std::int64_t scale = spec->data.scale;
    const auto extent = extentOf(request, file->size, options.view.size * scale);
    if (!extent)
        return tl::unexpected(extent.error());
    const auto volume = readVolume(*file, request.first, *extent);
    if (!volume)
        return tl::unexpected(volume.error());
    options.mean = spec->data.mean;
    options.deviation = spec->data.deviation;
    options.moveProbability = request.moveProbability;
    options.segmentProbability = request.segmentProbability;
    options.smallestSegment = request.smallestSegment > 0 ? request.smallestSegment : spec->data.smallestObject;
    const Volume seen = coarser(*volume, scale);
    const std::vector<Zyx> seeds = findSeeds(seen);
    (*network)->to(device);
    (*network)->eval();
    if (progress) {
        options.progress
            = [&](std::int64_t done, std::int64_t segments) { progress(done, std::int64_t(seeds.size()), segments); };
        options.progress(0, 0);
    }
    const MixedPrecision low(precisionOfUse(request.modelFolder, device), device);
    Segmentation found = floodFill(**network, seen, seeds, options, stop);
    FilledVolume filled{*extent, finerLabels(found.labels, seen.size, scale, *extent), found.segments,
        std::int64_t(seeds.size()), found.looks, std::nullopt};
    if (request.pictureSlices > 0) {
        std::vector<std::vector<std::uint32_t>> labellings;
        if (!volume->labels.empty())
            labellings.push_back(volume->labels);
        labellings.push_back(filled.labels);
        auto picture = drawSegments(*volume, labellings, request.pictureSlices);
        if (!picture)
            return tl::unexpected(picture.error());
        filled.picture = std::move(*picture);
    }
    return filled;
}

Result<void> writeSegmentation(const std::string &path, const FilledVolume &filled)
{
    auto file = Hdf5Writer::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const std::int64_t sliceBytes = filled.size.y * filled.size.x * std::int64_t(sizeof(std::uint32_t));
    const std::int64_t together = std::clamp<std::int64_t>(chunkBytes / sliceBytes, 1, filled.size.z);
    const std::size_t voxels = std::size_t(filled.size.y * filled.size.x);
    auto written = file->addDataset("labels", Hdf5Writer::Stored::UInt32, {filled.size.y, filled.size.x}, together);
    for (std::int64_t z = 0; written && z < filled.size.z; ++z) {
        const auto first = filled.labels.begin() + z * std::int64_t(voxels);
        const std::vector<std::int64_t> slice(first, first + std::int64_t(voxels));
        written = file->append<std::int64_t>("labels", slice);
    }
    return written.and_then([&] { return file->finish(); });
}

} // namespace motley
