// A control group that gives the processes in it a part of a processor: one computer made into several of other speeds.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

class CpuQuota {
public:
    // `processors` may be a fraction. Needs the right to make control groups, as root has. Version 1 and 2.
    static Result<CpuQuota> make(const std::string &name, double processors);

    CpuQuota(CpuQuota &&other) noexcept : m_folder(std::move(other.m_folder)) { other.m_folder.clear(); }
    CpuQuota &operator=(CpuQuota &&) = delete;
    ~CpuQuota(); // its processes have ended

    Result<void> add(int pid) const; // and what it starts from now on

private:
    explicit CpuQuota(std::string folder) : m_folder(std::move(folder)) { }

    std::string m_folder;
};

} // namespace motley
