// Reports each ended test to tests/run.mjs as a line of JSON.

/** Describes an error for a person. @param {any} error */
function causeOf(error) {
  const cause = error?.code === 'ERR_TEST_FAILURE' && error.cause ? error.cause : error;
  return String(cause?.stack ?? cause?.message ?? cause);
}

/** @param {AsyncIterable<{type: string, data: any}>} source */
export default async function* events(source) {
  for await (const { type, data } of source) {
    const { name, nesting, skip, todo, details, message } = data;
    const ms = Math.round(details?.duration_ms ?? 0);
    if (type === 'test:diagnostic' && !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/.test(message))
      yield `${JSON.stringify({ note: message })}\n`;
    // A suite, or a file's name around its tests, fails because a test in it fails.
    const inner = details?.error?.failureType === 'subtestsFailed';
    if ((type === 'test:pass' && details.type === 'suite') || (type === 'test:fail' && inner)) continue;
    if (type === 'test:pass')
      yield `${JSON.stringify({ name, nesting, ms, state: skip || todo ? 'skipped' : 'passed', why: skip || todo })}\n`;
    if (type === 'test:fail') yield `${JSON.stringify({ name, nesting, ms, state: 'failed', why: causeOf(details.error) })}\n`;
  }
}
