#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mirador/store/stores.hpp"
#include "opened_file.hpp"

/// RAII wrappers of the C interface of SQLite, and its errors as messages of mirador.
namespace mirador::store {

class SqliteDatabase;

/// A prepared statement, kept for repeated use. Every failure is a RunError.
class SqliteStatement {
 public:
  SqliteStatement(const SqliteDatabase& database, std::string_view sql);

  SqliteStatement& bind(int place, std::int64_t number);
  SqliteStatement& bind(int place, double number);
  /// The text must live until the statement is reset.
  SqliteStatement& bind(int place, std::string_view text);
  SqliteStatement& bind_null(int place);
  /// Is there a row?
  bool step();
  /// For statements without rows.
  void run();
  void reset() noexcept { sqlite3_reset(handle_.get()); }

  std::int64_t number(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
  bool is_real(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_FLOAT;
  }
  bool is_whole(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_INTEGER;
  }
  /// Valid until the next step; empty if the column is null.
  std::string_view view(int column) const;
  std::string text(int column) const { return std::string(view(column)); }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  void check(int code) const;

  const SqliteDatabase& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// A statement in use: reset when this is destroyed.
class SqliteRows {
 public:
  explicit SqliteRows(SqliteStatement& statement) : statement_(statement) {}
  ~SqliteRows() { statement_.reset(); }
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;
  bool next() { return statement_.step(); }

 private:
  SqliteStatement& statement_;
};

/// A connection to a file. Opening an existing file does not change it.
class SqliteDatabase {
 public:
  explicit SqliteDatabase(const SqliteOptions& options);
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  sqlite3* handle() const { return handle_.get(); }
  const std::string& file() const { return file_; }
  /// The same with symbolic links resolved: the names of the files beside it start with this name.
  std::string real_file() const { return sqlite3_db_filename(handle(), "main"); }
  /// Call when the log exists.
  void remember_log();
  /// Throws RunError if the names of the file and of its log refer to other files by now.
  void check_in_place() const;
  void run(const char* sql) const;
  std::int64_t number(std::string_view sql) const;
  std::string text(std::string_view sql) const;
  bool read_only() const { return sqlite3_db_readonly(handle(), "main") == 1; }
  /// Waits for its turn.
  void begin_writing() const;
  void roll_back() const noexcept;
  /// Commits are in the log when they return, and on the disk if the durability asks for it. Waits
  /// for other processes that open the file.
  void keep_log() const;
  /// Throws the error for this code, with what the user can do.
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  static int wait(void* self, int attempt);
  /// Throws InputError for a file with several hard links.
  void remember_file();
  [[noreturn]] void not_in_place(const std::string& name) const;
  void change_to_log() const;
  void sync_log() const;

  std::string file_;
  std::chrono::milliseconds patience_;
  Durability durability_;
  std::chrono::steady_clock::time_point give_up_{};
  std::unique_ptr<sqlite3, Close> handle_;
  std::optional<OpenedFile> opened_, log_;  // empty with a VFS of tests
};

}  // namespace mirador::store
