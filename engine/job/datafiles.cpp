#include "engine/job/datafiles.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/job/tasks/peftfiles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t entriesAtMost = 2'000'000; // of a folder

bool isFile(const std::string &path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

using KeepGoing = std::function<bool()>;

bool isOfAdapter(const std::string &field)
{
    return field.rfind("adapter.", 0) == 0;
}

bool isOfModel(const std::string &field)
{
    return field.rfind("model.", 0) == 0 || isOfAdapter(field);
}

// The files beside a vocabulary that say what its tokenizer is.
constexpr std::array ofTokenizers{
    "tokenizer.json", "tokenizer_config.json", "added_tokens.json", "special_tokens_map.json", "config.json"};

// Of a model folder only the files that are opened, or written again beside the trained model, are wanted: such folders
// hold the same weights in many formats.
bool isWanted(const std::string &field, const std::string &name)
{
    static const std::vector<std::string> ofModels{"config.json", "model.safetensors", "model.safetensors.index.json",
        "pytorch_model.bin", "pytorch_model.bin.index.json", "generation_config.json", "vocab.txt", "vocab.json",
        "merges.txt", "tokenizer.model", "characters.txt", "motley.json", "chat_template.jinja", "chat_template.json",
        "preprocessor_config.json", "processor_config.json", "video_preprocessor_config.json"};
    if (isOfAdapter(field))
        return name == adapterConfigFile || name == adapterTensorFile;
    const bool isShard = (name.starts_with("model-") && name.ends_with(".safetensors"))
        || (name.starts_with("pytorch_model-") && name.ends_with(".bin"));
    const auto isIn = [&](const auto &names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    return !isOfModel(field) || isShard || isIn(ofModels) || isIn(ofTokenizers);
}

// Chat templates beside the usual one are all that is read of a folder inside a model folder.
Result<void> addChatTemplates(const std::string &field, const std::string &folder, std::vector<DataFile> &files)
{
    constexpr const char *inside = "additional_chat_templates";
    std::error_code ignored;
    if (!fs::is_directory(folder + "/" + inside, ignored))
        return {};
    FolderWalk walk;
    walk.isWanted = [](const std::string &name) { return name.ends_with(".jinja"); };
    walk.entersFolders = false;
    walk.entriesAtMost = entriesAtMost;
    const auto found = filesBelow(folder + "/" + inside, walk);
    if (!found)
        return fail(found.error().message + " Check the field " + field + ".", found.error().detail);
    for (const WalkedFile &file : *found)
        files.push_back({field, file.path, field + "/" + inside + "/" + file.name});
    return {};
}

Result<void> addFolder(
    const std::string &field, const std::string &folder, const KeepGoing &keepGoing, std::vector<DataFile> &files)
{
    bool isComplete = true;
    FolderWalk walk;
    walk.isWanted = [&](const std::string &name) { return isWanted(field, name); };
    walk.entersFolders = !isOfModel(field); // whose readers look into no folder inside it
    walk.entriesAtMost = entriesAtMost;
    walk.keepGoing = [&] { return isComplete = !keepGoing || keepGoing(); };
    const auto found = filesBelow(folder, walk);
    if (!found)
        return fail(found.error().message + " Check the field " + field + ".", found.error().detail);
    if (found->empty() && isComplete)
        return fail("The folder " + folder + " holds nothing that the field " + field + " could mean.");
    for (const WalkedFile &file : *found)
        files.push_back({field, file.path, field + "/" + file.name});
    return isOfModel(field) && !isOfAdapter(field) ? addChatTemplates(field, folder, files) : Result<void>();
}

Result<void> addPath(const TaskPath &item, const KeepGoing &keepGoing, std::vector<DataFile> &files)
{
    const std::string &path = item.path->path;
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return addFolder(item.field, path, keepGoing, files);
    if (!isFile(path))
        return fail((fs::exists(path, ignored) ? path + " is neither a file nor a folder."
                                               : "There is no file or folder " + path + ".")
            + " Check the field " + item.field + ".");
    const fs::path file(path);
    files.push_back({item.field, path, item.field + "/" + file.filename().string()});
    if (!isOfModel(item.field) || file.filename() != "vocab.txt")
        return {};
    for (const char *name : ofTokenizers)
        if (const std::string beside = (file.parent_path() / name).string(); isFile(beside))
            files.push_back({item.field, beside, item.field + "/" + name});
    return {};
}

Result<std::vector<DataFile>> filesOf(const ImageSpec &images, const KeepGoing &keepGoing)
{
    std::error_code ignored;
    if (fs::is_directory(images.data.folder.path + "/train", ignored)) {
        TaskSpec task = images;
        std::vector<DataFile> pictures;
        const auto taken = addPath(pathsOf(task).front(), keepGoing, pictures);
        return taken ? Result<std::vector<DataFile>>(std::move(pictures)) : tl::unexpected(taken.error());
    }
    const auto grey = findGreyFiles(images.data.folder.path);
    if (!grey)
        return tl::unexpected(grey.error());
    std::vector<DataFile> files;
    for (const auto &path : {grey->trainImages, grey->trainLabels, grey->testImages, grey->testLabels})
        if (!path.empty())
            files.push_back({"data.folder", path, "data.folder/" + fs::path(path).filename().string()});
    return files;
}

std::optional<GreyFiles> findTorchFiles(const std::string &folder)
{
    for (const char *subfolder : {"/MNIST/processed", "/processed", ""}) {
        const GreyFiles files{folder + subfolder + "/training.pt", {}, folder + subfolder + "/test.pt", {}};
        if (isFile(files.trainImages) && isFile(files.testImages))
            return files;
    }
    return std::nullopt;
}

template <typename Spec>
Result<std::vector<DataFile>> filesOf(const Spec &spec, const KeepGoing &keepGoing)
{
    TaskSpec task = spec;
    std::vector<DataFile> files;
    for (const TaskPath &item : pathsOf(task)) {
        if (item.path->empty())
            continue;
        if (!std::is_same_v<Spec, BertSpec> && item.field == "model.start" && isFile(item.path->path))
            return fail(item.path->path + " is a file, but the field model.start names the folder of a model, such as "
                + fs::path(item.path->path).parent_path().string() + ".");
        if (const auto taken = addPath(item, keepGoing, files); !taken)
            return tl::unexpected(taken.error());
    }
    return files;
}

} // namespace

Result<std::vector<DataFile>> findDataFiles(const TaskSpec &task, const std::function<bool()> &keepGoing)
{
    if (const auto good = validate(task); !good)
        return tl::unexpected(good.error());
    return std::visit([&](const auto &spec) { return filesOf(spec, keepGoing); }, task);
}

Result<GreyFiles> findGreyFiles(const std::string &folder)
{
    GreyFiles files;
    const std::pair<std::string *, const char *> wanted[] = {
        {&files.trainImages, "train-images-idx3-ubyte"},
        {&files.trainLabels, "train-labels-idx1-ubyte"},
        {&files.testImages, "t10k-images-idx3-ubyte"},
        {&files.testLabels, "t10k-labels-idx1-ubyte"},
    };
    for (const auto &[file, name] : wanted) {
        const std::string plain = folder + "/" + name;
        *file = isFile(plain) ? plain : plain + ".gz";
        if (isFile(*file))
            continue;
        if (const auto torch = findTorchFiles(folder))
            return *torch;
        std::string missing = "The data file ";
        missing.append(plain).append(" is missing, also with .gz, and so is a folder of pictures named ");
        return fail(missing.append(folder).append("/train. Check the field data.folder."));
    }
    return files;
}

TaskSpec movedTo(const std::string &folder, TaskSpec task)
{
    for (const TaskPath &item : pathsOf(task)) {
        if (item.path->empty())
            continue;
        std::error_code ignored;
        const std::string target = folder + "/" + item.field;
        const bool isFolder = fs::is_directory(item.path->path, ignored);
        *item.path = isFolder ? target : target + "/" + fs::path(item.path->path).filename().string();
    }
    return task;
}

} // namespace motley
