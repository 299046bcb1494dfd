-- Judges Haskell by GHC's own parser.
module Main (main) where

import Control.Exception (SomeException, evaluate, try)
import Control.Monad (forM_)
import Control.Monad.IO.Class (liftIO)
import Data.List (isSuffixOf, sort)
import System.Directory (listDirectory)
import System.Environment (getArgs)
import System.IO
import System.Process (readProcess)

import GHC (getSessionDynFlags, runGhc)
import GHC.Data.Bag (bagToList)
import GHC.Data.FastString (mkFastString)
import GHC.Data.StringBuffer (hGetStringBuffer)
import GHC.Driver.Session (DynFlags, parseDynamicFilePragma)
import qualified GHC.Parser as Parser
import GHC.Parser.Header (getOptions)
import GHC.Parser.Lexer (ParseResult (..), getErrorMessages, mkPState, unP)
import GHC.Types.SrcLoc (mkRealSrcLoc)

main :: IO ()
main = do
  folder <- last <$> getArgs
  libraries <- takeWhile (/= '\n') <$> readProcess "ghc" ["--print-libdir"] ""
  version <- takeWhile (/= '\n') <$> readProcess "ghc" ["--numeric-version"] ""
  hSetEncoding stdout utf8
  putStrLn ("judge\tGHC " ++ version)
  names <- sort . filter (".hs" `isSuffixOf`) <$> listDirectory folder
  runGhc (Just libraries) $ do
    flags <- getSessionDynFlags
    forM_ names $ \name -> liftIO $ do
      verdict <- try (judge flags (folder ++ "/" ++ name) >>= \v -> evaluate (length v) >> pure v)
      putStrLn (name ++ "\t" ++ either refused id verdict)

-- Options in the file that GHC does not know are errors as well.
refused :: SomeException -> String
refused = ("error\t" ++) . oneLine . show

judge :: DynFlags -> FilePath -> IO String
judge flags path = do
  buffer <- hGetStringBuffer path
  (own, _, _) <- parseDynamicFilePragma flags (getOptions flags buffer path)
  case unP Parser.parseModule (mkPState own buffer (mkRealSrcLoc (mkFastString "") 1 1)) of
    POk _ _ -> pure "ok"
    PFailed state -> pure ("error\t" ++ oneLine (messages state own))
  where
    messages state own = unwords (map show (bagToList (getErrorMessages state own)))

oneLine :: String -> String
oneLine = take 300 . unwords . words
