#include "engine/commands/commands.h"

#include <iostream>

namespace motley {

std::string oneLine(const Error &error)
{
    if (error.detail.empty())
        return error.message;
    return error.message + " (" + error.detail.substr(0, error.detail.find('\n')) + ")";
}

int failed(const Error &error)
{
    std::cerr << oneLine(error) << std::endl;
    return exitFailed;
}

} // namespace motley
