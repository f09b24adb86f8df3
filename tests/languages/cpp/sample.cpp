#include <vector>
using std::vector;

namespace orbit {

/// A craft.
class EXPORTED Craft final : public Base {
    int hidden_;
public:
    Craft() = default;
    explicit Craft(int n);
    virtual ~Craft();
    static int burn(const int &x);
    Craft &operator+=(const Craft &o);
    explicit operator bool() const;
    int operator()(int a) const { return a; }
    template <typename T> T as() const { return T(hidden_); }
    struct Fuel { int v; };
    enum class Mode { On, Off };
protected:
    int *data, length = 3;
};

Craft::Craft(int n) : hidden_(n) {}
Craft::~Craft() {}
int orbit::Craft::burn(const int &x) { return x; }
Craft &Craft::operator+=(const Craft &o) { return *this; }

namespace { int internal() { return 1; } }

template <typename T>
class Crate {
    T peek() const;
};
template <typename T> T Crate<T>::peek() const { return {}; }
template <> int Crate<int>::peek() const { return 42; }

}  // namespace orbit

namespace a::b { inline namespace v1 { int nested() { return 2; } } }

extern "C" int c_linkage(void) { return 3; }
using Alias = vector<int>;
constexpr int kMax = 3;
static int local_only;

BEGIN_NAMESPACE

EXPORTED int visible(int a) { return a; }
int declared(double);

TEST_F(CraftTest, Burns) { EXPECT_EQ(1, 1); }

#pragma once
import std;
#include "own/header.h"
using namespace std::chrono;
namespace fs = std::filesystem;

namespace math {

template <typename T>
concept Number = requires(T value) {
    { value + value } -> std::same_as<T>;
};

/** Adds. */
template <Number T>
    requires std::integral<T>
[[nodiscard]] constexpr auto add(T left, T right) noexcept -> T { return left + right; }

template <typename T, typename = void>
struct Traits : std::false_type {};
template <typename T>
struct Traits<T, std::void_t<typename T::type>> : std::true_type {
    static constexpr bool value = true;
};
template <> struct Traits<int> { using type = int; };
template <class T> struct Traits<T (*)(int)> {};
template <class C, class R> struct Traits<R (C::*)() const> { using owner = C; };

template <typename T> inline constexpr bool is_number = Number<T>;
template <typename T> using List = std::vector<T>;
template <typename... Args> void log(Args &&...args) { (print(args), ...); }
template class Box<int>;
extern template class Box<long>;

class Shape {
public:
    Shape() noexcept : Shape(0) {}
    Shape(const Shape &) = delete;
    Shape(Shape &&other) noexcept;
    virtual double area() const = 0;
    friend std::ostream &operator<<(std::ostream &out, const Shape &shape) { return out; }
    friend class Inspector;
    template <typename U> explicit Shape(U &&value) {}
    bool operator==(const Shape &) const = default;
    auto operator<=>(const Shape &) const = default;
    int operator[](int index) const;
    void *operator new(std::size_t size);
    Shape *operator->();
    static inline int count = 0;
    static constexpr int kLimit = 3;
    mutable std::mutex mutex_;
    std::function<void(int)> callback;
    void (*raw)(int) = nullptr;
    int bits : 3, more : 5;
    enum Colour : unsigned char { Red, Green = 2 };
    using Base = int;
    typedef int Old;
    union { int number; float real; };
private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    class Nested { void inner(); };

protected:
    Q_OBJECT
    void onClick() override final;
};

struct Shape::Impl {
    int data;
};

Shape::Shape(Shape &&other) noexcept = default;
void Shape::Nested::inner() {}
template <typename T>
template <typename U>
void Box<T>::convert(const U &value) {}
std::vector<int> Shape::*member = nullptr;
int (*make(int x))(double) { return nullptr; }
auto Shape::area() const -> double { return 0; }
Shape *Shape::operator->() { return this; }

template <typename T> Box(T) -> Box<T>;
constexpr long double operator"" _km(long double value) { return value * 1000; }
bool operator<(const Shape &a, const Shape &b) { return false; }
static const auto square = [](int x) { return x * x; };
inline namespace v2 { void latest(); }
enum class Level : int { Low = 1, High };
enum { ANONYMOUS = 1 };
consteval int compile_time() { return 1; }
static int counter{0};
extern "C" {
int exported_c(void);
}
Task<int> coroutine() { co_return 1; }
void local_things() {
    struct Local { int x; void m() {} };
    auto lambda = [&](auto value) { return value; };
    class { int hidden; } anonymous;
}
[[deprecated("old")]] void stale();
alignas(16) int aligned;
int array_of[3], *pointer_of;
const auto &[first, second] = pair;

}  // namespace math

namespace math {
void reopened();
}

#ifdef WIDE
class Twin : public Wide {
#else
class Twin {
#endif
    int width;
};

TEST(Suite, Name) {}
TEST_CASE("sections", "[tag]") { SECTION("inner") {} }
BENCHMARK(run_it);
int main() try { return 0; } catch (...) { return 1; }
export import math.shapes;
export template <typename T> T shared(T value) { return value; }
export {
int listed();
struct Also {};
}
