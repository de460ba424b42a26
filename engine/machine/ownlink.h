// Whether this machine's own connection to the network works: what it needs to know before it blames another machine
// that it does not hear.
#pragma once

#include <string>

namespace motley {

// Whether a machine runs and is reached, whatever runs on it. Takes a second at most.
bool answers(const std::string &address);

bool isLinkDown(const std::string &ownAddress); // whether the interface that holds it has no connection

// Whether a computer outside the run answers over the interface that holds this address: the network's gateway, or the
// computer from which the run was started. False proves nothing, as both may be silent by intention.
bool hearsOutsiders(const std::string &ownAddress);

} // namespace motley
