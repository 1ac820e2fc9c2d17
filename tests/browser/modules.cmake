# Installs the packages of the browser tests in the build folder, unless those of this lock file are there.
#   cmake -DFROM=tests/browser -DTO=build/dev/tests/browser -P modules.cmake
file(SHA256 ${FROM}/package-lock.json wanted)
if(EXISTS ${TO}/installed)
  file(READ ${TO}/installed installed)
  if(installed STREQUAL wanted)
    return()
  endif()
endif()
file(REMOVE ${TO}/installed)
file(COPY ${FROM}/package.json ${FROM}/package-lock.json ${FROM}/.npmrc DESTINATION ${TO})
execute_process(COMMAND npm ci --ignore-scripts WORKING_DIRECTORY ${TO} COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${TO}/installed ${wanted})
