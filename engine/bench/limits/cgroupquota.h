// A control group that limits its processes to a part of a processor, to emulate slower machines on one computer.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

class CpuQuota {
public:
    // `processors` may be a fraction, `period` is in milliseconds. Needs permission to make control groups, such as
    // root's. Supports cgroups version 1 and 2.
    static Result<CpuQuota> make(const std::string &name, double processors, double period);

    CpuQuota(CpuQuota &&other) noexcept : m_folder(std::move(other.m_folder)) { other.m_folder.clear(); }
    CpuQuota &operator=(CpuQuota &&) = delete;
    ~CpuQuota(); // its processes must have ended

    Result<void> add(int pid) const; // the process and its future children

private:
    explicit CpuQuota(std::string folder) : m_folder(std::move(folder)) { }

    std::string m_folder;
};

} // namespace motley
