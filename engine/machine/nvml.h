// The GPUs of this machine through the driver's own library, which is loaded if there is one and never linked.
#pragma once

#include "engine/protocol/event.h"
#include "engine/protocol/probereport.h"

#include <memory>
#include <string>
#include <vector>

namespace motley {

class Nvml {
public:
    // No driver library and no sign of a GPU is not a problem: then gpus() is empty.
    static Nvml open();
    Nvml(Nvml &&) noexcept;
    Nvml &operator=(Nvml &&) noexcept;
    ~Nvml();

    GpuProblem problem() const { return m_problem; }
    const std::string &detail() const { return m_detail; } // the driver's words, when there is a problem

    std::vector<GpuReport> gpus() const; // then the instances of those that are split
    std::vector<GpuTelemetry> sample() const;

private:
    struct Library;
    Nvml();
    std::unique_ptr<Library> m_library; // null: there is no driver library
    GpuProblem m_problem = GpuProblem::None;
    std::string m_detail;
};

} // namespace motley
