// motley-bench-app, which `motley-bench app` runs: how fast the window is with many machines, long runs and many of
// them.
#include "app/bench/windowtimes.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <iostream>

using namespace motley;

namespace {

struct Options {
    MadeSizes sizes;
    std::int64_t points = 10'000'000;
    std::string home; // of a window that is only opened and clicked on
};

int failed(const Error &error)
{
    std::cerr << error.message << ' ' << error.detail << '\n';
    return 1;
}

// Milliseconds, warm: the second of two.
double startMs(const QString &home)
{
    double milliseconds = 0;
    for (int i = 0; i < 2; ++i) {
        QElapsedTimer clock;
        clock.start();
        QProcess::execute(QCoreApplication::applicationFilePath(), {QStringLiteral("--click"), home});
        milliseconds = double(clock.elapsed());
    }
    return milliseconds;
}

void show(const WindowTimes &window, double start, const PlotTimes &plot)
{
    std::vector<TableLine> lines{{"what", "measured", "bar"}};
    const auto add = [&](const std::string &name, double value, const std::string &unit, const std::string &bar) {
        lines.push_back({name, fixed(value, value < 10 ? 1 : 0) + unit, bar});
    };
    for (const auto &[name, milliseconds] : window.interactions)
        add(name, milliseconds, " ms", "50 ms");
    add("a letter in the filter of runs", window.searchMs, " ms", "100 ms");
    add("the window's first answer", start, " ms", "1000 ms");
    for (const auto &[when, opening] : {std::pair("", window.first), std::pair(", opened again", window.again)}) {
        add(std::string("first curve of the long run") + when, opening.firstCurve, " ms", "");
        add(std::string("the whole long run") + when, opening.whole, " ms", "2000 ms");
        add(std::string("longest silence while it opens") + when, opening.longestTurn, " ms", "50 ms");
    }
    add("memory", window.memoryMb, " MB", "500 MB");
    add("memory at most", window.highestMemoryMb, " MB", "");
    add("memory without the long run", window.closedMemoryMb, " MB", "");
    add("a picture of the long curve", plot.frameMs, " ms", "5 ms");
    add("a picture beside it", plot.panMs, " ms", "2 ms");
    add("memory of the long curve over its values", plot.memoryRatio, "", "2.5");
    const QJsonObject json{{"worst_interaction_ms", window.worstInteraction()}, {"memory_mb", window.memoryMb},
        {"highest_memory_mb", window.highestMemoryMb}, {"closed_memory_mb", window.closedMemoryMb}, {"start_ms", start},
        {"open_ms", window.first.whole}, {"first_curve_ms", window.first.firstCurve},
        {"opening_silence_ms", window.first.longestTurn}, {"open_again_ms", window.again.whole},
        {"opening_again_silence_ms", window.again.longestTurn}, {"search_ms", window.searchMs},
        {"frame_ms", plot.frameMs}, {"pan_ms", plot.panMs}, {"plot_memory_ratio", plot.memoryRatio}};
    std::cout << tableText(lines) << QJsonDocument(json).toJson(QJsonDocument::Compact).constData() << std::endl;
}

int measure(const Options &options)
{
    const QTemporaryDir home;
    if (!home.isValid())
        return failed({"No temporary folder could be made.", home.errorString().toStdString()});
    const auto history = makeHistory(home.path(), options.sizes);
    if (!history)
        return failed(history.error());
    const auto window = timeWindow(home.path(), *history, options.sizes);
    if (!window)
        return failed(window.error());
    show(*window, startMs(home.path()), timePlot(options.points));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App program("Times the window with many machines, a long run and many runs", "motley-bench app");
    program.footer("The runs are made up, in a temporary folder. Bars are those that the window is built to.\n\n"
                   "Example:\n"
                   "  motley-bench app --steps 100000 --runs 100");
    Options options;
    program.add_option("--runs", options.sizes.runs, "Runs in the history")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    program.add_option("--steps", options.sizes.steps, "Steps of the long run")
        ->check(CLI::Range(1000, 100'000'000))
        ->capture_default_str();
    program.add_option("--machines", options.sizes.machines, "Machines of the live run")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    program.add_option("--devices", options.sizes.devices, "GPUs of each")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    program.add_option("--points", options.points, "Points of the long curve")
        ->check(CLI::Range(1000, 1'000'000'000))
        ->capture_default_str();
    program.add_option("--click", options.home)->group("");
    CLI11_PARSE(program, argc, argv);
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    if (!options.home.empty())
        return answersFirstClick(QString::fromStdString(options.home)) ? 0 : 1;
    return measure(options);
}
