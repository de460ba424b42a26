#include "remote/run/runfailure.h"

namespace motley {

namespace {

struct FailureWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunFailure)
    MOTLEY_PHRASES(motley::RunFailure)
};

std::optional<Sentence> kindOf(RankFailed::Kind kind)
{
    using Kind = RankFailed::Kind;
    switch (kind) {
    case Kind::OutOfMemory:
        return FailureWords::phrase("The memory of a rank ran out: %1");
    case Kind::NonFinite:
        return FailureWords::phrase("A loss, a gradient or a weight was not finite: %1");
    case Kind::BadInput:
        return FailureWords::phrase("The job, the model or the data cannot be used: %1");
    case Kind::DeviceFailed:
        return FailureWords::phrase("A device failed: %1");
    case Kind::FilesFailed:
        return FailureWords::phrase("What the run writes could not be written: %1");
    case Kind::Killed:
        return FailureWords::phrase("A rank was ended by a signal: %1");
    case Kind::Hung:
        return FailureWords::phrase("A rank gave no sign of life: %1");
    case Kind::PeerLost: // the cause is another rank's
    case Kind::Internal:
        break;
    }
    return std::nullopt;
}

} // namespace

Sentence whyFailed(const RunFinished &finished, const std::optional<RankFailed> &failure)
{
    const QString words = QString::fromStdString(finished.message);
    const auto kind = failure && failure->kind ? kindOf(*failure->kind) : std::nullopt;
    return kind ? kind->arg(words) : verbatim(words);
}

} // namespace motley
