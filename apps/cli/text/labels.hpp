#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mirador::cli {

/// What all names have in common at their beginning and their end, in whole words and folders.
struct Common {
  std::string beginning = {}, end = {};
};

/// Names as short labels that can be told apart.
struct Labels {
  std::vector<std::string> texts;
  Common common = {};  ///< what was left out of all of them, with … in its place
  /// The names that are too long even so: their labels begin with #1, #2, ... by their places.
  std::vector<std::size_t> numbered = {};
};

/// Labels of at most `most` columns (six or more). Names that fit stay as they are. Otherwise …
/// takes the place of the words that all share, at the end and then at the beginning. What differs
/// is cut only in labels with a number. The names are different and not empty.
Labels told_apart(const std::vector<std::string>& names, std::size_t most);

}  // namespace mirador::cli
