// The constant sh scripts of deployment. Their parameters come as lines on stdin, never in the text.
#pragma once

#include <string>

namespace motley {

// The exit codes of the scripts, beside 0.
namespace deployexit {
constexpr int notWritable = 71; // the install root cannot be made or written
constexpr int notPrivate = 72; // other people can change the install root or a folder above it: out: "unsafe FOLDER"
constexpr int noSha256 = 73; // no program there computes SHA-256
constexpr int writeFailed = 74; // usually a full disk or quota
constexpr int tooShort = 75; // the input ended early; the bytes that came are kept
constexpr int wrongHash = 76; // the bytes that came do not have the announced hash; they are deleted
constexpr int partMoved = 77; // the unfinished upload is gone or has another length than was inspected
constexpr int notOurs = 78; // the folder lacks the mark that it holds nothing but what was sent there, or is of no run
constexpr int noEngine = 79; // no engine is there
constexpr int runsNothing = 80; // no program can be run from the install root
} // namespace deployexit

// in: root, kind, id, this computer's install id, then three lines a file: hash, bytes, path in a shared folder or ""
// out: "tree" if all is there as it was verified; else "shared H", "have H", "bad H", "cached H PATH",
// "part H CLIENT BYTES", "free KILOBYTES"
std::string inspectScript();

// in: root, hash, client whose unfinished upload goes on (may be empty), own client, offset, full size, then the bytes
std::string receiveScript();

// in: root, kind, id, client, then three lines a file: "x" or "-", hash, path; or "l", the link's target, path
std::string assembleScript();

// in: root; out: "KIND ID KILOBYTES"
std::string listScript();

// in: root; out: "item KIND ID KILOBYTES USED SECONDS NAME" for each engine, each data set or model inside a tree of
// data, and each run; USED is yes while a run that goes on needs it, SECONDS since 1970 are those of its last change.
// Then "total KILOBYTES" and "free KILOBYTES".
std::string contentsScript();

// in: root, an engine or an empty line, which stands for the newest that is there. Has it remove what nothing needs.
std::string cleanUpScript();

// in: root; out: "live RUN" for each run that is going on; where there is one, nothing is removed
std::string removeScript();

// in: a run's folder; out: "live RUN" where the run is going on, and nothing is removed
std::string removeRunScript();

} // namespace motley
