// Measures the page as people open it: the time of a whole run, and of the longest task, during which the
// page cannot answer.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../support/chromium.mjs';
import { root } from '../support/paths.mjs';
import { serve } from '../support/serve.mjs';

const [BEGIN, END] = ['bench-begin', 'bench-end'];

/**
 * Runs in the page: marks the moments in which training begins and ends.
 * @returns {Promise<{seconds: number, error: string}>}
 */
function followRun(begin, end) {
  return new Promise((resolve) => {
    let started = 0;
    const look = setInterval(() => {
      const { state } = globalThis.calib ?? {};
      if (state === 'running' && !started) started = performance.mark(begin).startTime;
      if (!/ended|failed|stopped/.test(state)) return;
      clearInterval(look);
      const error = state === 'ended' ? '' : `the run ${state}`;
      resolve({ seconds: (performance.mark(end).startTime - started) / 1000, error });
    }, 10);
  });
}

/**
 * Lists tasks of the page's main thread between the two marks, longest first: their milliseconds, and those
 * on a processor.
 * @param {{name: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number}[]} events of a
 *   trace
 */
function tasksOf(events) {
  const [begin, end] = [BEGIN, END].map((name) => events.find((event) => event.name === name));
  if (!begin || !end) throw new Error('the trace has no marks');
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur }) =>
      name === 'RunTask' && pid === begin.pid && tid === begin.tid && ts + (dur ?? 0) >= begin.ts && ts <= end.ts,
  );
  if (!tasks.length) throw new Error('the trace has no tasks');
  return tasks.map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, cpu: tdur / 1000 })).sort((a, b) => b.ms - a.ms);
}

/**
 * Opens the link in the page of a new browser, which trains it.
 * @param {string} link
 * @param {number} images trained on in total, for the rate
 */
export async function measurePage(link, images) {
  const server = await serve(root('build/site'));
  const browser = await launchChromium({ whole: true });
  const trace = join(tmpdir(), `calib-trace-${process.pid}.json`);
  try {
    const page = await browser.newPage();
    await page.tracing.start({ path: trace, categories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] });
    await page.goto(`${server.url}#${link}&run=1`);
    const { seconds, error } = await page.evaluate(followRun, BEGIN, END);
    await page.tracing.stop();
    if (error) throw new Error(error);
    const isolated = await page.evaluate(() => crossOriginIsolated);
    const { metrics } = (await page.evaluate(() => globalThis.calib.report)) ?? {};
    const tasks = tasksOf(JSON.parse(readFileSync(trace, 'utf8')).traceEvents);
    return {
      link,
      isolated,
      seconds,
      images_per_second: images / seconds,
      error: metrics.error.value,
      ece: metrics.ece.value,
      longest_task_ms: tasks[0].ms,
      longest_task_cpu_ms: Math.max(...tasks.map(({ cpu }) => cpu)),
      tasks_over_50_ms: tasks.filter(({ ms }) => ms > 50).length,
      tasks: tasks.length,
    };
  } finally {
    rmSync(trace, { force: true });
    await browser.close();
    await server.close();
  }
}
