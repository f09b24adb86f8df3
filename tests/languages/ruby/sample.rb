#!/usr/bin/env ruby
# frozen_string_literal: true

require 'json'
require_relative "lib/own"
require File.expand_path('../boot', __FILE__)
autoload :Later, 'later'
load "tasks.rb"

# Harbour of ships.
#
# @see Berth
module Harbor
  extend self
  LIMIT, OTHER = 3, 4
  Pair = Data.define(:left, :right) do
    def swap = with(left: right, right: left)
  end
  Point = Struct.new("Point", :x, :y, keyword_init: true)
  class Error < StandardError; end
  Late = Class.new(StandardError)
  Mix = Module.new do
    def mixed; end
  end

  class Berth < Base
    include Comparable
    attr_accessor :load, :crew
    attr_reader :name,
                :size
    private attr_writer :secret
    delegate :pier, to: :harbor
    scope :open, -> { where(open: true) }
    has_many :lines, dependent: :destroy
    KINDS = %w[a b].freeze
    @@count = 0

    # Makes one.
    def initialize(load)
      @load = load
    end

    def empty? = load.zero?
    def self.build(*args, **opts, &block)
      new(*args)
    end

    class << self
      attr_reader :registry
      def import(path); end

      private

      def hidden; end
    end

    def [](i) = i
    def -@ = 1
    def ! = false
    def `(cmd); end
    def load=(v)
      @load = v
    end
    alias_method :cargo, :load
    alias freight load
    alias :bulk :load
    define_method(:dynamic) { |x| x }
    define_method("named") do
      1
    end

    private def inline; end
    private_class_method def self.sealed; end
    public
    def seen; end

    protected

    def guarded; end

    private

    def veiled
      def nested; end
    end
    class Inner; def free; end; end
  end

  module Helpers
    module_function

    def assist; end
  end

  refine String do
    def shout = upcase
  end
end

class Harbor::Berth::Line
  def <=>(other) = 0
end

class ::TopLevel < Harbor::Berth
end

module Harbor
  def reopened; end
end

Outcome = Struct.new(:ok) do
  def open_up; end
end

def Harbor.close; end
def toplevel(a, b = 2, *c, d:, e: 1, **f, &g)
end

RSpec.describe Harbor, type: :model do
  let(:berth) { 1 }
  subject { 2 }
  context "when open" do
    it "opens" do
    end
    it 'says "hi"' do end
  end
  describe "#close" do
  end
end

class BerthTest < Minitest::Test
  def setup; end
  def test_opens; end
  test "is open" do
  end
end

namespace :harbor do
  desc "Opens all"
  task :open, [:name] => :environment do |t|
  end
  task build: %w[open] do
  end
end
