import { contract } from '@cheyi/contract/index'
import { tollKind, tollStatus } from '@cheyi/domain/rental/toll/codes'
import { planTolls } from '@cheyi/domain/rental/toll/import/plan'
import type { TollRow } from '@cheyi/domain/rental/toll/import/row'
import { DAY, HOUR, MINUTE, toMinute } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { chargeOrder } from '../../rental/toll/charge.ts'
import { insertPlanned, lockRows } from '../../rental/toll/import/store.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Writes lines of a bill as their import does, without a file. */
export async function takeIn(ctx: Context, lines: readonly TollRow[]): Promise<void> {
  const rows = lines.map((line) => ({ ...line, warnings: [] }))
  const plans = planTolls(rows, await lockRows(ctx, rows), { firstLine: 1 })
  await ctx.elevated(() => insertPlanned(ctx, plans))
}

const passages = [
  { kind: tollKind.toll, provider: '上海ETC', place: '沪昆高速莘庄 → 嘉兴', fen: 3_500 },
  { kind: tollKind.toll, provider: '上海ETC', place: '沪宁高速江桥 → 苏州新区', fen: 4_000 },
  { kind: tollKind.toll, provider: '上海ETC', place: '上海绕城高速', fen: 1_200 },
  { kind: tollKind.parking, provider: '捷停车', place: '虹桥枢纽P7停车场', fen: 2_400 },
  { kind: tollKind.charging, provider: '特来电', place: '南翔印象城充电站', fen: 3_860 },
] as const

/** Lines of toll, parking and charging bills in all states: of rentals that ended and that run, of idle cars, and of a card without a car. */
export async function passToll(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const rentals = await ctx.query<{ orderId: string; plate: string; fromAt: number; toAt: number | null }>(
    `select a.order_id, v.plate, a.from_at, a.to_at from vehicle_assignment a
       join vehicle v on v.id = a.vehicle_id join "order" o on o.id = a.order_id
      where not a.void and a.from_at between $1 and $2 and coalesce(a.to_at, $2) - a.from_at > interval '8 hours'
      order by a.from_at desc, a.id limit 16`,
    [new Date(now - 20 * DAY), new Date(now)],
  )
  const idle = await ctx.query<{ plate: string }>(
    `select v.plate from vehicle v where not exists (select from vehicle_assignment a where a.vehicle_id = v.id and a.from_at < $1 and coalesce(a.to_at, $1) > $2)
      order by v.id limit 4`,
    [new Date(now), new Date(now - 5 * DAY)],
  )
  let next = 0
  const line = (plate: string, time: number, cardNo = ''): TollRow => {
    const { kind, provider, place, fen } = passages[next % passages.length]!
    const outAt = toMinute(time)
    const lineNo = `T${String(20_260_000 + next)}`
    next += 1
    const inAt = kind === tollKind.toll ? null : outAt - 75 * MINUTE
    return { kind, provider, lineNo, plate, cardNo, inAt, outAt, place, fen: fen + (next % 5) * 100 }
  }
  await takeIn(ctx, [
    ...rentals.flatMap(({ plate, fromAt, toAt }, n) =>
      Array.from({ length: 2 + (n % 2) }, (_, i) =>
        line(plate, fromAt + ((i + 1) * ((toAt ?? now) - fromAt)) / 5 + 2 * HOUR),
      ),
    ),
    ...idle.map(({ plate }, n) => line(plate, now - (n + 2) * DAY)),
    // Shortly before a pickup: a person decides whether the customer or the store paid for that place.
    ...rentals.slice(0, 3).map(({ plate, fromAt }) => line(plate, fromAt - 20 * MINUTE)),
    ...[1, 2, 3].map((n) => line('', now - n * 9 * HOUR, '3101 2026 0099 8812'.replaceAll(' ', ''))),
  ])
  const { list: due } = await stage.as(cast.manager, now)(contract.toll.due, { pageSize: 100 })
  for (const [n, { orderId, fen }] of due.slice(0, 9).entries()) {
    const act = n % 4 === 3 ? 'waive' : 'ask'
    const how = { act, deposit: n % 2 === 0, text: false, reason: '老客户优惠', approved: {} } as const
    await chargeOrder(ctx, { ...how, orders: [{ orderId, fen }] }, 0)
  }
  // The provider gives back one line that its customer was asked for, and one that is still to be charged.
  const paidBack = await ctx.query<Omit<TollRow, 'inAt' | 'outAt'>>(
    `select distinct on (status) kind, provider, line_no, plate, card_no, place, -fen as fen from toll_line
      where plate <> '' and (status = $1 or status = $2) order by status, id`,
    [tollStatus.asked, tollStatus.toCharge],
  )
  await takeIn(
    ctx,
    paidBack.map((row) => ({ ...row, inAt: null, outAt: toMinute(now) })),
  )
}
