// Shares a run: its link with checksum and result, copied, as a QR code, or as a file.
import { linkOfExercise, onlyHere, shareLink } from '../../core/link.js';
import { h } from '../../draw/dom.js';
import { isSeveral } from '../../model/frame.js';
import { texts } from '../../texts/index.js';
import { save } from '../shell/controls/menu.js';
import { partOf } from '../shell/part.js';

const LONG = 1500; // characters; mail and chat programs leave shorter links intact

/** @param {import('../../model/types.js').Store} store */
export function createShare(store) {
  const { fail, say } = store.bench;

  return {
    /**
     * Copies the link, and shows it with other ways to share it.
     * @param {(link: string) => Promise<string>} seal adds a checksum
     */
    async copy(seal) {
      const { run, check, exercise } = store.get();
      if (!check) return;
      const own = run?.spec === check.spec ? run : null;
      const claimed = own ? texts.kept.notShared(own.unchecked) : '';
      const result = claimed ? '' : own?.report?.link; // a link carries no unchecked receipt
      const handedOut = !result && exercise; // nothing has run: share the exercise
      const link = shareLink(result || (handedOut ? linkOfExercise(exercise.key) : await seal(check.address)));
      const words = texts.sharing;
      const needs = check.from ? words.withWeights(check.from) : '';
      const fused = result && run?.report?.fused ? words.fused : '';
      const about =
        (link.length > LONG ? words.long(link.length) : result ? words.withResult : handedOut ? words.ofExercise : words.runFirst) +
        fused +
        needs +
        (claimed && ` ${claimed}`) +
        (onlyHere() ? ` ${words.onlyHere}` : '');
      const notice = (/** @type {string} */ title) => say({ kind: 'note', title, text: about, link, card: !!result });
      await navigator.clipboard.writeText(link).then(
        () => notice(texts.copied),
        () => notice(texts.copyByHand),
      );
    },

    /** Copies an iframe for another page. @param {string} link @param {string} title */
    async embed(link, title) {
      const words = texts.ends;
      // the second is for threads, if the course page is isolated
      const allow = 'clipboard-write; cross-origin-isolated';
      const frame = { src: shareLink(link), title, width: '100%', height: 720, loading: 'lazy', allow };
      const code = h('iframe', frame).outerHTML;
      const about = words.embedNote + (onlyHere() ? ` ${texts.sharing.onlyHere}` : '');
      const notice = (/** @type {string} */ head) => say({ kind: 'note', title: head, text: about, code });
      await navigator.clipboard.writeText(code).then(
        () => notice(words.embedded),
        () => notice(words.embedByHand),
      );
    },

    /** @param {string} link */
    async code(link) {
      const module = await partOf(store, import('../shell/qr.js'));
      try {
        module?.showCode(link);
      } catch {
        fail(texts.sharing.tooLong);
      }
    },

    /** Saves a run's result as a picture. @param {string} [link] of the run; that of the run on show */
    async card(link) {
      const { run: shown, runs, describe } = store.get();
      const run = link ? runs.find(({ report }) => report?.link && link === shareLink(report.link)) : shown;
      const module = await partOf(store, import('./card.js'));
      if (!module || !run?.report?.link) return;
      try {
        save('calibration-card.png', await module.cardOf(run.report, describe.metric, isSeveral(run), shareLink(run.report.link)));
      } catch {
        fail(texts.sharing.tooLong);
      }
    },

    /**
     * Saves a visitor's ratings next to the network's as a picture.
     * @param {import('./card.js').Rated[]} both
     * @param {string} title
     */
    async ratings(both, title) {
      const module = await partOf(store, import('./card.js'));
      if (module) save('you-and-the-network.png', await module.ratingsCardOf(both, title, new URL('.', location.href).href));
    },

    /** Saves the link as NAME.calib.json, which the page and the command line read. @param {string} link */
    file(link) {
      const text = JSON.stringify({ calib: 1, link: link.slice(link.indexOf('#') + 1) });
      save('run.calib.json', new Blob([`${text}\n`], { type: 'application/json' }));
    },

    /**
     * Reads the link in such a file, or in a report.
     * @param {File} file
     * @returns {Promise<string>} empty if it has none
     */
    async read(file) {
      try {
        const { link } = JSON.parse(await file.text());
        if (typeof link === 'string') return link;
      } catch {
        // not JSON
      }
      fail(texts.sharing.noFile(file.name));
      return '';
    },
  };
}
