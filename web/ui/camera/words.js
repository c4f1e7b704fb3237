// Texts of this place in the page's language. They load with the place, so that no other visit fetches them.
import { cameraTexts } from '../../texts/en/camera.js';
import { allTypeset, language } from '../../texts/index.js';

const german = language === 'de' ? await import('../../texts/de/page/camera.js').catch(() => null) : null;

/** @type {typeof cameraTexts} */
export const words = allTypeset(german?.cameraTexts ?? cameraTexts);
