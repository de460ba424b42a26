/* What newer C and C++ libraries have, made of what every glibc since 2.28 and every libstdc++ since GCC 8's has: part of
   the root that the engine is built against (cmake/make-sysroot). */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

/* glibc 2.29 gave exp, log and pow new versions, which differ from the old ones only in how they report errors. The linker is
   told to use these in their place (--wrap): were they called exp, log and pow, the old ones would be taken for them. */
double oldExp(double);
double oldLog(double);
double oldPow(double, double);
__asm__(".symver oldExp, exp@GLIBC_2.2.5");
__asm__(".symver oldLog, log@GLIBC_2.2.5");
__asm__(".symver oldPow, pow@GLIBC_2.2.5");
double __wrap_exp(double x) { return oldExp(x); }
double __wrap_log(double x) { return oldLog(x); }
double __wrap_pow(double x, double y) { return oldPow(x, y); }

/* glibc 2.30 has functions for these system calls. */
pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }
int tgkill(pid_t process, pid_t thread, int number) { return (int)syscall(SYS_tgkill, process, thread, number); }

/* GCC 9's std::runtime_error can be moved; copied it is the same. */
void _ZNSt13runtime_errorC2ERKS_(void *self, const void *other);
void _ZNSt13runtime_errorC2EOS_(void *self, void *other) { _ZNSt13runtime_errorC2ERKS_(self, other); }
void _ZNSt13runtime_errorC1EOS_(void *self, void *other) { _ZNSt13runtime_errorC2ERKS_(self, other); }
