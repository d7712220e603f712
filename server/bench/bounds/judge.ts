import type { Counts } from '../measure/counts.ts'

/*
 * The table of bounds and who is out of them. A bound is the most that a call may cost with 10,000 orders; `grows`, how many times as
 * much with 200,000.
 */

export const bounded = ['statements', 'waits', 'buffers', 'rows', 'bytes'] as const
export type Bounded = (typeof bounded)[number]
/** What may grow with the orders: a statement or a round trip more is another program. */
export const growing: readonly Bounded[] = ['buffers', 'rows', 'bytes']

export type Bound = Readonly<Record<Bounded, number>> & {
  readonly grows: number
  /** Why a statement of the call may cost more by its generic plan than {@link DEARER} allows, if one may. */
  readonly generic?: string
}
export type Bounds = Readonly<Record<string, Bound>>

/** What was counted of a call, planned for whatever values, with each of its statements. */
export interface Counted {
  readonly counts: Counts
  /** The dearest first; `custom` is what it cost planned for its values. */
  readonly statements: readonly { readonly text: string; readonly buffers: number; readonly custom: number }[]
}

/** How many times as much as by its custom plan a statement may cost by its generic one, and so many buffers more. */
export const DEARER = { times: 1.5, plus: 20 }

const units: Readonly<Record<Bounded, string>> = {
  statements: '语句',
  waits: '等待的往返',
  buffers: '缓冲页',
  rows: '取回的行',
  bytes: '回答的字节',
}

export const amountOf = ({ counts }: Counted, unit: Bounded): number =>
  ({
    statements: counts.statements,
    waits: counts.flights,
    buffers: counts.buffers,
    rows: counts.rows,
    bytes: counts.json,
  })[unit]

export interface Measured {
  readonly small: Readonly<Record<string, Counted>>
  readonly large?: Readonly<Record<string, Counted>>
}

/** What is out of its bounds, a line each: the call, the bound, what was counted, and the dearest statement. */
export function outOfBounds(bounds: Bounds, { small, large }: Measured): string[] {
  const missing = Object.keys(small).filter((name) => bounds[name] === undefined)
  const gone = Object.keys(bounds).filter((name) => small[name] === undefined)
  return [
    ...missing.map((name) => `${name}：没有上限`),
    ...gone.map((name) => `${name}：有上限，没有这个调用`),
    ...Object.entries(bounds).flatMap(([name, bound]) => [
      ...judged(name, small[name], bound, 1),
      ...judged(`${name}（大库）`, large?.[name], bound, bound.grows),
    ]),
  ]
}

function judged(name: string, counted: Counted | undefined, bound: Bound, times: number): string[] {
  if (counted === undefined) return []
  const over = bounded.flatMap((unit) => {
    const most = growing.includes(unit) ? Math.ceil(bound[unit] * times) : bound[unit]
    const amount = amountOf(counted, unit)
    return amount <= most ? [] : [`${name}：${units[unit]} ${amount}，上限 ${most}；${dearest(counted)}`]
  })
  return [...over, ...(bound.generic === undefined ? dearerByGeneric(name, counted) : [])]
}

const dearest = ({ statements: [one] }: Counted): string =>
  one === undefined ? '没有语句' : `最贵的语句 ${one.buffers} 页：${shortened(one.text)}`

const dearerByGeneric = (name: string, { statements }: Counted): string[] =>
  statements
    .filter(({ buffers, custom }) => buffers > custom * DEARER.times + DEARER.plus)
    .map(
      ({ text, buffers, custom }) =>
        `${name}：通用计划 ${buffers} 页，按值的计划 ${custom} 页；语句：${shortened(text)}`,
    )

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 300)
