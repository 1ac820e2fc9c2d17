#pragma once

#include <span>
#include <string_view>

#include "arguments/option_table.hpp"

namespace mirador::cli {

/// What the words of a command mean, in their order; those after the first `needed` may be missing.
struct WordList {
  std::span<const Option> options = {};
  std::size_t needed = 0;
  bool open_ended = false;  ///< may there be more words that mean what the last one does?
};

struct CommandText {
  Command command;
  std::string_view name;
  std::string_view summary;
  std::string_view group;  ///< its heading in the help
  std::string_view usage;  ///< the words as the help shows them
  WordList words;
};

/// Every command there is, once, in the order of the help.
std::span<const CommandText> command_table();
const CommandText& text_of(Command command);

/// Does the command take the option, with dashes?
bool takes(Command command, Option option);

}  // namespace mirador::cli
