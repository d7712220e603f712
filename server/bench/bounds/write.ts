import type { Counts } from '../measure/counts.ts'
import type { JobCounts } from './jobs.ts'
import {
  amountOf,
  type Bound,
  type Bounded,
  type Bounds,
  bounded,
  type Counted,
  type Exemption,
  growing,
  isOf,
  type Measured,
} from './judge.ts'
import type { Scale } from './run.ts'

/** What a count may be more than it was: a statement or a round trip more is another program. */
const slack: Readonly<Record<Bounded, (n: number) => number>> = {
  statements: (n) => n,
  waits: (n) => n,
  buffers: (n) => Math.ceil(n * 1.1) + 5,
  rows: (n) => Math.ceil(n * 1.1) + 2,
  bytes: (n) => Math.ceil(n * 1.1) + 100,
}
const LEAST_GROWTH = 1.2

/** The bounds of what was counted now; what was not counted with many orders may grow as it did. */
export function boundsOf(before: Bounds, { small, double, large }: Measured): Bounds {
  return Object.fromEntries(
    Object.entries(small).map(([name, counted]): [string, Bound] => {
      const most = Object.fromEntries(bounded.map((unit) => [unit, slack[unit](amountOf(counted, unit))])) as Record<
        Bounded,
        number
      >
      const { generic, grows = LEAST_GROWTH } = before[name] ?? {}
      const much = large?.[name]
      const grown = [double?.[name], much].flatMap((more) =>
        growing.map((unit) => (more === undefined ? 0 : slack[unit](amountOf(more, unit)) / most[unit])),
      )
      return [
        name,
        {
          ...most,
          grows: much === undefined ? grows : Math.max(LEAST_GROWTH, Math.ceil(Math.max(...grown) * 10) / 10),
          ...(generic !== undefined && { generic: renewExemption(generic, counted, much) }),
        },
      ]
    }),
  )
}

/** With the most that its statement was counted to cost; it stays as it is until it was counted with many orders. */
function renewExemption(exempt: Exemption, small: Counted, large: Counted | undefined): Exemption {
  if (large === undefined) return exempt
  const costs = [small, large].flatMap(({ statements }) =>
    statements.filter(isOf(exempt)).map(({ buffers }) => buffers),
  )
  return { ...exempt, buffers: slack.buffers(Math.max(0, ...costs)) }
}

/** All that was counted, with the runs of the scheduled jobs. */
export interface Documented extends Measured {
  readonly jobs?: Readonly<Record<string, JobCounts>>
}
/** What was counted of a larger installation besides. */
type Scaled = Pick<Documented, 'large' | 'jobs'> & { readonly scale: Scale }

/** The document of what calls and jobs cost. */
export function boundsDocument(bounds: Bounds, { small, large, jobs }: Documented, scaled?: Scaled): string {
  const lines = Object.entries(bounds).map(([name, bound]) => {
    const counted = [small[name], large?.[name], ...(scaled ? [scaled.large?.[name]] : [])]
    const cell = (unit: Bounded) => {
      const amounts = counted.map((one) => (one === undefined ? '–' : formatAmount(amountOf(one, unit))))
      return `${new Set(amounts).size === 1 ? amounts[0] : amounts.join(' → ')} (${formatAmount(bound[unit])})`
    }
    return `| ${name} | ${bounded.map(cell).join(' | ')} | ${bound.grows} | ${exemption(bound)} |`
  })
  const runs = Object.entries(scaled?.jobs ?? jobs ?? {}).map(([name, { first, failed, idle }]) => {
    const cells = ({ statements, buffers, versions, wal }: Counts) =>
      [statements, buffers, versions, wal].map(formatAmount)
    return `| ${name} | ${[...cells(first), formatAmount(failed), ...cells(idle)].join(' | ')} |`
  })
  return `${head(scaled?.scale)}\n${lines.join('\n')}\n\n${headOfJobs(scaled?.scale)}\n${runs.join('\n')}\n`
}

const exemption = ({ generic }: Bound): string => (generic ? `${generic.why} (${formatAmount(generic.buffers)})` : '')
const formatAmount = (amount: number): string => amount.toLocaleString('en')

const head = (scale: Scale | undefined) => `# What calls cost

This file is written by \`npm run bench -- --only bounds --write\`, which also sets the bounds in \`server/bench/bounds/bounds.json\`. \`npm test\`
compares the first number of each cell with its bound, \`npm run bench\` compares the first two. With \`--orders 2000000 --merchants 1000\` each
cell gets a third number, of an installation of that size, half of whose orders are one merchant's.

The numbers are of one merchant with 2,000 cars beside 49 small merchants, with 10,000 orders → with 200,000 orders${
  scale ? ` → with ${formatAmount(scale.orders)} orders of ${formatAmount(scale.merchants)} merchants` : ''
} (one number where they
are equal). The bound for 10,000 orders is in brackets. With 200,000 orders buffers, rows and bytes may grow by the factor in \`grows\`;
statements and waits may not grow. So may they with 20,000 orders, which have four times the history of 10,000 and are counted by \`npm test\`,
too: what grows is found there. Every table has rows in the ratio that orders bring (\`server/bench/data\`), and a run fails by the name of a table
that a call reads and that has too few; what waits for people is as much with many orders as with few. The clock stands at the moment of the test
data. Statements are counted under generic plans, which a connection may use from the sixth run on. No statement may cost more than one
and a half times and 20 buffers more than with a plan for its values, unless the last column says why; the number there is what that statement may
cost.

- statements: all that are sent, including those that begin and end a transaction
- waits: round trips that follow each other before there is an answer
- buffers: pages of tables and indexes that these statements read, from memory or disk
- rows: sent to Node
- bytes: of the answer as JSON

Buffers are the sum of what PostgreSQL counts of each statement that the call has sent (\`pg_stat_statements\`): with its triggers, the functions
in it and its parallel workers; of a write with the constraints that are checked at the commit, and then undone. Not counted are the planning of a
statement, which a connection does once, what the planner reads of the catalogue, and whatever else is asked of the database meanwhile, by
other connections or by PostgreSQL itself. Each call is counted twice and the lower sum stands.

| call | statements | waits | buffers | rows | bytes | grows | generic plan |
|---|---|---|---|---|---|---|---|`

const headOfJobs = (scale: Scale | undefined) => `## Scheduled jobs

One run of every job for all merchants, with ${
  scale
    ? `${formatAmount(scale.orders)} orders of ${formatAmount(scale.merchants)} merchants`
    : '200,000 orders of the large merchant and 20,000 of 49 small ones'
}:
the first run with everything that is due, and an idle one right after it. Statements are those in transactions; buffers are all that the
database read meanwhile. A row fails, for example, where a message to a generated customer would be sent, who has no personal data.

| job | statements | buffers | row versions | bytes of WAL | failed rows | idle: statements | buffers | row versions | bytes of WAL |
|---|---|---|---|---|---|---|---|---|---|`
