#include "remote/deploy/installation.h"

#include "remote/deploy/deployscripts.h"
#include "remote/deploy/installfolder.h"
#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

namespace motley {

namespace {

struct InstallationWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Installation)
    MOTLEY_PHRASES(motley::Installation)
};

constexpr std::size_t mostItems = 10'000;
constexpr std::int64_t mostKilobytes = std::int64_t(1) << 40;
constexpr auto longestPause = std::chrono::seconds(60); // the scripts tick
constexpr auto longestInspection = std::chrono::minutes(10);

Result<CommandResult> runInRoot(Session &session, const std::string &root, const std::string &script,
    const std::string &moreInput, std::stop_token stop)
{
    if (const auto folder = checkInstallFolder(root, session.name()); !folder)
        return tl::unexpected(folder.error());
    CommandOptions options;
    options.input = root + '\n' + moreInput;
    options.silenceLimit = longestPause;
    options.timeLimit = longestInspection;
    options.stop = std::move(stop);
    auto result = session.run(script, options);
    if (result && result->exitCode == deployexit::notPrivate)
        return unsafeInstallFolder(result->output, session.name());
    return result;
}

std::optional<InstalledItem::Kind> kindOf(const std::string &word)
{
    using Kind = InstalledItem::Kind;
    constexpr std::array<std::pair<const char *, Kind>, 4> kinds{
        {{"engine", Kind::Engine}, {"data", Kind::Data}, {"model", Kind::Model}, {"run", Kind::Run}}};
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto &kind) { return kind.first == word; });
    return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> bytesFrom(std::istringstream &words)
{
    std::int64_t kilobytes = -1;
    if (!(words >> kilobytes) || kilobytes < 0 || kilobytes > mostKilobytes)
        return std::nullopt;
    return kilobytes * 1024;
}

std::optional<InstalledItem> itemFrom(std::istringstream &words)
{
    InstalledItem item;
    std::string kind;
    std::string used;
    std::int64_t seconds = 0;
    words >> kind >> item.id;
    const auto known = kindOf(kind);
    const auto bytes = bytesFrom(words);
    if (!known || !bytes || !(words >> used >> seconds))
        return std::nullopt;
    item.kind = *known;
    item.bytes = *bytes;
    item.isUsed = used == "yes";
    if (seconds > 0 && seconds < std::int64_t(1) << 40)
        item.changed = QDateTime::fromSecsSinceEpoch(seconds);
    std::getline(words >> std::ws, item.name);
    item.id = cleaned(item.id);
    item.name = cleaned(item.name);
    return item;
}

} // namespace

Installation parseInstallation(const std::string &output)
{
    Installation found;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "total")
            found.bytes = bytesFrom(words).value_or(0);
        else if (what == "free")
            found.freeBytes = bytesFrom(words);
        else if (auto item = what == "item" ? itemFrom(words) : std::nullopt; item && found.items.size() < mostItems)
            found.items.push_back(*std::move(item));
    }
    std::stable_sort(found.items.begin(), found.items.end(),
        [](const InstalledItem &one, const InstalledItem &other) { return one.bytes > other.bytes; });
    return found;
}

Result<Installation> inspectInstallation(Session &session, const std::string &root, std::stop_token stop)
{
    const auto result = runInRoot(session, root, contentsScript(), {}, std::move(stop));
    if (!result)
        return tl::unexpected(result.error());
    return parseInstallation(result->output);
}

Result<void> removeUnused(Session &session, const std::string &root, const std::string &engine, std::stop_token stop)
{
    const auto result = runInRoot(session, root, cleanUpScript(), engine + '\n', std::move(stop));
    if (!result)
        return tl::unexpected(result.error());
    const auto folder = QString::fromStdString(root);
    const auto machine = QString::fromStdString(session.name());
    if (result->exitCode == deployexit::noEngine)
        return sentence(InstallationWords::phrase("There is no engine in %1 on %2 that could remove anything.")
                            .arg(folder, machine));
    if (result->exitCode != 0)
        return sentence(InstallationWords::phrase("Not everything in %1 on %2 could be removed.").arg(folder, machine),
            result->errors);
    return {};
}

} // namespace motley
