#!/usr/bin/env Rscript
library(dplyr)
require("stats")
requireNamespace("ggplot2", quietly = TRUE)
source("helpers.R")
suppressPackageStartupMessages(library(tidyr))

#' Adds two numbers.
#'
#' @param a A number.
#' @export
add <- function(a, b = 2) {
  inner <- function(x) x
  local <- 1
  a + b
}
eq = function(x) x
"quoted" <- function() 1
`back tick` <- function(x) x
`%+%` <- function(a, b) paste0(a, b)
`name<-` <- function(x, value) x
right <- \(x) x + 1
(function(x) x) -> arrowed
global <<- function() 1
LIMIT <- 3
5 -> five
y = 4
assign("assigned", function() 1)
print.cart <- function(x, ...) { cat("x") }
obj$method <- function() 1
obj[["key"]] <- function() 1
lst <- list(
  first = function() 1,
  second = 2,
  nested = list(deep = function(x) x)
)
memo <- memoise(function(x) x)
a <- b <- 1

setClass("Person", representation(name = "character"))
setClass("Emp", contains = "Person", slots = c(pay = "numeric"))
Gen <- setClass("Gen", slots = list(x = "numeric"))
setGeneric("area", function(shape) standardGeneric("area"))
setGeneric("area2", function(shape) {
  standardGeneric("area2")
})
setMethod("area", "Circle", function(shape) {
  pi
})
setMethod("show", signature("Person"), function(object) cat("x"))
setMethod("+", signature("A", "B"), function(e1, e2) e1)
setReplaceMethod("name", "Person", function(x, value) x)

Account <- setRefClass("Account",
  fields = list(balance = "numeric"),
  methods = list(
    deposit = function(x) {
      balance <<- balance + x
    },
    show = function() cat("x")
  )
)
Account$methods(withdraw = function(x) x)

#' Stack
Stack <- R6::R6Class("Stack",
  public = list(
    items = NULL,
    initialize = function(x) { self$items <- x },
    push = function(x) { invisible(self) }
  ),
  private = list(
    secret = function() 1
  ),
  active = list(
    size = function() length(self$items)
  )
)
Queue <- R6Class("Queue", inherit = Stack, public = list())
new_generic("speak", "x")
method(speak, Dog) <- function(x) 1
Dog <- new_class("Dog", properties = list(name = class_character))

if (TRUE) {
  cond <- function() 1
}
test_that("it adds", {
  expect_equal(add(1, 2), 3)
})
describe("group", { it("does", { }) })
