# A small module.
defmodule Shop.Cart do
  @moduledoc """
  Carts.
  """
  use GenServer
  import Enum, only: [map: 2, sum: 1]
  alias Shop.{Item, Price}
  require Logger

  @limit 10
  @type t :: %__MODULE__{items: list(Item.t()), owner: String.t() | nil}
  defstruct items: [], owner: nil

  @doc "Starts a cart."
  @spec start(keyword()) :: {:ok, pid()}
  def start(options \\ []) do
    GenServer.start_link(__MODULE__, options, name: :cart)
  end

  def add(%{items: items} = cart, item, count) when is_integer(count) and count > 0 do
    new = %{cart | items: [item | items]}
    Logger.debug("added #{inspect(item)} #{count}")
    {:ok, new}
  end

  def total(%__MODULE__{items: []}), do: 0
  defp price(item), do: item.price * 2

  defmacro unless_empty(list, do: block) do
    quote do
      if unquote(list) != [], do: unquote(block)
    end
  end

  def check(cart) do
    total = cart.items |> Enum.map(&price/1) |> Enum.filter(&(&1 > 3)) |> sum()

    if total > @limit do
      :large
    else
      :small
    end

    case total do
      0 -> :empty
      n when n < 5 -> {:few, n}
      _ -> :many
    end

    cond do
      total == 1 -> "one"
      true -> ~s(more)
    end

    with {:ok, first} <- fetch(cart, 0),
         second = first + 1 do
      first - second
    else
      :error -> nil
    end

    for x <- 1..3, y <- [4, 5], x != y, into: %{}, do: {x, y}

    receive do
      {:stop, reason} -> reason
    after
      1_000 -> :timeout
    end

    try do
      raise ArgumentError, message: "bad"
    rescue
      error in [ArgumentError] -> error.message
    catch
      :exit, _ -> :caught
    after
      cleanup()
    end

    double = fn
      0 -> 0
      x -> x * 2
    end

    <<size::16, rest::binary>> = <<0, 1, 2>>
    not is_nil(double.(4)) || "a" <> "b" == 'ab' && -size in [1, rest]
  end
end
