import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { type Source, source } from '@cheyi/domain/booking/order/codes'
import { priceRuleModes, stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { HOUR } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'

const { travel } = source
const price = priceRuleModes.code
const stock = stockRuleModes.code

type Terms = Omit<InputOf<typeof contract.channel.save>, 'source' | 'version'>

const usual: Terms = {
  vendorCode: '',
  contact: '',
  commissionBp: 0,
  minLeadMinutes: 120,
  maxDays: null,
  priceMode: price.same,
  priceValue: 0,
  roundTo: 100,
  minFen: 0,
  stockMode: stock.shared,
  stockValue: 0,
  bufferUnits: 0,
}

interface Opened {
  readonly source: Source
  readonly terms: Partial<Terms>
  /** The stores where it sells: all, the last one with two models, or none yet. */
  readonly reach: 'all' | 'few' | 'none'
  readonly ends?: 'paused'
}

const opened: readonly Opened[] = [
  {
    source: source.travel,
    terms: {
      vendorCode: 'SH-220187',
      contact: '王经理 021-5550 0187',
      commissionBp: 1200,
      priceMode: price.raised,
      priceValue: 800,
      stockMode: stock.capShare,
      stockValue: 80,
    },
    reach: 'all',
  },
  { source: source.partner3, terms: { commissionBp: 800, bufferUnits: 1 }, reach: 'all' },
  {
    source: source.rail,
    terms: { commissionBp: 1000, priceMode: price.raised, priceValue: 500, stockMode: stock.guaranteed, stockValue: 1 },
    reach: 'few',
  },
  {
    source: source.distribution,
    terms: { commissionBp: 600, priceMode: price.lowered, priceValue: 300, minFen: 9_900, maxDays: 30 },
    reach: 'all',
    ends: 'paused',
  },
  { source: source.partner6, terms: {}, reach: 'none' },
]

/** Channels in each state: three on sale by different rules, one paused, and one with incomplete settings. */
export async function openChannels(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { channel } = contract
  const act = stage.as(cast.channel, now - HOUR)
  for (const { source, terms, reach, ends } of opened) {
    let { version } = await act(channel.action, { source, action: 'apply', version: 1 })
    ;({ version } = await act(channel.save, { source, version, ...usual, ...terms }))
    if (reach === 'none') continue
    for (const kind of ['store', 'model'] as const) {
      const rows = await act(channel.mappings, { source, kind })
      const some = reach === 'all' ? rows : kind === 'store' ? rows.slice(-1) : rows.slice(0, 2)
      await act(channel.saveMappings, {
        source,
        kind,
        rows: some.map(({ id }, i) => ({
          id,
          theirCode: reach === 'all' ? id : `${kind === 'store' ? 'S' : 'M'}${100 + i}`,
          theirName: '',
        })),
      })
    }
    ;({ version } = await act(channel.action, { source, action: 'enable', version }))
    // The secret of this key is known to no one; to try the API, a user creates another key.
    if (source === travel)
      await act(channel.keyCreate, {
        source,
        name: '正式环境',
        scopes: ['catalog', 'stock', 'price', 'order'],
        ips: ['203.0.113.0/24'],
      })
    if (ends === 'paused') await act(channel.action, { source, action: 'pause', version })
  }
}
