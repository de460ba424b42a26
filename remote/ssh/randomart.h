// The picture of a fingerprint that ssh-keygen -lv draws, so that two people can compare keys at a glance.
#pragma once

#include "remote/ssh/hostkeys.h"

#include <string>

namespace motley {

std::string randomArt(const HostKey &key); // 11 lines of 19 characters

} // namespace motley
