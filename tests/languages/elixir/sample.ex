defmodule Shop.Cart do
  @moduledoc """
  A cart.
  """
  use GenServer
  alias Shop.{Item, Price}
  alias Shop.Long.Name, as: Short
  import Enum

  defstruct items: []
  @type t :: %__MODULE__{}
  @callback priced(term) :: integer

  @doc "Adds up."
  @spec total(t) :: integer
  def total(%__MODULE__{items: []}), do: 0
  def total(cart) when is_map(cart) do
    secret(cart)
  end

  defp secret(x, y \\ 1), do: x + y
  def no_args, do: 1
  def a + b, do: {a, b}

  defmacro trace(expr) do
    quote do: unquote(expr)
  end

  defguard is_small(n) when n < 10
  defdelegate size(list), to: Enum, as: :count

  defmodule Line do
    def price(l), do: l.price
  end
end

defprotocol Shop.Priced do
  def cents(x)
end

defimpl Shop.Priced, for: Integer do
  def cents(i), do: i
end

defmodule Shop.CartTest do
  describe "total" do
    test "is zero" do
    end
  end
end
