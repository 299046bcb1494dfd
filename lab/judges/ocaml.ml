(* Judges OCaml by the compiler's parser. *)
let one_line text = String.map (fun c -> if c = '\n' || c = '\t' then ' ' else c) text

let parse path =
  let channel = open_in_bin path in
  let finally () = close_in channel in
  Fun.protect ~finally (fun () ->
      let lexbuf = Lexing.from_channel channel in
      if Filename.check_suffix path ".mli" then ignore (Parse.interface lexbuf)
      else ignore (Parse.implementation lexbuf);
      ())

let verdict path =
  match parse path with
  | () -> "ok"
  | exception error ->
      let buffer = Format.str_formatter in
      (try Location.report_exception buffer error
       with _ -> Format.pp_print_string buffer (Printexc.to_string error));
      "error\t" ^ one_line (Format.flush_str_formatter ())

let () =
  let folder = Sys.argv.(Array.length Sys.argv - 1) in
  Printf.printf "judge\tOCaml %s\n" Sys.ocaml_version;
  let names = Sys.readdir folder in
  Array.sort compare names;
  Array.iter
    (fun name ->
      if name <> "origins.tsv" then
        Printf.printf "%s\t%s\n" name (verdict (Filename.concat folder name)))
    names
