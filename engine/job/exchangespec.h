// How one step joins what the ranks computed.
#pragma once

namespace motley {

struct ExchangeSpec {
    enum class Combine {
        Sum, // gradients are summed, and every rank makes the same update: the run does not depend on the machines
        // Every group updates its own copy of the weights with the mean gradient of its own samples, and the changes
        // are joined by Adasum (Maleki et al., MLSys 2021): the mean of what agrees, the sum of what is orthogonal.
        // The run is then a function of job, seed and grouping. Layers that normalise over the batch do so over the
        // whole global batch, as with Sum, so that running statistics are the same on all ranks.
        Adasum,
    };

    // What one group of Adasum is. Ranks of one group sum their gradients and make the same update.
    enum class Between {
        Ranks, // every rank by itself
        Machines, // the ranks of one machine
        Groups, // machines that the plan puts together, so that all groups are about as fast and have equal batches
    };

    // The numbers in which ranks send each other the gradients of an adapter. They are computed, added up in the update
    // and kept in float32 whatever this is.
    enum class Gradients { Float32, BFloat16 };

    Combine combine = Combine::Sum;
    Between between = Between::Ranks; // of no effect with Sum
    Gradients gradients = Gradients::Float32; // of another value with an adapter alone, and with Sum

    bool operator==(const ExchangeSpec &) const = default;
};

} // namespace motley
