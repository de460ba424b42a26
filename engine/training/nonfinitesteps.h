// Counts the steps whose loss, gradient or weights are not finite. All ranks count alike, from what they share; one
// that has missed a step takes the counts of another, which are plain numbers.
#pragma once

#include "engine/job/nonfinitespec.h"
#include "engine/training/step/stepstrategy.h"

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

class NonFiniteSteps {
public:
    explicit NonFiniteSteps(const NonFiniteSpec &spec) : m_spec(spec) { }

    // Counts a step. What to warn of where it is left out; nullopt: nothing. Float16 gradients that overflow do not
    // count while their scale can still fall.
    std::optional<std::string> add(std::int64_t step, const StepResult &result);
    void addWeights(std::int64_t step); // the weights after the step are not finite
    bool isTooMuch() const { return m_isTooMuch; } // for the run to go on by leaving steps out

    std::string reason() const; // which steps, and what of them, as a sentence
    // Allows to go back to a checkpoint, which the job must want and which is done once: counting begins anew. The
    // Error says why not.
    Result<void> goBack();

private:
    enum class What { Loss, Gradient, Weights };
    static const char *nameOf(What what);

    NonFiniteSpec m_spec;
    std::int64_t m_first = 0; // of those in a row
    std::int64_t m_last = 0;
    std::int64_t m_inRow = 0;
    What m_what = What::Loss;
    bool m_isTooMuch = false;
    bool m_hasGoneBack = false;
};

} // namespace motley
