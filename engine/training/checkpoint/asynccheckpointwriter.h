// Writes the checkpoints of a run beside its training: copies the tensors, and a thread writes the copies. Called by
// the thread that trains, which also emits the events.
#pragma once

#include "engine/job/checkpointspec.h"
#include "engine/training/checkpoint/checkpointwriter.h"
#include "engine/training/checkpoint/hostcopies.h"

#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace motley {

class AsyncCheckpointWriter {
public:
    using Emit = std::function<void(EventBody)>;
    enum class Training { GoesOn, Waits };

    // `machine`: that writes, for its warnings.
    AsyncCheckpointWriter(RunFolder folder, int machine, CheckpointSpec spec, Emit emit);
    AsyncCheckpointWriter(const AsyncCheckpointWriter &) = delete;
    AsyncCheckpointWriter &operator=(const AsyncCheckpointWriter &) = delete;
    ~AsyncCheckpointWriter(); // as wait()

    // First waits for the checkpoint that is being written, as there is never more than one. Returns when the tensors
    // are copied or, where training waits or has no memory for copies, when the checkpoint is on the disk.
    void save(Checkpoint checkpoint, Training training);
    void emitWritten(); // what became of a checkpoint that is finished since the last call
    void wait(); // until nothing is being written; then as emitWritten()

private:
    bool copyTensors();
    bool startWriting();
    void write();
    void emitResult();
    void noteWait(std::int64_t before, double seconds);

    const RunFolder m_folder;
    const int m_machine;
    const CheckpointSpec m_spec;
    const Emit m_emit;
    HostCopies m_model, m_optimizer;
    bool m_hasNotedWait = false;
    bool m_lacksMemory = false;

    Checkpoint m_checkpoint; // the latest one; while it is written, the thread's alone, as is the result
    Result<CheckpointSaved> m_result;
    double m_pauseSeconds = 0; // of the latest one
    std::atomic<bool> m_isWritten = false;
    std::thread m_thread; // joinable: its result has not been emitted
};

} // namespace motley
