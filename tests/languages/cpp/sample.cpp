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
