#include "engine/commands/commands.h"
#include "engine/commands/terminal/plaintext.h"

#include <iostream>

namespace motley {

std::string oneLine(const Error &error)
{
    if (error.detail.empty())
        return plainText(error.message);
    return plainText(error.message + " (" + error.detail.substr(0, error.detail.find('\n')) + ")");
}

int failed(const Error &error)
{
    std::cerr << oneLine(error) << std::endl;
    return exitFailed;
}

} // namespace motley
