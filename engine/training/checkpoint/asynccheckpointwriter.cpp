#include "engine/training/checkpoint/asynccheckpointwriter.h"

#include "engine/base/runclock.h"
#include "engine/device/outofmemory.h"

#include <torch/types.h>

#include <cstdio>
#include <system_error>
#include <utility>

namespace motley {

namespace {

constexpr double noticeable = 0.1; // seconds of waiting

} // namespace

AsyncCheckpointWriter::AsyncCheckpointWriter(RunFolder folder, int machine, CheckpointSpec spec, Emit emit)
    : m_folder(std::move(folder)), m_machine(machine), m_spec(spec), m_emit(std::move(emit))
{
}

AsyncCheckpointWriter::~AsyncCheckpointWriter()
{
    wait();
}

void AsyncCheckpointWriter::save(Checkpoint checkpoint, Training training)
{
    const auto started = RunClock::now();
    const std::int64_t before = m_checkpoint.progress.step;
    wait();
    if (training == Training::GoesOn)
        noteWait(before, secondsSince(started));
    m_checkpoint = std::move(checkpoint);
    if (training == Training::GoesOn && m_spec.async && copyTensors()) {
        m_pauseSeconds = secondsSince(started);
        if (startWriting())
            return;
    }
    write();
    m_pauseSeconds = secondsSince(started);
    emitResult();
}

void AsyncCheckpointWriter::emitWritten()
{
    if (m_isWritten)
        wait();
}

void AsyncCheckpointWriter::wait()
{
    if (!m_thread.joinable())
        return;
    m_thread.join();
    m_isWritten = false;
    emitResult();
}

// The checkpoint stays as it is where there is no memory.
bool AsyncCheckpointWriter::copyTensors()
{
    if (m_lacksMemory)
        return false;
    try {
        NamedTensors model = m_model.of(m_checkpoint.model);
        m_checkpoint.optimizer = m_optimizer.of(m_checkpoint.optimizer);
        m_checkpoint.model = std::move(model);
        return true;
    } catch (const std::exception &failure) {
        if (!isOutOfMemory(failure))
            throw;
    }
    m_lacksMemory = true;
    m_model = m_optimizer = {};
    m_emit(Warning{m_machine,
        "There is no memory for a copy of the weights and of the optimizer state, so training waits while a checkpoint "
        "is written."});
    return false;
}

// False: the system lets this process have no further thread.
bool AsyncCheckpointWriter::startWriting()
{
    try {
        m_thread = std::thread([this] {
            write();
            m_isWritten = true;
        });
    } catch (const std::system_error &) {
        return false;
    }
    return true;
}

void AsyncCheckpointWriter::write()
{
    try {
        const std::int64_t best = m_spec.keepBest ? m_checkpoint.progress.tests.bestStep : 0;
        m_result = writeCheckpoint(m_folder, m_checkpoint, m_spec.keep, best);
    } catch (const std::exception &failure) { // of torch and failed allocations
        m_result = fail("It could not be made.", failure.what());
    }
}

// A full disk must not end a run: it goes on, and tries again at the next checkpoint.
void AsyncCheckpointWriter::emitResult()
{
    m_checkpoint.model.clear();
    m_checkpoint.optimizer.clear();
    if (m_result) {
        m_result->pauseSeconds = m_pauseSeconds;
        m_emit(*m_result);
        return;
    }
    const Error &error = m_result.error();
    m_emit(Warning{m_machine,
        "No checkpoint was written at step " + std::to_string(m_checkpoint.progress.step) + ". " + error.message
            + (error.detail.empty() ? "" : " (" + error.detail + ")")});
}

void AsyncCheckpointWriter::noteWait(std::int64_t before, double seconds)
{
    if (m_hasNotedWait || seconds < noticeable)
        return;
    m_hasNotedWait = true;
    char waited[32];
    std::snprintf(waited, sizeof waited, "%.1f s", seconds);
    m_emit(Note{m_machine,
        "Training waited for " + std::string(waited) + ", as the checkpoint of step " + std::to_string(before)
            + " was still being written when the next one was due. A larger checkpoint.everySteps or a faster disk "
              "avoids that."});
}

} // namespace motley
