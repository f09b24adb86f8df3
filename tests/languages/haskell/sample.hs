module A.B (f) where

import qualified Data.Map as M
import Data.List (sort, nub)
import Data.Char

-- | Doubles.
-- But not zero.
f :: Int -> Int
f 0 = 1
f n = g n
  where
    g x = x * k
    k = 2

data T = A | B { size :: Int } deriving Show
newtype N = N Int
type Alias = Int

class Shape a where
  area :: a -> Int
  area _ = 1

instance Shape T where
  area _ = 2

value = 3
x <+> y = x

main :: IO ()
main = do
  print 1
