import { alike, plainName } from '../alike.ts'

/*
 * Which of ours a platform means by what it lists. Only ever shown: nothing is open before a person says so.
 */

/** One row of a platform's list. */
export interface TheirRow {
  readonly code: string
  readonly name: string
}

/** One of ours, with all that it is called. */
export interface OwnRow {
  readonly id: string
  /** What identifies it: its own code, its id. */
  readonly codes: readonly string[]
  /** Its name first, then others: with its city, its brand and series. */
  readonly names: readonly string[]
  /** Of models; null where nothing is known, or of a store. */
  readonly year: number | null
  /** Of models: what it would be called by its gearbox, 自动 or 手动. */
  readonly gearbox: string | null
}

export interface Suggestion {
  readonly theirs: TheirRow
  /** null: none of ours comes near. */
  readonly ourId: string | null
  /** Nothing else can be meant: one tap takes all of these. */
  readonly certain: boolean
  readonly why: string
}

/** Most rows of a list that are looked at. */
export const MOST_ROWS = 200

/**
 * Rows of a list that was copied: a code and a name in each line, between them a tab, a comma or a space, in either order: the
 * one with Chinese signs is the name. A line of one word is both.
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

/** 2023款 */
const yearIn = (name: string): number | null => {
  const found = /(?:^|\D)(20\d\d)\s*款?/.exec(name)
  return found === null ? null : Number(found[1])
}
const gearboxIn = (name: string): string | null => /自动|手动/.exec(name)?.[0] ?? null
/** Without year and gearbox, which are compared by themselves. */
const bare = (name: string): string => plainName(name.replace(/20\d\d\s*款?/, '').replace(/(?:自动|手动)[挡档]?/, ''))

const SAME = 4
const WITHIN = 3
/** So much of the shorter name is in the other. */
const ALIKE = 0.6

/** How near a row comes to one of ours, 0 to 4, whole where its code or name is the same. */
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

/** Whether year and gearbox that a row names are those of ours. */
const fits = ({ name }: TheirRow, { year, gearbox }: OwnRow): boolean =>
  (year === null || (yearIn(name) ?? year) === year) && (gearbox === null || (gearboxIn(name) ?? gearbox) === gearbox)

/**
 * Which of ours each row means, each of ours at most once: the nearest first. Certain is a row of the same code or name, or one that
 * holds the whole name, where no other of ours comes as near and year and gearbox are not said otherwise.
 */
export function suggestions(theirs: readonly TheirRow[], ours: readonly OwnRow[]): Suggestion[] {
  const pairs = theirs
    .flatMap((row) => ours.map((own) => ({ row, own, near: nearness(row, own), fits: fits(row, own) })))
    .filter(({ near }) => near > 0)
    .toSorted((a, b) => b.near - a.near || Number(b.fits) - Number(a.fits))
  // What is nearest to a row, and gone, is not made up for by what is further off.
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
