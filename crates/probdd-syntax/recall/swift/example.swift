import Foundation
import struct Swift.Array

let limit: Int = 10
private var table = [1, 2, 3], spare: Int?
typealias Handler<T> = (T, Int) -> Void

@objc protocol Shape: AnyObject, Equatable {
  associatedtype Output: Hashable
  var sides: Int { get set }
  func area(_ scale: Double) throws -> Double
  init(text: String)
}

enum Colour: Int, CaseIterable {
  case red = 1, green
  case blue
}

indirect enum Tree { case leaf, node(left: Tree, right: Tree) }

@available(iOS 13, *)
public final class Point<T: Comparable, U>: Base, Shape where T: Hashable, U: Any {
  private static let count = 0
  @Published var x: Int = 1 {
    willSet { print("will") }
    didSet { print("did") }
  }
  lazy var label: String = "zero"
  weak var parent: Point?
  var computed: Int {
    get { return x }
    set { x = newValue }
  }

  override init(_ first: T, second: Int = 2, rest: Int...) {
    super.init()
    self.x = second
  }
  deinit { print("gone") }
  subscript(index: Int) -> Int { return table[index] }
  @discardableResult
  mutating func compute<V>(with value: inout V, using handler: @escaping (V) -> Int) async throws -> Int where V: Hashable {
    return try await handler(value)
  }
}

extension Point: CustomStringConvertible where T: Hashable {
  var description: String { "text" }
}

struct Pair { let left, right: Int }

func control(count: Int, label name: String = "x") -> (Int, String) {
  var total = 0
  let (left, right) = (1, 2)
  outer: for (index, item) in table.enumerated() where item > 0 {
    if index > 3, let value = spare {
      total += value
      continue outer
    } else if item == 2 {
      break outer
    } else {
      total -= 1
    }
  }
  while total > 100 {
    total /= 2
  }
  repeat {
    total -= 1
  } while total > 50
  switch total {
  case 1, 2:
    total = 3
    fallthrough
  case let n where n > 4:
    total = n
  case 5...6:
    break
  default:
    total = 7
  }
  guard let found = spare, count > 8 else {
    return (1, "none")
  }
  do {
    try risky()
    throw Failure.bad
  } catch Failure.bad {
    total = 9
  } catch {
    print(error, total)
  }
  defer { total = 10 }
  // a line comment
  let square = { (x: Int) -> Int in return x * x }
  let short = table.map { $0 + 1 }.filter { $0 > 2 }
  let chosen = total > 11 ? square(total) : (left)
  let text = "a \(total) b" + "c"
  let mapping = ["one": 1, "two": 2]
  let made = Pair(left: 1, right: 2)
  let safe = spare?.description ?? "d"
  let forced = spare!
  let cast = text as? String
  let check = !short.isEmpty && found is Int
  let optional = try? risky()
  #if DEBUG
  print("debug")
  #else
  print("release")
  #endif
  if #available(iOS 14, *) { total = 12 }
  return (chosen + -right + mapping["one"]!, text)
}
