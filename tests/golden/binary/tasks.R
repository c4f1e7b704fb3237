# Cox's intercept, slope and calibration-in-the-large of weighted samples: Rscript tasks.R. R 4.2.2, stats alone.
tight <- glm.control(epsilon = 1e-15, maxit = 100)
d <- read.csv("weighted.csv")
fit <- function(f) suppressWarnings(coef(glm(f, data = d, weights = d$weight, family = binomial, control = tight)))
cox <- fit(label ~ qlogis(p))
large <- fit(label ~ offset(qlogis(p)))
cat(sprintf("{\"cox_intercept\": %.17g, \"cox_slope\": %.17g, \"citl\": %.17g}\n", cox[[1]], cox[[2]], large[[1]]),
  file = "tasks_r.json")
