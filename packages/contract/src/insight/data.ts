import { orderKinds, orderStatuses, sources } from '@cheyi/domain/booking/order/codes'
import { type BridgeReason, bridgeColumns, bridgeReasons } from '@cheyi/domain/insight/data/bridge'
import { figureKeys, openedFigures } from '@cheyi/domain/insight/data/figures'
import { windowUnits } from '@cheyi/domain/insight/data/window'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, date, id, int, list, maybe, text, word } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'

/** 数据概览: key figures, filtered by stores, models, source and kind of order. */
const filter = {
  /** Days, both inclusive; missing: the last seven. */
  from: maybe(date('开始日期')),
  to: maybe(date('结束日期')),
  /** `month`: the days are a month, or its first days, and are compared with the month before. */
  unit: maybe(word(windowUnits, '对比周期')),
  storeIds: maybe(list(id('门店'), 200, '门店')),
  modelIds: maybe(list(id('车型'), 500, '车型')),
  source: maybe(code(sources, '订单来源')),
  kind: maybe(code(orderKinds, '订单类型')),
}

const Window = z.object({ from: out.time, until: out.time })

const told = {
  /** The time of the figures. */
  at: out.time,
  /** Whether amounts are included: without the permission 经营金额, amounts and ratios of them are null. */
  money: z.boolean(),
}

/** A value in the unit of its figure; null: the divisor is zero. */
const value = z.number().int().nullable()

const Figure = z.object({ key: out.word(figureKeys), value, previous: value, lastYear: value })
const Day = z.object({
  day: out.date,
  /** Fen; null without the permission. */
  revenue: out.fen.nullable(),
  created: out.count,
  /** Hundredths of a per cent; null without a car. */
  utilisation: value,
})

/** A store or model in the ranking. */
const Rank = z.object({
  id: out.id,
  name: z.string(),
  revenue: out.fen.nullable(),
  adr: value,
  revpac: value,
  utilisation: value,
  created: out.count,
  /** The utilisation of each of `days`. */
  used: z.array(value),
})

/** Most days whose utilisation is told for each store or model. */
const MAX_DAILY = 31

const Part = z.object({
  key: z.number().int(),
  created: out.count,
  revenue: out.fen.nullable(),
})

export const data = {
  overview: read({
    path: '/api/data/v1/overview',
    summary: '经营指标',
    permission: ['data'],
    stale: true,
    input: z.object(filter),
    output: z.object({
      ...told,
      window: Window,
      /** The previous period, and the same days of the year before, each cut at the same moment. */
      previous: Window,
      lastYear: Window,
      figures: z.array(Figure),
      /** Commission of platforms on orders that were earned in the window, for takings net of it; null without the permission. */
      commission: out.fen.nullable(),
      /** Number of cancelled bookings by who cancelled. */
      cancelled: z.object({ customer: out.count, merchant: out.count, channel: out.count, system: out.count }),
    }),
    refusals: ['rangeTooLong', 'notFound'],
  }),
  trend: read({
    path: '/api/data/v1/trend',
    summary: '按日趋势',
    permission: ['data'],
    stale: true,
    input: z.object(filter),
    /** Each day of the window, and of the previous one. */
    output: z.object({ ...told, days: z.array(Day), previous: z.array(Day) }),
    refusals: ['rangeTooLong', 'notFound'],
  }),
  rank: read({
    path: '/api/data/v1/rank',
    summary: '门店与车型排行',
    permission: ['data'],
    stale: true,
    input: z.object({
      ...filter,
      by: word(['store', 'model'] as const, '排行'),
      /** Also the last days of the window, at most so many, each with its utilisation. */
      daily: maybe(int(1, MAX_DAILY, '天数')),
    }),
    /** By revenue, highest first; by bookings where amounts are not included. `days`: those of `daily`. */
    output: z.object({ ...told, days: z.array(out.date), list: z.array(Rank) }),
    refusals: ['rangeTooLong', 'notFound'],
  }),
  mix: read({
    path: '/api/data/v1/mix',
    summary: '构成',
    permission: ['data'],
    stale: true,
    input: z.object(filter),
    /** Largest first; `key` is the code of the source or kind. */
    output: z.object({ ...told, sources: z.array(Part), kinds: z.array(Part) }),
    refusals: ['rangeTooLong', 'notFound'],
  }),
  orders: read({
    path: '/api/data/v1/orders',
    summary: '指标明细',
    permission: ['data'],
    stale: true,
    input: z.object({ ...filter, figure: word(openedFigures, '指标'), ...cursorPaging() }),
    /** Orders behind a figure, largest share first. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          modelName: z.string(),
          storeName: z.string(),
          pickupAt: out.time,
          returnAt: out.time,
          /** Its contribution: fen, minutes or a count. */
          share: z.number().int(),
          /** Whether the caller may open the order. */
          open: z.boolean(),
        }),
      ),
      ...told,
      window: Window,
      /** Sum of all shares, in the same unit. */
      sum: z.number().int(),
    }),
    refusals: ['rangeTooLong', 'notFound'],
  }),
  exportFigures: write({
    operators: false,
    path: '/api/data/v1/export',
    summary: '导出经营数据',
    permission: ['data.export'],
    changes: false,
    input: z.object({ ...filter, of: word(['figures', 'store', 'model', 'source', 'day'] as const, '导出内容') }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent', 'rangeTooLong', 'notFound'],
  }),
  bridge: read({
    path: '/api/data/v1/bridge',
    summary: '收入差异',
    permission: ['data.money'],
    stale: true,
    reach: 'merchant',
    /** A month that is over. */
    input: z.object({ month: text(7, 7, '月份'), ...cursorPaging() }),
    /** Orders whose income in the month is another one by the rule of days, in the order of their ids. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          modelName: z.string(),
          storeName: z.string(),
          pickupAt: out.time,
          returnAt: out.time,
          /** What the books have posted over time in the month. */
          posted: out.fen,
          /** What it earned in the month by days. */
          rule: out.fen,
          difference: out.fen,
          reasons: z.array(out.word(Object.keys(bridgeReasons) as BridgeReason[])),
        }),
      ),
      month: z.string(),
      /** Of all orders of the month; null behind the first page. */
      sums: z
        .object({
          posted: out.fen,
          rule: out.fen,
          difference: out.fen,
          /** Income that is the same either way: charges, penalties, damage and violations. */
          other: out.fen,
          /** Orders of the month without a difference. */
          same: out.count,
        })
        .nullable(),
    }),
  }),
  bridgeExport: write({
    operators: false,
    path: '/api/data/v1/bridge/export',
    summary: '导出收入差异',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ month: text(7, 7, '月份'), ...tableLooks(bridgeColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
}
