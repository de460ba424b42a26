// Rules for the size of a mini-batch, the number of GPUs and the network: "Distributed Training Large-Scale Deep
// Architectures" (Zou et al., 2017), with an all-reduce in place of parameter servers. Times in seconds, sizes in
// bytes.
#pragma once

#include "engine/plan/balance/steptime.h"

#include <optional>

namespace motley {

// `overhead`: what a step takes on one GPU beside computing, over computing; it does not shrink with more GPUs.
double speedUp(double gpus, double overhead);
double gpuEfficiency(double gpus, double overhead); // speedUp / gpus
double greatestSpeedUp(double overhead); // of any number of GPUs
double overheadFor(double efficiency, double gpus); // the largest overhead that reaches the efficiency
double mostGpusFor(double efficiency, double overhead); // that reach the efficiency; infinite without overhead
double overheadOf(double speedUp, double gpus); // the overhead that explains a measured speed-up

// Bytes per second that each machine's link must carry for an all-reduce of `bytes` to take `seconds`.
double neededBytesPerSecond(double bytes, double ranks, double seconds);

// With the gradient-noise scale B of McCandlish et al. (2018), reaching a quality takes 1 + B / batch times the fewest
// possible steps, and 1 + batch / B times the fewest possible samples.
double stepsOverFewest(double batch, double noiseScale);
double samplesOverFewest(double batch, double noiseScale);

// How a batch compares with the noise scale.
enum class BatchFit {
    Small, // a larger batch would save steps at little cost
    Good,
    Large, // most of its samples add little new information
};
constexpr double farBeyondNoise = 2; // times the noise scale
BatchFit fitOf(double batch, double noiseScale);

// The batch, at most `most`, that reaches a given quality soonest where a step takes time.at(batch) seconds.
double fastestBatch(const StepTime &time, double noiseScale, double most);

// rateFactor() is what the learning rate is multiplied by when the batch is multiplied by `batchFactor`.
enum class RateRule { Linear, SquareRoot };
double rateFactor(RateRule rule, double batchFactor);

} // namespace motley
