#include "app/words/slowdownwords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace motley {

namespace {

using Cause = Slowdown::Cause;
using Part = Slowdown::Part;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::SlowdownWords)
};

QString times(double factor)
{
    return QLocale().toString(factor, 'f', factor < 2 ? 2 : 1);
}

QString ofAStep(const Slowdown &slowdown)
{
    return formatPercent(slowdown.stepSeconds > 0 ? 100 * slowdown.seconds / slowdown.stepSeconds : 0);
}

QString begun(const Slowdown &slowdown)
{
    const QString since = formatCount(slowdown.sinceStep);
    const bool always = slowdown.sinceStep == 0;
    switch (slowdown.part) {
    case Part::Compute:
        return always
            ? Words::tr("Computes %1 times as long as was measured before the run.").arg(times(slowdown.factor()))
            : Words::tr("Computes %1 times as long as before, since step %2.").arg(times(slowdown.factor()), since);
    case Part::Data:
        return always ? Words::tr("Waits for data in %1 of the time.").arg(ofAStep(slowdown))
                      : Words::tr("Waits for data in %1 of the time, since step %2.").arg(ofAStep(slowdown), since);
    case Part::Exchange:
        return Words::tr("The exchange of gradients takes %1 times as long as before, since step %2.")
            .arg(times(slowdown.factor()), since);
    case Part::Update:
        return Words::tr("The update of the model takes %1 times as long as before, since step %2.")
            .arg(times(slowdown.factor()), since);
    }
    return {};
}

QString over(const Slowdown &slowdown)
{
    switch (slowdown.part) {
    case Part::Data:
        return Words::tr("Data come fast enough now.");
    case Part::Exchange:
        return Words::tr("The exchange of gradients is as fast as before again.");
    case Part::Compute:
    case Part::Update:
        break;
    }
    return slowdown.sinceStep == 0 ? Words::tr("Is as fast as was measured before the run.")
                                   : Words::tr("Is as fast as before again.");
}

QString adviceForUnknown(Part part)
{
    switch (part) {
    case Part::Data:
        return Words::tr("Leave a processor free for preparing the data: train on one thread less there.");
    case Part::Exchange:
        return Words::tr("See what else uses this network.");
    case Part::Compute:
    case Part::Update:
        break;
    }
    return Words::tr("See what else runs there, or leave it out of the next run.");
}

QString advice(const Slowdown &slowdown)
{
    switch (slowdown.cause) {
    case Cause::Unknown:
        return adviceForUnknown(slowdown.part);
    case Cause::OtherProcesses:
        return Words::tr("End what else runs there.");
    case Cause::Quota:
        return Words::tr("Raise the processor limit of its container or service.");
    case Cause::VirtualMachine:
        return Words::tr("Take a virtual machine with processors of its own.");
    case Cause::Heat:
        return Words::tr("Clean its fans and give it cooler air.");
    case Cause::PowerLimit:
        return Words::tr("Raise its limit with nvidia-smi -pl, if its power supply allows that.");
    case Cause::SharedGpu:
        return Words::tr("End what else uses this GPU.");
    case Cause::LowClock:
        return Words::tr("Plug it in, or set its power mode to performance.");
    case Cause::Swapping:
        return Words::tr("Close other programs there, or give the job a smaller micro-batch.");
    case Cause::Disk:
        return Words::tr("Put the data on a faster disk of this machine.");
    case Cause::Link:
        return Words::tr("Check its network cable, its plug in the switch, or its Wi-Fi.");
    }
    return {};
}

QString word(Cause cause)
{
    switch (cause) {
    case Cause::Unknown:
        break;
    case Cause::OtherProcesses:
        return Words::tr("Slow: other processes");
    case Cause::Quota:
        return Words::tr("Slow: processor limit");
    case Cause::VirtualMachine:
        return Words::tr("Slow: busy host");
    case Cause::Heat:
        return Words::tr("Slow: too hot");
    case Cause::PowerLimit:
        return Words::tr("Slow: power limit");
    case Cause::SharedGpu:
        return Words::tr("Slow: GPU shared");
    case Cause::LowClock:
        return Words::tr("Slow: low clock");
    case Cause::Swapping:
        return Words::tr("Slow: swapping");
    case Cause::Disk:
        return Words::tr("Slow: disk");
    case Cause::Link:
        return Words::tr("Slow: network");
    }
    return {};
}

} // namespace

QString slowdownNews(const Slowdown &slowdown)
{
    const QString news = slowdown.stage == Slowdown::Stage::Over ? over(slowdown) : begun(slowdown);
    return slowdown.rank < 0 ? news : Words::tr("Rank %1: %2").arg(formatCount(slowdown.rank), news);
}

QString slowdownCause(const Slowdown &slowdown)
{
    const double reading = slowdown.reading.value_or(0);
    switch (slowdown.cause) {
    case Cause::Unknown:
        break;
    case Cause::OtherProcesses:
        return Words::tr("Other processes use %1 of its processors.").arg(formatPercent(reading));
    case Cause::Quota:
        return Words::tr("A limit on processor time holds it back %1 of the time.").arg(formatPercent(reading));
    case Cause::VirtualMachine:
        return Words::tr("The host of this virtual machine takes %1 of its processors.").arg(formatPercent(reading));
    case Cause::Heat:
        return slowdown.reading
            ? Words::tr("Its GPU is at %1 °C and clocks down.").arg(QLocale().toString(reading, 'f', 0))
            : Words::tr("Its processors are too hot and clock down.");
    case Cause::PowerLimit:
        return Words::tr("Its GPU is at its power limit of %1.").arg(formatWatts(slowdown.reading));
    case Cause::SharedGpu:
        return Words::tr("%Ln other process(es) use its GPU.", nullptr, static_cast<int>(reading));
    case Cause::LowClock:
        return Words::tr("Its clock is down to %1 MHz.").arg(QLocale().toString(reading, 'f', 0));
    case Cause::Swapping:
        return Words::tr("Its memory is full: it moves %1 a second to the disk and back.")
            .arg(formatBytes(static_cast<std::int64_t>(reading)));
    case Cause::Disk:
        return Words::tr("Its processors wait for the disk in %1 of the time.").arg(formatPercent(reading));
    case Cause::Link:
        return slowdown.reading ? Words::tr("Its network loses %1 of what it sends.").arg(formatPercent(reading, 1))
                                : Words::tr("Its network link has become slower.");
    }
    return {};
}

QString slowdownRemedy(const Slowdown &slowdown)
{
    return slowdown.sharesFollow ? Words::tr("The shares of a batch follow by themselves.") : advice(slowdown);
}

QString slowdownText(const Slowdown &slowdown)
{
    if (slowdown.stage == Slowdown::Stage::Over)
        return slowdownNews(slowdown);
    QStringList sentences{slowdownNews(slowdown), slowdownCause(slowdown), slowdownRemedy(slowdown)};
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString slowdownWord(const Slowdown &slowdown)
{
    if (slowdown.cause != Cause::Unknown)
        return word(slowdown.cause);
    switch (slowdown.part) {
    case Part::Data:
        return Words::tr("Slow: data");
    case Part::Exchange:
        return Words::tr("Slow: network");
    case Part::Compute:
    case Part::Update:
        break;
    }
    return Words::tr("Slow");
}

} // namespace motley
