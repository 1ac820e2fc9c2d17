#include "sqlite_database.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <thread>

#include "record.hpp"

namespace mirador::store {

SqliteStatement::SqliteStatement(const SqliteDatabase& database, std::string_view sql)
    : database_(database) {
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  handle_.reset(handle);
  check(code);
}

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

SqliteStatement& SqliteStatement::bind(int place, std::int64_t number) {
  check(sqlite3_bind_int64(handle_.get(), place, number));
  return *this;
}

SqliteStatement& SqliteStatement::bind(int place, double number) {
  check(sqlite3_bind_double(handle_.get(), place, number));
  return *this;
}

SqliteStatement& SqliteStatement::bind(int place, std::string_view text) {
  check(sqlite3_bind_text64(handle_.get(), place, text.data(), text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

SqliteStatement& SqliteStatement::bind_null(int place) {
  check(sqlite3_bind_null(handle_.get(), place));
  return *this;
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.fail(code);
  return false;
}

void SqliteStatement::run() {
  const SqliteRows rows(*this);
  step();
}

std::string_view SqliteStatement::view(int column) const {
  const unsigned char* bytes = sqlite3_column_text(handle_.get(), column);
  if (bytes == nullptr) return {};
  return {reinterpret_cast<const char*>(bytes),
          static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))};
}

namespace {

/// Is the file missing or empty although its log exists? SQLite would create a new file and delete
/// the log, which contains acknowledged events.
bool has_lost_file(const std::string& file) {
  std::error_code none_such;
  const auto size = [&](const std::string& name) {
    const auto found = std::filesystem::file_size(name, none_such);
    return none_such ? 0 : found;
  };
  return size(file) == 0 && size(file + "-wal") > 0;
}

}  // namespace

SqliteDatabase::SqliteDatabase(const SqliteOptions& options)
    : file_(options.file), patience_(options.patience), durability_(options.durability) {
  const std::filesystem::path folder = std::filesystem::path(file_).parent_path();
  std::error_code ignored;
  if (std::filesystem::is_directory(file_, ignored)) {
    throw InputError("the store " + file_ + " is a folder; name a file in it");
  }
  if (!folder.empty() && !std::filesystem::exists(folder, ignored)) {
    throw InputError("the store " + file_ + ": there is no folder " + folder.string() +
                     "; make it, or name another file");
  }
  if (options.vfs.empty() && has_lost_file(file_)) {
    throw RunError("the store " + file_ + " is missing, and its log " + file_ +
                   "-wal is there; move all files of a store together (" + file_ + ", " + file_ +
                   "-wal, " + file_ + "-acknowledged), or delete the log to begin a new one");
  }
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(file_.c_str(), &handle,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                   options.vfs.empty() ? nullptr : options.vfs.c_str());
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_handler(handle, wait, this);
  if (options.vfs.empty()) remember_file();
}

void SqliteDatabase::remember_file() {
  opened_.emplace(file_);
  if (opened_->links() > 1) {
    throw InputError("the store " + file_ + " has " + std::to_string(opened_->links()) +
                     " names (hard links): what is stored by one would be lost by another; delete "
                     "all but one, or copy the file");
  }
  int moved = 0;  // since it was opened
  sqlite3_file_control(handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  if (moved != 0) not_in_place(file_);
}

void SqliteDatabase::remember_log() {
  if (opened_) log_.emplace(real_file() + "-wal");
}

void SqliteDatabase::check_in_place() const {
  for (const std::optional<OpenedFile>* file : {&opened_, &log_}) {
    if (*file && !(*file)->in_place()) not_in_place((*file)->name());
  }
}

void SqliteDatabase::not_in_place(const std::string& name) const {
  throw RunError("the store " + file_ + " is not in its place: " + name +
                 " was moved, deleted or replaced while it was in use, and the last change may be "
                 "lost; put it back, or begin again");
}

/// Short waits of random length, until the patience is spent: with many writers each then has the
/// same chance, whatever its waiting time.
int SqliteDatabase::wait(void* self, int attempt) {
  thread_local std::minstd_rand random{std::random_device{}()};
  auto& database = *static_cast<SqliteDatabase*>(self);
  const auto now = std::chrono::steady_clock::now();
  if (attempt == 0) database.give_up_ = now + database.patience_;
  if (now >= database.give_up_) return 0;
  const auto longest = std::min(200 * (attempt + 1), 4000);
  std::this_thread::sleep_for(
      std::chrono::microseconds(std::uniform_int_distribution<int>(50, longest)(random)));
  return 1;
}

void SqliteDatabase::run(const char* sql) const {
  const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t SqliteDatabase::number(std::string_view sql) const {
  SqliteStatement statement(*this, sql);
  return statement.step() ? statement.number(0) : 0;
}

std::string SqliteDatabase::text(std::string_view sql) const {
  SqliteStatement statement(*this, sql);
  return statement.step() ? statement.text(0) : std::string();
}

void SqliteDatabase::begin_writing() const { run("BEGIN IMMEDIATE"); }

void SqliteDatabase::roll_back() const noexcept {
  // Twice: the first attempt may fail for lack of memory, and an open transaction blocks the next
  // one.
  for (int i = 0; i < 2 && sqlite3_get_autocommit(handle()) == 0; ++i) {
    sqlite3_exec(handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void SqliteDatabase::keep_log() const {
  change_to_log();
  if (durability_ == Durability::kill) {
    // The log is synced before it is written back into the file, and by every commit with a sync of
    // other users, so a power cut loses only the last transactions, each as a whole.
    run("PRAGMA synchronous = NORMAL");
    // Writing it back syncs: rarely, in pages of 4 KiB, and at the end.
    run("PRAGMA wal_autocheckpoint = 16384");
    return;
  }
  run("PRAGMA synchronous = FULL");
  // A process that was killed, or one that does not wait for the disk, may have written to the log
  // without syncing it, and SQLite has just read that as committed. It must be durable before
  // anything depends on it.
  sync_log();
}

void SqliteDatabase::change_to_log() const {
  // SQLite does not wait when it switches to WAL mode, so two processes that open a new file at the
  // same time must wait here.
  const auto give_up = std::chrono::steady_clock::now() + patience_;
  while (true) {
    const int code = sqlite3_exec(handle(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) break;
    if ((code & 0xFF) != SQLITE_BUSY || std::chrono::steady_clock::now() > give_up) fail(code);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (text("PRAGMA journal_mode") != "wal") {
    throw RunError("the store " + file_ +
                   " is on a file system where SQLite cannot keep its log; use a local disk");
  }
}

void SqliteDatabase::sync_log() const {
  number("SELECT count(*) FROM sqlite_schema");
  sqlite3_file* log = nullptr;
  sqlite3_file_control(handle(), "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log == nullptr || log->pMethods == nullptr) return;
  const int code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
  if (code != SQLITE_OK) fail(code);
}

void SqliteDatabase::fail(int code) const {
  const std::string the_store = "the store " + file_;
  const bool latest = handle() != nullptr && sqlite3_extended_errcode(handle()) == code;
  const std::string cause = latest ? sqlite3_errmsg(handle()) : sqlite3_errstr(code);
  const int error = handle() != nullptr ? sqlite3_system_errno(handle()) : 0;
  const std::string system = error != 0 ? std::string(": ") + std::strerror(error) : std::string();
  switch (code & 0xFF) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: {
      const auto waited = std::chrono::duration<double>(patience_).count();
      throw RunError(the_store + " is busy: another process has been writing for " +
                     std::to_string(waited).substr(0, 4) + " s; try again when it is done");
    }
    case SQLITE_FULL:
      throw RunError(the_store + " cannot grow: the disk is full; free some space and try again");
    case SQLITE_READONLY:
      throw RunError(the_store + " is read-only; change its permissions, or use another file");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      throw RunError(the_store + " cannot be opened" + system +
                     "; check the permissions of the file and of its folder");
    case SQLITE_NOTADB:
      throw InputError(the_store + " is not a mirador store but another file; name another one");
    case SQLITE_CORRUPT:
      throw RunError(the_store + " is damaged (" + cause + "); restore it from a copy");
    case SQLITE_IOERR:
      throw RunError(the_store + " could not be read or written (" + cause + system +
                     "); what was acknowledged is safe: check the disk and try again");
    case SQLITE_NOMEM:
      throw std::bad_alloc();
    default:
      throw RunError(the_store + ": " + shown(cause));
  }
}

}  // namespace mirador::store
