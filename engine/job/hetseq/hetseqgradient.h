// What HetSeq divides the gradient of a step by before its optimizer sees it (hetseq/controller.py, train_step).
#pragma once

#include "engine/job/jobspec.h"

#include <string>

namespace motley {

struct HetSeqGradient {
    double sampleSize = 1; // of a micro-batch, as HetSeq counts it: see hetSeqSampleSize()
    double parts = 1; // micro-batches of a step: ranks times --update-freq
    bool averages = true; // --fast-stat-sync, without which micro-batches are summed

    // Its gradient times this is the mean of the means of the micro-batches.
    double divisor() const { return averages ? sampleSize : sampleSize / parts; }
};

// The tokens of a row of BERT, the sentences of a batch of tags or mentions, and 1 for images. `rowLength` and
// `sentences` are taken where the task needs them.
double hetSeqSampleSize(const TaskSpec &task, double rowLength, double sentences);

// The samples of a micro-batch, for --max-sentences and --required-batch-size-multiple.
double hetSeqBatch(double sentences, double multiple);

// Makes the optimizer, the rates and clipNorm, which are HetSeq's, those that take the same steps by mean gradients.
void convertToMeanGradients(JobSpec &job, const HetSeqGradient &gradient);

std::string inWords(double number); // for sentences: 128, 0.25

} // namespace motley
