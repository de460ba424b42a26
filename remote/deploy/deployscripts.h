// The constant sh scripts of deployment. Their parameters come as lines on stdin, never in the text.
#pragma once

#include <string>

namespace motley {

// What the scripts exit with, beside 0.
namespace deployexit {
constexpr int notWritable = 71; // the install root cannot be made or written
constexpr int notPrivate = 72; // it belongs to, or can be written by, other people
constexpr int noSha256 = 73; // no program there computes SHA-256
constexpr int writeFailed = 74; // usually a full disk or quota
constexpr int tooShort = 75; // the input ended early; what came is kept
constexpr int wrongHash = 76; // what came is not what was announced; it is gone
constexpr int partMoved = 77; // the unfinished upload is not as long as it was
} // namespace deployexit

// in: root, kind, id, this computer's install id, then one hash a line
// out: "tree" if all is there as it was verified; else "have H", "bad H", "part H CLIENT BYTES", "free KILOBYTES"
std::string inspectScript();

// in: root, hash, client whose unfinished upload goes on (may be empty), own client, offset, full size, then the bytes
std::string receiveScript();

// in: root, kind, id, client, then three lines a file: "x" or "-", hash, path
std::string assembleScript();

// in: root; out: "KIND ID KILOBYTES"
std::string listScript();

// in: root; out: "live RUN" for each run that keeps what it uses
std::string removeScript();

} // namespace motley
