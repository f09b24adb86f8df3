"""
A module.
"""
module Shop

using LinearAlgebra, Statistics
using Base: show, +
import Base.Iterators: flatten as fl
import Foo as F
import ..Parent
using .Local
export add, Cart
public hidden
include("more.jl")

const LIMIT = 3
const A, B = 1, 2
const ≅ = isequal
global counter = 0
plain = 1
typed::Int = 2

"""
    Cart(items)

A cart.
"""
struct Cart{T<:Number} <: AbstractCart{T}
    items::Vector{T}
    name
    "Documented."
    total::Float64
    Cart{T}(x) where {T} = new{T}(x)
    function Cart(x::Int)
        new{Int}(x)
    end
end
mutable struct Mut
    const fixed::Int = 0
    @atomic hits::Int
end
Base.@kwdef struct Opts
    a::Int = 1
    b = 2
end
@with_kw mutable struct More
    x = 1
end
abstract type AbstractCart{T} <: Any end
primitive type Byte 8 end

"Adds."
function add(a::T, b::T = 1; key = 2, rest...)::T where {T <: Real}
    inner(x) = x
    local y = 1
    return a
end
add(a::String, b) = a
add(a, b)::Int = 1
add(a::T) where T = a
function noargs end
function Base.show(io::IO, c::Cart)
end
Base.length(c::Cart) = 1
function Base.getindex(c::Cart{T}, i)::T where T
    c.items[i]
end
Base.Vector{T}(c::Cart) where T = c.items
Base.:+(a::Cart, b::Cart) = a
Base.:(==)(a::Cart, b::Cart) = true
a ⊕ b = a
+(a::Cart, b) = a
square = x -> x^2
const cube = function (x) x^3 end
Base.@propagate_inbounds function macroed(x) x end
@inline quick(x) = x
@generated function gen(x) :(x) end
function Cart{Int}(x, y) end

macro mac(ex)
    esc(ex)
end
macro m2(a, b...) end
@enum Color red green=2 blue
@enum Shape begin
    circle
    square = 3
end
baremodule Bare
    f() = 1
end
module Inner
    export g
    g(x) = x
    const DEEP = 1
end
for op in (:a, :b)
    @eval $op(x) = x
end
if true
    cond_fn(x) = x
end
let
    letfn() = 1
end
@testset "adds" begin
    @test add(1, 2) == 3
    @testset "inner $x" for x in 1:2
    end
end
map(1:3) do x
    x
end
end # module
