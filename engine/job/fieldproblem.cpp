#include "engine/job/fieldproblem.h"

#include <sstream>

namespace motley {

std::string toText(const FieldProblem &problem)
{
    std::ostringstream text;
    text << "The field " << problem.path;
    switch (problem.kind) {
    case FieldProblem::Kind::Missing:
        text << " is missing. " << problem.info.help;
        break;
    case FieldProblem::Kind::OutOfRange:
        text << " must be between " << problem.info.least << " and " << problem.info.most << ", but is "
             << problem.value << ".";
        break;
    case FieldProblem::Kind::NameLength:
        text << " must have between 1 and 80 characters.";
        break;
    case FieldProblem::Kind::NesterovWithoutMomentum:
        text << " needs a momentum above 0.";
        break;
    case FieldProblem::Kind::DecayWithinWarmUp:
        text << " counts the warm-up too: it must be above schedule.warmupSteps, or 0 for the whole run.";
        break;
    case FieldProblem::Kind::NoPartOfBatch:
        text << " must go into the batch without a rest.";
        break;
    case FieldProblem::Kind::ShardedAdasum:
        text << " must not be always with exchange.combine adasum, as each rank then updates all parameters by itself; "
                "set it to never, or exchange.combine to sum.";
        break;
    case FieldProblem::Kind::NoGradientsToNarrow:
        text << " may be bfloat16 only where the gradients of an adapter are summed: ask for an adapter (adapter.rank) "
                "and for exchange.combine sum, or set it to float32.";
        break;
    case FieldProblem::Kind::NoLayerNames:
        text << " must be names of layers with commas between them, such as q_proj, v_proj.";
        break;
    case FieldProblem::Kind::NoLayerNumbers:
        text << " must be names of layers with their numbers, such as down_proj=32, 0.mlp.up_proj=8.";
        break;
    case FieldProblem::Kind::NoDay:
        text << " must be a day such as 2026-11-28, or empty for the day on which the run is made.";
        break;
    case FieldProblem::Kind::AdapterOfNothing:
        text << " asks for an adapter, which belongs to a trained model: name its folder in model.start.";
        break;
    case FieldProblem::Kind::QuantisedAndTrained:
        text << " keeps the model's weights in fewer bits, in which they cannot be trained: ask for an adapter "
                "(adapter.rank), or set it to none.";
        break;
    case FieldProblem::Kind::CutByLength:
        text << " must be shuffled for this task, which puts samples of one length together.";
        break;
    }
    return text.str();
}

} // namespace motley
