#include "engine/bench/limits/cgroupquota.h"

#include "engine/base/descriptor.h"
#include "engine/machine/cgroup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <filesystem>

namespace motley {

namespace {

bool put(const std::string &folder, const char *file, const std::string &text)
{
    const Descriptor descriptor(open((folder + "/" + file).c_str(), O_WRONLY | O_CLOEXEC));
    return descriptor && writeAll(descriptor.get(), text);
}

bool limit(const std::string &folder, double processors, double milliseconds)
{
    const std::string period = std::to_string(std::lround(1000 * milliseconds));
    const std::string quota = std::to_string(std::lround(1000 * milliseconds * processors));
    return put(folder, "cpu.max", quota + " " + period)
        || (put(folder, "cpu.cfs_period_us", period) && put(folder, "cpu.cfs_quota_us", quota));
}

} // namespace

Result<CpuQuota> CpuQuota::make(const std::string &name, double processors, double period)
{
    const auto groups = controlGroupFolders("cpu");
    if (groups.empty())
        return fail("This system has no control groups for processors.");
    const std::string folder = groups.front() + "/" + name;
    std::error_code error;
    std::filesystem::create_directory(folder, error);
    if (error)
        return fail("The control group " + folder + " could not be made; that needs root.", error.message());
    CpuQuota quota(folder);
    if (!limit(folder, processors, period))
        return fail("The control group " + folder + " could not be given a quota.", systemReason(errno));
    return quota;
}

CpuQuota::~CpuQuota()
{
    if (!m_folder.empty())
        rmdir(m_folder.c_str());
}

Result<void> CpuQuota::add(int pid) const
{
    if (!put(m_folder, "cgroup.procs", std::to_string(pid)))
        return fail("Process " + std::to_string(pid) + " could not be put into " + m_folder + ".", systemReason(errno));
    return {};
}

} // namespace motley
