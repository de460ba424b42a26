// Which work of the simulated devices is known to come after which: a vector clock for each stream.
#pragma once

#include "simulatedcuda.h"

#include <c10/core/Stream.h>

#include <array>
#include <chrono>
#include <future>
#include <map>
#include <mutex>

namespace simulated {

using Clock = std::chrono::steady_clock;
using Past = std::map<c10::StreamId, std::int64_t>; // of each stream, so many launches have happened before
using Tail = std::vector<std::shared_future<void>>; // work that may not be done yet

struct Queue {
    int device = 0;
    Past past;
    Tail tail;
    Clock::time_point busyUntil; // when the device will have computed it
};

struct Event {
    Queue queue; // as it was when the event was recorded
    Clock::time_point time;
};

extern std::recursive_mutex mutex; // guards all state of the simulation
extern thread_local c10::DeviceIndex currentDevice;
c10::StreamId &currentStream(int device); // of the calling thread; 0, 1, ...: the devices' default streams
c10::StreamId newStream();

Queue &queueOf(c10::StreamId stream); // hold the mutex
Past &hostPast(); // of all threads together, as what one of them has waited for the others may know of
void join(Past &past, const Past &other);
bool knows(const Past &past, c10::StreamId stream, std::int64_t launch);

Event recordEvent(c10::StreamId stream);
void letWait(c10::StreamId stream, const Event &event);
void waitFor(const Queue &queue); // the host does; counted, and throws what the work failed with
void finish(const Tail &tail);

// Counts a launch in the calling thread's current stream of the device. Throws where the stream uses memory without
// waiting for another one that uses it. Returns the work that must be done first.
Tail launch(int device, const std::vector<Use> &uses, const std::string &name);
// Makes work the stream's newest. Deferred: done by the first thread that needs it.
void putBehind(Tail before, int device, std::launch when, std::function<void()> work);

void countBytes(std::int64_t bytes); // that a launch moves besides what it is given

void reportLater(const std::string &fault); // thrown at the next launch: found where nothing may be thrown

} // namespace simulated
