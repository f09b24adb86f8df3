open List

(** Doubles. *)
val double : int -> int
val const : int
type t = A | B
module type S = sig val v : int end
exception Ex of int
