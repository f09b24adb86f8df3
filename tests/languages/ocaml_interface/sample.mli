(** Lists. *)

open Core

(** The type. *)
type 'a t
type color = Red | Green of int
type r = { x : int; mutable y : int }

val create : int -> 'a t
(** Makes one. *)

val zero : int
val ( + ) : int -> int -> int
val labelled : name:string -> ?opt:int -> unit -> unit
external ext : int -> int = "c"
exception Bad of string
module type S = sig type t val v : t end
module Inner : sig
  val deep : int
  (** deep one *)
end
module Make (X : S) : S with type t = X.t
module F : functor (X : S) -> S
module Alias = List
include S with type t := int
class type p = object method m : int end
class c : int -> object method n : int method virtual v : int end
type ext += New
val opt : int option [@@deprecated]

val above : int
(** Doc of what is below. *)
val below : int
