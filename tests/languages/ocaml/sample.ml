(* A file. *)
open Core
open! Base.List
include Other.Make (Int)
module L = List
module type S = sig
  type t
  val create : int -> t
  val zero : t
  exception Bad of string
  module Inner : sig val x : int end
end

(** A queue. *)
module Queue = struct
  type 'a t = { mutable items : 'a list; count : int }
  (** Adds one. *)
  let push x q = { q with items = x :: q.items }
  let empty = { items = []; count = 0 }
  module Deep = struct let z = 1 end
end

module Make (X : S) : S with type t = X.t = struct
  type t = X.t
  let create = X.create
  let zero = X.zero
end
module F (A : S) (B : S) = struct let f x = x end
module rec Even : sig val e : int end = struct let e = 1 end
and Odd : sig val o : int end = struct let o = 2 end
module Applied = Make (Int)

type color = Red | Green of int | Blue of { r : int; g : int } [@@deriving show]
and shade = Dark | Light
type point = { x : float; (** across *) y : float }
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree
type alias = int list
type abstract
type poly = [ `A | `B of int ]
type _ gadt = Int : int -> int gadt | Bool : bool -> bool gadt
type ext = ..
type ext += New of int
exception Failed of string
exception Alias = Not_found

let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)
let f = fun x -> x
let g = function 0 -> 1 | n -> n
let labelled ~name ?(opt = 1) () = name
let typed (x : int) : int = x
let poly : 'a. 'a -> 'a = fun x -> x
let ( + ) a b = a
let ( let* ) x f = f x
let ( |> ) x f = f x
let a, b = 1, 2
let _ = print_endline "x"
let () =
  let local = 1 in
  let inner x = x in
  print_int (inner local)
let const = 3
let partial = f 1
let%test "adds" = true
let%expect_test "prints" = ()
let[@inline] inl x = x
external c_fun : int -> int = "c_fun" "c_fun_byte"

class virtual shape (n : int) = object (self)
  inherit base
  val mutable count = n
  val virtual size : int
  method area = 1
  method private hidden x = x
  method virtual perimeter : float
  initializer print_endline "x"
end
and circle = object end
class type printable = object method print : unit end
let obj = object method m = 1 end

let lazy_v = lazy (1)
let op = ( * )
