#include "remote/deploy/deployment.h"

#include "engine/protocol/runfolder.h"
#include "remote/deploy/deployscripts.h"
#include "remote/deploy/installfolder.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <sstream>
#include <string_view>

namespace motley {

namespace {

struct Deployed {
    Q_DECLARE_TR_FUNCTIONS(motley::Deployed)
    MOTLEY_PHRASES(motley::Deployed)
};

constexpr auto longestSilence = std::chrono::minutes(5); // du and rm print nothing, and take long on a slow shared disk

Result<CommandResult> runOn(Session &session, const std::string &root, const std::string &script)
{
    if (const auto folder = checkInstallFolder(root, session.name()); !folder)
        return tl::unexpected(folder.error());
    CommandOptions options;
    options.input = root + '\n';
    options.silenceLimit = longestSilence;
    auto result = session.run(script, options);
    if (result && result->exitCode == deployexit::notPrivate)
        return unsafeInstallFolder(result->output, session.name());
    return result;
}

// Errors: the scripts found a run that is going on, or could not remove all.
Result<void> checkRemoved(
    const CommandResult &result, const Session &session, const Sentence &notOurs, const Sentence &notWhole)
{
    std::istringstream lines(result.output);
    for (std::string what, run; lines >> what >> run;) {
        if (what == "live")
            return sentence(Deployed::phrase("The run %1 is still going on %2; stop it first.")
                                .arg(QString::fromStdString(run), QString::fromStdString(session.name())));
    }
    if (result.exitCode == deployexit::notOurs)
        return sentence(notOurs);
    if (result.exitCode != 0)
        return sentence(notWhole, result.errors);
    return {};
}

// Such as runs/20261127-010131-a1b2c3, or with -N behind it on the N-th other machine.
bool isFolderOfRun(std::string_view folder)
{
    const auto slash = folder.rfind('/');
    return folder.starts_with('/') && folder.find('\n') == std::string_view::npos
        && folder.substr(0, slash).ends_with("/runs") && isValidRunId(std::string(folder.substr(slash + 1)));
}

} // namespace

Result<std::vector<DeployedTree>> listDeployed(Session &session, const std::string &root)
{
    const auto result = runOn(session, root, listScript());
    if (!result)
        return tl::unexpected(result.error());
    std::vector<DeployedTree> trees;
    std::istringstream lines(result->output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        DeployedTree tree;
        std::int64_t kilobytes = 0;
        if (words >> tree.kind >> tree.id >> kilobytes) {
            tree.bytes = kilobytes * 1024;
            trees.push_back(std::move(tree));
        }
    }
    return trees;
}

Result<void> removeDeployed(Session &session, const std::string &root)
{
    const auto result = runOn(session, root, removeScript());
    if (!result)
        return tl::unexpected(result.error());
    const auto folder = QString::fromStdString(root);
    const auto machine = QString::fromStdString(session.name());
    return checkRemoved(*result, session,
        Deployed::phrase("%1 on %2 held other files before, so nothing is removed there. Remove what you do not "
                         "want of its folders blobs, data, engine, runs and shared yourself.")
            .arg(folder, machine),
        Deployed::phrase("Not everything in %1 on %2 could be removed.").arg(folder, machine));
}

Result<void> removeRunFolder(Session &session, const std::string &folder, std::stop_token stop)
{
    const auto path = QString::fromStdString(folder);
    const auto machine = QString::fromStdString(session.name());
    const Sentence notOurs = Deployed::phrase("%1 on %2 is no folder of a run, so it stays.").arg(path, machine);
    if (!isFolderOfRun(folder))
        return sentence(notOurs);
    CommandOptions options;
    options.input = folder + '\n';
    options.silenceLimit = longestSilence;
    options.stop = std::move(stop);
    const auto result = session.run(removeRunScript(), options);
    if (!result)
        return tl::unexpected(result.error());
    return checkRemoved(
        *result, session, notOurs, Deployed::phrase("Not everything in %1 on %2 could be removed.").arg(path, machine));
}

} // namespace motley
