#include <map>
#include <string>
#include <vector>

namespace outer::inner {
using std::string;
using number = unsigned long;
namespace alias = std;

template <typename T, int N = 3, class... Rest>
struct array_of : public T, virtual private Rest... {
  T items[N];
};

template <> struct array_of<string, 1> {};

enum class colour : short { red, green = 4, blue };

class base {
public:
  explicit base(int first, string second = "two") noexcept : count{first}, name(second) {}
  base(const base &) = delete;
  virtual ~base() = default;
  [[nodiscard]] virtual int size() const = 0;
  friend class derived;
  bool operator==(const base &other) const { return count == other.count; }

protected:
  int count = 0;
  mutable string name;
  static constexpr int limit = 7;
};

class derived final : public base, protected std::vector<int> {
  int size() const override { return count; }

public:
  using base::base;
  template <class U> U convert(U value) && { return static_cast<U>(value); }
};

template <typename A, typename B>
  requires(sizeof(A) > 2)
auto combine(A a, B b) -> decltype(a + b) {
  return a + b;
}

template <typename V> concept small = sizeof(V) < 4;

static int process(std::vector<int> &list, const int *end = nullptr) {
  int total{0};
  for (auto &element : list) {
    total += element;
  }
  for (int i = 0; i < 10; ++i)
    total++;
  auto square = [&total, list](int x) mutable -> int { return x * x; };
  try {
    if (total > 5) {
      throw std::string("large");
    } else if (auto it = list.begin(); it != list.end()) {
      total = square(*it);
    } else {
      total = -1;
    }
  } catch (const string &error) {
    total = 0;
  } catch (...) {
    total = 1;
  }
  while (total > 3)
    total /= 2;
  do {
    total--;
  } while (total > 2);
  switch (total) {
  case 1:
    total = 4;
    break;
  [[fallthrough]];
  default:
    total = 9;
  }
  if constexpr (sizeof(int) == 4) total += 4;
  auto *pointer = new derived(1, "x");
  delete pointer;
  std::map<string, std::vector<int>> table{{"a", {1, 2}}, {"b", {}}};
  auto [key, value] = *table.begin();
  static_assert(sizeof(int) >= 2, "size");
  return combine<int, long>(total, 2) + int(3.5) + (end ? *end : 6);
}
} // namespace outer::inner

extern "C" {
int exported(void);
}

int main() {
  using namespace outer;
  return exported();
}
