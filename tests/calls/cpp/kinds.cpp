// The ways in which calls are written in C++.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lib {
int start() { return 1; }
int stop() { return 2; }
inline namespace v1 { int inlined() { return 3; } }

class Opener {
 public:
  virtual ~Opener() = default;
  virtual int open() = 0;
  int twice() { return open() + this->open(); } // -> File.open
};
class File : public Opener {
 public:
  File() : File(0) {} // -> File.File
  explicit File(int n) : size_(n) {}
  File(const std::string& name, int n) : size_(n) {}
  int open() override { return start(); } // -> start
  int read() const { return size_; }
  int read() { return size_ + 1; }
  int read(int n) { return read(); } // -> File.read
  File& with(int n) { return *this; }
  static File make() { return File(1); } // -> File.File
  bool operator==(const File& other) const { return read() == other.read(); } // -> File.read
  friend int compare(const File& a, const File& b) { return a.read() - b.read(); } // -> File.read
  int declared(int n);
 private:
  int size_;
};
int File::declared(int n) { return twice() + read(n); } // -> Opener.twice, File.read

template <typename T>
class Holder {
 public:
  explicit Holder(T held) : held_(held) {}
  T& get() { return held_; }
  T* operator->() { return &held_; }
  int run() { return held_.open() + get().open(); } // -> ~File.open, Holder.get
 private:
  T held_;
};
template <typename D>
struct Curious {
  int shared() { return static_cast<D*>(this)->own(); } // -> ~Derived.own
};
struct Derived : Curious<Derived> { int own() { return start(); } }; // -> start
template <typename T> T same(T value) { return value; }

class Folder {
 public:
  Folder() : first_(2), held_(File()) {} // -> File.File, Holder.Holder
  int all() {
    int sum = 0;
    for (File& file : files_) sum += file.open(); // -> File.open
    for (auto& file : files_) sum += file.read(1); // -> File.read
    for (auto it = files_.begin(); it != files_.end(); ++it) it->open(); // -> File.open
    for (const auto& [name, file] : names_) file->open(); // -> File.open
    sum += files_[0].open() + files_.back().open() + names_["a"]->open(); // -> File.open
    auto found = names_.find("b");
    if (found != names_.end()) found->second->open(); // -> File.open
    return sum + held_.get().open() + held_->open() + first_.open(); // -> Holder.get, File.open
  }
 private:
  File first_;
  Holder<File> held_;
  std::vector<File> files_;
  std::map<std::string, std::shared_ptr<File>> names_;
};
}  // namespace lib

using lib::File;
using Alias = lib::File;
namespace l = lib;
int calls() {
  File file("a", 1); // -> File.File
  Alias other{2}; // -> File.File
  auto made = std::make_unique<File>("b", 2); // -> File.File
  auto shared = std::make_shared<lib::File>(3); // -> File.File
  auto* raw = new File(4); // -> File.File
  auto factory = File::make(); // -> File.make
  return file.open() + other.read(1) + made->open() + shared->open() + raw->open() + factory.open(); // -> File.open, File.read
}
int chains() { return File::make().with(1).with(2).read(3); } // -> File.make, File.with, File.read
int spaces() { return l::start() + lib::inlined() + lib::v1::inlined(); } // -> start, inlined
int lookup(const File& a) { return compare(a, a); } // -> compare
int constant(const File& a) { return a.read(); } // -> File.read
int references(lib::Opener& o, lib::Opener* p) { return o.open() + p->twice(); } // -> File.open, Opener.twice
int templates() { return lib::same(File(5)).open() + lib::same<File>(File(6)).open(); } // -> same, File.File, File.open
int curious() { return lib::Derived().shared(); } // -> Curious.shared
int lambdas() {
  auto later = [](const File& f) { return f.read(); }; // -> File.read
  auto capture = [file = File(7)]() mutable { return file.open(); }; // -> File.File, File.open
  return later(File(8)) + capture(); // -> File.File
}
int apply(const std::function<int()>& by) { return by(); } // -> ~start, ~stop
int pointers() {
  int (*run)() = lib::start;
  int (File::*member)(int) = &File::read;
  File file; // -> ~File.File
  return run() + (file.*member)(1) + apply(lib::stop) + apply([] { return lib::start(); }); // -> start, apply, ~File.read
}
int casts(lib::Opener* o) {
  if (auto* file = dynamic_cast<File*>(o)) return file->read(2); // -> File.read
  return static_cast<File&>(*o).with(1).open(); // -> File.with, File.open
}
struct Base { int base() { return 1; } virtual int over() { return 1; } };
struct Below : Base {
  using Base::base;
  int base(int n) { return base() + Base::over(); } // -> Base.base, Base.over
  int over() override { return Base::over(); } // -> Base.over
};
int inherits() { Below b; return b.base() + b.base(1) + b.over(); } // -> Base.base, Below.base, Below.over
#define CHECK(x) do { if (!(x)) lib::stop(); } while (0)
void checks() { CHECK(File(9).open() == lib::start()); } // -> CHECK, File.File, File.open, start, ~stop
int throws() { try { return lib::start(); } catch (const File& f) { return f.read(); } } // -> start, File.read
int conditional(bool b) { return (b ? File(1) : File::make()).open(); } // -> File.File, File.make, File.open
File returns() { return {"c", 3}; } // -> ~File.File
int pair() { std::pair<File, int> p{File(1), 2}; return p.first.open(); } // -> File.File, File.open
int array() { File files[2]; return files[0].open(); } // -> File.open, ~File.File
int tuple() { std::vector<std::vector<File>> all; return all[0][1].open() + all.at(0).at(1).open(); } // -> File.open
int optional(const std::unique_ptr<File>& p) { return (*p).open() + p.get()->open(); } // -> File.open
