defmodule Shop.Cart do
  @moduledoc """
  A cart.
  """
  use GenServer
  import Ecto.Query, only: [from: 2]
  import Kernel, except: [length: 1]
  alias Shop.{Item, Order.Line}
  alias Shop.User, as: U
  alias __MODULE__.State
  require Logger
  require Record
  Record.defrecord(:point, x: 0, y: 0)

  @timeout 5_000
  @type t :: %__MODULE__{items: [Item.t()]}
  @typep secret :: integer
  @opaque hidden(a) :: {a, integer}
  @callback price(item :: term) :: integer
  @callback late(a) :: a when a: term
  @macrocallback m(term) :: Macro.t()
  @behaviour Access

  @enforce_keys [:id]
  defstruct [:id, items: [], total: 0]

  defmodule Error do
    defexception [:message]
    def message(e), do: e.message
  end

  @doc """
  Adds.

  ## Examples
  """
  @doc since: "1.0"
  @spec add(t, Item.t()) :: t
  def add(cart, item, opts \\ [])
  def add(%{items: []} = cart, item, _opts), do: cart
  def add(cart, item, opts) when is_list(opts) and opts != [] do
    helper(cart)
  end

  @doc false
  def no_args, do: 1
  def with_parens(), do: 2
  def bang!(x), do: x
  def ask?(x), do: x
  defp helper(c), do: c
  defp guarded(x) when x > 1 do
    x
  end
  def a + b, do: a
  def a <~> b, do: b
  defdelegate size(c), to: Enum
  defdelegate other(c), to: Enum, as: :count

  @doc "Macro."
  defmacro mac(do: block) do
    quote do
      def injected(x), do: x
      unquote(block)
    end
  end
  defmacrop pmac(x), do: x
  defmacro __using__(_opts), do: nil
  defguard is_even(n) when rem(n, 2) == 0
  defguardp is_odd(n) when rem(n, 2) == 1
  defoverridable add: 2

  @impl true
  def handle_call(:x, _from, s), do: {:reply, 1, s}
  @impl GenServer
  def handle_call(:y, _from, s) do
    {:reply, 1, s}
  end

  for {k, v} <- [a: 1] do
    def lookup(unquote(k)), do: unquote(v)
  end
  if true do
    def cond_def(x), do: x
  end
end

defprotocol Size do
  @doc "How big."
  @spec size(t) :: integer
  def size(data)
  @fallback_to_any true
end

defimpl Size, for: [Map, List] do
  def size(m), do: map_size(m)
end
defimpl Size, for: Shop.Cart do
  def size(_), do: 1
end

defmodule Shop.CartTest do
  use ExUnit.Case, async: true
  setup do
    {:ok, x: 1}
  end
  describe "add/2" do
    @tag :slow
    test "adds", %{x: x} do
      assert x
    end
    test "pending #{1}"
  end
  property "holds" do
  end
end

defmodule Top.A, do: def(f, do: 1)
defmodule Repo.Schema do
  schema "carts" do
    field :name, :string
    has_many :lines, Line
  end
end
