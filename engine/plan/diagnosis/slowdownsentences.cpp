#include "engine/plan/diagnosis/slowdownsentences.h"

#include "engine/base/translatable.h"

namespace motley {

namespace {

using Cause = Slowdown::Cause;
using Part = Slowdown::Part;
using Unit = Quantity::Unit;

SlowdownSentence begun(const Slowdown &slowdown)
{
    const Quantity since{double(slowdown.sinceStep)};
    const Quantity times{slowdown.factor(), Unit::Times};
    const double waiting = slowdown.stepSeconds > 0 ? 100 * slowdown.seconds / slowdown.stepSeconds : 0;
    const bool always = slowdown.sinceStep == 0;
    switch (slowdown.part) {
    case Part::Compute:
        if (always)
            return {
                translatable("Slowdown", "Its computing takes %1 times as long as measured before the run."), {times}};
        return {
            translatable("Slowdown", "Since step %2 its computing takes %1 times as long as before."), {times, since}};
    case Part::Data:
        if (always)
            return {translatable("Slowdown", "It spends %1 of the time waiting for data."), {{waiting, Unit::Percent}}};
        return {translatable("Slowdown", "Since step %2 it spends %1 of the time waiting for data."),
            {{waiting, Unit::Percent}, since}};
    case Part::Exchange:
        return {translatable("Slowdown", "Since step %2 the exchange of gradients takes %1 times as long as before."),
            {times, since}};
    case Part::Update:
        break;
    }
    return {translatable("Slowdown", "Since step %2 the update of the model takes %1 times as long as before."),
        {times, since}};
}

SlowdownSentence over(const Slowdown &slowdown)
{
    switch (slowdown.part) {
    case Part::Data:
        return {translatable("Slowdown", "Data now arrives fast enough.")};
    case Part::Exchange:
        return {translatable("Slowdown", "The exchange of gradients is as fast as before again.")};
    case Part::Compute:
    case Part::Update:
        break;
    }
    return {slowdown.sinceStep == 0 ? translatable("Slowdown", "It is as fast as measured before the run.")
                                    : translatable("Slowdown", "It is as fast as before again.")};
}

SlowdownSentence cause(const Slowdown &slowdown)
{
    const double reading = slowdown.reading.value_or(0);
    const Quantity percent{reading, Unit::Percent};
    switch (slowdown.cause) {
    case Cause::Unknown:
        break;
    case Cause::OtherProcesses:
        return {translatable("Slowdown", "Other processes use %1 of its processors."), {percent}};
    case Cause::Quota:
        return {translatable("Slowdown", "A limit on processor time holds it back %1 of the time."), {percent}};
    case Cause::VirtualMachine:
        return {translatable("Slowdown", "The host of this virtual machine takes %1 of its processors."), {percent}};
    case Cause::Heat:
        if (!slowdown.reading)
            return {translatable("Slowdown", "Its processors are too hot and clock down.")};
        return {translatable("Slowdown", "Its GPU is at %1 °C and clocks down."), {{reading}}};
    case Cause::PowerLimit:
        return {translatable("Slowdown", "Its GPU is at its power limit of %1."), {{reading, Unit::Watts}}};
    case Cause::SharedGpu:
        return {translatable("Slowdown", "Other processes use its GPU (%1)."), {{reading}}};
    case Cause::LowClock:
        return {translatable("Slowdown", "Its clock is down to %1 MHz."), {{reading}}};
    case Cause::Swapping:
        return {translatable("Slowdown", "Its memory is full: it moves %1 a second to the disk and back."),
            {{reading, Unit::Bytes}}};
    case Cause::Disk:
        return {translatable("Slowdown", "Its processors spend %1 of the time waiting for the disk."), {percent}};
    case Cause::Link:
        if (!slowdown.reading)
            return {translatable("Slowdown", "Its network link has become slower.")};
        return {translatable("Slowdown", "Its network loses %1 of what it sends."), {{reading, Unit::FinePercent}}};
    }
    return {};
}

const char *adviceForUnknown(Part part)
{
    switch (part) {
    case Part::Data:
        return translatable(
            "Slowdown", "Leave a processor free for preparing the data: train on one thread fewer there.");
    case Part::Exchange:
        return translatable("Slowdown", "See what else uses this network.");
    case Part::Compute:
    case Part::Update:
        break;
    }
    return translatable("Slowdown", "See what else runs there, or leave it out of the next run.");
}

const char *advice(const Slowdown &slowdown)
{
    switch (slowdown.cause) {
    case Cause::Unknown:
        break;
    case Cause::OtherProcesses:
        return translatable("Slowdown", "End what else runs there.");
    case Cause::Quota:
        return translatable("Slowdown", "Raise the processor limit of its container or service.");
    case Cause::VirtualMachine:
        return translatable("Slowdown", "Take a virtual machine with processors of its own.");
    case Cause::Heat:
        return translatable("Slowdown", "Clean its fans and give it cooler air.");
    case Cause::PowerLimit:
        return translatable("Slowdown", "Raise its limit with nvidia-smi -pl, if its power supply allows that.");
    case Cause::SharedGpu:
        return translatable("Slowdown", "End what else uses this GPU.");
    case Cause::LowClock:
        return translatable("Slowdown", "Plug it in, or set its power mode to performance.");
    case Cause::Swapping:
        return translatable("Slowdown", "Close other programs there, or give the job a smaller micro-batch.");
    case Cause::Disk:
        return translatable("Slowdown", "Put the data on a faster disk of this machine.");
    case Cause::Link:
        return translatable("Slowdown", "Check its network cable, its plug in the switch, or its Wi-Fi.");
    }
    return adviceForUnknown(slowdown.part);
}

std::vector<SlowdownSentence> beginningWithNews(const Slowdown &slowdown, SlowdownSentence last)
{
    std::vector<SlowdownSentence> sentences{begun(slowdown)};
    if (slowdown.cause != Cause::Unknown)
        sentences.push_back(cause(slowdown));
    sentences.push_back(std::move(last));
    return sentences;
}

} // namespace

std::vector<SlowdownSentence> slowdownSentences(const Slowdown &slowdown, Company company)
{
    if (slowdown.stage == Slowdown::Stage::Over)
        return {over(slowdown)};
    if (slowdown.sharesFollow)
        return beginningWithNews(slowdown, {translatable("Slowdown", "The shares of a batch follow by themselves.")});
    const bool isForOthers = slowdown.cause == Cause::Unknown && company == Company::None
        && (slowdown.part == Part::Compute || slowdown.part == Part::Update);
    return beginningWithNews(
        slowdown, {isForOthers ? translatable("Slowdown", "See what else runs there.") : advice(slowdown)});
}

std::vector<SlowdownSentence> pastSlowdownSentences(const Slowdown &slowdown)
{
    if (slowdown.stage == Slowdown::Stage::Over)
        return beginningWithNews(slowdown, {"Over since step %1.", {{double(slowdown.step)}}});
    return beginningWithNews(slowdown, {advice(slowdown)});
}

} // namespace motley
