# What the op files define, as lists that graph.h and the tests include: no other file names a structural op.
#
#   awk -v list=LIST -f gather.awk *.c
#
#   numbers       CAL_OP(CONV, conv) of each descriptor, `const cal_op cal_op_conv = {`
#   attributes    CAL_MEMBER(swap, int32_t p, q, none[2]) of each CAL_ATTRIBUTES(swap, ...), a member of the union cal_attributes
#   constructors  a prototype of each `cal_node cal_graph_...(`, with the comment above it; over each file's, the comment that begins the file
#   examples      CAL_EXAMPLES(conv) of each list of examples, `const cal_op_example cal_op_examples_conv[] = {`
#
# Everything in the order of the arguments, and of the lines.

# The line and those after it, up to the one that `last` matches.
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
