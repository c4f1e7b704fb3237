// Measures the tasks of a page's main thread, which keep its visitor waiting.

/**
 * Returns the CPU time in ms of every task of a page's main thread while `act` runs. CPU time excludes other
 * work on the machine.
 * @param {import('puppeteer-core').Page} page
 * @param {() => Promise<void>} act
 */
export async function tasksDuring(page, act) {
  await page.tracing.start({ categories: ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline'] });
  await act();
  // The event that `act` waited for may have happened inside a task, which must end to be in the trace.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
  const { traceEvents } = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
  const { frames } = traceEvents.find((event) => event.name === 'TracingStartedInBrowser').args.data;
  const { processId } = frames.find((frame) => frame.url.startsWith(page.url().split('#')[0]));
  const main = traceEvents.find((event) => event.pid === processId && event.name === 'thread_name' && event.args.name === 'CrRendererMain');
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && event.pid === processId && event.tid === main.tid);
  return tasks.map((event) => (event.tdur ?? event.dur) / 1000).filter((ms) => ms >= 0); // the last one may be unfinished
}

/**
 * Returns the processor seconds of all pages so far, at least the time that a run takes on an idle machine.
 * @param {import('puppeteer-core').Page} page
 */
export async function processorOf(page) {
  const session = await page.browser().target().createCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
