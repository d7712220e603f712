import { sources } from '@cheyi/domain/booking/order/codes'
import { MAX_TIERS } from '@cheyi/domain/pricing/price/rule'
import { z } from 'zod'
import { ModelBrief } from '../fleet/model.ts'
import { read, write } from '../kernel/call.ts'
import {
  code,
  date,
  Flag,
  id,
  int,
  list,
  maybe,
  nestedRecord,
  orCleared,
  orElse,
  paging,
  time,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { batchCalls } from './price-batch.ts'
import { overviewCalls } from './price-overview.ts'
import { amount, ChangedRow, key, Line, LongOut, layer, origins, PlanId, publishAt, TodayOut } from './price-parts.ts'
import { PriceLine } from './quote.ts'

const sums = {
  orders: out.count,
  /** Fen of rent: as sold, by the saved prices, and by the draft for those that it would sell. */
  sold: out.fen,
  saved: out.fen,
  draft: out.fen,
  /** Orders that the draft would not sell at their length, and what they had earned. */
  unsold: out.count,
  unsoldRent: out.fen,
}

/** Prices last month's orders of a model at a store by unsaved prices. */
const benchCall = <D extends z.ZodType>(draft: D) =>
  read({
    path: '/api/price/v1/bench',
    summary: '上月订单试算',
    permission: ['price'],
    /** For the base layer orders of every channel, for a channel its own. */
    input: z.object({ ...key, draft }),
    output: z.object({
      from: out.date,
      to: out.date,
      ...sums,
      /** Orders that the saved prices would not sell any more. */
      left: out.count,
      /** By the day of the pickup. */
      days: z.array(z.object({ day: out.date, ...sums })),
    }),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  })

/** The version that the user saw; 0: there was none yet. */
const Seen = maybe(int(0, 2_000_000_000, '版本'))

const Tiers = list(
  nestedRecord(
    {
      fromDays: int(0, 9999, '折扣天数'),
      rateBp: orCleared(int(-1, 100_000, '折扣')),
      fixedDayPrice: orCleared(amount('固定日价')),
    },
    '多日折扣',
  ),
  MAX_TIERS,
  '多日折扣',
)
const LongRows = list(
  nestedRecord({ fromMonths: int(0, 999, '租期月数'), monthlyPrice: amount('月价') }, '长租月价'),
  36,
  '长租月价',
)

/** Fields of a rule: a missing one is unchanged, null or '' clears it. */
const ruleFields = {
  basePrice: maybe(amount('平日价')),
  weekendPrice: orCleared(amount('周末价')),
  holidayPrice: orCleared(amount('节假日价')),
  weekendDays: maybe(list(int(1, 7, '周末'), 7, '周末')),
  overHourPrice: orCleared(amount('超时每小时')),
  overHourDivisor: maybe(int(1, 24, '超时按日租的几分之一')),
  minDays: maybe(int(1, 30, '起租天数')),
  maxDays: orCleared(int(1, 365, '最长租期')),
  advanceMinMinutes: orCleared(int(0, 43_200, '提前预订分钟')),
  discountOnHoliday: maybe(Flag),
  enabled: maybe(Flag),
  tiers: maybe(Tiers),
}

const TierOut = z.object({ fromDays: out.count, rateBp: out.count.nullable(), fixedDayPrice: out.fen.nullable() })

export const RuleOut = z.object({
  id: out.id,
  source: out.count,
  basePrice: out.fen,
  weekendPrice: out.fen.nullable(),
  holidayPrice: out.fen.nullable(),
  weekendDays: z.array(out.count),
  overHourPrice: out.fen.nullable(),
  overHourDivisor: out.count,
  minDays: out.count,
  maxDays: out.count.nullable(),
  advanceMinMinutes: out.count.nullable(),
  discountOnHoliday: z.boolean(),
  enabled: z.boolean(),
  tiers: z.array(TierOut),
  version: out.count,
})

/** A day of the calendar for the requested layer. */
const DayOut = z.object({
  date: out.date,
  /** null: no price is set, so that the date cannot be sold. */
  price: out.fen.nullable(),
  origin: out.word(origins).nullable(),
  /** This layer has an entry for the date. */
  own: z.boolean(),
  /** The price of the date without its entry. */
  followed: out.fen.nullable(),
  stop: z.boolean(),
  /** The base layer closed it: a channel cannot open it. */
  stopBelow: z.boolean(),
  holiday: z.string().nullable(),
  makeUpWorkday: z.boolean(),
  /** Vehicles free during all of the opening hours; null for past dates. */
  free: out.count.nullable(),
})

/** The last change of a calendar that can still be undone. */
const Undo = z.object({ changeId: out.id, at: out.time, name: z.string(), lines: z.array(Line) }).nullable()

/** Unsaved prices. */
const Draft = nestedRecord(ruleFields, '价格').refine(
  (fields) => Object.values(fields).some((value) => value !== undefined),
  '请填写要试算的价格',
)

export const price = {
  ...overviewCalls,
  ...batchCalls,

  rules: read({
    path: '/api/price/v1/rule/list',
    summary: '价格规则',
    permission: ['price'],
    input: z.object({
      storeId: maybe(id('门店')),
      modelId: maybe(id('车型')),
      source: orElse(layer('渠道'), 0),
      /** Only models with a price per day, or per month. */
      kind: maybe(word(['short', 'long'], '租赁方式')),
    }),
    /** Every model at every open store that the caller may access, with or without a price, in the order of the catalogue. */
    output: z.array(
      z.object({
        ...ModelBrief.shape,
        storeId: out.id,
        storeName: z.string(),
        /** In service at this store. */
        vehicles: out.count,
        source: out.count,
        /** The rule of this source. A disabled one counts as missing. */
        rule: RuleOut.nullable(),
        /**
         * The rule that a channel uses without one of its own, with its mark-up; null for the base layer, and where
         * only own prices are sold.
         */
        base: RuleOut.nullable(),
        today: TodayOut,
        long: z.array(LongOut),
        longVersion: out.count,
        /** Number of scheduled changes. */
        waiting: out.count,
      }),
    ),
  }),

  saveRule: write({
    operators: true,
    path: '/api/price/v1/rule/save',
    summary: '保存价格规则',
    permission: ['price.edit'],
    refreshes: ['stock'],
    input: z.object({
      ...key,
      version: Seen,
      ...ruleFields,
      longVersion: Seen,
      longRows: maybe(LongRows),
      publishAt,
    }),
    output: z.object({
      /** null: the rule is created when the plan is published. */
      id: out.id.nullable(),
      version: out.count,
      longVersion: out.count,
      planId: PlanId,
    }),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  }),

  begin: write({
    operators: true,
    path: '/api/price/v1/rule/begin',
    summary: '首次定价',
    permission: ['price.edit'],
    refreshes: ['stock'],
    /** What a day costs of models that have no price at the store yet; all of them or none. */
    input: z.object({
      storeId: key.storeId,
      rows: list(nestedRecord({ modelId: key.modelId, basePrice: amount('平日价') }, '车型'), 200, '车型', 1),
    }),
    output: z.object({ count: out.count }),
    refusals: ['priceOutOfRange'],
  }),

  saveTiers: write({
    operators: true,
    path: '/api/price/v1/tier/save',
    summary: '保存多日折扣',
    permission: ['price.edit'],
    input: z.object({ ruleId: id('价格规则'), version: Seen, tiers: Tiers }),
    output: z.object({ tiers: z.array(TierOut), version: out.count }),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  }),

  saveLong: write({
    operators: true,
    path: '/api/price/v1/long/save',
    summary: '保存长租月价',
    permission: ['price.edit'],
    input: z.object({ ...key, version: Seen, rows: LongRows }),
    output: z.object({ rows: z.array(LongOut), version: out.count }),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  }),

  follow: write({
    operators: true,
    path: '/api/price/v1/follow',
    summary: '恢复跟随基础价',
    permission: ['price.edit'],
    refreshes: ['stock'],
    /** Deletes the channel's rule, monthly prices and future dates of the calendar; the base layer cannot be reset. */
    input: z.object({ ...key, source: code(sources, '渠道') }),
    output: z.object({ rows: z.array(ChangedRow) }),
  }),

  calendar: read({
    path: '/api/price/v1/calendar/list',
    summary: '价格日历',
    permission: ['price'],
    input: z.object({ ...key, from: date('开始日期'), to: date('结束日期') }),
    output: z.object({
      days: z.array(DayOut),
      /** Years of the range whose holidays are not announced yet. */
      unpublishedYears: z.array(out.count),
      /** Vehicles of the model in service at the store. */
      vehicles: out.count,
      undo: Undo,
      /** Number of changes of this calendar, as the version that a later change refers to. */
      version: out.count,
    }),
  }),

  saveCalendar: write({
    operators: true,
    path: '/api/price/v1/calendar/save',
    summary: '保存价格日历',
    permission: ['price.edit'],
    refreshes: ['stock'],
    input: z
      .object({
        ...key,
        from: date('开始日期'),
        to: date('结束日期'),
        weekdays: maybe(list(int(1, 7, '星期'), 7, '星期')),
        price: maybe(amount('价格')),
        /** Relative to each date's present price, bp; 1000 is 10 % more. */
        adjustBp: maybe(int(-9000, 90_000, '调整比例', '下调不能超过90%，上调不能超过900%')),
        /** false opens the dates again. */
        stop: maybe(Flag),
        /** Removes price and stop, so that the dates inherit again. */
        restore: maybe(Flag),
        /**
         * Version of the calendar that the user saw: refused when one of these days was changed since; changes of other
         * days are allowed.
         */
        version: Seen,
        publishAt,
      })
      .superRefine(({ price, adjustBp, stop, restore }, ctx) => {
        const asked = [price, adjustBp, stop, restore === false ? undefined : restore]
        if (asked.filter((one) => one !== undefined).length !== 1)
          ctx.addIssue({ code: 'custom', path: ['price'], message: '请选择改价、调整、停售或恢复中的一项' })
      }),
    output: z.object({ days: z.array(DayOut), undo: Undo, changed: out.count, planId: PlanId }),
    refusals: ['priceOutOfRange', 'pastDateFixed'],
  }),

  undoCalendar: write({
    operators: true,
    path: '/api/price/v1/calendar/undo',
    summary: '撤销日历改动',
    permission: ['price.edit'],
    refreshes: ['stock'],
    input: z.object({ changeId: id('改动') }),
    output: z.object({ days: z.array(DayOut), undo: Undo }),
    refusals: ['pastDateFixed'],
  }),

  trial: read({
    path: '/api/price/v1/trial',
    summary: '价格试算',
    permission: ['price'],
    input: z.object({
      ...key,
      trips: list(nestedRecord({ pickupAt: time('取车时间'), returnAt: time('还车时间') }, '租期'), 8, '租期', 1),
      /** Unsaved prices, applied to the saved ones. */
      draft: maybe(Draft),
    }),
    output: z.array(
      z.object({
        pickupAt: out.time,
        returnAt: out.time,
        days: out.count,
        overHours: out.count,
        lines: z.array(PriceLine),
        /** null: cannot be sold, for the reason in `why`. */
        total: out.fen.nullable(),
        rent: out.fen.nullable(),
        /** The total by the saved prices; null without a draft, or when it cannot be sold by them. */
        saved: out.fen.nullable(),
        why: z.string().nullable(),
      }),
    ),
    refusals: ['priceOutOfRange', 'tierRepeated'],
  }),

  bench: benchCall(Draft),

  history: read({
    path: '/api/price/v1/history',
    summary: '价格变更记录',
    permission: ['price'],
    input: z.object({
      ...paging(),
      storeId: maybe(id('门店')),
      modelId: maybe(id('车型')),
      source: maybe(layer('渠道')),
    }),
    output: out.page(
      ChangedRow.extend({
        id: out.id,
        at: out.time,
        /** Who changed it, or who scheduled it. */
        name: z.string(),
        planned: z.boolean(),
        /** It was undone later, or is an undo itself. */
        undone: z.boolean(),
        undoes: z.boolean(),
      }),
    ),
  }),

  plans: read({
    path: '/api/price/v1/plan/list',
    summary: '待生效价格',
    permission: ['price'],
    input: z.object({ storeId: maybe(id('门店')), modelId: maybe(id('车型')) }),
    output: z.array(
      z.object({
        id: out.id,
        publishAt: out.time,
        createdAt: out.time,
        name: z.string(),
        rows: z.array(ChangedRow),
      }),
    ),
  }),

  cancelPlan: write({
    operators: true,
    path: '/api/price/v1/plan/cancel',
    summary: '取消待生效价格',
    permission: ['price.edit'],
    repeat: 'natural',
    input: z.object({ id: id('待生效价格') }),
    /** 1: it was published before. */
    output: z.object({ status: out.code([0, 1, 2]) }),
  }),
}
