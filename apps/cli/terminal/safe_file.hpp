#pragma once

#include <string>
#include <string_view>

/// Files that are replaced as a whole or not at all. Functions that fail leave the reason in errno.
namespace mirador::cli {

/// Writes all of the text, and waits for the disk if there is one.
bool write_all(int file, std::string_view text);

/// Synchronises the folder: only then is the rename of a file permanent.
void sync_folder_of(const std::string& path);

/// Replaces the file at the path by one with this text, once that is on the disk. At any moment,
/// also after a power failure, one of the two is there as a whole. Returns false if it fails;
/// nothing has changed then. A symbolic link keeps pointing to the file.
bool replace_file(const std::string& path, std::string_view text);

/// The words of the system for an errno.
std::string reason(int error);

}  // namespace mirador::cli
