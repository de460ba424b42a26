// What a machine already has of the files that are to be deployed there.
#pragma once

#include "remote/deploy/deployment.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace motley {

struct UnfinishedUpload {
    std::string client;
    std::int64_t bytes = 0;
};

struct Inspection {
    bool treeIsThere = false; // all files; nothing else is known then
    std::set<std::string> blobs; // SHA-256
    // From SHA-256 to the path there: in a shared folder, or in the cache of Hugging Face's programs.
    std::map<std::string, std::string> shared;
    std::map<std::string, UnfinishedUpload> unfinished; // from SHA-256 to the longest one that may be resumed
    std::optional<std::int64_t> freeBytes; // empty: unknown

    bool holds(const std::string &sha256) const
    {
        return treeIsThere || blobs.contains(sha256) || shared.contains(sha256);
    }
};

// Whatever the machine has is hashed there before it counts. Errors: as of deploy().
Result<Inspection> inspectDeployed(Session &session, const std::string &root, const Manifest &manifest,
    const std::vector<SharedFolder> &sharedFolders, std::stop_token stop = {});

// Error: what the machine lacks is more than its disk takes.
Result<void> checkSpace(
    const Session &session, const std::string &root, const Manifest &manifest, const Inspection &there);

// As deploy(), where it is known what the machine has.
Result<std::string> deployKnowing(Session &session, const std::string &root, const Manifest &manifest,
    const OnDeploymentProgress &progress, std::stop_token stop, const std::vector<SharedFolder> &sharedFolders,
    const std::optional<Inspection> &known);

std::map<std::string, const ManifestFile *> blobsOf(const Manifest &manifest); // by SHA-256, each once
std::string treeOf(const std::string &root, const Manifest &manifest);
std::string blobOf(const std::string &root, const std::string &sha256);

// For the scripts of deployment.
CommandOptions scriptOptions(const Manifest &manifest, std::stop_token stop);
tl::unexpected<Error> explainDeployment(
    const Session &session, const std::string &root, const CommandResult &result, std::int64_t bytesToSend);

} // namespace motley
