#include "app/cli/commandline.h"

#include "app/cli/commands.h"
#include "app/cli/exitcode.h"
#include "app/cli/output.h"
#include "app/cli/usageerror.h"

#include "translations/translators.h"

#include <CLI/CLI.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <string_view>

namespace motley {

namespace {

QStringList toQt(const std::vector<std::string> &words)
{
    QStringList list;
    for (const auto &word : words)
        list << QString::fromLocal8Bit(word.c_str());
    return list;
}

// The values of the options, which CLI11 writes while it parses.
struct Words {
    std::string name, destination, root, job, machines, run, lifetime, lifetimes;
    std::vector<std::string> fingerprints, folders, without;
    int cpuRanks = 1;
    int threads = 0;
    bool best = false;
    MachineTerms terms;
    bool probe = false, json = false, detach = false, now = false;
};

struct Help {
    Q_DECLARE_TR_FUNCTIONS(motley::CommandLine)
};

std::string say(const QString &text)
{
    return text.toStdString();
}

// Translates the texts that CLI11 would show in English.
void translateParser(CLI::App &app)
{
    app.set_help_flag("-h,--help", say(Help::tr("Print this help and exit")));
    app.set_version_flag(
        "--version", std::string("motley ") + MOTLEY_VERSION, say(Help::tr("Print the version and exit")));
    const auto formatter = app.get_formatter();
    formatter->label("Usage", say(Help::tr("Usage")));
    formatter->label("OPTIONS", say(Help::tr("OPTIONS")));
    formatter->label("SUBCOMMAND", say(Help::tr("COMMAND")));
    formatter->label("SUBCOMMANDS", say(Help::tr("COMMANDS")));
    formatter->label("Positionals", say(Help::tr("Arguments")));
    formatter->label("REQUIRED", say(Help::tr("(required)")));
    formatter->label("TEXT", say(Help::tr("TEXT")));
}

void nameGroups(CLI::App &app)
{
    for (auto *option : app.get_options())
        option->group(say(Help::tr("Options")));
    for (auto *command : app.get_subcommands(nullptr)) {
        command->group(say(Help::tr("Commands")));
        nameGroups(*command);
    }
}

void addLoginOption(CLI::App *command, Words &words)
{
    command
        ->add_option("--accept-host-key", words.fingerprints,
            say(Help::tr("Accept an unknown machine with this key, without asking (SHA256:...)")))
        ->take_all()
        ->allow_extra_args(false);
}

template <typename Text>
QString qt(const Text &text)
{
    return QString::fromLocal8Bit(text.c_str());
}

} // namespace

bool isCommandLine(int argc, char **argv)
{
    if (argc < 2)
        return false;
    const std::string_view first = argv[1];
    const bool isOfQt = first.size() > 2 && first[0] == '-' && first[1] != '-'; // -platform, -style, ...
    return !isOfQt;
}

int runCommandLine(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("motley"));
    Translators translators;
    translators.install(QLocale::system());
    setJsonErrors(std::find(argv, argv + argc, std::string_view("--json")) != argv + argc);
    Words words;
    int code = Done;

    CLI::App app(
        say(Help::tr("One trainer out of many different machines. Without a command, the window opens.")), "motley");
    translateParser(app);
    app.require_subcommand(1);
    app.footer(say(Help::tr("Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the run failed, 4 the run was stopped.")));

    auto *machines = app.add_subcommand("machines", say(Help::tr("List the machines; add or remove one")));
    machines->add_flag("--probe", words.probe, say(Help::tr("Log in to each and find out what it is")));
    machines->add_flag("--json", words.json, say(Help::tr("One JSON object per line")));
    addLoginOption(machines, words);
    machines->footer(say(Help::tr("Example: motley machines add box me@10.0.0.7 && motley machines --probe")));
    auto *add = machines->add_subcommand("add", say(Help::tr("Add a machine that ssh can reach")));
    add->add_option("name", words.name, say(Help::tr("Your name for it")))->required();
    add->add_option("destination", words.destination,
           say(Help::tr("What you would give to ssh: an alias, user@host or ssh://user@host:port")))
        ->required();
    add->add_option("--install-root", words.root,
        say(Help::tr("Folder there for Motley's files, instead of the one that is found")));
    auto *data = machines->add_subcommand(
        "data", say(Help::tr("Say which folders of data a machine has too, so that nothing in them is sent")));
    data->add_option("name", words.name)->required();
    data->add_option("folders", words.folders,
        say(Help::tr("HERE=THERE, or one path that is the same on both; none: it has none of them any more")));
    data->footer(say(Help::tr("What differs from the file here is sent all the same.\n"
                              "Example: motley machines data box /home/ada/data=/mnt/data")));
    auto *terms = machines->add_subcommand(
        "terms", say(Help::tr("Say what a machine costs and whether it may be taken away, for forecasts")));
    terms->add_option("name", words.name)->required();
    terms->add_option("--price", words.terms.pricePerHour, say(Help::tr("Of an hour; 0: nothing")))
        ->check(CLI::Range(0.0, 1e6));
    auto *takenAfter = terms
                           ->add_option("--taken-after", words.terms.hoursUntilTaken,
                               say(Help::tr("Hours until it is taken away, on average; 0: it stays")))
                           ->check(CLI::Range(0.0, 1e6));
    auto *lifetime
        = terms
              ->add_option("--lifetime", words.lifetime,
                  say(Help::tr("Instead, what part of such machines is taken away by which hour: 2:0.1,6:0.5,24:1")))
              ->excludes(takenAfter);
    terms
        ->add_option("--lifetimes", words.lifetimes,
            say(Help::tr("Instead, a file of lifetimes that were seen, a line each: 3.5,ended or 24,there")))
        ->excludes(takenAfter)
        ->excludes(lifetime);
    terms
        ->add_option("--replaced-after", words.terms.replaceMinutes,
            say(Help::tr("Minutes until there is another one in its place")))
        ->check(CLI::Range(0.0, 1e6));
    terms->footer(say(Help::tr("Example: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1")));
    auto *remove = machines->add_subcommand("remove", say(Help::tr("Forget a machine; nothing changes on it")));
    remove->add_option("name", words.name)->required();

    const auto addRequest = [&words](CLI::App *command) {
        command->add_option("job", words.job, say(Help::tr("job.json: what to train")))->required();
        command
            ->add_option(
                "--machines", words.machines, say(Help::tr("Names, with devices if you like: local,box:cpu,big:gpu")))
            ->required();
        command->add_option("--cpu-ranks", words.cpuRanks, say(Help::tr("Ranks on each CPU that takes part")))
            ->check(CLI::Range(1, 256));
        command
            ->add_option("--threads", words.threads, say(Help::tr("Threads of each rank on a CPU; 0: as many as fit")))
            ->check(CLI::Range(0, 4096));
        addLoginOption(command, words);
    };
    auto *plan = app.add_subcommand(
        "plan", say(Help::tr("Say what a run would take, and which machines are worth it; nothing is started")));
    addRequest(plan);
    plan->add_flag("--json", words.json, say(Help::tr("The same as one JSON object")));
    plan->footer(say(Help::tr("Every device is measured for a few seconds, which needs the engine and the data "
                              "there.\nExample: motley plan job.json --machines local,box,big")));

    auto *run = app.add_subcommand(
        "run", say(Help::tr("Train: send what is needed, start, show the progress, fetch the model")));
    const auto addShowing = [&words](CLI::App *command) {
        command->add_flag("--detach", words.detach, say(Help::tr("Return as soon as the training is running")));
        command->add_flag(
            "--json", words.json, say(Help::tr("JSON lines on stdout: progress, then the run's events as they are")));
    };
    addRequest(run);
    run->add_flag("--best", words.best,
        say(Help::tr("Measure all of these machines first, and train on those that are fastest together")));
    addShowing(run);
    run->footer(say(Help::tr("Ctrl-C leaves and the training goes on; a second Ctrl-C within three seconds stops it.\n"
                             "Example: motley run job.json --machines local,box")));

    auto *resume = app.add_subcommand("resume",
        say(Help::tr("Continue, as another run, from the last checkpoint of one that was stopped or has failed")));
    resume->add_option("run", words.run, say(Help::tr("Its id or name")))->required();
    resume->add_option("--without", words.without, say(Help::tr("Names of its machines that no longer take part")))
        ->delimiter(',');
    addShowing(resume);
    addLoginOption(resume, words);
    resume->footer(say(Help::tr("Example: motley resume fashion --without box")));

    auto *watch
        = app.add_subcommand("watch", say(Help::tr("Show a run that was started before, from its first step on")));
    watch->add_option("run", words.run, say(Help::tr("Its id or name; without it, the newest")));
    watch->add_flag("--json", words.json, say(Help::tr("The run's events as they are")));
    addLoginOption(watch, words);

    auto *stop = app.add_subcommand("stop", say(Help::tr("Stop a run after the step it is in, with a checkpoint")));
    stop->add_option("run", words.run, say(Help::tr("Its id or name")))->required();
    stop->add_flag("--now", words.now, say(Help::tr("At once, without a checkpoint")));
    addLoginOption(stop, words);

    auto *runs = app.add_subcommand("runs", say(Help::tr("List the runs that this computer remembers")));
    runs->add_flag("--json", words.json, say(Help::tr("One JSON object per line")));

    nameGroups(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success &help) {
        return app.exit(help);
    } catch (const CLI::ParseError &problem) {
        return failure({usageErrorWords(app, problem).toStdString(), {}}, WrongUsage);
    }
    const auto fingerprints = toQt(words.fingerprints);
    if (add->parsed())
        code = addMachine(qt(words.name), qt(words.destination), qt(words.root));
    else if (data->parsed())
        code = setSharedFolders(qt(words.name), toQt(words.folders));
    else if (terms->parsed())
        code = setTerms(qt(words.name), words.terms, qt(words.lifetime), qt(words.lifetimes));
    else if (remove->parsed())
        code = removeMachine(qt(words.name));
    else if (machines->parsed())
        code = listMachines({fingerprints, words.probe, words.json});
    else if (run->parsed() || plan->parsed()) {
        const RunCommand command{qt(words.job), qt(words.machines), fingerprints, words.cpuRanks, words.threads,
            words.best, words.detach, words.json};
        code = run->parsed() ? runTraining(command) : planTraining(command);
    } else if (resume->parsed())
        code = resumeTraining({qt(words.run), toQt(words.without), fingerprints, words.detach, words.json});
    else if (watch->parsed())
        code = watchRun({qt(words.run), fingerprints, words.json});
    else if (stop->parsed())
        code = stopTraining({qt(words.run), fingerprints, words.now});
    else if (runs->parsed())
        code = listRuns(words.json);
    return code;
}

} // namespace motley
