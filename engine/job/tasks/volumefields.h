// For .cpp files that link the JSON room: the fields of volume segmentation.
#pragma once

#include "engine/job/tasks/sectionfields.h"
#include "engine/job/tasks/volumespec.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, VolumeModelSpec &model)
{
    fields("depth", model.depth,
        {translatable("JobField", "Depth"),
            translatable("JobField", "The number of residual pairs of convolutions, plus one; 12 in the original."), 1,
            64});
    fields("features", model.features,
        {translatable("JobField", "Features"),
            translatable("JobField", "Channels of every convolution; 32 in the original."), 1, 512});
    fields("view", model.view,
        {translatable("JobField", "View"),
            translatable("JobField", "Voxels along each side of what the network sees at once; an odd number."), 5,
            129});
    fields("step", model.step,
        {translatable("JobField", "Step"), translatable("JobField", "Voxels that it moves along an axis."), 1, 64});
}

template <typename Fields>
void describe(Fields &fields, VolumeData &data)
{
    fields("volume", data.volume,
        {.label = translatable("JobField", "Volume"),
            .help
            = translatable("JobField", "An HDF5 file with the data sets raw and labels, slices × rows × columns."),
            .needed = true});
    fields("scale", data.scale,
        {translatable("JobField", "Scale"),
            translatable("JobField",
                "So many voxels along each axis are averaged to one: the network then sees further for the same work."),
            1, 16});
    fields("testPart", data.testPart,
        {translatable("JobField", "Part for the test"),
            translatable(
                "JobField", "The last of the slices: the network is tested on them and never trained on them."),
            0.01, 0.9});
    fields("examples", data.examples,
        {translatable("JobField", "Examples"), translatable("JobField", "Of one epoch of training."), 1, 1e9});
    fields("testExamples", data.testExamples,
        {translatable("JobField", "Test examples"), translatable("JobField", "Of one test."), 1, 1e9});
    fields("smallestObject", data.smallestObject,
        {translatable("JobField", "Smallest object"),
            translatable("JobField", "In voxels; examples are not drawn from smaller ones."), 1, 1e12});
    fields("augment", data.augment,
        {translatable("JobField", "Vary the volume"),
            translatable("JobField",
                "At random, mirrors all axes, exchanges rows and columns, and begins to average at another voxel.")});
    fields("isotropic", data.isotropic,
        {.label = translatable("JobField", "Voxels are cubes"),
            .help
            = translatable("JobField", "As deep as they are wide: slices are exchanged with rows and columns too."),
            .used = data.augment});
    fields("greyVariation", data.greyVariation,
        {.label = translatable("JobField", "Vary the grey"),
            .help = translatable("JobField",
                "Contrast by up to this part of it, up or down, and brightness by as many standard deviations, in each "
                "example."),
            .least = 0,
            .most = 0.9,
            .used = data.augment});
    fields("noise", data.noise,
        {.label = translatable("JobField", "Noise"),
            .help = translatable("JobField", "Added to each voxel in training, in standard deviations of a voxel."),
            .least = 0,
            .most = 10,
            .used = data.augment});
    fields("softening", data.softening,
        {translatable("JobField", "Softening"),
            translatable("JobField",
                "How far from 0 and 1 the probabilities are that the network learns; with more it is less sure."),
            0, 0.4});
    fields("insideWeight", data.insideWeight,
        {translatable("JobField", "Weight of the object"),
            translatable("JobField",
                "Of its voxels in the loss, where others count 1: with more the network misses less and runs over "
                "more."),
            0.01, 100});
    fields("mean", data.mean,
        {translatable("JobField", "Mean"), translatable("JobField", "Of a voxel, taken away before training."), 0,
            255});
    fields("deviation", data.deviation,
        {translatable("JobField", "Standard deviation"),
            translatable("JobField", "Of a voxel, which the rest is divided by."), 0.001, 255});
}

template <typename Fields>
void describe(Fields &fields, VolumeSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<VolumeModelSpec> : std::true_type {
};
template <>
struct HasDefaults<VolumeData> : std::true_type {
};

} // namespace motley
