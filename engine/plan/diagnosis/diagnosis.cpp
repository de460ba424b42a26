#include "engine/plan/diagnosis/diagnosis.h"

#include "engine/statistics/median.h"

#include <algorithm>
#include <numeric>

namespace motley {

namespace {

constexpr std::size_t stepsOfStepSeconds = 32;
// So many steps a finding waits for telemetry that explains it; it is to be reported within twenty.
constexpr std::int64_t stepsToExplain = 14;
constexpr int samplesToExplain = 5; // what comes later is another matter

// Part of the time that is lost by it.
constexpr double tooLittle = 0.06; // to report, whatever it was when it was found
constexpr double aLot = 0.4;
// For so long it must have lasted, and be over: computers pause for a moment all the time, and nobody could do anything
// about it.
constexpr double secondsToMatter = 2;
constexpr double secondsToMatterALot = 0.1;

// Seen later than what slows computing down, which slows the rest down too.
ChangeRules laterRules(std::optional<double> expected)
{
    ChangeRules rules;
    rules.fewestSteps = 12;
    rules.expected = expected;
    return rules;
}

double secondsOf(const RankStep &rank)
{
    return rank.ownSeconds() + rank.exchangeSeconds;
}

// How much of the time is lost: of the computing time where computing is slow, because another share could win it back,
// and of the whole step otherwise.
double lostPart(const Slowdown &slowdown)
{
    const bool computes = slowdown.part == Slowdown::Part::Compute;
    const double whole = computes ? slowdown.seconds : std::max(slowdown.seconds, slowdown.stepSeconds);
    return whole > 0 ? (slowdown.seconds - slowdown.expectedSeconds) / whole : 0;
}

double leastWait(const StepDone &step)
{
    const auto least = std::min_element(step.ranks.begin(), step.ranks.end(),
        [](const RankStep &one, const RankStep &other) { return one.exchangeSeconds < other.exchangeSeconds; });
    return least == step.ranks.end() ? 0 : least->exchangeSeconds;
}

} // namespace

Diagnosis::Diagnosis(Plan plan) : m_whole(std::move(plan)), m_plan(m_whole), m_exchange(laterRules(std::nullopt))
{
    std::vector<int> numbers(m_whole.ranks.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::vector<RankWatch> watches;
    watches.reserve(numbers.size());
    for (const int number : numbers)
        watches.push_back(watchOf(number));
    setRanks(numbers, std::move(watches));
}

Diagnosis::RankWatch Diagnosis::watchOf(int number) const
{
    const PlannedRank &rank = m_whole.ranks[std::size_t(number)];
    return {ComputeWatch({rank.fixedSeconds, rank.secondsPerUnit}), ChangeDetector(laterRules(0)),
        ChangeDetector(laterRules(std::nullopt))};
}

void Diagnosis::setRanks(const std::vector<int> &numbers, std::vector<RankWatch> watches)
{
    m_numbers = numbers;
    m_ranks = std::move(watches);
    m_ranksOn.assign(m_whole.machines.size(), 0);
    m_plan.ranks.clear();
    for (const int number : numbers) {
        const PlannedRank &rank = m_plan.ranks.emplace_back(m_whole.ranks[std::size_t(number)]);
        if (rank.machine >= 0 && std::size_t(rank.machine) < m_ranksOn.size())
            ++m_ranksOn[std::size_t(rank.machine)];
    }
}

std::vector<Slowdown> Diagnosis::add(const StepDone &step)
{
    std::vector<Slowdown> news;
    if (step.ranks.size() != m_ranks.size() || m_ranks.empty())
        return news;
    m_step = step.step;
    watch(step);
    for (int machine = 0; machine < int(m_ranksOn.size()); ++machine)
        for (const Part part : {Part::Compute, Part::Data, Part::Update})
            checkLocation({machine, part}, news);
    checkLocation({-1, Part::Exchange}, news);
    return news;
}

std::vector<Slowdown> Diagnosis::add(const Telemetry &sample)
{
    std::vector<Slowdown> news;
    m_evidence.add(m_step, sample);
    for (auto &[location, found] : m_found) {
        const bool isOfIt = location.machine == sample.machine || location.machine < 0;
        if (!isOfIt || !found.isReported || found.secondsOver > 0 || found.slowdown.cause != Slowdown::Cause::Unknown
            || found.samples++ >= samplesToExplain || !explain(found))
            continue;
        found.slowdown.stage = Slowdown::Stage::Explained;
        found.slowdown.step = m_step;
        measure(found.slowdown, found.rank, location);
        news.push_back(found.slowdown);
    }
    return news;
}

void Diagnosis::add(const SharesChanged &changed)
{
    if (changed.shares.size() != m_whole.ranks.size())
        return;
    for (RankWatch &rank : m_ranks)
        rank.compute.shareChanges();
    m_exchange.restart(changed.step); // more or less of it is hidden behind the backward pass now
}

// What was found on a machine is found again if it is still there, unless all its ranks are gone.
std::vector<Slowdown> Diagnosis::add(const MembershipChanged &changed)
{
    std::vector<int> numbers;
    std::vector<RankWatch> watches;
    for (const int number : changed.ranks) {
        if (number < 0 || std::size_t(number) >= m_whole.ranks.size())
            continue;
        const auto known = std::find(m_numbers.begin(), m_numbers.end(), number);
        watches.push_back(known == m_numbers.end() ? watchOf(number) : m_ranks[std::size_t(known - m_numbers.begin())]);
        watches.back().compute.shareChanges();
        numbers.push_back(number);
    }
    setRanks(numbers, std::move(watches));
    m_exchange.restart(changed.step);
    std::vector<Slowdown> news;
    for (auto &[location, found] : std::exchange(m_found, {})) {
        found.slowdown.step = changed.step;
        found.slowdown.stage = Slowdown::Stage::Over;
        if (found.isReported)
            news.push_back(found.slowdown);
    }
    return news;
}

void Diagnosis::watch(const StepDone &step)
{
    if (m_stepSeconds.size() == stepsOfStepSeconds)
        m_stepSeconds.erase(m_stepSeconds.begin());
    m_stepSeconds.push_back(secondsOf(step.ranks.front()));
    const double whole = median(m_stepSeconds);
    const double network = leastWait(step);
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        const RankStep &rank = step.ranks[i];
        RankWatch &watch = m_ranks[i];
        watch.compute.add(m_step, rank.units, rank.forwardSeconds + rank.backwardSeconds);
        if (computesSlowly(m_plan.ranks[i].machine)) { // that explains the rest
            watch.data.restart(m_step, 0);
            watch.update.restart(m_step);
            continue;
        }
        watch.data.add(m_step, std::max(0.0, rank.dataSeconds - (rank.exchangeSeconds - network)), whole);
        watch.update.add(m_step, rank.optimizerSeconds, whole);
    }
    int slowMachines = 0;
    for (int machine = 0; machine < int(m_ranksOn.size()); ++machine)
        slowMachines += computesSlowly(machine) ? 1 : 0;
    if (std::exchange(m_slowMachines, slowMachines) != slowMachines)
        m_exchange.restart(m_step); // a slow machine answers late, too
    if (m_ranks.size() > 1)
        m_exchange.add(m_step, network, whole);
}

const ChangeDetector &Diagnosis::detectorOf(int rank, Part part) const
{
    const RankWatch &watch = m_ranks[std::size_t(rank)];
    switch (part) {
    case Part::Compute:
        return watch.compute.detector();
    case Part::Data:
        return watch.data;
    case Part::Update:
        return watch.update;
    case Part::Exchange:
        break;
    }
    return m_exchange;
}

bool Diagnosis::computesSlowly(int machine) const
{
    return !stragglers({machine, Part::Compute}).empty();
}

std::vector<int> Diagnosis::stragglers(Location location) const
{
    std::vector<int> slow;
    for (int rank = 0; rank < int(m_ranks.size()); ++rank)
        if ((location.machine < 0 || m_plan.ranks[std::size_t(rank)].machine == location.machine)
            && detectorOf(rank, location.part).isHigh())
            slow.push_back(rank);
    return slow;
}

int Diagnosis::slowestOf(const std::vector<int> &ranks, Location location) const
{
    const auto lost = [&](int rank) {
        Slowdown slowdown;
        measure(slowdown, rank, location);
        return lostPart(slowdown);
    };
    return *std::max_element(ranks.begin(), ranks.end(), [&](int one, int other) { return lost(one) < lost(other); });
}

void Diagnosis::checkLocation(Location location, std::vector<Slowdown> &news)
{
    const std::vector<int> slow = stragglers(location);
    if (slow.empty())
        return checkReturn(location, news);
    ActiveSlowdown &found = m_found[location];
    found.secondsOver = 0;
    if (found.isReported)
        return;
    found.rank = slowestOf(slow, location);
    found.slowdown.machine = location.machine;
    found.slowdown.step = m_step;
    measure(found.slowdown, found.rank, location);
    if (!isWorthReporting(found))
        return;
    found.isReported = true;
    news.push_back(found.slowdown);
}

// A slowdown ends once it has been over for secondsToMatter. One that returns earlier counts as the same slowdown.
void Diagnosis::checkReturn(Location location, std::vector<Slowdown> &news)
{
    const auto known = m_found.find(location);
    if (known == m_found.end())
        return;
    ActiveSlowdown &found = known->second;
    found.secondsOver += m_stepSeconds.back();
    if (found.isReported && found.secondsOver < secondsToMatter)
        return;
    found.slowdown.step = m_step;
    found.slowdown.stage = Slowdown::Stage::Over;
    if (found.isReported)
        news.push_back(found.slowdown);
    m_found.erase(known);
}

// Reports a slowdown at once where its cause is known, and otherwise when it has lasted. One that ends just then is not
// reported.
bool Diagnosis::isWorthReporting(ActiveSlowdown &found) const
{
    const Slowdown &slowdown = found.slowdown;
    const double lost = lostPart(slowdown);
    if (lost < tooLittle)
        return false;
    if (explain(found))
        return true;
    const auto steps = m_step - slowdown.sinceStep + 1;
    return steps > stepsToExplain && !detectorOf(found.rank, slowdown.part).isFalling()
        && double(steps) * slowdown.stepSeconds >= (lost < aLot ? secondsToMatter : secondsToMatterALot);
}

void Diagnosis::measure(Slowdown &slowdown, int rank, Location location) const
{
    const ComputeWatch &compute = m_ranks[std::size_t(rank)].compute;
    const ChangeDetector &detector = detectorOf(rank, location.part);
    const bool computes = location.part == Part::Compute;
    slowdown.part = location.part;
    slowdown.sinceStep = detector.since();
    slowdown.seconds = computes ? compute.seconds() : detector.now();
    slowdown.expectedSeconds = computes ? compute.expectedSeconds() : detector.level();
    slowdown.stepSeconds = median(m_stepSeconds);
    const bool isOneOfMore = location.machine >= 0 && m_ranksOn[std::size_t(location.machine)] > 1;
    slowdown.rank = isOneOfMore ? m_numbers[std::size_t(rank)] : -1;
    slowdown.sharesFollow
        = m_plan.shareRule != ShareRule::Given && m_ranks.size() > 1 && (computes || location.part == Part::Data);
}

// Looks for the cause. A slow exchange is blamed on the machine whose link shows something, if one does.
bool Diagnosis::explain(ActiveSlowdown &found) const
{
    Slowdown &slowdown = found.slowdown;
    const bool isNetwork = slowdown.part == Part::Exchange;
    const std::vector<int> machines = isNetwork ? m_evidence.machines() : std::vector<int>{slowdown.machine};
    const Device &device = m_plan.ranks[std::size_t(found.rank)].device;
    for (const int machine : machines) {
        const auto shown = m_evidence.of(machine, slowdown.part, isNetwork ? "" : device.uuid, slowdown.sinceStep);
        if (!shown)
            continue;
        slowdown.machine = machine;
        slowdown.cause = shown->cause;
        slowdown.reading = shown->reading;
        return true;
    }
    return false;
}

} // namespace motley
