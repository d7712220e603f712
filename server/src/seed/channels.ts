import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { orderStatus, type Source, source } from '@cheyi/domain/booking/order/codes'
import { pick } from '@cheyi/domain/pick'
import { deliveryStates, priceRuleModes, stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { demoTestKey, openScopes } from '@cheyi/domain/sales/channel/open-key'
import { couponKind } from '@cheyi/domain/sales/coupon/codes'
import { placeCode, type SiteStep } from '@cheyi/domain/sales/site/funnel'
import { DAY, HOUR, localDate } from '@cheyi/domain/time'
import { newId } from '../kernel/context.ts'
import { SIMULATED_RECEIVER } from '../outside/post/post.ts'
import { SECRET_PLACE } from '../sales/channel/actions.ts'
import { log } from '../sales/channel-push/store.ts'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'

const { travel } = source
const price = priceRuleModes.code
const state = deliveryStates.code
/** Number of orders with messages to the platform. */
const MESSAGES = 8
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
  await act(contract.site.turn, { on: true })
  const site = await act(contract.site.detail, {})
  await act(contract.site.save, {
    ...pick(site, 'colour', 'payNow', 'payAtStore', 'version'),
    selfService: true,
    ...{ name: 'demo', about: '本地车队，机场与市区门店取还，价格一口价。', phone: '021-54320001' },
  })
  await issueCoupons(stage, { now, cast })
  await countVisitors(stage, { now, cast })
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
    if (source === travel) await testKey(stage, { now, cast })
    if (source === travel) await notifyPlatform(stage, { now, cast })
    if (ends === 'paused') await act(channel.action, { source, action: 'pause', version })
  }
}

/** Places of posters, and what visitors did in the last 30 days: most come without a place, and some models were sold out. */
async function countVisitors(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const act = stage.as(cast.channel, now - HOUR)
  for (const name of ['虹桥酒店大堂', '公众号菜单', '门店收银台']) await act(contract.site.placeSave, { name })
  const ctx = await stage.context(cast.channel, now)
  const models = await ctx.query<{ id: string }>('select id from model order by id limit 3')
  const days = Array.from({ length: 30 }, (_, ago) => ({ ago, day: localDate(now - ago * DAY) }))
  const counts = days.flatMap(({ ago, day }) =>
    ['', placeCode(1), placeCode(2), placeCode(3), '-'].flatMap((place, of) => {
      const visits = Math.max(1, 26 - of * 6 + ((ago * 7 + of * 3) % 5))
      const steps = [visits, Math.ceil(visits * 0.7), Math.floor(visits / 9), Math.ceil(visits * 0.3)]
      return steps.map((n, i) => ({ day, place, step: (i + 1) as SiteStep, n }))
    }),
  )
  const lacks = days.flatMap(({ ago, day }) =>
    models.map(({ id: modelId }, i) => ({ day, wantedOn: localDate(now + (9 - (ago % 6)) * DAY), modelId, n: i + 1 })),
  )
  await ctx.db.insertInto('siteCount').values(counts).execute()
  await ctx.db.insertInto('siteLack').values(lacks).execute()
}

/** Coupons of the booking page: a sum, a share with a maximum, and one that was turned off. */
async function issueCoupons(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { coupon } = contract
  const act = stage.as(cast.channel, now - HOUR)
  const fen = (yuan: number) => yuan * 100
  await act(coupon.add, {
    ...{ code: 'HELLO50', name: '新客礼', kind: couponKind.sum, fen: fen(50), leastFen: fen(300) },
    oncePerCustomer: true,
  })
  await act(coupon.add, {
    ...{ code: 'WEEK10', name: '长租周', kind: couponKind.percent, rateBp: 1000, fen: fen(200), mostUses: 200 },
    oncePerCustomer: false,
  })
  const { couponId } = await act(coupon.add, {
    ...{ code: 'AUTUMN', name: '秋季满减', kind: couponKind.sum, fen: fen(80), leastFen: fen(500) },
    oncePerCustomer: false,
  })
  await act(coupon.turn, { couponId, on: false, version: 1 })
}

/** A test key that is the same on every demo, so that the page of the open API's document can be tried. */
async function testKey(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const ctx = await stage.context(cast.channel, now)
  const { appKey, secret } = demoTestKey
  const [row] = await ctx.query<{ id: string }>(`select nextval('row_id') as id`)
  await ctx.query(
    `insert into channel_key (id, source, app_key, name, secret_enc, secret_tail, scopes, test) values ($1, $2, $3, '联调', $4, $5, $6, true)`,
    [row!.id, travel, appKey, ctx.vault.seal(SECRET_PLACE, row!.id, secret), secret.slice(-4), openScopes],
  )
}

/** Messages about the newest orders: delivered ones, one that was given up, and the log of both. */
async function notifyPlatform(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const url = `https://${SIMULATED_RECEIVER}/notify`
  await stage.as(cast.channel, now)(contract.channelPush.webhookSave, {
    source: travel,
    url,
    enabled: true,
    pushStock: false,
  })
  const ctx = await stage.context(cast.channel, now)
  const rows = await ctx.query<{ id: string; no: string; state: number }>(
    `with n as (update channel_webhook set last_seq = $2, delivered_at = app_now() - interval '2 hours' where source = $1 returning source)
     insert into channel_event (source, order_id, was, data, at, seq, state, tries, due_at, until_at, delivered_at)
     select n.source, o.id, case when o.status > ${orderStatus.confirmed} then ${orderStatus.confirmed} end, jsonb_build_object(
         'channelOrderNo', o.channel_order_no, 'orderNo', o.order_no, 'status', o.status, 'cancelBy', o.cancel_by,
         'storeId', o.store_id::text, 'returnStoreId', o.return_store_id::text, 'modelId', o.model_id::text,
         'pickupAt', epoch_ms(o.pickup_at), 'returnAt', epoch_ms(o.return_at), 'actualPickupAt', epoch_ms(o.actual_pickup_at),
         'actualReturnAt', epoch_ms(o.actual_return_at), 'totalFen', o.total_fen, 'penaltyFen', o.penalty_fen, 'cancelledAt', epoch_ms(o.cancelled_at)),
       app_now() - o.i * interval '8 hours', $2 - o.i + 1, case o.i when $2 then ${state.dead} else ${state.delivered} end,
       case o.i when $2 then 14 else 1 end, app_now(), app_now(), case when o.i < $2 then app_now() - o.i * interval '8 hours' end
      from n, (select *, row_number() over (order by id desc) as i from "order"
        where source = $1 and channel_order_no is not null and status >= ${orderStatus.confirmed} order by id desc limit $2) o
     returning id, data ->> 'channelOrderNo' as no, state`,
    [travel, MESSAGES],
  )
  for (const { id, no, state: now } of rows)
    log(ctx, await newId(ctx), {
      source: travel,
      outgoing: true,
      name: 'order.confirmed',
      channelOrderNo: no,
      eventId: id,
      status: now === state.dead ? 503 : 204,
      code: null,
      fault: '',
      failed: now === state.dead,
      ms: now === state.dead ? 1204 : 86,
      request: JSON.stringify({ eventId: id, data: { channelOrderNo: no } }),
      answer: now === state.dead ? 'Service Unavailable' : '',
    })
}
