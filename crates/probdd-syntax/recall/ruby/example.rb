#!/usr/bin/env ruby
# frozen_string_literal: true
require 'set'
require_relative "other"

LIMIT = 10
$global, @instance = 1, 2
first = second = nil

module Outer
  class Shape < Base
    include Comparable
    attr_accessor :side, :label
    @@count = 0
    alias twice double
    undef obsolete

    class << self
      def create(*) = new
    end

    def initialize(side, label = "zero", *rest, scale:, factor: 2, **options, &block)
      super(side)
      @side, @label = side, label
      yield side if block_given?
    end

    def self.build; new(1); end

    def safe?
      risky
    rescue ArgumentError, TypeError => error
      puts error
      retry
    rescue
      nil
    else
      1
    ensure
      cleanup
    end

    private

    def <=>(other)
      side <=> other.side
    end
  end
end

Point = Struct.new(:x, :y) do
  def sum = x + y
end

def control(count, label: "x")
  total = 0
  if total > 3 and count
    total += 1
  elsif total < 0
    total -= 1
  else
    total = 4
  end
  unless count
    total = 5
  else
    total = 6
  end
  total = 7 if count > 8
  total -= 1 until total < 9
  while total > 100 do
    total /= 2
    next if total.odd?
    break
  end
  for item, index in [1, 2, 3]
    total += item
  end
  case total
  when 1, 2 then total = 3
  when Integer
    total = 4
  else
    total = 5
  end
  case [total, { name: "y" }]
  in [Integer => n, *] if n > 3
    total = n
  in { name: String }
    total = 6
  end
  begin
    raise ArgumentError, "message"
  ensure
    total = 7
  end
  # a line comment
  [1, 2].each_with_index { |a, b| total += a }
  mapped = table.map do |k|
    k + 1
  end
  square = ->(x, y = 2) { x * y }
  chosen = total > 1 ? square.call(total) : (count)
  text = "a #{total} b" "c" + 'd'
  hash = { "one" => 1, two: 2, **options }
  words = %w[alpha beta]
  symbols = %i[gamma delta]
  pattern = /a+#{total}/i
  range = (1..5)
  safe = first&.name || second
  puts text, *words, **hash, &square
  element = words[0][1]
  here = <<~TEXT
    line #{total}
  TEXT
  defined?(total)
  return !chosen, -total
end

BEGIN { puts "start" }
control(1, label: "z")
