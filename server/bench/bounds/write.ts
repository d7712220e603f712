import { amountOf, type Bound, type Bounded, type Bounds, bounded, growing, type Measured } from './judge.ts'

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
export function boundsOf(before: Bounds, { small, large }: Measured): Bounds {
  return Object.fromEntries(
    Object.entries(small).map(([name, counted]): [string, Bound] => {
      const most = Object.fromEntries(bounded.map((unit) => [unit, slack[unit](amountOf(counted, unit))])) as Record<
        Bounded,
        number
      >
      const { generic, grows = LEAST_GROWTH } = before[name] ?? {}
      const much = large?.[name]
      const grown = growing.map((unit) => (much === undefined ? 0 : slack[unit](amountOf(much, unit)) / most[unit]))
      return [
        name,
        {
          ...most,
          grows: much === undefined ? grows : Math.max(LEAST_GROWTH, Math.ceil(Math.max(...grown) * 10) / 10),
          ...(generic !== undefined && { generic }),
        },
      ]
    }),
  )
}

/** The document of what calls cost. */
export function written(bounds: Bounds, { small, large }: Measured): string {
  const lines = Object.entries(bounds).map(([name, bound]) => {
    const [few, many] = [small[name]!, large?.[name]]
    const cell = (unit: Bounded) => {
      const amounts = [few, many].map((one) => (one === undefined ? '–' : amountOf(one, unit).toLocaleString('en')))
      return `${amounts[0] === amounts[1] ? amounts[0] : amounts.join(' → ')} (${bound[unit].toLocaleString('en')})`
    }
    return `| ${name} | ${bounded.map(cell).join(' | ')} | ${bound.grows} | ${bound.generic ?? ''} |`
  })
  return `${head}\n${lines.join('\n')}\n`
}

const head = `# What calls cost

This file is written by \`npm run bench -- --only bounds --write\`, which also sets the bounds in \`server/bench/bounds/bounds.json\`. \`npm test\`
compares the first number of each cell with its bound, \`npm run bench\` compares both.

The numbers are of one merchant with 2,000 cars beside 49 small merchants, with 10,000 orders → with 200,000 orders (one number where they
are equal). The bound for 10,000 orders is in brackets. With 200,000 orders buffers, rows and bytes may grow by the factor in \`grows\`;
statements and waits may not grow. Other data (tickets, violations, documents) is that of the test data, and the clock stands at the moment of
the test data. Statements are counted on a quiet database, prepared before, under generic plans, which a connection may use from the sixth run
on. No statement may cost more than one and a half times and 20 buffers more than with a plan for its values, unless the last column says why.

- statements: all that are sent, including those that begin and end a transaction
- waits: round trips that follow each other before there is an answer
- buffers: pages of tables and indexes that are read, from memory or disk
- rows: sent to Node
- bytes: of the answer as JSON

| call | statements | waits | buffers | rows | bytes | grows | generic plan |
|---|---|---|---|---|---|---|---|`
