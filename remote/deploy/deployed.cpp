#include "remote/deploy/deployment.h"

#include "remote/deploy/deployscripts.h"
#include "remote/deploy/installfolder.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <sstream>

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
    const auto machine = QString::fromStdString(session.name());
    std::istringstream lines(result->output);
    for (std::string what, run; lines >> what >> run;) {
        if (what == "live")
            return sentence(Deployed::phrase("The run %1 is still going on %2; stop it first.")
                                .arg(QString::fromStdString(run), machine));
    }
    if (result->exitCode == deployexit::notOurs)
        return sentence(
            Deployed::phrase("%1 on %2 held other files before, so nothing is removed there. Remove what you do not "
                             "want of its folders blobs, data, engine, runs and shared yourself.")
                .arg(QString::fromStdString(root), machine));
    if (result->exitCode != 0)
        return sentence(
            Deployed::phrase("Not everything in %1 on %2 could be removed.").arg(QString::fromStdString(root), machine),
            result->errors);
    return {};
}

} // namespace motley
