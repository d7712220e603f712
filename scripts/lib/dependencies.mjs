import { readFile } from 'node:fs/promises'
import { at } from './workspace.mjs'

/**
 * Licences that may be in the tree. Those below only as a library of its own that we call and do not change (libvips beside
 * sharp, the list of leaked passwords), or as a tool that nobody is given.
 */
const allowed = new Set([
  ...[
    'MIT',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'Apache License 2.0',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'Unlicense',
  ],
])
const leakedPasswords = ['fxa-common-password-list', 'incremental-encoder']
/** @type {(name: string, licence: string, dev: boolean) => boolean} */
const allowedThere = (name, licence, dev) =>
  (licence === 'LGPL-3.0-or-later' && name.startsWith('@img/sharp-')) ||
  // A font may be shipped with a program and stand in documents.
  (licence === 'OFL-1.1' && name === '@embedpdf/fonts-sc') ||
  // Its package.json names none; the file LICENSE in it is the MIT licence.
  (licence === '无' && name === 'png-js') ||
  (/^MPL[- ]2\.0$/.test(licence) && (dev || leakedPasswords.includes(name)))

/**
 * Every package of the lock file by the licence that it names. `A OR B` needs one that is allowed, `A AND B` both.
 * @returns {Promise<{ counts: Map<string, number>, refused: string[] }>} refused: `name: licence`
 */
export async function licences() {
  const { packages } = JSON.parse(await readFile(at('package-lock.json'), 'utf8'))
  const counts = new Map()
  const refused = []
  for (const [path, found] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || found.link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = found.license ?? '无'
    counts.set(licence, (counts.get(licence) ?? 0) + 1)
    const dev = Boolean(found.dev || found.devOptional)
    const fine = (/** @type {string} */ one) => allowed.has(one) || allowedThere(name, one, dev)
    const choices = licence.replace(/[()]/g, '').split(' OR ')
    if (!choices.some((/** @type {string} */ choice) => choice.split(' AND ').every(fine)))
      refused.push(`${name}：${licence}`)
  }
  return { counts, refused: refused.sort() }
}

/** Advisories that docs/operations.md decides about. */
export const decided = async () =>
  new Set((await readFile(at('docs', 'operations.md'), 'utf8')).match(/GHSA(-[23456789cfghjmpqrvwx]{4}){3}/g) ?? [])
