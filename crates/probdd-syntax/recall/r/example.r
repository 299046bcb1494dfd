# A small analysis.
library(stats)
source("helpers.R", local = TRUE)

values <- c(1.5, 2, NA, 4L)
names(values) <- c("a", "b", "c", "d")
labels = list(first = "x", second = 'y', TRUE)
matrix(1:6, nrow = 2, ncol = 3) -> grid
total <<- 0

area <- function(width, height = 2, ...) {
  if (is.na(width) || height < 0) {
    stop("bad value: ", width)
  } else if (width == 0) {
    return(NULL)
  } else {
    width * height
  }
}

square <- \(x) x^2

for (i in seq_along(values)) {
  if (i == 3) next
  total <- total + values[i]
  print(total)
}

while (TRUE) {
  total <- total - 1
  if (total < 0) break
}

repeat {
  total <- -total
  break
}

frame <- data.frame(x = 1:3, y = letters[1:3], stringsAsFactors = FALSE)
frame$z <- frame[["x"]] %in% c(1, 2)
frame[frame$x > 1, "y"] <- "changed"
result <- values |> sapply(square) |> sum(na.rm = TRUE)
kind <- switch(names(labels)[1],
  first = "one",
  second = "two",
  "other")
model <- lm(y ~ x + I(x^2), data = frame)
outcome <- tryCatch(area(2, height = 3), error = function(e) conditionMessage(e), finally = cat("done\n"))
apply(grid, 1, function(row) sum(row))
stats::median(values, na.rm = !FALSE)
if (total > 3 && !is.null(result)) print("large") else print("small")
(total + 1) * 2 %/% 3
object@slot <- methods::new("thing", size = 3i)
?median
