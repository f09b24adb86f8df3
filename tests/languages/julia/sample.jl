module A

using B, C
using D: e, f
import E.F as G

"A box."
struct Box{T} <: Shape
    size::Int
    Box(x) = new(x)
end

mutable struct Open end
abstract type Shape end
primitive type Byte 8 end

"""
Doubles.

More.
"""
function double(x::T) where T
    local y = 2
    x * y
end

half(x) = x / 2
Base.show(io, b) = 1
function Base.length(b::Box) 1 end
macro made(x) x end
const LIMIT = 1
lam = x -> x

end
