#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "arguments/option_table.hpp"

namespace mirador::cli {

/// `show` prints the text of --help or --version.
enum class Command {
  show,
  bound,
  sim,
  paper,
  create,
  ask,
  tell,
  observe,
  abandon,
  note,
  change,
  add_arm,
  retire_arm,
  tag,
  status,
  compare,
  list,
  verify,
  salvage,
  report,
  save,
  load,
  rename,
  remove,
  serve,
  token,
  race,
  gate,
};

/// What the words of a command mean, in order. The first `needed` must be given.
struct WordList {
  std::span<const Option> options = {};
  std::size_t needed = 0;
  bool open_ended = false;  ///< may the last word be repeated?
};

/// Which options a command takes.
class ScopeSet {
 public:
  constexpr ScopeSet(std::initializer_list<Scope> scopes) {
    for (const Scope scope : scopes) bits_ |= bit(scope);
  }
  constexpr bool has(Scope scope) const { return (bits_ & bit(scope)) != 0; }

 private:
  static constexpr std::uint64_t bit(Scope scope) {
    return std::uint64_t{1} << static_cast<unsigned>(scope);
  }

  std::uint64_t bits_ = 0;
};

struct CommandText {
  Command command;
  std::string_view name;
  std::string_view summary;
  std::string_view group;  ///< its heading in the help
  std::string_view usage;  ///< the words as the help shows them
  WordList words;
  ScopeSet scopes;
};

/// Every command, in the order of the help.
std::span<const CommandText> command_table();
const CommandText& text_of(Command command);

/// Whether the command takes the option (with dashes).
bool takes(Command command, Option option);
/// The options (with dashes) that the command takes.
std::vector<std::string_view> option_names(const CommandText& command);

}  // namespace mirador::cli
