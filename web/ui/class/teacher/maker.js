// Makes an exercise with a form whose fields are the parts of its file (form.js). A preview is next to it,
// errors are at their fields, and it is shared as a link or a file.
import { sentence as messageOf } from '../../../core/formats/error.js';
import { pack } from '../../../core/formats/packed.js';
import { linkOfExercise, onlyHere, shareLink } from '../../../core/link.js';
import { h, say, show } from '../../../draw/dom.js';
import { readExercise } from '../../../model/exercise/read.js';
import { draftOf, textOfDraft } from '../../../model/exercise/write.js';
import { sentence, texts } from '../../../texts/index.js';
import { save } from '../../shell/controls/menu.js';
import { PACKED, textOfFile } from '../exercise/source.js';
import { OpenDraft } from './draft.js';
import { emptyIn, faultOf } from './faults.js';
import { createForm } from './form.js';
import { showPreview } from './preview.js';

const words = texts.teacher;
const linkMax = 12000; // characters that the page still accepts; chat programs cut earlier
const chatMax = 4000;

/**
 * @param {import('../../../model/types.js').Store} page
 * @param {{open: (key: string) => Promise<void>, check: import('../../../core/types.js').Engine['check']}}
 *   does
 */
export function createMaker(page, does) {
  const open = new OpenDraft();
  let made = 0;
  const seen = h('div', { class: 'maker-seen' });
  const form = createForm(page, open, () => void changed());
  const status = h('p', { class: 'note', role: 'status', id: 'maker-status' });
  const length = h('span', { class: 'note', role: 'status' });
  const picker = h('input', {
    type: 'file',
    accept: '.md,text/markdown,text/plain',
    hidden: true,
    onchange: () => openFile(picker.files?.[0]),
  });
  const button = (/** @type {string} */ label, /** @type {string} */ id, /** @type {() => void} */ onclick, solid = false) =>
    h('button', { class: solid ? 'button solid' : 'button', id, onclick }, label);
  const preview = button(words.preview, 'maker-preview', async () => does.open(await key()));
  const address = async () => shareLink(linkOfExercise(await key()));
  const copy = button(
    words.copyLink,
    'maker-link',
    async () => {
      const link = await address();
      try {
        await navigator.clipboard.writeText(link);
        say(
          length,
          `${words.copied}. ${words.linkLength(link.length, link.length > chatMax)}.${onlyHere() ? ` ${texts.sharing.onlyHere}` : ''}`,
        );
      } catch {
        say(length, link);
      }
    },
    true,
  );
  const code = button(texts.sharing.qr, 'maker-qr', async () => {
    const [{ showCode }, link] = await Promise.all([import('../../shell/qr.js'), address()]);
    try {
      showCode(link);
    } catch {
      say(length, texts.sharing.tooLong);
    }
  });
  const file = button(words.saveFile, 'maker-file', () => {
    const name = open.draft.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    save(`${name || 'exercise'}.md`, new Blob([textOfDraft(open.written())], { type: 'text/markdown' }));
  });
  const element = h(
    'section',
    { class: 'teacher-part', 'aria-label': words.makeTitle },
    h('h2', null, words.makeTitle),
    h('p', { class: 'note' }, words.makeNote),
    h(
      'div',
      { class: 'maker-both' },
      form.element,
      h('aside', { class: 'maker-preview', 'aria-label': words.seenTitle }, h('h3', null, words.seenTitle), seen),
    ),
    status,
    h(
      'div',
      { class: 'row' },
      copy,
      code,
      preview,
      file,
      button(words.openFile, 'maker-open', () => picker.click()),
      length,
      picker,
    ),
  );

  const key = async () => PACKED + (await pack(readExercise(textOfDraft(open.written())).text));

  /** @param {File | undefined} given */
  async function openFile(given) {
    if (!given) return;
    try {
      open.draft = draftOf(readExercise(await textOfFile(given)));
      form.build();
    } catch (wrong) {
      say(status, sentence(`${given.name}: ${messageOf(wrong)}`));
    }
  }

  async function changed() {
    open.keep();
    const mine = ++made;
    const { draft } = open;
    showPreview(seen, open.written());
    let size = 0;
    /** @type {import('./faults.js').Fault | null} */
    let fault = null;
    try {
      size = (await key()).length;
      fault = await faultOfRuns();
    } catch (wrong) {
      fault = emptyIn(draft) ?? faultOf(wrong, draft);
    }
    if (mine !== made) return;
    const error = fault?.why ?? '';
    const begun = draft.title || draft.runs.length || draft.questions.length; // an empty form shows no error
    form.blame(begun ? fault : null);
    say(status, error ? sentence(error) : words.good);
    preview.disabled = copy.disabled = code.disabled = !!error || size > linkMax;
    file.disabled = !!error;
    say(length, error ? '' : size > linkMax ? words.tooLong(linkMax) : words.linkLength(size, size > chatMax));
  }

  /** Finds a link that the engine refuses. @returns {Promise<import('./faults.js').Fault | null>} */
  async function faultOfRuns() {
    for (const { name, link } of open.draft.runs) {
      const check = await does.check(link.replace(/^.*#/, ''));
      if (!check.ok) return { field: `${name}-link`, why: check.error };
    }
    return null;
  }

  form.build();

  return {
    element,
    /** @param {import('../../../model/types.js').State} state */
    draw: ({ mode }) => show(element, mode === 'bench'),
    begin() {
      element.scrollIntoView();
      document.getElementById('maker-title')?.focus({ preventScroll: true });
    },
    openFile,
  };
}
