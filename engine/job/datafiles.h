// The files that a machine must have to train a task.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace motley {

struct DataFile {
    std::string field; // field of the job that names the file or its folder: "data.folder"
    std::string path; // absolute, on this machine
    std::string
        relativePath; // relative path in a folder of all files of the task: "data.folder/train-images-idx3-ubyte.gz"

    bool operator==(const DataFile &) const = default;
};

// All files that the task reads: of a folder all files below it (engine/base/folders/folderwalk.h), of a model folder
// and of IDX images only those that are read. Errors name the field whose file is missing, or that needs a file and
// names none. `keepGoing` is asked before each entry of a folder; after its first no, the result is what was found
// until then.
Result<std::vector<DataFile>> findDataFiles(const TaskSpec &task, const std::function<bool()> &keepGoing = nullptr);

// The images and labels of the training and the test set in a folder: IDX files, each plain or .gz; otherwise
// torchvision's training.pt and test.pt, which hold images and labels together, in the folder itself, in processed or
// in MNIST/processed.
struct GreyFiles {
    std::string trainImages;
    std::string trainLabels; // empty: in the file of the images
    std::string testImages;
    std::string testLabels; // empty: in the file of the images
};
Result<GreyFiles> findGreyFiles(const std::string &folder);

// The task with its paths on a machine where its files lie in `folder`, each at its place. Must be called on the
// machine that has the files at their present paths, since it looks which of them are folders.
TaskSpec movedTo(const std::string &folder, TaskSpec task);

} // namespace motley
