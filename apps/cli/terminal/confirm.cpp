#include "terminal/confirm.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "mirador/core/error.hpp"
#include "mirador/core/printable.hpp"

namespace mirador::cli {

bool confirmed(std::string_view option, std::string_view question) {
  if (isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1) {
    throw InputError(std::string(option) + ": there is no terminal to ask on (" +
                     std::string(question) + "); give --" + std::string(option));
  }
  std::fprintf(stderr, "%s [y/N] ", printable(question).c_str());
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace mirador::cli
