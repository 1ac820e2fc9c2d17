#pragma once

#include <string>
#include <string_view>

/// Files that are replaced whole or not at all. Functions that fail leave the reason in errno.
namespace mirador::cli {

/// All of the text, and on the disk where there is one.
bool write_all(int file, std::string_view text);

/// A renamed file is there for good only when its folder is on the disk too.
void sync_folder_of(const std::string& path);

/// Puts a file with this text in the place of the one at the path, once it is on the disk: at any
/// moment, also after a power cut, one of the two is there whole. False where that fails; then
/// nothing has changed. A symbolic link keeps pointing to the file.
bool replace_file(const std::string& path, std::string_view text);

}  // namespace mirador::cli
