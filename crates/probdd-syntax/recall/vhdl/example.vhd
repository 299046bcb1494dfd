-- A small counter.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package types is
  constant LIMIT : integer := 10;
  type state_t is (idle, running, done);
  type point_t is record
    x : integer;
    y : integer;
  end record;
  type memory_t is array (0 to 15) of std_logic_vector(7 downto 0);
  subtype small is integer range 0 to 3;
  function double(a : integer; b : integer := 2) return integer;
end package;

package body types is
  function double(a : integer; b : integer := 2) return integer is
    variable sum : integer := 0;
  begin
    for i in 0 to b loop
      sum := sum + a;
      exit when sum > LIMIT;
    end loop;
    while sum > 20 loop
      sum := sum - 1;
    end loop;
    return sum * 2;
  end function;
end package body;

library work;
use work.types.all;

entity counter is
  generic (
    WIDTH : positive := 8;
    DEPTH : natural
  );
  port (
    clock : in std_logic;
    reset : in std_logic;
    count : out unsigned(WIDTH - 1 downto 0)
  );
end entity counter;

architecture behaviour of counter is
  signal value, other : unsigned(WIDTH - 1 downto 0) := (others => '0');
  signal state : state_t;
  attribute keep : string;
  attribute keep of value : signal is "true";
  component adder is
    port (a, b : in std_logic; s : out std_logic);
  end component;
begin
  count <= value;
  other <= value + 1 when reset = '0' else (others => '1');

  main : process (clock, reset) is
    variable total : integer;
  begin
    if reset = '1' then
      value <= (others => '0');
    elsif rising_edge(clock) and state /= done then
      value <= value + 1;
    else
      null;
    end if;
    case state is
      when idle => state <= running;
      when running | done =>
        total := double(3, b => 4);
        report "done" severity note;
      when others => null;
    end case;
    assert total < 5 report "too many" severity error;
    wait for 10 ns;
  end process main;

  unit : adder port map (a => clock, b => reset, s => open);
  direct : entity work.adder(rtl) generic map (1, 2) port map (clock, reset, open);

  lanes : for i in 0 to 3 generate
    bits(i) <= not value(i);
  end generate lanes;

  optional : if WIDTH > 4 generate
    flag <= '1';
  end generate;

  with state select
    led <= "01" when idle, "10" when others;
end architecture behaviour;
