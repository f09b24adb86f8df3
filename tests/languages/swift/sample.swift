import Foundation
@testable import Module

/// A store
/// of things.
@MainActor
public final class Store: Base {
  let first: Int, second = 2
  static var computed: Int { 1 }
  init(a: Int) { let local = 1 }
  convenience init?(b: Int) { return nil }
  deinit {}
  private func load() async throws {}
  subscript(i: Int) -> Int { 1 }
  static func + (a: Store, b: Store) -> Store { a }
  enum Mode: Int {
    case on, off = 2
    case other(Int)
    func flip() {}
  }
  struct Inner {}
  typealias Short = Int
}

protocol Shape {
  associatedtype T
  func area() -> Double
  var name: String { get }
}

extension Store: Shape where T == Int {
  func area() -> Double { 1 }
}

actor Counter { }
func top<T>(_ x: T) -> T { x }
let closure = { 1 }
macro made(_ value: Int) -> Int = #externalMacro(module: "M", type: "S")
