#include "fates.h"

namespace motley {

namespace {

// The n-th time that something happens.
auto nth(int n)
{
    return [left = n]() mutable { return --left == 0; };
}

} // namespace

std::function<bool()> toOneOfTwo(bool firstGetsIt)
{
    return [=, tries = 0]() mutable {
        ++tries;
        if (tries == (firstGetsIt ? 2 : 3))
            throw Killed();
        return firstGetsIt || tries == 2; // to the first one again and again, until it goes out
    };
}

FateOf inRehearsal()
{
    return [](const RankActivity &) {
        Fate fate;
        fate.onPass = [](std::int64_t samples) {
            if (samples == 0)
                throw Killed();
        };
        return fate;
    };
}

FateOf inPass(int number)
{
    return [=](const RankActivity &) {
        Fate fate;
        fate.onPass = [isIt = nth(number)](std::int64_t samples) mutable {
            if (samples > 0 && isIt())
                throw Killed();
        };
        return fate;
    };
}

FateOf inTest(int pass)
{
    return [=](const RankActivity &) {
        Fate fate;
        fate.onScore = [isIt = nth(pass)]() mutable {
            if (isIt())
                throw Killed();
        };
        return fate;
    };
}

FateOf whileSending(RankPhase phase, int message)
{
    return [=](const RankActivity &activity) {
        Fate fate;
        fate.onSend = [&activity, phase, isIt = nth(message)](const msghdr &) mutable {
            if (activity.phase() == phase && isIt())
                throw Killed();
            return true;
        };
        return fate;
    };
}

FateOf inGeneration(int generation, int message)
{
    return [=](const RankActivity &activity) {
        Fate fate;
        fate.onSend = [&activity, generation, isIt = nth(message)](const msghdr &) mutable {
            if (activity.generation() == generation && isIt())
                throw Killed();
            return true;
        };
        return fate;
    };
}

FateOf inReport(std::int64_t bytes, std::int64_t before, bool firstGetsIt)
{
    return [=](const RankActivity &) {
        Fate fate;
        fate.onSend = [=, left = before, goesOut = toOneOfTwo(firstGetsIt)](const msghdr &message) mutable {
            return std::int64_t(bytesOf(message)) != bytes || left-- > 0 || goesOut();
        };
        return fate;
    };
}

FateOf inBroadcast(RankPhase phase, int number)
{
    return [=](const RankActivity &activity) {
        Fate fate;
        fate.onBroadcast = [&activity, phase, isIt = nth(number)]() mutable {
            if (activity.phase() == phase && isIt())
                throw Killed();
        };
        return fate;
    };
}

FateOf beforeStarting()
{
    return [](const RankActivity &) {
        Fate fate;
        fate.onEvent = [](const EventBody &event) {
            if (std::holds_alternative<RunStarted>(event))
                throw Killed();
        };
        return fate;
    };
}

FateOf beforeSaying(std::int64_t step)
{
    return [=](const RankActivity &) {
        Fate fate;
        fate.onEvent = [step](const EventBody &event) {
            const auto *done = std::get_if<StepDone>(&event);
            if (done && done->step == step)
                throw Killed();
        };
        return fate;
    };
}

FateOf whileWriting(int file)
{
    return [=](const RankActivity &) {
        Fate fate;
        fate.onFileWritten = [isIt = nth(file)]() mutable {
            if (isIt())
                throw Killed();
        };
        return fate;
    };
}

FateOf silent(const FateOf &made)
{
    return [made](const RankActivity &activity) {
        Fate fate = made(activity);
        fate.isSilent = true;
        return fate;
    };
}

FateOf noticedLate(const FateOf &made, std::chrono::milliseconds late)
{
    return [=](const RankActivity &activity) {
        Fate fate = made(activity);
        fate.beforeNotice = [late] { std::this_thread::sleep_for(late); };
        return fate;
    };
}

FateOf noticedOnce(const FateOf &made, const std::function<bool()> &isSo)
{
    return [=](const RankActivity &activity) {
        Fate fate = made(activity);
        fate.beforeNotice = [isSo] {
            const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
            while (!isSo() && std::chrono::steady_clock::now() < until)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        return fate;
    };
}

} // namespace motley
