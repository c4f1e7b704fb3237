# Lists the definitions of the op files, for graph.h and the tests to include. So only its own file names a
# structural op.
#
#   awk -v list=LIST -f gather.awk *.c
#
# The lists, in the order of the arguments and of the lines:
# - numbers: CAL_OP(CONV, conv) for each descriptor, `const cal_op cal_op_conv = {`
# - attributes: CAL_MEMBER(swap, int32_t p, q, none[2]) for each CAL_ATTRIBUTES(swap, ...); becomes a member
#   of the union cal_attributes
# - constructors: a prototype of each `cal_node cal_graph_...(` with the comment above it; the comment that
#   begins a file comes before the file's prototypes
# - examples: CAL_EXAMPLES(conv) for each list of examples, `const cal_op_example cal_op_examples_conv[] = {`

# Joins this line and the next ones, up to the line that `last` matches.
function statement(last,    text) {
    for (text = $0; text !~ last && getline > 0;) text = text "\n" $0
    return text
}

function after(prefix,    name) {
    name = substr($0, length(prefix) + 1)
    sub(/[^a-z0-9_].*/, "", name)
    return name
}

FNR == 1 { comment = ""; begins = "\n// ---- " FILENAME "\n"; beginning = 1 }

/^\/\// { comment = comment $0 "\n"; next }

beginning { begins = begins comment "\n"; beginning = 0 }

list == "numbers" && /^const cal_op cal_op_/ {
    name = after("const cal_op cal_op_")
    printf "CAL_OP(%s, %s)\n", toupper(name), name
}

list == "examples" && /^const cal_op_example cal_op_examples_/ {
    printf "CAL_EXAMPLES(%s)\n", after("const cal_op_example cal_op_examples_")
}

list == "attributes" && /^CAL_ATTRIBUTES\(/ {
    text = statement("\\);")
    sub(/^CAL_ATTRIBUTES/, "CAL_MEMBER", text)
    sub(/\);.*/, ")", text)
    print text
}

list == "constructors" && /^cal_node cal_graph_/ {
    text = statement("[{]")
    sub(/ *[{].*/, ";", text)
    printf "%s%s%s\n", begins, comment, text
    begins = ""
}

{ comment = "" }
