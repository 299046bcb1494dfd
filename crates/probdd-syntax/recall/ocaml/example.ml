open Printf
open! List
include Comparable

(** Documentation. *)
type colour = Red | Green of int * string | Blue of { shade : float }
type 'a point = { mutable x : int; label : string; next : 'a option } [@@deriving show]
and alias = int list
type open_variant = [ `A | `B of int ]
type extensible = ..
exception Failed of string
external primitive : int -> int = "c_primitive"

module type SHAPE = sig
  type t
  val area : t -> float
  val name : string
end

module Inner : SHAPE with type t = int = struct
  type t = int
  let area x = float_of_int x
  let name = "inner"
end

module Make (S : SHAPE) (T : SHAPE) = struct
  include S
  let twice x = 2. *. S.area x
end

let limit = 10
let rec even n = if n = 0 then true else odd (n - 1)
and odd n = n <> 0 && even (n - 1)

let control ?(scale = 2) ~label ~(count : int) x : int =
  let total = ref 0 in
  let left, right = (1, 2) and other = 3 in
  if x > 3 then total := x
  else if x < 0 then begin
    total := 4;
    incr total
  end else total := 5;
  for i = 0 to 10 do
    total := !total + i
  done;
  while !total > 100 do
    decr total
  done;
  (match x with
  | 1 | 2 -> total := 6
  | n when n > 3 -> total := n
  | _ -> ());
  (try raise (Failed "message") with
  | Failed text -> print_string text
  | Not_found -> ());
  (* a comment *)
  let square = fun a b -> a * b in
  let name = function [] -> "empty" | head :: tail -> head in
  let record = { x = 1; label = "y"; next = None } in
  let updated = { record with x = 2 } in
  let listed = [ 1; 2; 3 ] and array = [| 4; 5 |] in
  let chosen = if x > 7 then square x 8 else (x) in
  let typed = (chosen : int) and tagged = `B 9 in
  let applied = List.map (fun z -> z + 1) listed |> List.length in
  assert (x > 0);
  ignore (lazy (Inner.area 1)); printf "%s %d" record.label array.(0);
  let open List in
  let module M = Inner in
  control ~scale:3 ~label ~count:(- right) left + applied

class counter init = object (self)
  inherit base
  val mutable value = init
  method get = value
  method private bump by = value <- value + by
end

let () = print_endline (name "x" ^ "z")
