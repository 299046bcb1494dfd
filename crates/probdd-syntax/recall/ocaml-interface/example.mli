(** Documentation. *)
open Printf

type t
type 'a colour = Red | Green of int * 'a
type point = private { x : int; mutable label : string }

val area : ?scale:float -> t -> name:string -> float
val limit : int
external primitive : int -> int = "c_primitive"
exception Failed of string

module type SHAPE = sig
  include Comparable
  val twice : t -> t
end

module Make (S : SHAPE) : SHAPE with type t = S.t

class counter : int -> object
  method get : int
  method private bump : unit
end
