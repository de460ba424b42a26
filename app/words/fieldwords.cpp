#include "app/words/fieldwords.h"

#include "app/words/format.h"

#include <QCoreApplication>

#include <cmath>

namespace motley {

namespace {

struct FieldWords {
    Q_DECLARE_TR_FUNCTIONS(motley::FieldWords)
};

QString boundWords(double bound)
{
    return bound == std::floor(bound) ? formatCount(std::int64_t(bound)) : formatNumber(bound);
}

QString rangeWords(const QString &label, const FieldInfo &info)
{
    if (!std::isfinite(info.most))
        return FieldWords::tr("“%1” must be at least %2.").arg(label, boundWords(info.least));
    return FieldWords::tr("“%1” must be between %2 and %3.").arg(label, boundWords(info.least), boundWords(info.most));
}

} // namespace

QString fieldText(const char *words)
{
    return QCoreApplication::translate("JobField", words);
}

QString fieldProblemWords(const FieldProblem &problem)
{
    const QString label
        = *problem.info.label ? fieldText(problem.info.label) : leftToRight(QString::fromStdString(problem.path));
    switch (problem.kind) {
    case FieldProblem::Kind::Missing:
        return FieldWords::tr("“%1” is missing. %2").arg(label, fieldText(problem.info.help));
    case FieldProblem::Kind::OutOfRange:
        return rangeWords(label, problem.info);
    case FieldProblem::Kind::NameLength:
        return FieldWords::tr("The name must have between 1 and 80 characters.");
    case FieldProblem::Kind::NesterovWithoutMomentum:
        return FieldWords::tr("Nesterov's method needs a momentum above 0.");
    case FieldProblem::Kind::DecayWithinWarmUp:
        return FieldWords::tr("The schedule must end after its warm-up, or with 0 at the end of the run.");
    case FieldProblem::Kind::NoPartOfBatch:
        return FieldWords::tr("The global batch must be a multiple of the groups that HetSeq's order keeps together.");
    case FieldProblem::Kind::ShardedAdasum:
        return FieldWords::tr(
            "With Adasum each device updates all parameters by itself, so the optimizer memory cannot "
            "always be split: choose another value here, or join by the sum of gradients.");
    case FieldProblem::Kind::NoGradientsToNarrow:
        return FieldWords::tr(
            "Only the sums of an adapter's gradients can travel in 16 bits: choose an adapter rank and join by the sum "
            "of gradients, or choose 32 bits here.");
    case FieldProblem::Kind::NoLayerNames:
        return FieldWords::tr("“%1” must be names of layers with commas between them, such as q_proj, v_proj.")
            .arg(label);
    case FieldProblem::Kind::NoLayerNumbers:
        return FieldWords::tr("“%1” must be names of layers with their numbers, such as down_proj=32, 0.mlp.up_proj=8.")
            .arg(label);
    case FieldProblem::Kind::NoDay:
        return FieldWords::tr("“%1” must be a day such as 2026-11-28.").arg(label);
    case FieldProblem::Kind::AdapterOfNothing:
        return FieldWords::tr("An adapter belongs to a trained model: choose the folder to start from.");
    case FieldProblem::Kind::QuantisedAndTrained:
        return FieldWords::tr(
            "Weights in fewer bits cannot be trained: choose an adapter rank, or weights as in their files.");
    case FieldProblem::Kind::CutByLength:
        return FieldWords::tr("Here samples of one length are put together, so there is no HetSeq order.");
    }
    return {};
}

} // namespace motley
