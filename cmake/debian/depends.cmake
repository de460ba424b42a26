# Which packages of this Debian the programs load libraries from, and of which Debian the package is.
set(folder "${CPACK_MOTLEY_BUILD}/packaging")
file(WRITE "${folder}/debian/control" "Source: motley\n\nPackage: motley\nArchitecture: amd64\n")
execute_process(COMMAND dpkg-shlibdeps -O --ignore-missing-info "-l${CPACK_MOTLEY_BUILD}/torch/lib"
    "${CPACK_MOTLEY_BUILD}/bin/motley" "${CPACK_MOTLEY_BUILD}/bin/motley-engine"
    WORKING_DIRECTORY "${folder}" OUTPUT_VARIABLE depends ERROR_VARIABLE problem RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
if(failed)
    message(FATAL_ERROR "dpkg-shlibdeps, of Debian's package dpkg-dev, ended with ${failed}: ${problem}")
endif()
string(REPLACE "shlibs:Depends=" "" depends "${depends}")
# Qt loads the first when the list of runs is opened, and the second, which is a part of its library before Debian 13, for the
# pictures of check boxes and drop-downs; ssh tells what its configuration says of a machine.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${depends}, libqt6sql6-sqlite, qt6-svg-plugins | libqt6svg6 (<< 6.6), openssh-client")

foreach(name ID VERSION_ID)
    file(STRINGS /etc/os-release ${name} REGEX "^${name}=")
    string(REGEX REPLACE ".*=|\"" "" ${name} "${${name}}")
endforeach()
set(CPACK_DEBIAN_PACKAGE_RELEASE "1~${ID}${VERSION_ID}")
