# A small module.
module Shop

using LinearAlgebra
using Statistics: mean, std
import Base: show, +
export Item, total

"""
An item.
"""
struct Item{T <: Real}
    name::String
    price::T
end

mutable struct Cart <: AbstractCart
    items::Vector{Item}
    count::Int
    Cart() = new(Item[], 0)
end

abstract type Shape end
const LIMIT = 10
@enum Color red green

function total(cart::Cart, factor = 2; limit::Int = 3, rest...)::Float64
    sum = 0.0
    for item in cart.items
        item.price < 0 && continue
        sum += item.price * factor
    end
    if sum > LIMIT && !isempty(cart.items)
        println("large: $(sum)")
    elseif sum == 0
        return nothing
    else
        @warn "small" sum
    end
    while sum > 100
        sum -= 1
        break
    end
    return sum
end

square(x) = x^2
add(a, b...) = +(a, b...)

function process(values)
    doubled = [2x for x in values if x > 1]
    table = Dict(:a => 1, "b" => [1 2; 3 4])
    result = try
        parse(Int, "12")
    catch error
        rethrow(error)
    finally
        close(file)
    end
    mapped = map(values) do x
        x + 1
    end
    filter!(x -> x != 3, mapped)
    let y = 1
        y += result
    end
    point = (x = 1, y = 2)
    first, second = point
    view = values[1:end-1] .* 2
    kind = first > 1 ? :many : :few
    begin
        table[:c] = view'
    end
    text = "a" * string(kind) * r"x+"
    return (doubled, -second, text), values'
end

macro twice(expression)
    quote
        $(esc(expression))
        $(esc(expression))
    end
end

total(Cart(); limit = 4) |> println
end
