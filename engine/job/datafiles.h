// The files that a machine must have to train a task.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/taskspec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct DataFile {
    std::string field; // of the job, that names it or its folder: "data.folder"
    std::string path; // here, absolute
    std::string place; // where it goes in a folder of all files of the task: "data.folder/train-images-idx3-ubyte.gz"

    bool operator==(const DataFile &) const = default;
};

// Of a folder, all regular files in it; of a model's folder and of IDX images, those that are read. Errors name the
// field whose file is missing, or that needs one and has none.
Result<std::vector<DataFile>> findDataFiles(const TaskSpec &task);

// The images and labels of the training and of the test set in a folder: IDX files, each plain or .gz; or else
// torchvision's training.pt and test.pt, there or in its folder processed or MNIST/processed, which hold the labels
// too.
struct GreyFiles {
    std::string trainImages;
    std::string trainLabels; // empty: with the images
    std::string testImages;
    std::string testLabels; // as above
};
Result<GreyFiles> findGreyFiles(const std::string &folder);

// The task as a machine knows it that has those files in `folder`, each at its place. To be asked where the files are
// now.
TaskSpec movedTo(const std::string &folder, TaskSpec task);

} // namespace motley
