library(stats)
source("other.R")

#' Doubles.
#' @param a what
double <- function(a) {
  local <- 2
  a * local
}
half = function(b) b / 2
LIMIT <- 5
assign("made", function() 1)
setClass("P", representation(x = "numeric"))
setGeneric("area", function(s) standardGeneric("area"))
setMethod("area", "P", function(s) 1)
Acc <- R6::R6Class("Acc", public = list(
  initialize = function() 1,
  deposit = function(x) x
))
obj$run <- function() 1
test_that("it works", { 1 })
