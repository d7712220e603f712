import type { Prepared } from '../data/prepare.ts'
import type { Row } from '../report/report.ts'
import { amountOf, type CostName, type CostsSize, costTitles, countedOn, requestsOf, warmUpOf } from './counted.ts'
import { withoutWholePages } from './counts.ts'
import { canCountCpu } from './cpu.ts'
import { median } from './measure.ts'
import { openStand, type Spent } from './stand.ts'

/*
 * The same merchant with many more orders behind it: what its calls take then. Measured on the prepared databases
 * themselves, since a copy of the large one may not fit on the disk; a few hundred bookings are added to each.
 */

const names = ['list', 'first', 'detail', 'home', 'todo', 'free', 'create'] as const satisfies CostName[]
const BAR = { most: 1.15 }

interface Round {
  readonly small: Spent
  readonly large: Spent
}

export async function benchGrowth(prepared: Prepared, size: CostsSize): Promise<Row[]> {
  const { cluster, hot } = prepared
  return withoutWholePages(cluster.rootUrl('large'), async () => {
    const small = await countedOn(prepared, 'small', size, names)
    const large = await countedOn(prepared, 'large', size, names)
    const open = (database: 'small' | 'large', { asked }: typeof small) =>
      openStand(cluster, { database, token: hot.token }, requestsOf(asked, names))
    await using smallStand = await open('small', small)
    await using largeStand = await open('large', large)
    for (const name of names) {
      await smallStand.spend(name, warmUpOf(small.asked[name], size))
      await largeStand.spend(name, warmUpOf(large.asked[name], size))
    }
    const rounds: Partial<Record<CostName, Round[]>> = {}
    for (let round = 0; round < size.rounds; round++)
      for (const name of names) {
        const spend = {
          small: () => smallStand.spend(name, amountOf(small.asked[name], size, round)),
          large: () => largeStand.spend(name, amountOf(large.asked[name], size, round)),
        }
        // Whoever comes second finds the machine as the other left it.
        const spent: Partial<Record<keyof Round, Spent>> = {}
        for (const which of round % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const))
          spent[which] = await spend[which]()
        rounds[name] = [...(rounds[name] ?? []), spent as Round]
      }
    return names.flatMap((name) =>
      grown(name, rounds[name]!, {
        small: small.counts[name]!.buffers,
        large: large.counts[name]!.buffers,
      }),
    )
  })
}

/** The rows of one call: the ratio is the median of the rounds' ratios, in each of which both met the same machine. */
export function grown(
  name: CostName,
  rounds: readonly Round[],
  buffers: { readonly small: number; readonly large: number },
): Row[] {
  const row = (id: string, what: string, of: (spent: Spent) => number, note: string): Row => ({
    id: `${name}.grown.${id}`,
    name: `${costTitles[name]}：${what}`,
    ours: median(rounds.map(({ large }) => of(large))),
    bare: median(rounds.map(({ small }) => of(small))),
    ratio: median(rounds.map(({ small, large }) => of(large) / of(small))),
    unit: ' ms',
    bar: BAR,
    note,
  })
  const p50 = row('p50', '历史增长后的 p50', (spent) => spent.p50, `缓冲页 ${buffers.small} → ${buffers.large}`)
  const cpu = row('cpu', '历史增长后的 CPU', ({ node, postgres }) => node + postgres, '')
  return [p50, canCountCpu ? cpu : { ...cpu, ours: null, note: '只在 Linux 上测' }]
}
