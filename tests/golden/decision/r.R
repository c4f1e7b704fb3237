# What pROC and rms say of the two models in risks.csv and second.csv: Rscript r.R. Debian 12: R 4.2.2, r-cran-rms 6.5.0,
# r-cran-proc 1.18.0. A decision curve is made of the sensitivity and the specificity at a threshold, by pROC's coords, and
# the rate of the positive class. Left out are E50, which rms 6.5.0 lacks, and C with Dxy = 2 C - 1, which rms takes of
# rounded probabilities without those that are 0 or 1. The lab lacks D, U and Q.
suppressMessages({
  library(rms)
  library(pROC)
})
number <- function(x) sprintf("%.17g", x)
thresholds <- c(0.01, 0.1, 0.25, 0.3, 0.5, 0.7, 0.95)
object <- function(x, indent) {
  paste0(indent, "{", paste0("\"", names(x), "\": ", number(unlist(x)), collapse = ", "), "}")
}
lines <- character()
for (name in c("risks", "second")) {
  d <- read.csv(paste0(name, ".csv"))
  y <- d$died
  p <- d$risk
  v <- suppressWarnings(val.prob(p, y, pl = FALSE))
  curve <- roc(y, p, quiet = TRUE, direction = "<")
  area <- ci.auc(curve, method = "delong")
  rate <- mean(y)
  at <- coords(curve, thresholds, input = "threshold", ret = c("sensitivity", "specificity"), transpose = FALSE)
  rows <- sapply(seq_along(thresholds), function(i) {
    right <- at$sensitivity[i] * rate
    wrong <- (1 - at$specificity[i]) * (1 - rate)
    odds <- thresholds[i] / (1 - thresholds[i])
    object(c(
      threshold = thresholds[i], true_positives = right, false_positives = wrong, false_negatives = rate - right,
      true_negatives = 1 - rate - wrong, net_benefit = right - wrong * odds, treat_all = rate - (1 - rate) * odds
    ), "   ")
  })
  values <- c(
    brier = v[["Brier"]], ici = v[["Eavg"]], e90 = v[["E90"]], largest = v[["Emax"]],
    z = v[["S:z"]], z_p = v[["S:p"]], auc = area[2], auc_low = area[1], auc_high = area[3]
  )
  lines <- c(lines, paste0(
    " \"", name, "\": {\n  \"figures\": ", object(values, ""), ",\n  \"curve\": [\n", paste(rows, collapse = ",\n"), "\n  ]\n }"
  ))
}
writeLines(c("{", paste(lines, collapse = ",\n"), "}"), "r.json")
