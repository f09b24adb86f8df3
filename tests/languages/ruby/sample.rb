require 'json'
require_relative "lib/own"
autoload :Later, 'later'

# Harbour of ships.
module Harbor
  LIMIT = 3

  class Berth < Base
    attr_accessor :load, :crew

    def initialize(load)
      @load = load
    end

    def empty? = load.zero?

    def self.build(*args)
      new(*args)
    end

    class << self
      def import(path); end

      private

      def hidden; end
    end

    def [](i) = i
    def load=(v)
      @load = v
    end
    alias_method :cargo, :load
    alias freight load

    private def inline; end

    protected

    def guarded; end
  end
end

class Harbor::Berth::Line
  def <=>(other) = 0
end

Outcome = Struct.new(:ok) do
  def open_up; end
end

def Harbor.close; end

RSpec.describe Harbor do
  it "opens" do
  end
end
