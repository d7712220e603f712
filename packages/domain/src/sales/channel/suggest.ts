import { alike, plainName } from '../../alike.ts'

/* Suggests which store or model a platform means by its list. Suggestions are only shown: nothing is mapped before a user confirms. */

/** One row of a platform's list. */
export interface TheirRow {
  readonly code: string
  readonly name: string
}

/** One of the merchant's own stores or models, with all its names. */
export interface OwnRow {
  readonly id: string
  /** Its own code and its id. */
  readonly codes: readonly string[]
  /** The name first, then variants: with its city, or with its brand and series. */
  readonly names: readonly string[]
  /** Of models; null when unknown, and for stores. */
  readonly year: number | null
  /** Of models: 自动 or 手动. */
  readonly gearbox: string | null
}

export interface Suggestion {
  readonly theirs: TheirRow
  /** null: nothing is similar. */
  readonly ourId: string | null
  /** The match is unambiguous: the user can confirm all certain ones at once. */
  readonly certain: boolean
  readonly why: string
}

/** Limit of rows that are compared. */
export const MOST_ROWS = 200

/**
 * Parses a pasted list: each line has a code and a name in either order, separated by tab, comma or space; the one
 * with Chinese characters is the name. A single word is both.
 */
export function parseList(text: string): TheirRow[] {
  const rows = text.split(/\r?\n/).flatMap((line): TheirRow[] => {
    const [first = '', ...rest] = line.trim().split(/\t+|\s*[,，;；]\s*| +/)
    if (first === '') return []
    const other = rest.join(' ').trim()
    const swapped = /\p{Script=Han}/u.test(first) && !/\p{Script=Han}/u.test(other) && other !== ''
    const [code, name] = swapped ? [other, first] : [first, other || first]
    return [{ code: code.slice(0, 64), name: name.slice(0, 100) }]
  })
  return [...new Map(rows.map((row) => [row.code, row])).values()].slice(0, MOST_ROWS)
}

/** Finds the year of a model, for example in 2023款. */
const yearIn = (name: string): number | null => {
  const found = /(?:^|\D)(20\d\d)\s*款?/.exec(name)
  return found === null ? null : Number(found[1])
}
const gearboxIn = (name: string): string | null => /自动|手动/.exec(name)?.[0] ?? null
/** Name without year and gearbox, which are compared on their own. */
const bare = (name: string): string => plainName(name.replace(/20\d\d\s*款?/, '').replace(/(?:自动|手动)[挡档]?/, ''))

const SAME = 4
const WITHIN = 3
/** Lowest similarity that counts as similar. */
const ALIKE = 0.6

/** Similarity of two rows, 0 to 4; a whole number where the code or name is equal or contained. */
function nearness(theirs: TheirRow, own: OwnRow): number {
  const code = plainName(theirs.code)
  if (own.codes.some((one) => plainName(one) === code)) return SAME
  const name = bare(theirs.name)
  if (name === '') return 0
  const names = own.names.map(bare).filter((one) => one !== '')
  if (names.includes(name)) return SAME
  if (names.some((one) => one.length > 2 && name.includes(one))) return WITHIN
  const best = Math.max(0, ...names.map((one) => alike(name, one)))
  return best >= ALIKE ? best : 0
}

/** Whether year and gearbox in a row's name do not contradict ours. */
const isCompatible = ({ name }: TheirRow, { year, gearbox }: OwnRow): boolean =>
  (year === null || (yearIn(name) ?? year) === year) && (gearbox === null || (gearboxIn(name) ?? gearbox) === gearbox)

/**
 * Matches each row with one of ours, the most similar first and each of ours at most once. A match is certain when
 * code or name are equal, or the row contains the whole name, no other of ours is as similar, and year and gearbox
 * do not contradict.
 */
export function suggestions(theirs: readonly TheirRow[], ours: readonly OwnRow[]): Suggestion[] {
  const pairs = theirs
    .flatMap((row) => ours.map((own) => ({ row, own, near: nearness(row, own), fits: isCompatible(row, own) })))
    .filter(({ near }) => near > 0)
    .toSorted((a, b) => b.near - a.near || Number(b.fits) - Number(a.fits))
  // When the best match of a row is taken by another row, the row gets no weaker one.
  const best = new Map(pairs.toReversed().map(({ row, near }) => [row, near]))
  const taken = new Map<TheirRow, Suggestion>()
  const used = new Set<string>()
  for (const { row, own, near, fits: sound } of pairs) {
    if (taken.has(row) || used.has(own.id) || near < best.get(row)!) continue
    const asNear = (one: (typeof pairs)[number]) => one.near === near && one.fits === sound
    const rivals = pairs.filter((one) => (one.row === row) !== (one.own === own) && asNear(one))
    const certain = near >= WITHIN && sound && rivals.length === 0
    used.add(own.id)
    taken.set(row, { theirs: row, ourId: own.id, certain, why: whyOf(near, sound, certain) })
  }
  return theirs.map((row) => taken.get(row) ?? { theirs: row, ourId: null, certain: false, why: '没有相近的' })
}

function whyOf(near: number, sound: boolean, certain: boolean): string {
  if (certain) return near === SAME ? '编码或名称一致' : '包含完整名称'
  if (!sound) return '年款或变速箱不同，请核对'
  return near >= WITHIN ? '不止一个相符，请核对' : '名称相近，请核对'
}
