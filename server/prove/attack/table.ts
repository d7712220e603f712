import { basename } from 'node:path'
import { modules, sourcesOf } from '../../src/testing/modules.ts'

/* What was tried and what became of it, by module. */

export interface Row {
  calls: number
  probes: number
  /** The answer names why: the record is not there, the right is missing. */
  byName: number
  /** Reads that answered and had nothing of the victim. */
  empty: number
  /** Refused for their form, so that they prove nothing. */
  byForm: number
  /** Writes about what is foreign that were accepted. */
  accepted: number
  changed: number
  seen: number
  failed: number
}

export const newRow = (): Row => ({
  ...{ calls: 0, probes: 0, byName: 0, empty: 0, byForm: 0, accepted: 0, changed: 0, seen: 0, failed: 0 },
})

/** Of a feature of the contract, `order` of `rental/order.ts`. */
export function moduleOf(feature: string): string {
  const kebab = feature.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const found = places.get(kebab)
  if (found === undefined) throw new Error(`no module has the calls of ${feature}`)
  return found
}
const places = new Map(
  sourcesOf('C')
    .map(({ path }) => [basename(path, '.ts'), path.split('/')[0]!] as const)
    .filter(([, module]) => modules.includes(module)),
)

const head = [
  '| Who and where | Calls | Probes | Refused by name | Answered without it | Refused by form | Accepted | Rows changed | Seen | 5xx |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
]

export function attackTable(rows: ReadonlyMap<string, Row>): string {
  const lines = [...rows].map(
    ([name, { calls, probes, byName, empty, byForm, accepted, changed, seen, failed }]) =>
      `| ${[name, calls, probes, byName, empty, byForm, accepted, changed, seen, failed].join(' | ')} |`,
  )
  return [...head, ...lines].join('\n')
}

export const isHeld = ({ byForm, accepted, changed, seen, failed }: Row): boolean =>
  byForm + accepted + changed + seen + failed === 0

export function totalOf(rows: Iterable<Row>): Row {
  const total = newRow()
  for (const row of rows) for (const key of Object.keys(total) as (keyof Row)[]) total[key] += row[key]
  return total
}
