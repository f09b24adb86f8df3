{-# LANGUAGE GADTs, TypeFamilies #-}
{-# LANGUAGE PatternSynonyms #-}
-- | A module.
module Data.Shop
  ( Cart(..)
  , add
  , module Data.List
  ) where

import Prelude hiding (lookup)
import qualified Data.Map.Strict as M
import qualified Data.Set
import Data.Map qualified as Map
import Data.List (sort, nub, (\\), Foo(..), type (+))
import Data.Char
import {-# SOURCE #-} Cycle (Thing)

-- | A cart of things.
--   Two lines.
data Cart a
  = Empty            -- ^ none
  | Full { items :: [a], total, count :: !Int } -- ^ some
  | a :+: Int
  deriving (Show, Eq)

newtype Wrapper f a = Wrapper { unwrap :: f a } deriving newtype (Functor)
newtype Plain = Plain Int
type Name = String
type Pair a b = (a, b)
data Void

data Expr :: * -> * where
  IntE  :: Int -> Expr Int
  BoolE, OtherE :: Bool -> Expr Bool
  Rec :: { field1 :: Int } -> Expr ()

type family Elem c where
  Elem [e] = e
type family Open a :: *
type instance Open Int = Bool
data family XList a
data instance XList Char = XCons Char

infixr 5 +++
infixl 6 `plus`

-- | Shapes have areas.
class (Show a) => Shape a where
  type Side a :: *
  {-# MINIMAL area #-}
  -- | The area.
  area :: a -> Double
  area _ = 0
  name, title :: a -> String
  default name :: a -> String
  (<+>) :: a -> a -> a

instance Shape (Cart a) where
  type Side (Cart a) = Int
  area Empty = 0
  area (Full xs _ _) = fromIntegral (length xs)
  name = const "cart"
  a <+> b = a

instance {-# OVERLAPPING #-} Show a => Show (Wrapper f a) where
  show _ = "w"
deriving instance Eq a => Eq (Wrapper f a)
deriving stock instance Ord Plain

-- | Adds.
add
  :: Int   -- ^ one
  -> Int
  -> Int
add 0 y = y
add x y
  | x > y = x
  | otherwise = go y
  where
    go 0 = 1
    go n = go (n - 1)
    helper = 2

(+++) :: [a] -> [a] -> [a]
xs +++ ys = xs ++ ys
x `plus` y = x + y
infixed = (`plus` 1)

one, two :: Int
one = 1
two = 2

constant = 3
lam = \x -> x
pointfree :: Int -> Int
pointfree = add 1

pattern Pt :: Int -> Int -> (Int, Int)
pattern Pt x y = (x, y)
pattern Head x <- x : _
pattern Bi x <- (f -> x) where
  Bi x = g x

foreign import ccall "math.h sin" c_sin :: Double -> Double
foreign export ccall add :: Int -> Int -> Int

{-# INLINE add #-}
main :: IO ()
main = do
  let local = 1
      f x = x
  print local

$(deriveJSON ''Cart)
makeLenses ''Cart

#if MIN_VERSION_base(4,9,0)
twin :: Int
twin = 1
#else
twin :: Word
twin = 2
#endif
