import { amountOf, type Bounded, bounded, type Measured } from '../bounds/judge.ts'
import type { Size } from '../data/prepare.ts'
import type { Counts } from '../measure/counts.ts'
import type { JobCounts } from './jobs.ts'

const said = (amount: number): string => amount.toLocaleString('en')

/** The document of what calls and jobs cost at a size. */
export function written(
  size: Size,
  { small, large }: Required<Measured>,
  jobs: Readonly<Record<string, JobCounts>>,
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
  return `${head(size)}
| call | statements | waits | buffers | rows | bytes |
|---|---|---|---|---|---|
${calls.join('\n')}

## Scheduled jobs

One run of every job for all merchants, with ${said(size.large)} orders: the first run with everything that is due, and an idle one right after it.
Statements are those in
transactions. Rows fail where a message to a generated customer would be sent, who has no personal data.

| job | statements | buffers | row versions | bytes of WAL | failed rows | idle: statements | buffers | row versions | bytes of WAL |
|---|---|---|---|---|---|---|---|---|---|
${runs.join('\n')}
`
}

const head = ({ vehicles, small, large, merchants }: Size) => `# Costs at scale

Written by \`npm run bench -- --orders ${large} --merchants ${merchants}\`, by hand and not by \`npm test\`. A merchant of ${said(vehicles)} cars
among ${said(merchants! - 1)} small ones, with ${said(small)} orders → with ${said(large)} (one number where they are the same); the small merchants share a
tenth as many. The columns are those of [measurements](measurements.md).
`
