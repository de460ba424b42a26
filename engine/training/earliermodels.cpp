#include "engine/training/earliermodels.h"

#include "engine/base/durablefile.h"
#include "engine/base/textfile.h"
#include "engine/job/continuefiles.h"
#include "engine/rendezvous/runstoreserver.h"
#include "engine/training/checkpoint/checkpointloader.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

namespace motley {

namespace {

namespace fs = std::filesystem;
using Kind = RankFailed::Kind;
constexpr const char *namesKey = "earlier-model"; // a line with the source, then a line with the name of each file
constexpr std::size_t longestDescription = RunStoreServer::longestValue / 4 * 3; // bytes of a file

std::string keyOf(const std::string &file)
{
    return std::string(namesKey) + "/" + file;
}

void publish(c10d::Store &store, const std::string &key, const std::string &text)
{
    store.set(key, std::vector<std::uint8_t>(text.begin(), text.end()));
}

std::string published(c10d::Store &store, const std::string &key)
{
    const std::vector<std::uint8_t> bytes = store.get(key);
    return {bytes.begin(), bytes.end()};
}

Result<void> publishModel(c10d::Store &store, const EarlierModel &model)
{
    std::string names = model.source + "\n";
    std::error_code problem; // without a folder there are no files
    for (const auto &entry : fs::directory_iterator(model.folder, problem)) {
        const std::string name = entry.path().filename().string();
        if (!describesModel(name) || !model.has(name) || name.find('\n') != std::string::npos)
            continue;
        const auto text = readTextFile(entry.path().string(), longestDescription);
        if (!text)
            return tl::unexpected(text.error());
        publish(store, keyOf(name), *text);
        names += name + "\n";
    }
    publish(store, namesKey, names);
    return {};
}

RankResult<SharedEarlierModel> receiveModel(c10d::Store &store, const std::string &folder)
{
    std::istringstream names(published(store, namesKey));
    EarlierModel model;
    if (!std::getline(names, model.source))
        return fail(Kind::PeerLost, "Rank 0 could not begin where it should; its own message says why.");
    std::vector<std::string> files;
    for (std::string name; std::getline(names, name);)
        files.push_back(name);
    if (files.empty())
        return SharedEarlierModel(model, false);
    model.folder = folder;
    SharedEarlierModel copy(model, true);
    std::error_code problem;
    fs::create_directories(folder, problem);
    for (const std::string &name : files) {
        if (name.find('/') != std::string::npos)
            return fail(Kind::Internal, "Rank 0 named a file of another folder: " + name + ".");
        if (const auto written = writeDurably(folder + "/" + name, published(store, keyOf(name))); !written)
            return tl::unexpected(RankError(written.error(), Kind::FilesFailed));
    }
    return copy;
}

} // namespace

EarlierModel earlierModelOf(const JobSpec &job)
{
    const std::string &path = job.continueFrom.path.path;
    return path.empty() ? EarlierModel() : EarlierModel{findModelDescription(path), path};
}

std::string checkpointToResume(const WorkerContext &context)
{
    const std::string own = context.folder.checkpoints();
    return checkpointSteps(own).empty() ? context.launch.resumeFrom : own;
}

SharedEarlierModel::SharedEarlierModel(SharedEarlierModel &&other) noexcept
    : m_model(std::move(other.m_model)), m_isCopy(std::exchange(other.m_isCopy, false))
{
}

SharedEarlierModel::~SharedEarlierModel()
{
    std::error_code ignored;
    if (m_isCopy)
        fs::remove_all(m_model.folder, ignored);
}

namespace {

EarlierModel modelToShare(const WorkerContext &context)
{
    const std::string resumed = checkpointToResume(context);
    if (resumed.empty())
        return earlierModelOf(context.launch.job);
    // A checkpoint of the same job: where it says nothing, the job's data say the same.
    const std::string folder = findModelDescription(resumed);
    return folder.empty() ? EarlierModel() : EarlierModel{folder, resumed};
}

RankResult<void> publishOrSayThatNone(c10d::Store &store, const EarlierModel &model)
{
    const auto sent = publishModel(store, model);
    if (!sent)
        publish(store, namesKey, {});
    return sent.map_error(as(Kind::BadInput));
}

} // namespace

RankResult<SharedEarlierModel> shareEarlierModel(
    const WorkerContext &context, const c10::intrusive_ptr<c10d::Store> &store, bool isFirst)
{
    if (store && (!isFirst || store->check({namesKey})))
        return receiveModel(*store, context.folder.path + "/earlier-model-" + std::to_string(context.rank));
    const EarlierModel model = modelToShare(context);
    const auto sent = store ? publishOrSayThatNone(*store, model) : RankResult<void>();
    if (!sent)
        return tl::unexpected(sent.error());
    return SharedEarlierModel(model, false);
}

RankResult<void> shareEarlierModelAgain(const WorkerContext &context, const c10::intrusive_ptr<c10d::Store> &store)
{
    const bool isThere = !store || store->check({namesKey});
    return isThere ? RankResult<void>() : publishOrSayThatNone(*store, modelToShare(context));
}

} // namespace motley
