// For .cpp files that link the JSON room: the fields of image classification.
#pragma once

#include "engine/job/tasks/imagespec.h"
#include "engine/job/tasks/sectionfields.h"

namespace motley {

template <>
struct EnumNames<ImageModelSpec::Kind> {
    static constexpr auto table = names<ImageModelSpec::Kind>({{ImageModelSpec::Kind::SmallCnn, "small-cnn"},
        {ImageModelSpec::Kind::MnistNet, "mnistnet"}, {ImageModelSpec::Kind::ResNet18, "resnet18"},
        {ImageModelSpec::Kind::ResNet50, "resnet50"}, {ImageModelSpec::Kind::VisionTransformer, "vit"}});
    static constexpr std::array<const char *, 5> words{translatable("JobField", "Small convolutional network"),
        translatable("JobField", "HetSeq's network for MNIST"), translatable("JobField", "ResNet-18"),
        translatable("JobField", "ResNet-50"), translatable("JobField", "Vision Transformer")};
};

template <typename Fields>
void describe(Fields &fields, ImageModelSpec &model)
{
    fields("kind", model.kind, {translatable("JobField", "Network"), translatable("JobField", "Its shape.")});
    fields("width", model.width,
        {translatable("JobField", "Width"),
            translatable("JobField",
                "Channels of its first stage, 64 in the original ResNets; of a Vision Transformer, of a token."),
            1, 4096});
    const bool isTransformer = model.kind == ImageModelSpec::Kind::VisionTransformer;
    fields("layers", model.layers,
        {translatable("JobField", "Layers"), translatable("JobField", "Of attention, in a Vision Transformer."), 1,
            1000, false, isTransformer});
    fields("patch", model.patch,
        {translatable("JobField", "Patch"),
            translatable("JobField", "Pixels along a side of what is one token; divides the side of the image."), 1,
            1024, false, isTransformer});
}

template <typename Fields>
void describe(Fields &fields, ImageData &data)
{
    fields("folder", data.folder,
        {.label = translatable("JobField", "Images"),
            .help = translatable("JobField",
                "A folder of the four IDX files, or of the folders train and test with pictures in a folder for each "
                "class."),
            .needed = true});
    fields("augment", data.augment,
        {translatable("JobField", "Vary the images"),
            translatable("JobField", "Shifts and mirrors the training images at random.")});
    fields("side", data.side,
        {translatable("JobField", "Side"),
            translatable(
                "JobField", "Pixels: pictures are cut and scaled to such squares. IDX images stay as they are."),
            8, 4096});
}

template <typename Fields>
void describe(Fields &fields, ImageSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a user writes may leave out any of these.
template <>
struct HasDefaults<ImageModelSpec> : std::true_type {
};
template <>
struct HasDefaults<ImageData> : std::true_type {
};

} // namespace motley
