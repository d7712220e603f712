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

Written by \`npm run bench -- --only bounds --write\`, which sets the bounds (\`server/bench/bounds/bounds.json\`) by what it counts; \`npm test\` compares
the first of each pair with its bound, \`npm run bench\` both.

A merchant of 2,000 cars among 49 small ones, with 10,000 orders → with 200,000 (one number where they are the same), in brackets the
bound with 10,000; with 200,000 buffers, rows and bytes may be as many times as much as \`grows\` says, statements and round trips not more. It is always the
moment of the tests' scene, and what else a merchant has (tickets, violations, papers) is that scene's. Counted without anything else asked of the
database, once the connection knows the statements, by plans for whatever values, which a connection may take from the sixth run on. By those no statement
may cost more than one and a half times and 20 buffers more than planned for its values, unless the last column says why.

- statements: sent in all, those that begin and end a transaction too
- waits: round trips one after the other before there is an answer
- buffers: pages of tables and indexes that were looked at, in memory or not
- rows: that travelled to Node
- bytes: of the answer's JSON

| call | statements | waits | buffers | rows | bytes | grows | generic plan |
|---|---|---|---|---|---|---|---|`
