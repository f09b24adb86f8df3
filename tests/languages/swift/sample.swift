import Foundation
@testable import Module
import class UIKit.UIView

/// A store
/// of things.
@MainActor
public final class Store<T: Hashable>: Base, Shape where T: Codable {
  let first: Int, second = 2
  static var computed: Int { 1 }
  @Published private(set) var published: String = ""
  @State var state = 0
  lazy var lazily: Int = { 3 }()
  var observed: Int = 0 {
    willSet { print(newValue) }
    didSet { print(oldValue) }
  }
  var accessed: Int {
    get { 1 }
    set { _ = newValue }
  }
  weak var delegate: Delegate?

  /// Makes one.
  init(a: Int) { let local = 1 }
  convenience init?(b: Int) { return nil }
  required init<S>(from s: S) throws where S: Sequence { }
  deinit {}
  private func load() async throws {}
  class func made() -> Self { fatalError() }
  @discardableResult
  func save(_ value: T, to path: String = "x") -> Bool {
    func nested() {}
    return true
  }
  subscript(i: Int) -> Int { 1 }
  subscript<K>(key: K) -> T? {
    get { nil }
    set { }
  }
  static func + (a: Store, b: Store) -> Store { a }
  static prefix func - (a: Store) -> Store { a }
  override func overridden() {}
  mutating func mutate() {}
  enum Mode: Int, CaseIterable {
    case on, off = 2
    /// Anything else.
    case other(Int, name: String)
    indirect case deep(Mode)
    static let all = 1
    func flip() {}
    var title: String { "x" }
  }
  struct Inner { var x: Int }
  class Nested { class Deeper {} }
  typealias Short = Int
}

public protocol Shape: AnyObject {
  associatedtype T: Equatable
  func area() -> Double
  var name: String { get }
  static var count: Int { get set }
  init(x: Int)
  #if canImport(Security)
  func secured()
  #endif
  subscript(i: Int) -> T { get }
  mutating func move() async throws -> Int
}

extension Store: Drawable where T == Int {
  func draw() -> Double { 1 }
  var drawn: Bool { true }
  struct InExtension {}
}
extension Array where Element: Equatable { func uniq() -> Self { self } }
extension Store.Inner { func inInner() {} }

actor Counter {
  private var n = 0
  nonisolated func peek() -> Int { 0 }
  func add() async { n += 1 }
}
func top<T>(_ x: T) -> T { x }
func opaque() -> some View { Text("") }
let closure = { 1 }
let (one, two) = (1, 2)
var global: Int { 1 }
public typealias Handler<T> = (T) -> Void
infix operator <+>: AdditionPrecedence
precedencegroup Own { higherThan: AdditionPrecedence }
func <+> (a: Int, b: Int) -> Int { a }
@freestanding(expression)
public macro made(_ value: Int) -> Int = #externalMacro(module: "M", type: "S")
@propertyWrapper
struct Clamped { var wrappedValue: Int }
@resultBuilder enum Builder { static func buildBlock() {} }
fileprivate func hidden() {}
open class Opened { open func o() {} ; package var p = 1 }
#if os(iOS)
func platform() {}
#else
func platform() {}
#endif

@main
struct Main {
  static func main() {}
}

class StoreTests: XCTestCase {
  func testSaves() throws {}
  func helper() {}
}
@Suite struct Others {
  @Test("works well") func works() {}
  @Test func plain() async {}
}
