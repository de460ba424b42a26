// Deploys files to a machine as trees that are named by their contents: each file is sent once, resumed after a lost
// connection, verified there by its SHA-256, and renamed into place.
#pragma once

#include "engine/job/datafiles.h"
#include "engine/protocol/probereport.h"
#include "remote/fleet/sharedfolder.h"
#include "remote/session/session.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace motley {

struct ManifestFile {
    std::string path; // inside the tree: relative, normalised, no ".."
    std::string source; // path on this computer
    std::string sha256;
    std::int64_t bytes = 0;
    bool executable = false;

    bool operator==(const ManifestFile &) const = default;
};

struct Manifest {
    std::string kind; // "engine" or "data"
    std::vector<ManifestFile> files;

    std::string id() const; // 16 hex digits over kind, paths, modes and hashes
    bool operator==(const Manifest &) const = default;
};

enum class EngineParts { CpuOnly, WithCuda }; // the CUDA plug-in and its libraries are six times as large as the rest

// Hashes are cached by (path, size, mtime, inode) in the cache folder, so a second call reads no file.
Result<Manifest> engineManifest(const std::string &engineProgram, EngineParts parts = EngineParts::CpuOnly);
Result<Manifest> dataManifest(const std::vector<DataFile> &files);

struct DeploymentProgress {
    std::int64_t bytesSent = 0;
    std::int64_t bytesToSend = 0; // missing on the machine when the deployment began
    std::int64_t bytesAlreadyThere = 0;
};
using OnDeploymentProgress = std::function<void(const DeploymentProgress &)>;

// Returns the folder of the finished tree: <root>/<kind>/<id>. A file that the machine has in a shared folder, with the
// same content, is linked to and not sent. Errors: disk full (needed and free bytes), not writable,
// connection lost (a later call resumes), a file that changed while it was sent, a hash that does not match there.
Result<std::string> deploy(Session &session, const std::string &root, const Manifest &manifest,
    const OnDeploymentProgress &progress = {}, std::stop_token stop = {},
    const std::vector<SharedFolder> &sharedFolders = {});

// A tree that is deployed on a machine. removeDeployed() removes nothing while a run lives there, which its error
// names, and nothing from a folder that had other files when the first ones were sent there.
struct DeployedTree {
    std::string kind;
    std::string id;
    std::int64_t bytes = 0;
};
Result<std::vector<DeployedTree>> listDeployed(Session &session, const std::string &root);
Result<void> removeDeployed(Session &session, const std::string &root);

// Removes the folder of one run, or nothing where there is none. Errors: the run is going on there; it is no folder of
// a run.
Result<void> removeRunFolder(Session &session, const std::string &folder, std::stop_token stop = {});

} // namespace motley
