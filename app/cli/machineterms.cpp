#include "engine/plan/machineterms.h"
#include "app/cli/changefleet.h"
#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"
#include "app/words/format.h"
#include "app/words/termswords.h"
#include "remote/fleet/lifetimetext.h"

#include <memory>
#include <optional>

namespace motley {

namespace {

struct MachineTermsWords {
    Q_DECLARE_TR_FUNCTIONS(motley::MachineList)
};

struct MachineTermsOptions {
    std::string name;
    std::string lifetime, lifetimesFile; // at most one of them and of hoursUntilTaken
    std::optional<double> pricePerHour, hoursUntilTaken, replaceMinutes;
    std::optional<bool> comesBack, startsAfterRestart;
};

Result<std::vector<LifetimePoint>> curveOf(const MachineTermsOptions &options)
{
    if (!options.lifetime.empty())
        return parseLifetime(fromArgument(options.lifetime));
    if (!options.lifetimesFile.empty())
        return readLifetimes(fromArgument(options.lifetimesFile));
    return {};
}

// The terms that were there, but for those that the options name.
MachineTerms changed(MachineTerms terms, const MachineTermsOptions &options, const std::vector<LifetimePoint> &curve)
{
    terms.pricePerHour = options.pricePerHour.value_or(terms.pricePerHour);
    terms.replaceMinutes = options.replaceMinutes.value_or(terms.replaceMinutes);
    terms.comesBack = options.comesBack.value_or(terms.comesBack);
    terms.startsAfterRestart = options.startsAfterRestart.value_or(terms.startsAfterRestart);
    if (options.hoursUntilTaken || !curve.empty()) {
        terms.hoursUntilTaken = options.hoursUntilTaken.value_or(0);
        terms.lifetime = curve;
    }
    return terms;
}

int setTerms(const MachineTermsOptions &options)
{
    const auto curve = curveOf(options);
    if (!curve)
        return failure(curve.error(), WrongUsage);
    const QString name = fromArgument(options.name);
    MachineTerms terms;
    const int code = changeFleet([&](Fleet &fleet) {
        if (const Host *host = fleet.find(name))
            terms = host->machine().terms;
        terms = changed(std::move(terms), options, *curve);
        return fleet.setTerms(name, terms);
    });
    if (const QString words = termsWords(terms); code == Done && !words.isEmpty())
        printNote(MachineTermsWords::tr("%1: %2").arg(plainText(name, 60), words));
    return code;
}

} // namespace

void addMachineTerms(CLI::App &machines, Action &chosen)
{
    auto *command = machines.add_subcommand(
        "terms", utf8(Help::tr("Say what a machine costs and whether it may be taken away, for forecasts")));
    auto options = std::make_shared<MachineTermsOptions>();
    command->add_option("name", options->name)->required();
    command->add_option("--price", options->pricePerHour, utf8(Help::tr("Of an hour; 0: nothing")))
        ->check(CLI::Range(0.0, 1e6));
    auto *takenAfter = command
                           ->add_option("--taken-after", options->hoursUntilTaken,
                               utf8(Help::tr("Hours until it is taken away, on average; 0: it stays")))
                           ->check(CLI::Range(0.0, 1e6));
    auto *lifetime
        = command
              ->add_option("--lifetime", options->lifetime,
                  utf8(Help::tr("Instead, what part of such machines is taken away by which hour: 2:0.1,6:0.5,24:1")))
              ->excludes(takenAfter);
    command
        ->add_option("--lifetimes", options->lifetimesFile,
            utf8(Help::tr("Instead, a file of lifetimes that were seen, a line each: 3.5,ended or 24,there")))
        ->excludes(takenAfter)
        ->excludes(lifetime);
    command
        ->add_option("--replaced-after", options->replaceMinutes,
            utf8(Help::tr("Minutes until there is another one in its place")))
        ->check(CLI::Range(0.0, 1e6));
    command->add_option(
        "--comes-back", options->comesBack, utf8(Help::tr("Whether a run that loses it takes it back by itself")));
    command->add_option("--starts-after-restart", options->startsAfterRestart,
        utf8(Help::tr("Whether it may also start its part of a run by itself after a restart, by an entry in its "
                      "systemd or crontab")));
    command->footer(utf8(Help::tr("Example: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1")));
    command->callback([&chosen, options] { chosen = [options] { return setTerms(*options); }; });
}

} // namespace motley
