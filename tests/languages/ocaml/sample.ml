open List

module M = struct
  let inner x = x
end

module type S = sig
  val v : int
  val run : int -> int
end

type t = A | B of int
type r = { f : int; mutable g : string }
exception Ex of int

(** Doubles. *)
let double x = let local = 2 in local * x
let rec even x = odd x and odd y = even y
let const = 1
let lam = fun x -> x
let (>>=) a b = a
external ext : int -> int = "c_ext"

class c = object
  val field = 1
  method m = 1
end
let () = print_endline "x"
