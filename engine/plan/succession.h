// Who leads a run whose agents do not all hear each other, and whether they may train on. A pure function: each machine
// decides by itself, and no two sides of a split run may both go on.
#pragma once

#include <map>
#include <set>
#include <vector>

namespace motley {

enum class Contact { // of one machine, as another one knows it
    Unasked,
    Met, // it follows this one
    Gone, // its system says that its agent has ended, or it was told to end and heard that
    Unknown, // it does not answer: it may be off, suspended or cut off, and may train on with others
};

struct Standing { // of one machine
    int self = 0;
    bool mayLead = true; // it has the events of the run
    // The machines of the last generation that was formed and of each later one, in the order in which they lead. The
    // newest is last.
    std::vector<std::vector<int>> generations;
    std::map<int, Contact> contacts; // those that are missing are Unasked
};

struct Succession {
    enum class Step {
        Lead,
        Join, // the machine `leader`, or find out that it is Gone or Unknown
        Wait, // for machines that are Unasked to come, or find out that they are Gone or Unknown
        StandDown, // others may go on, so this one must not
    };
    Step step = Step::Wait;
    int leader = 0;

    bool operator==(const Succession &) const = default;
};

// The first machine leads of which it is not known that it is Gone or Unknown. It may do so with more than half of the
// machines of each generation, those that are Gone not counted; with exactly half of them, if the first that is not
// Gone is one of its own.
Succession succession(const Standing &standing);

// Of these machines, those that hold copies of the events while another one leads: the next ones in order.
std::set<int> keepersOf(const std::vector<int> &machines, int leader);

} // namespace motley
