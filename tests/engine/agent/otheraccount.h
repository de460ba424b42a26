// What somebody with another account of a run's machine can open of the run.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace motley {

// While it lives, its thread has an account that owns nothing, and no other groups. The kernel gives each thread rights
// of its own, so that other threads of this program stay root, which it needs to be.
class OtherAccount {
public:
    OtherAccount();
    ~OtherAccount();
    OtherAccount(const OtherAccount &) = delete;
    OtherAccount &operator=(const OtherAccount &) = delete;

    bool isTaken() const { return m_taken; }

private:
    bool m_taken = false;
};

// For a thread with another account: what it can read or write below the folder, or put into it, what it can open of
// the processes but the words that they were started with, and "signal PID" of each that it can signal.
std::set<std::string> openTo(const std::filesystem::path &folder, const std::vector<int> &processes);

} // namespace motley
