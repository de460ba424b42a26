// The curves of a run for TensorBoard: a file "events.out.tfevents..." beside events.jsonl, with the numbers in those
// events. Format: TFRecord frames around Event messages of TensorFlow's event.proto.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

class TensorBoardLog {
public:
    // A new file in the run's folder; an agent that is started again adds one, which TensorBoard reads after the first.
    // `machines`: their names by index; a machine without a name goes by its number.
    static Result<TensorBoardLog> create(const std::string &folder, std::vector<std::string> machines = {});

    // Does not fail: on a full disk the curves have gaps, and the file stays readable.
    void add(const Event &event);

    static constexpr std::int64_t largestFile = std::int64_t(1) << 30; // bytes; nothing is added beyond it

private:
    TensorBoardLog(Descriptor file, std::vector<std::string> machines);
    void append(const std::string &message);

    Descriptor m_file;
    std::vector<std::string> m_machines;
    std::int64_t m_size = 0;
    std::int64_t m_step = 0; // the last one, for events without a step of their own
};

std::uint32_t crc32c(std::string_view bytes); // Castagnoli's polynomial

} // namespace motley
