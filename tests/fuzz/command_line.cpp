#include "arguments/command_line.hpp"

#include <vector>

#include "fuzz.hpp"

/// Command lines, one word per line: accepted or refused. Nothing is run.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  fuzz::Input input(data, size);
  std::vector<std::string> words = {"mirador"};
  while (!input.empty()) words.emplace_back(input.piece('\n'));
  std::vector<const char*> line;
  for (const std::string& word : words) line.push_back(word.c_str());
  fuzz::accepted([&] {
    const auto request = cli::parse_command_line(static_cast<int>(line.size()), line.data());
    fuzz::require((request.command == cli::Command::show) != request.text.empty(),
                  "what is shown is a text");
  });
  return 0;
}
