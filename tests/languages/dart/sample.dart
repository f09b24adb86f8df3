library demo.lib;

import 'dart:async';
import 'package:a/b.dart' as b show X, Y hide Z;
import 'c.dart' deferred as c;
export 'src/d.dart' show D;
part 'e.dart';

/// A ship.
///
/// Sails.
@immutable
abstract class Ship<T extends Object> extends Base with Mix, Other implements Shape {
  final int size, weight;
  static const int max = 3, min = 1;
  static final Map<String, int> cache = {};
  late final String name;
  int? _hidden;
  var untyped = 1;

  /// Builds.
  Ship(this.size, this.weight, {required this.name, super.key});
  Ship.named(int s) : size = s, weight = 1 {
    print(s);
  }
  const Ship.constant() : size = 1, weight = 2;
  factory Ship.from(Map m) => Ship(m['a']);
  factory Ship.redirect() = Other;
  Ship._();

  @override
  int area() => 1;
  Future<void> load(String s, [int x = 1]) async {
    void inner() {}
    final local = 1;
    await 1;
  }
  Stream<int> many() async* { yield 1; }
  int get width => 1;
  set width(int v) { }
  static T? find<T>(String s) => null;
  bool operator ==(Object o) => true;
  int operator [](int i) => i;
  void abstractOne();
  int get abstractGet;
  external void ext();
}

sealed class Shape {}
final class Sq extends Shape { Sq(); }
base mixin class BM {}
interface class IC {}
class Alias = Base with Mix;

mixin Mix on Base implements Shape {
  int mixed() => 1;
}

enum Color with Mix implements Shape {
  /// Red.
  red(1),
  green(2);

  const Color(this.rgb);
  final int rgb;
  String label() => 'x';
}
enum Plain { one, two }

extension StringX on String {
  String shout() => toUpperCase();
  bool get blank => isEmpty;
}
extension on int { int twice() => this * 2; }
extension type Id(int value) implements int { int next() => value + 1; }

typedef Reducer<T> = T Function(T a, T b);
typedef int OldStyle(int a);
typedef Rec = ({int a, String b});

const top = 1;
final finalTop = 2;
var variable = 3, other = 4;
late String lateTop;
int typed = 5;
final handler = (int x) => x;

(int, String) pair() => (1, 'x');
int get getter => 1;
set setter(int v) {}
void main(List<String> args) async {
  int nested(int x) => x;
  print(nested(1));
}
external void topExternal();

void tests() {
  group('ships', () {
    setUp(() {});
    test('sail', () {
      expect(1, 1);
    });
    testWidgets("draws", (tester) async {});
  });
}
