{-# LANGUAGE LambdaCase, MultiWayIf #-}
{-# LANGUAGE ScopedTypeVariables #-}
-- | Module documentation.
module Data.Example
  ( control
  , Shape (..)
  , module Data.Maybe
  ) where

import Data.List (sort, nub)
import qualified Data.Map as Map
import Data.Maybe hiding (fromJust)
import Prelude

-- a line comment
type Name = String
type family Element c

data Shape a
  = Circle Double
  | Square { side :: Double, label :: !String }
  | Unit
  deriving (Show, Eq)

newtype Wrapper m a = Wrapper { unwrap :: m a } deriving Show

class (Show a, Eq a) => Area a where
  area :: a -> Double
  area _ = 0
  twice :: a -> Double

instance Show b => Area (Shape b) where
  area (Circle r) = r * r
  area s@Square {} = side s
  area _ = 1
  twice x = 2 * area x

infixl 6 <+>
(<+>) :: Int -> Int -> Int
a <+> b = a + b

control :: forall a. (Show a, Ord a) => a -> [a] -> Maybe Int -> IO ()
control x list found = do
  let total = 1
      other = 2 :: Int
  line <- getLine
  putStrLn (show x)
  if total > 3
    then print total
    else print other
  case found of
    Just n | n > 1, even n -> print n
           | otherwise -> return ()
    Nothing -> print (negate 5)
  mapM_ print $ sort list
  where
    helper y = y + 1
    unused = 6

guards :: Int -> String
guards n
  | n < 0 = "negative"
  | n == 0 = "zero"
  | otherwise = "positive" ++ "x"

expressions :: Int -> (Int, [Int])
expressions k =
  let lambda = \p q -> p * q
      section = (+ 1)
      tuple = (1, 'c', "s")
      comprehension = [i | i <- [1 .. 10], odd i]
      listed = [1, 2, 3]
      updated = defaultShape { side = 2, label = "y" }
      chosen = if k > 1 then lambda k 2 else (k)
      composed = map (section . negate) listed
      matched = (\case 1 -> 2; _ -> 3) k
   in (chosen + -k, composed)
