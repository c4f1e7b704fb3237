# What R says of the sets that make.py drew: Rscript make.R. R 4.2.2, base and stats alone. The smooth errors are those
# of rms::val.prob, which takes them from lowess(p, y, iter = 0).
platt <- function(y, p) {
  up <- (sum(y) + 1) / (sum(y) + 2)
  down <- 1 / (sum(1 - y) + 2)
  suppressWarnings(coef(glm(ifelse(y == 1, up, down) ~ qlogis(p), family = binomial, control = tight)))
}
tight <- glm.control(epsilon = 1e-15, maxit = 100)
beta <- function(y, p) { # intercept, slope of log p, slope of -log(1 - p), none of the slopes negative
  fit <- function(f) suppressWarnings(coef(glm(f, family = binomial, control = tight)))
  up <- log(p)
  down <- -log1p(-p)
  b <- fit(y ~ up + down)
  if (b[[2]] < 0) b <- append(fit(y ~ down), 0, 1)
  else if (b[[3]] < 0) b <- c(fit(y ~ up), 0)
  unname(b)
}
number <- function(x) sprintf("%.17g", x)
lines <- character()
for (name in c("smooth", "tied", "small")) {
  d <- read.csv(paste0(name, ".csv"))
  y <- d$label
  p <- d$p
  cox <- coef(glm(y ~ qlogis(p), family = binomial, control = tight))
  large <- coef(glm(y ~ offset(qlogis(p)), family = binomial, control = tight))
  smooth <- approx(lowess(p, y, iter = 0), xout = p, ties = mean)$y
  error <- abs(p - smooth)
  groups <- cut(p, quantile(p, (0:10) / 10), include.lowest = TRUE)
  seen <- tapply(y, groups, sum)
  n <- tapply(y, groups, length)
  mean <- tapply(p, groups, mean)
  hl <- sum((seen - n * mean)^2 / (n * mean * (1 - mean)))
  targets <- platt(y, p)
  kull <- beta(y, p)
  values <- c(
    cox_intercept = cox[[1]], cox_slope = cox[[2]], citl = large[[1]], ici = mean(error),
    e50 = quantile(error, 0.5)[[1]], e90 = quantile(error, 0.9)[[1]], largest = max(error), hosmer_lemeshow = hl,
    hl_new = pchisq(hl, 10, lower.tail = FALSE), hl_fitted = pchisq(hl, 8, lower.tail = FALSE),
    hl_odd = pchisq(hl, 9, lower.tail = FALSE), platt_intercept = targets[[1]], platt_slope = targets[[2]],
    beta_c = kull[1], beta_a = kull[2], beta_b = kull[3]
  )
  rm(mean)
  body <- paste0("  \"", names(values), "\": ", number(values), collapse = ",\n")
  lines <- c(lines, paste0(" \"", name, "\": {\n", body, "\n }"))
}
writeLines(c("{", paste(lines, collapse = ",\n"), "}"), "r.json")
