#include "engine/commands/terminal/slowdownwords.h"

#include "engine/commands/terminal/numbers.h"
#include "engine/plan/diagnosis/slowdownsentences.h"

namespace motley {

namespace {

std::string toText(const Quantity &quantity)
{
    switch (quantity.unit) {
    case Quantity::Unit::Number:
        break;
    case Quantity::Unit::Times:
        return fixed(quantity.value, quantity.value < 2 ? 2 : 1);
    case Quantity::Unit::Percent:
        return percent(quantity.value / 100, 0);
    case Quantity::Unit::FinePercent:
        return percent(quantity.value / 100, 1);
    case Quantity::Unit::Watts:
        return fixed(quantity.value, 0) + " W";
    case Quantity::Unit::Bytes:
        return mebibytes(quantity.value);
    }
    return fixed(quantity.value, 0);
}

std::string toText(const SlowdownSentence &sentence)
{
    std::string text = sentence.words;
    for (std::size_t i = 0; i < sentence.quantities.size(); ++i) {
        const std::string placeholder = "%" + std::to_string(i + 1);
        text.replace(text.find(placeholder), placeholder.size(), toText(sentence.quantities[i]));
    }
    return text;
}

std::string subject(const Slowdown &slowdown, const Plan &plan)
{
    if (slowdown.machine < 0 || std::size_t(slowdown.machine) >= plan.machines.size())
        return {};
    const std::string &name = plan.machines[std::size_t(slowdown.machine)].name;
    return (slowdown.rank < 0 ? name : "Rank " + std::to_string(slowdown.rank) + " on " + name) + ": ";
}

std::string joined(const std::vector<SlowdownSentence> &sentences)
{
    std::string text;
    for (const SlowdownSentence &sentence : sentences)
        text += (text.empty() ? "" : " ") + toText(sentence);
    return text;
}

} // namespace

std::string toText(const Slowdown &slowdown, const Plan &plan)
{
    return subject(slowdown, plan) + joined(slowdownSentences(slowdown));
}

std::string toPastText(const Slowdown &slowdown, const Plan &plan)
{
    return subject(slowdown, plan) + joined(pastSlowdownSentences(slowdown));
}

} // namespace motley
