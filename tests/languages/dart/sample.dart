import 'package:a/b.dart' as p show x;
export 'c.dart';

/// A box.
class Box<T> extends Base {
  final int size;
  static const limit = 1;
  Box(this.size);
  Box.named() : size = 1;
  factory Box.make() => Box(1);
  @override
  int area(int a) {
    return a;
  }
  int get half => 1;
  set half(int v) {}
  Box operator +(Box o) => this;
  void _hidden();
}

mixin Loud on Box { void shout() {} }
enum Mode { on, off; void flip() {} }
extension More on List<int> { int second() => 1; }
typedef Fn = int Function(int);
int top(int a) => a;
const k = 1;

void main() {
  void local() {}
  test('works', () {});
}
