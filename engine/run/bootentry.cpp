#include "engine/run/bootentry.h"

#include "engine/base/descriptor.h"
#include "engine/base/textfile.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t longestLine = 900; // bytes: cron ignores longer ones
constexpr std::size_t longestCrontab = 1 << 20; // bytes
constexpr int notFound = 127; // the exit code of shells
constexpr const char *forSystemd = "systemd";
constexpr const char *forCron = "crontab";

struct Said {
    int exitCode = -1;
    std::string words;
};

enum class Errors { Heard, Dropped };

// Programs of the system, none of which may keep an agent waiting.
Said ask(const std::string &command, Errors errors = Errors::Heard)
{
    Said said;
    const std::string streams = errors == Errors::Heard ? " </dev/null 2>&1" : " </dev/null 2>/dev/null";
    FILE *const output = popen(("LC_ALL=C timeout -s KILL 20 " + command + streams).c_str(), "re");
    if (!output)
        return said;
    char chunk[4096];
    while (const std::size_t got = fread(chunk, 1, sizeof chunk, output))
        if (said.words.size() < longestCrontab)
            said.words.append(chunk, got);
    const int status = pclose(output);
    said.exitCode = status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return said;
}

std::string lastLineOf(std::string words)
{
    while (words.ends_with('\n'))
        words.pop_back();
    return words.substr(words.rfind('\n') + 1);
}

// Lines of cron, units of systemd and quotes of the shell all take these as they are.
bool isPlain(const std::string &path)
{
    return std::none_of(path.begin(), path.end(), [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == 0x7f
            || std::string_view("%'\"\\$`").find(c) != std::string_view::npos;
    });
}

std::string recordIn(const RunFolder &folder)
{
    return folder.path + "/boot-entry";
}

std::string markOf(const RunFolder &folder)
{
    return "# motley:" + folder.path + ":";
}

std::string unitNameOf(const RunFolder &folder)
{
    std::string name = fs::path(folder.path).filename().string();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !isalnum(static_cast<unsigned char>(c)) && c != '-'; }, '_');
    return "motley-" + name + ".service";
}

fs::path homeOfAccount()
{
    const char *home = std::getenv("HOME");
    if (home && *home == '/')
        return home;
    const passwd *account = getpwuid(getuid());
    return account ? account->pw_dir : "/nonexistent";
}

fs::path unitOf(const RunFolder &folder)
{
    const char *settings = std::getenv("XDG_CONFIG_HOME");
    const fs::path base = settings && *settings == '/' ? fs::path(settings) : homeOfAccount() / ".config";
    return base / "systemd" / "user" / unitNameOf(folder);
}

// What a shell does as the machine starts. A home on another machine may come later than this.
std::string commandFor(const RunFolder &folder, const std::string &engine, const std::string &removal)
{
    return "f='" + folder.path + "'; e='" + engine
        + "'; d=$(dirname \"$f\"); [ -d \"$(dirname \"$d\")\" ] || sleep 300; umask 077;"
          " [ -x \"$e\" ] && [ -f \"$f/launch.json\" ]"
          " && exec \"$e\" dial-in \"$f\" </dev/null >>\"$f/agent.log\" 2>&1; "
        + removal;
}

std::string systemctl()
{
    return "env XDG_RUNTIME_DIR=\"${XDG_RUNTIME_DIR:-/run/user/" + std::to_string(getuid()) + "}\" systemctl --user ";
}

// Without lingering the systemd of an account begins with its first login.
bool hasLingeringSystemd()
{
    const Said linger = ask("loginctl show-user " + std::to_string(getuid()) + " --property=Linger");
    return linger.exitCode == 0 && lastLineOf(linger.words) == "Linger=yes"
        && ask(systemctl() + "show-environment").exitCode == 0;
}

std::string forUnit(const std::string &command)
{
    std::string escaped;
    for (const char c : command)
        escaped.append(c == '$' ? "$$" : c == '"' ? "\\\"" : std::string(1, c));
    return escaped;
}

Result<void> enableUnit(const RunFolder &folder, const std::string &engine)
{
    const fs::path unit = unitOf(folder);
    const std::string name = unitNameOf(folder);
    const std::string removal = "systemctl --user disable " + name + "; rm -f '" + unit.string() + "'";
    std::error_code error;
    fs::create_directories(unit.parent_path(), error);
    if (!isPlain(unit.string()))
        return fail("The path " + unit.string() + " has characters that a unit of systemd cannot hold.");
    const std::string text = "[Unit]\nDescription=Motley: this machine's part in the run of " + folder.path
        + "\n\n[Service]\nExecStart=/bin/sh -c \"" + forUnit(commandFor(folder, engine, removal))
        + "\"\n\n[Install]\nWantedBy=default.target\n";
    if (const auto written = writeTextFile(unit.string(), text); !written)
        return written;
    const Said enabled = ask(systemctl() + "enable " + name);
    if (enabled.exitCode == 0)
        return {};
    fs::remove(unit, error);
    return fail("systemctl did not take the unit " + name + ": " + lastLineOf(enabled.words));
}

Result<void> disableUnit(const RunFolder &folder)
{
    const fs::path unit = unitOf(folder);
    std::error_code error;
    if (!fs::exists(unit, error))
        return {};
    const Said disabled = ask(systemctl() + "disable " + unitNameOf(folder));
    fs::remove(unit.parent_path() / "default.target.wants" / unit.filename(), error); // where no systemd answers
    if (!fs::remove(unit, error))
        return fail("Could not remove " + unit.string() + ": " + error.message() + ".", lastLineOf(disabled.words));
    (void)ask(systemctl() + "daemon-reload");
    return {};
}

// Runs of one account that begin and end at the same time change its crontab one after the other.
Descriptor lockOf(const RunFolder &folder)
{
    Descriptor runs(open(fs::path(folder.path).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (runs)
        flock(runs.get(), LOCK_EX);
    return runs;
}

struct Crontab {
    std::string others; // lines
    bool hasOwn = false;
    bool exists = false; // the program
};

// What `crontab -l` has to say beside it is no line of it.
Result<Crontab> crontabWithout(const RunFolder &folder)
{
    const Said listed = ask("crontab -l", Errors::Dropped);
    const std::string words = listed.exitCode == 0 ? std::string() : ask("crontab -l").words;
    if (listed.exitCode == notFound)
        return Crontab{};
    if (listed.words.size() >= longestCrontab)
        return fail("The crontab of this account is too long to be changed.");
    if (listed.exitCode != 0 && words.find("no crontab for") == std::string::npos)
        return fail("crontab says: " + lastLineOf(words));
    Crontab crontab;
    crontab.exists = true;
    std::istringstream lines(listed.exitCode == 0 ? listed.words : std::string());
    for (std::string line; std::getline(lines, line);) {
        const bool isOwn = line.ends_with(markOf(folder));
        crontab.hasOwn = crontab.hasOwn || isOwn;
        if (!isOwn)
            crontab.others += line + "\n";
    }
    return crontab;
}

Result<void> install(const RunFolder &folder, const std::string &crontab)
{
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "motley-crontab-XXXXXX").string();
    if (error || !isPlain(path))
        return fail(
            "The crontab needs a folder for temporary files: set TMPDIR to one without quotes.", error.message());
    const Descriptor file(mkostemp(path.data(), O_CLOEXEC));
    if (!file || !writeAll(file.get(), crontab))
        return fail("Could not write " + path + " for the crontab: " + systemReason(errno) + ".");
    const Said installed = ask(crontab.empty() ? std::string("crontab -r") : "crontab '" + path + "'");
    unlink(path.c_str());
    return installed.exitCode == 0
        ? Result<void>()
        : fail("crontab did not take the line of " + folder.path + ": " + lastLineOf(installed.words));
}

Result<void> addCronLine(const RunFolder &folder, const std::string &engine)
{
    // Several runs may be gone at the same start; see lockOf(). In a locale with UTF-8 grep leaves out lines of others
    // that are no UTF-8.
    const std::string removal = "[ -d \"$d\" ] && exec 9<\"$d\" && flock 9; crontab -l"
                                " | LC_ALL=C grep -vF \"# motley:$f:\" | crontab -";
    const std::string line = "@reboot " + commandFor(folder, engine, removal) + " " + markOf(folder);
    if (line.size() > longestLine)
        return fail("The path " + folder.path + " is too long for a line of the crontab.");
    const Descriptor lock = lockOf(folder);
    return crontabWithout(folder).and_then([&](const Crontab &now) -> Result<void> {
        if (now.exists)
            return install(folder, now.others + line + "\n");
        return fail("It has no crontab, and no systemd that starts programs of this account before somebody logs in "
                    "(loginctl enable-linger).");
    });
}

Result<void> removeCronLine(const RunFolder &folder)
{
    const Descriptor lock = lockOf(folder);
    return crontabWithout(folder).and_then(
        [&](const Crontab &now) { return now.hasOwn ? install(folder, now.others) : Result<void>(); });
}

std::string kindOfBootEntry(const RunFolder &folder)
{
    return firstLineOf(recordIn(folder));
}

} // namespace

Result<std::string> writeBootEntry(const RunFolder &folder, const std::string &engine)
{
    if (!isPlain(folder.path) || !isPlain(engine))
        return fail("The path of the run or of the engine has a quote, a percent sign or another character that "
                    "crontabs and units of systemd read as their own; choose another install root.",
            folder.path);
    const bool isUnit = hasLingeringSystemd();
    const auto record
        = writeTextFile(recordIn(folder), std::string(isUnit ? forSystemd : forCron) + "\n" + engine + "\n");
    if (!record)
        return tl::unexpected(record.error());
    const auto added = isUnit ? enableUnit(folder, engine) : addCronLine(folder, engine);
    if (added)
        return isUnit ? "the unit " + unitNameOf(folder) + " of its systemd" : std::string("a line of its crontab");
    unlink(recordIn(folder).c_str());
    return tl::unexpected(added.error());
}

bool hasBootEntry(const RunFolder &folder)
{
    return !kindOfBootEntry(folder).empty();
}

std::string engineOfBootEntry(const RunFolder &folder)
{
    const auto record = readTextFile(recordIn(folder), 1 << 14);
    const std::size_t end = record ? record->find('\n') : std::string::npos;
    return end == std::string::npos ? std::string() : record->substr(end + 1, record->find('\n', end + 1) - end - 1);
}

Result<void> removeBootEntry(const RunFolder &folder)
{
    const std::string kind = kindOfBootEntry(folder);
    auto removed = disableUnit(folder);
    if (removed && kind != forSystemd)
        removed = removeCronLine(folder);
    if (removed)
        unlink(recordIn(folder).c_str());
    return removed;
}

} // namespace motley
