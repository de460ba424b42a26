// Writes too much into a buffer on the stack, for which options.cmake has the program ended: overflow copy WORDS by a
// function of the C library, overflow loop WORDS by a loop of its own.
#include <cstring>
#include <iostream>
#include <string_view>

namespace {

[[gnu::noinline]] void copy(const char *words)
{
    char buffer[8];
    std::strcpy(buffer, words);
    std::cout << buffer << std::endl;
}

[[gnu::noinline]] void copyByLoop(const char *words)
{
    char buffer[8];
    volatile char *to = buffer;
    for (; *words != '\0'; ++words)
        *to++ = *words;
    *to = '\0';
    std::cout << static_cast<const char *>(buffer) << std::endl;
}

} // namespace

int main(int argumentCount, char **arguments)
{
    if (argumentCount == 3)
        std::string_view(arguments[1]) == "copy" ? copy(arguments[2]) : copyByLoop(arguments[2]);
    return 0;
}
