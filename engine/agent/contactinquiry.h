// What the system of a machine says of its agent. Asked on a thread, as a machine that is off does not answer.
#pragma once

#include "engine/plan/succession.h"
#include "engine/protocol/plan.h"

#include <chrono>
#include <memory>
#include <optional>

namespace motley {

class ContactInquiry {
public:
    ContactInquiry(const PlannedMachine &machine, int port); // begins; `port`: where the agent listened

    // Gone or Unknown, which is known within a second; nullopt: it is not known yet. Waits for it so long at most.
    std::optional<Contact> answer(std::chrono::milliseconds patience = {}) const;

    // A system that answers does so by then.
    static constexpr std::chrono::milliseconds usualTime{40};
    // For a connection to it; one that takes longer is given up.
    static constexpr std::chrono::milliseconds connectLimit{400};

private:
    struct Answer;
    std::shared_ptr<Answer> m_answer; // shared with the thread, for which nobody waits
};

} // namespace motley
