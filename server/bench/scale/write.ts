import { amountOf, type Bounded, bounded, type Measured } from '../bounds/judge.ts'
import type { Size } from '../data/prepare.ts'
import type { Counts } from '../measure/counts.ts'
import type { JobCounts } from './jobs.ts'

const said = (amount: number): string => amount.toLocaleString('en')

/** The heading of what is written by a person: it and what follows stay. */
const BY_HAND = '## What grows, and why'

/**
 * The document of what calls and jobs cost at a size.
 * @param before the document as it is
 * @param bytes of the large database
 */
export function written(
  size: Size,
  { small, large }: Required<Measured>,
  jobs: Readonly<Record<string, JobCounts>>,
  { before, bytes }: { readonly before: string; readonly bytes: number },
): string {
  const calls = Object.entries(large).map(([name, many]) => {
    const cell = (unit: Bounded) => {
      const amounts = [small[name]!, many].map((one) => said(amountOf(one, unit)))
      return amounts[0] === amounts[1] ? amounts[0] : amounts.join(' → ')
    }
    return `| ${name} | ${bounded.map(cell).join(' | ')} |`
  })
  const runs = Object.entries(jobs).map(([name, { first, failed, idle }]) => {
    const cells = ({ statements, buffers, versions, wal }: Counts) => [statements, buffers, versions, wal].map(said)
    return `| ${name} | ${[...cells(first), said(failed), ...cells(idle)].join(' | ')} |`
  })
  const byHand = before.indexOf(BY_HAND)
  return `${head(size, bytes)}
| call | statements | waits | buffers | rows | bytes |
|---|---|---|---|---|---|
${calls.join('\n')}

## Scheduled jobs

One run of every job for all merchants, with ${said(size.large * (1 + size.others.share))} orders: the first run with everything that is due, and an idle one right after it.
Statements are those in
transactions. A row fails, for example, where a message to a generated customer would be sent, who has no personal data.

| job | statements | buffers | row versions | bytes of WAL | failed rows | idle: statements | buffers | row versions | bytes of WAL |
|---|---|---|---|---|---|---|---|---|---|
${runs.join('\n')}
${byHand === -1 ? '' : `\n${before.slice(byHand)}`}`
}

const head = (size: Size, bytes: number) => {
  const { vehicles, small, large, others } = size
  const all = (orders: number) => orders * (1 + others.share)
  return `# Costs at scale

Written by \`npm run bench -- --orders ${all(large)} --merchants ${others.merchants + 1}\`, by hand and not by \`npm test\`. One merchant of
${said(vehicles)} vehicles has half of the orders; ${said(others.merchants)} merchants of ${others.vehicles} vehicles share the other half. The numbers are with
${said(all(small))} orders → with ${said(all(large))} (one number where they are the same); the larger database has ${said(Math.round(bytes / 1e8) / 10)} GB, ${said(Math.round(bytes / all(large)))} bytes
for each order. The columns are those of [measurements](measurements.md).
`
}
