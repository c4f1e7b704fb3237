// The trained networks as places list them: families with a title, cards with names in the page's language.
import { texts, translated } from '../texts/index.js';

/** @import {Describe} from '../engine.d.ts' */
/** @typedef {import('../core/zoo.js').ReadCard} Card */
/**
 * A card with the names of its loss and of itself.
 * @typedef {Card & {lossName: string, fullName: string}} Network
 */
/**
 * Networks that only differ in the loss; cross-entropy comes first, as the reference.
 * @typedef {{title: string, networks: [Network, ...Network[]]}} NetworkFamily
 */

/** @param {Describe} describe @param {Card} card @returns {Network} */
function networkOf(describe, card) {
  const lossName = describe.loss.find(({ id }) => id === card.lossId)?.label ?? card.loss;
  const name = translated(card.name);
  return {
    ...card,
    name,
    limits: translated(card.limits),
    machine: translated(card.machine),
    lossName,
    fullName: `${name}, ${lossName}`,
  };
}

/**
 * Groups cards into families.
 * @param {Describe} describe
 * @param {Card[]} cards
 * @returns {NetworkFamily[]}
 */
export function familiesOf(describe, cards) {
  /** @type {Map<string, NetworkFamily>} */
  const families = new Map();
  for (const card of cards) {
    const key = card.id.slice(0, -card.lossId.length - 1);
    const network = networkOf(describe, card);
    const family = families.get(key);
    if (family) family.networks.push(network);
    else {
      const data = describe.data.find(({ id }) => id === card.id.split('/')[0])?.label ?? '';
      families.set(key, { title: texts.trained.family(network.name, data), networks: [network] });
    }
  }
  for (const { networks } of families.values()) networks.sort((a, b) => Number(b.loss === 'ce') - Number(a.loss === 'ce'));
  return [...families.values()];
}
