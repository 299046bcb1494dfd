-- A small program.
with Ada.Text_IO; use Ada.Text_IO;
with Ada.Containers.Vectors;

procedure Example is
   pragma Optimize (Time);
   Limit : constant Integer := 10;
   First, Second : Float := 0.0;
   type Color is (Red, Green, Blue);
   type Small is range 0 .. 7;
   subtype Positive_Small is Small range 1 .. 5;
   type Point is record
      X : Integer := 0;
      Y : Integer;
   end record;
   type Table is array (1 .. 4) of Integer;
   type Link is access all Point;
   type Shape is abstract tagged null record;
   Failed : exception;

   package Integer_Vectors is new Ada.Containers.Vectors
     (Index_Type => Natural, Element_Type => Integer);

   generic
      type Element is private;
   procedure Swap (A, B : in out Element);

   procedure Swap (A, B : in out Element) is
      Old : constant Element := A;
   begin
      A := B;
      B := Old;
   end Swap;

   function Square (X : Integer; Factor : Integer := 1) return Integer;

   function Square (X : Integer; Factor : Integer := 1) return Integer is
   begin
      return X * X * Factor;
   end Square;

   function Is_Small (X : Integer) return Boolean is (X < 3);

   task Worker is
      entry Start (Amount : in Integer);
   end Worker;

   task body Worker is
   begin
      accept Start (Amount : in Integer) do
         Put_Line ("started");
      end Start;
      delay 1.0;
   end Worker;

   Total : Integer := 0;
   Values : Table := (1, 2, others => 3);
   Place : Point := (X => 1, Y => 2);
begin
   for I in Values'Range loop
      Total := Total + Values (I);
      exit when Total > Limit;
   end loop;
   while Total > 100 loop
      Total := Total - 1;
   end loop;
   loop
      exit;
   end loop;
   if Total > 3 and then not Is_Small (Total) then
      Put_Line ("large" & Integer'Image (Total));
   elsif Total = 0 then
      null;
   else
      Put (Item => "small");
   end if;
   case Total is
      when 0 | 1 =>
         Place.X := Square (3, Factor => 2);
      when 2 .. 5 =>
         raise Failed;
      when others =>
         First := Float (Total) / 2.0;
   end case;
   declare
      Local : Integer := abs (-Total);
   begin
      Total := Local mod 4;
   end;
   Total := (if Total > 2 then 1 else 0);
   Worker.Start (Total);
exception
   when Failed =>
      Put_Line ("failed");
   when Error : others =>
      raise;
end Example;
