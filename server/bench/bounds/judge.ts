import type { Counts } from '../measure/counts.ts'

/*
 * The table of bounds and who is out of them. A bound is the most that a call may cost with 10,000 orders; `grows`, how many times as
 * much with more, 20,000 as well as 200,000.
 */

export const bounded = ['statements', 'waits', 'buffers', 'rows', 'bytes'] as const
export type Bounded = (typeof bounded)[number]
/** What may grow with the orders: a statement or a round trip more is another program. */
export const growing: readonly Bounded[] = ['buffers', 'rows', 'bytes']

export type Bound = Readonly<Record<Bounded, number>> & {
  readonly grows: number
  /** The statement of the call that may cost more by its generic plan than {@link DEARER} allows, if one may. */
  readonly generic?: Exemption
}
export interface Exemption {
  /** A piece of its text, with single blanks, that no other statement of the call has. */
  readonly statement: string
  /** What it may cost by its generic plan, with few orders or with many. */
  readonly buffers: number
  readonly why: string
}
export type Bounds = Readonly<Record<string, Bound>>

/** What was counted of a call, planned for whatever values, with each of its statements. */
export interface Counted {
  readonly counts: Pick<Counts, 'statements' | 'flights' | 'buffers' | 'rows' | 'json'>
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
  /** With twice the orders, four times the history: what grows with it is found without the large database. */
  readonly double?: Readonly<Record<string, Counted>>
  readonly large?: Readonly<Record<string, Counted>>
}

/** What is out of its bounds, a line each: the call, the bound, what was counted, and the dearest statement. */
export function outOfBounds(bounds: Bounds, { small, double, large }: Measured): string[] {
  const missing = Object.keys(small).filter((name) => bounds[name] === undefined)
  const gone = Object.keys(bounds).filter((name) => small[name] === undefined)
  return [
    ...missing.map((name) => `${name}：没有上限`),
    ...gone.map((name) => `${name}：有上限，没有这个调用`),
    ...Object.entries(bounds).flatMap(([name, bound]) => [
      ...boundProblems(name, small[name], bound, 1),
      ...boundProblems(`${name}（两倍订单）`, double?.[name], bound, bound.grows),
      ...boundProblems(`${name}（大库）`, large?.[name], bound, bound.grows),
    ]),
  ]
}

function boundProblems(name: string, counted: Counted | undefined, bound: Bound, times: number): string[] {
  if (counted === undefined) return []
  const over = bounded.flatMap((unit) => {
    const most = growing.includes(unit) ? Math.ceil(bound[unit] * times) : bound[unit]
    const amount = amountOf(counted, unit)
    return amount <= most ? [] : [`${name}：${units[unit]} ${amount}，上限 ${most}；${dearest(counted)}`]
  })
  return [...over, ...dearerByGeneric(name, counted, bound.generic)]
}

const dearest = ({ statements: [one] }: Counted): string =>
  one === undefined ? '没有语句' : `最贵的语句 ${one.buffers} 页：${shortenText(one.text)}`

function dearerByGeneric(name: string, { statements }: Counted, exempt: Exemption | undefined): string[] {
  const exempted = exempt && statements.find(isOf(exempt))
  const gone = exempt && !exempted ? [`${name}：通用计划的例外没有对应的语句：${exempt.statement}`] : []
  const dear = statements
    .filter(({ buffers, custom }) => buffers > custom * DEARER.times + DEARER.plus)
    .filter((one) => one !== exempted || one.buffers > exempt!.buffers)
    .map((one) => {
      const most = one === exempted ? `，上限 ${exempt!.buffers} 页` : ''
      return `${name}：通用计划 ${one.buffers} 页${most}，按值的计划 ${one.custom} 页；语句：${shortenText(one.text)}`
    })
  return [...gone, ...dear]
}

/** Whether an exemption is of this statement. */
export const isOf =
  ({ statement }: Exemption) =>
  ({ text }: { readonly text: string }): boolean =>
    withSingleBlanks(text).includes(statement)

const withSingleBlanks = (text: string): string => text.replaceAll(/\s+/g, ' ')
const shortenText = (text: string): string => withSingleBlanks(text).slice(0, 300)
