# What rms::val.prob, pROC and isoreg say of the sets that make.py drew: Rscript rms.R. Debian 12: R 4.2.2, r-cran-rms 6.5.0,
# r-cran-proc 1.18.0. lrm, of which val.prob takes intercept and slope, ends its iterations early, so that they are those of
# glm to 1e-7 alone: make.R has them to the last digits.
suppressMessages({
  library(rms)
  library(pROC)
})
number <- function(x) sprintf("%.17g", x)
lines <- character()
for (name in c("smooth", "tied", "small")) {
  d <- read.csv(paste0(name, ".csv"))
  v <- suppressWarnings(val.prob(d$p, d$label, pl = FALSE))
  area <- ci.auc(roc(d$label, d$p, quiet = TRUE, direction = "<"), method = "delong")
  order <- order(d$p, -d$label) # as isoreg breaks ties, which pools them
  level <- isoreg(seq_along(order), d$label[order])$yf
  curve <- mean((level - d$label[order])^2)
  rate <- mean(d$label)
  values <- c(
    intercept = v[["Intercept"]], slope = v[["Slope"]], ici = v[["Eavg"]], e90 = v[["E90"]], largest = v[["Emax"]],
    brier = v[["Brier"]], z = v[["S:z"]], z_p = v[["S:p"]], auc = area[2], auc_low = area[1], auc_high = area[3],
    mcb = mean((d$p - d$label)^2) - curve, dsc = rate * (1 - rate) - curve
  )
  body <- paste0("  \"", names(values), "\": ", number(values), collapse = ",\n")
  lines <- c(lines, paste0(" \"", name, "\": {\n", body, "\n }"))
}
writeLines(c("{", paste(lines, collapse = ",\n"), "}"), "rms.json")
