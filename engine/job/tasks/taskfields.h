// For the .cpp files of this folder only: the fields of every task.
#pragma once

#include "engine/job/tasks/taskspec.h"
#include "engine/json/jsonfields.h"

namespace motley {

template <>
struct EnumNames<ImageModelSpec::Kind> {
    static constexpr std::array<std::pair<ImageModelSpec::Kind, const char *>, 5> table{
        {{ImageModelSpec::Kind::SmallCnn, "small-cnn"}, {ImageModelSpec::Kind::MnistNet, "mnistnet"},
            {ImageModelSpec::Kind::ResNet18, "resnet18"}, {ImageModelSpec::Kind::ResNet50, "resnet50"},
            {ImageModelSpec::Kind::VisionTransformer, "vit"}}};
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
void describe(Fields &fields, BertModelSpec &model)
{
    fields("start", model.start,
        {translatable("JobField", "Start from"),
            translatable("JobField", "A Hugging Face folder of a BERT to go on with; empty: fresh weights.")});
    fields("config", model.config,
        {.label = translatable("JobField", "Shape"),
            .help = translatable("JobField", "The config.json of the BERT to begin; empty: that of the folder above."),
            .needed = model.start.empty()});
    fields("freshHeads", model.freshHeads,
        {.label = translatable("JobField", "Fresh heads"),
            .help = translatable("JobField", "The output layers begin anew even where the folder has them."),
            .used = !model.start.empty()});
}

template <typename Fields>
void describe(Fields &fields, BertRowsData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training rows"),
            .help
            = translatable("JobField", "An HDF5 file of rows as HetSeq and NVIDIA write them, or a folder of such."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test rows"),
            translatable("JobField", "The same for the test; empty: the files named valid or test in that folder.")});
    fields("filesAtMost", data.filesAtMost,
        {translatable("JobField", "Files at most"),
            translatable("JobField", "How many of the training files are used, in the order of their names; 0: all."),
            0, 1e6});
}

template <typename Fields>
void describe(Fields &fields, TaggingModelSpec &model)
{
    fields("start", model.start,
        {.label = translatable("JobField", "Start from"),
            .help = translatable("JobField", "A Hugging Face folder of a BERT, with its vocab.txt."),
            .needed = true});
    fields("lowercase", model.lowercase,
        {translatable("JobField", "Lower case"),
            translatable("JobField", "Words lose capitals and accents, as the vocabulary of an uncased model wants.")});
}

template <typename Fields>
void describe(Fields &fields, TaggedData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training sentences"),
            .help
            = translatable("JobField", "A CoNLL file: a word and its tag a line, a blank line between sentences."),
            .needed = true});
    fields("test", data.test,
        {.label = translatable("JobField", "Test sentences"),
            .help = translatable("JobField", "A CoNLL file that the model is tested on."),
            .needed = true});
    fields("longest", data.longest,
        {translatable("JobField", "Longest sentence"),
            translatable("JobField", "In word pieces; the rest of a longer sentence is cut off."), 8, 8192});
}

template <typename Fields>
void describe(Fields &fields, LinkedData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training sentences"),
            .help = translatable("JobField",
                "A file as AIDA-CoNLL-YAGO: a word a line; in a mention also B or I, the mention and its entity."),
            .needed = true});
    fields("test", data.test,
        {.label = translatable("JobField", "Test sentences"),
            .help = translatable("JobField", "The same for the test."),
            .needed = true});
    fields("entities", data.entities,
        {.label = translatable("JobField", "Entities"),
            .help = translatable("JobField", "A text file, a name a line; the first stands for what is unknown."),
            .needed = true});
    fields("vectors", data.vectors,
        {.label = translatable("JobField", "Vectors"),
            .help = translatable(
                "JobField", "A safetensors file, or one of torch.save: one tensor with a row for each entity."),
            .needed = true});
    fields("longest", data.longest,
        {translatable("JobField", "Longest sentence"),
            translatable("JobField", "In word pieces; the rest of a longer sentence is cut off."), 8, 8192});
}

template <>
struct EnumNames<TranslationModelSpec::Size> {
    using Size = TranslationModelSpec::Size;
    static constexpr std::array<std::pair<Size, const char *>, 3> table{
        {{Size::Small, "small"}, {Size::Base, "base"}, {Size::Big, "big"}}};
    static constexpr std::array<const char *, 3> words{
        translatable("JobField", "Small"), translatable("JobField", "Base"), translatable("JobField", "Big")};
};

template <typename Fields>
void describe(Fields &fields, TranslationModelSpec &model)
{
    fields("size", model.size,
        {translatable("JobField", "Size"),
            translatable("JobField", "Base and big are the original Transformers; small has 3 layers of 256.")});
    fields("dropout", model.dropout,
        {translatable("JobField", "Dropout"),
            translatable("JobField", "The part of the activations that training leaves out."), 0, 0.99});
    fields("labelSmoothing", model.labelSmoothing,
        {translatable("JobField", "Label smoothing"),
            translatable("JobField", "The part of the probability that the other tokens share."), 0, 0.99});
    fields("beam", model.beam,
        {translatable("JobField", "Beam"),
            translatable("JobField", "Hypotheses that a test keeps of each translation; 1: greedy."), 1, 64});
    fields("lengthPenalty", model.lengthPenalty,
        {translatable("JobField", "Length penalty"),
            translatable("JobField", "Scores are divided by the length to this power."), 0, 10});
}

template <typename Fields>
void describe(Fields &fields, TranslationData &data)
{
    const char *source = translatable("JobField", "A text in the language to translate from, a sentence a line.");
    const char *target = translatable("JobField", "Its translation, line by line.");
    fields("trainSource", data.trainSource,
        {.label = translatable("JobField", "Training text"), .help = source, .needed = true});
    fields("trainTarget", data.trainTarget,
        {.label = translatable("JobField", "Its translation"), .help = target, .needed = true});
    fields("testSource", data.testSource,
        {.label = translatable("JobField", "Test text"), .help = source, .needed = true});
    fields("testTarget", data.testTarget,
        {.label = translatable("JobField", "Its translation"), .help = target, .needed = true});
    fields("pieces", data.pieces,
        {translatable("JobField", "Pieces"),
            translatable("JobField", "A SentencePiece model; empty: learned from both training texts.")});
    fields("vocabulary", data.vocabulary,
        {.label = translatable("JobField", "Vocabulary"),
            .help = translatable("JobField", "How many pieces are learned, of both languages together."),
            .least = 16,
            .most = 1 << 20,
            .used = data.pieces.empty()});
    fields("longest", data.longest,
        {translatable("JobField", "Longest sentence"),
            translatable("JobField", "In tokens; pairs with a longer side are left out."), 2, 1023});
}

template <>
struct EnumNames<LanguageModelData::Units> {
    using Units = LanguageModelData::Units;
    static constexpr std::array<std::pair<Units, const char *>, 3> table{
        {{Units::Characters, "characters"}, {Units::Pieces, "pieces"}, {Units::OfModel, "of-model"}}};
    static constexpr std::array<const char *, 3> words{translatable("JobField", "Characters"),
        translatable("JobField", "Pieces learned from the text"),
        translatable("JobField", "Those of the model it starts from")};
};

template <typename Fields>
void describe(Fields &fields, LanguageModelShape &model)
{
    const bool fresh = model.start.empty();
    fields("start", model.start,
        {translatable("JobField", "Start from"),
            translatable("JobField", "A Hugging Face folder of a GPT-2 to go on with; empty: fresh weights.")});
    fields("layers", model.layers,
        {translatable("JobField", "Layers"), translatable("JobField", "Of attention; the first GPT-2 has 12."), 1, 1000,
            false, fresh});
    fields("heads", model.heads,
        {translatable("JobField", "Heads"), translatable("JobField", "Of each attention; a divisor of the width."), 1,
            1000, false, fresh});
    fields("width", model.width,
        {translatable("JobField", "Width"),
            translatable("JobField", "Numbers that stand for a token; the first GPT-2 has 768."), 1, 65536, false,
            fresh});
    fields("context", model.context,
        {translatable("JobField", "Context"),
            translatable("JobField", "Tokens that the model sees at once, and of a sample."), 2, 65536});
    fields("dropout", model.dropout,
        {translatable("JobField", "Dropout"),
            translatable("JobField", "The part of the activations that training leaves out."), 0, 0.99, false, fresh});
}

template <typename Fields>
void describe(Fields &fields, LanguageModelData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training text"),
            .help = translatable("JobField", "A text file in UTF-8."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test text"),
            translatable("JobField", "A text file in UTF-8; empty: the last part of the training text is kept.")});
    fields("testPart", data.testPart,
        {translatable("JobField", "Part for the test"),
            translatable("JobField", "Of the training text, its end: never trained."), 0.001, 0.9, false,
            data.test.empty()});
    fields("units", data.units,
        {translatable("JobField", "Tokens"), translatable("JobField", "What the text is cut into.")});
    fields("vocabulary", data.vocabulary,
        {translatable("JobField", "Vocabulary"), translatable("JobField", "How many pieces are learned."), 16, 1 << 20,
            false, data.units == LanguageModelData::Units::Pieces});
}

template <typename Fields>
void describe(Fields &fields, VolumeModelSpec &model)
{
    fields("depth", model.depth,
        {translatable("JobField", "Depth"),
            translatable("JobField", "Residual pairs of convolutions, and one; 12 in the original."), 1, 64});
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
            = translatable("JobField", "An HDF5 file with the data sets raw and labels, slices x rows x columns."),
            .needed = true});
    fields("scale", data.scale,
        {translatable("JobField", "Scale"),
            translatable("JobField",
                "So many voxels along each axis are averaged to one: the network then sees further for the same work."),
            1, 16});
    fields("testPart", data.testPart,
        {translatable("JobField", "Part for the test"),
            translatable("JobField", "Of the slices, the last ones: the network is tested on them and never trained."),
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
                "At random, mirrors all axes, exchanges rows and columns, and cuts what is scaled from another voxel "
                "on.")});
    fields("isotropic", data.isotropic,
        {.label = translatable("JobField", "Voxels are cubes"),
            .help
            = translatable("JobField", "As deep as they are wide: slices are exchanged with rows and columns too."),
            .used = data.augment});
    fields("greyVariation", data.greyVariation,
        {.label = translatable("JobField", "Vary the grey"),
            .help = translatable("JobField",
                "Contrast by up to this part of it, up or down, and brightness by as many deviations, in each "
                "example."),
            .least = 0,
            .most = 0.9,
            .used = data.augment});
    fields("noise", data.noise,
        {.label = translatable("JobField", "Noise"),
            .help = translatable("JobField", "Added to each voxel in training, in deviations of a voxel."),
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
        {translatable("JobField", "Deviation"), translatable("JobField", "Of a voxel, which the rest is divided by."),
            0.001, 255});
}

template <typename Fields>
void describe(Fields &fields, ScriptModelSpec &model)
{
    fields("script", model.script,
        {.label = translatable("JobField", "Model file"),
            .help = translatable("JobField",
                "A TorchScript file whose forward takes a batch and returns its loss. It is a program: take only files "
                "that you trust."),
            .needed = true});
}

template <typename Fields>
void describe(Fields &fields, TensorData &data)
{
    fields("train", data.train,
        {.label = translatable("JobField", "Training tensors"),
            .help = translatable(
                "JobField", "A safetensors or HDF5 file; the first dimension of every tensor counts the samples."),
            .needed = true});
    fields("test", data.test,
        {translatable("JobField", "Test tensors"),
            translatable("JobField", "The same for the test; empty: nothing is tested.")});
    fields("names", data.names,
        {translatable("JobField", "Tensors"),
            translatable(
                "JobField", "What forward is given, in this order, with commas between; empty: all tensors by name.")});
}

template <typename Fields>
void describeSections(Fields &fields, auto &spec)
{
    fields("model", spec.model, {translatable("JobField", "Model"), translatable("JobField", "The network.")});
    fields("data", spec.data, {translatable("JobField", "Data"), translatable("JobField", "What it learns from.")});
}

template <typename Fields>
void describe(Fields &fields, ImageSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, BertSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, TaggingSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, EntityLinkingSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, TranslationSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, LanguageModelSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, VolumeSpec &spec)
{
    describeSections(fields, spec);
}

template <typename Fields>
void describe(Fields &fields, TorchScriptSpec &spec)
{
    describeSections(fields, spec);
}

// A job that a person writes may leave out any of these.
template <>
struct HasDefaults<ImageModelSpec> : std::true_type {
};
template <>
struct HasDefaults<ImageData> : std::true_type {
};
template <>
struct HasDefaults<BertModelSpec> : std::true_type {
};
template <>
struct HasDefaults<BertRowsData> : std::true_type {
};
template <>
struct HasDefaults<TaggingModelSpec> : std::true_type {
};
template <>
struct HasDefaults<TaggedData> : std::true_type {
};
template <>
struct HasDefaults<LinkedData> : std::true_type {
};
template <>
struct HasDefaults<TranslationModelSpec> : std::true_type {
};
template <>
struct HasDefaults<TranslationData> : std::true_type {
};
template <>
struct HasDefaults<LanguageModelShape> : std::true_type {
};
template <>
struct HasDefaults<LanguageModelData> : std::true_type {
};
template <>
struct HasDefaults<ScriptModelSpec> : std::true_type {
};
template <>
struct HasDefaults<TensorData> : std::true_type {
};
template <>
struct HasDefaults<VolumeModelSpec> : std::true_type {
};
template <>
struct HasDefaults<VolumeData> : std::true_type {
};

} // namespace motley
