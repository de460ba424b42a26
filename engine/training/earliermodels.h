// The model whose weights a run begins with, as its ranks need it before they read their data.
#pragma once

#include "engine/exchange/rankerror.h"
#include "engine/tasks/earlier/earliermodel.h"
#include "engine/training/worker.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

namespace motley {

EarlierModel earlierModelOf(const JobSpec &job); // of job.continueFrom, on this machine

// The checkpoint that a run goes on from instead of beginning: its own newest one, as its agent may have been started
// again, or else that of the launch spec. Empty: it begins.
std::string checkpointToResume(const WorkerContext &context);

// A copy of an earlier model's files, in a folder that goes with it.
class SharedEarlierModel {
public:
    SharedEarlierModel() = default;
    SharedEarlierModel(EarlierModel model, bool isCopy) : m_model(std::move(model)), m_isCopy(isCopy) { }
    SharedEarlierModel(SharedEarlierModel &&other) noexcept;
    SharedEarlierModel &operator=(SharedEarlierModel &&other) = delete;
    ~SharedEarlierModel();

    const EarlierModel &model() const { return m_model; }

private:
    EarlierModel m_model;
    bool m_isCopy = false;
};

// Gives every rank what the first of them finds, which alone may have the work that the run begins with, or what an
// earlier first one has found that was lost since. `store`: null for a rank that is alone. Errors: the first rank
// cannot read a file, or another rank cannot write it into its run folder.
RankResult<SharedEarlierModel> shareEarlierModel(
    const WorkerContext &context, const c10::intrusive_ptr<c10d::Store> &store, bool isFirst);

// By the first of the ranks, which has shared it before: into a store that may be another one since.
RankResult<void> shareEarlierModelAgain(const WorkerContext &context, const c10::intrusive_ptr<c10d::Store> &store);

} // namespace motley
