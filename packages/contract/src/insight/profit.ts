import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { lifecycles, ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { profitKeys } from '@cheyi/domain/insight/profit/profit'
import { z } from 'zod'
import { read } from '../kernel/call.ts'
import { code, cursorPaging, date, flag, id, maybe, text, word } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** 车辆收益: income, costs and use of each vehicle. Income is that of 数据概览, by the day it was earned. */
const months = {
  /** Months by any of their days, at most twelve; missing: the last whole month. Future months are left out. */
  from: maybe(date('开始月份')),
  to: maybe(date('结束月份')),
}
const fleet = {
  storeId: maybe(id('门店')),
  modelId: maybe(id('车型')),
  ownership: maybe(code(ownerships, '权属')),
  /** Cars with an owner's agreement in the months, or only the others. */
  entrusted: maybe(flag('请选择自营或托管', '托管挂靠')),
}

const Sums = z.object({
  /** Fen; null without the permission 经营金额. */
  rent: out.fen.nullable(),
  service: out.fen.nullable(),
  /** Penalties, damage and violations. */
  other: out.fen.nullable(),
  /** Costs without depreciation. */
  running: out.fen,
  depreciation: out.fen,
  /** The share of its owner; null without the permission. */
  owner: out.fen.nullable(),
  /** Minutes in service, rented, in repair or inspection, and while nobody might move it; moves and own use are in none of the last three. */
  fleet: out.count,
  rented: out.count,
  down: out.count,
  idle: out.count,
  km: out.count,
})

const told = {
  /** The last day whose income and use are included; null while the figures are computed for the first time. */
  until: out.date.nullable(),
  money: z.boolean(),
}

const Car = z.object({
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  storeName: z.string(),
  ownership: out.code(ownerships),
  lifecycle: out.code(lifecycles),
})

export const profit = {
  list: read({
    path: '/api/profit/v1/list',
    summary: '车辆收益',
    permission: ['data'],
    input: z.object({
      ...months,
      ...fleet,
      keyword: maybe(text(0, 20, '车牌')),
      /** Missing: what a car loses comes first, by `contribution`; without the permission 经营金额 what it costs. */
      sort: maybe(word(profitKeys, '排序')),
      /** `asc`: the smallest first. */
      order: maybe(word(['desc', 'asc'] as const, '顺序')),
      /** Only cars that lost money in the months, or that were not rented in them at all. */
      only: maybe(word(['losing', 'idle'] as const, '范围')),
      ...cursorPaging(),
    }),
    output: z.object({
      ...out.pageOf(Car.extend({ sums: Sums })),
      ...told,
      /** Of all vehicles of the filter whatever `only` says; with the first page only. */
      sum: Sums.nullable(),
      /** Of the same vehicles; with the first page only. */
      found: z
        .object({
          cars: out.count,
          /** Cars that lost money, what they lost together, and the ends of the scale; null without the permission 经营金额. */
          losing: out.count.nullable(),
          lost: out.fen.nullable(),
          low: out.fen.nullable(),
          high: out.fen.nullable(),
          /** Cars that were in service and not rented at all, and what they cost together. */
          idle: out.count,
          idleCost: out.fen,
        })
        .nullable(),
      /** Income of orders that never had a vehicle, such as penalties: only without a filter and for all stores. Fen. */
      withoutCar: out.fen.nullable(),
    }),
  }),
  groups: read({
    path: '/api/profit/v1/groups',
    summary: '车辆收益汇总',
    permission: ['data'],
    input: z.object({ ...months, ...fleet, by: word(['store', 'model', 'ownership', 'month'] as const, '汇总') }),
    /** Months in their order, others by name. */
    output: z.object({
      ...told,
      list: z.array(z.object({ key: z.string(), name: z.string(), cars: out.count, sums: Sums })),
    }),
  }),
  car: read({
    path: '/api/profit/v1/car',
    summary: '车辆收益详情',
    permission: ['data', 'inventory.edit'],
    input: z.object({ vehicleId: id('车辆') }),
    output: z.object({
      ...Car.shape,
      ...told,
      /** The last twenty-four months, newest first. */
      months: z.array(z.object({ month: out.date, sums: Sums })),
      /** Of its whole life until now. */
      life: Sums,
      purchaseOn: out.date.nullable(),
      purchaseFen: out.fen.nullable(),
      /** Purchase costs besides the price, less what sales brought. */
      capitalFen: out.fen,
      /** Price less depreciation, at the end of the running month; null without a price. */
      bookValue: out.fen.nullable(),
      /** How much of the price it has earned back, basis points; null without a price or without the permission. */
      paidBack: z.number().int().nullable(),
      hints: z.array(
        z.object({
          kind: out.word(['idle', 'loses', 'dear'] as const),
          days: out.count.nullable(),
          income: out.fen.nullable(),
          cost: out.fen.nullable(),
          what: out.word(['insurance', 'inspection'] as const).nullable(),
          on: out.date.nullable(),
          /** What that cost the last time. */
          fen: out.fen.nullable(),
          contribution: out.fen.nullable(),
        }),
      ),
    }),
  }),
  income: read({
    path: '/api/profit/v1/income',
    summary: '车辆收入明细',
    permission: ['data.money'],
    input: z.object({ vehicleId: id('车辆'), ...months, ...cursorPaging() }),
    /** The orders that the income of a vehicle is of, the newest first. */
    output: z.object({
      ...out.pageOf(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          pickupAt: out.time,
          returnAt: out.time,
          rent: out.fen,
          service: out.fen,
          other: out.fen,
          /** Whether the caller may open the order. */
          open: z.boolean(),
        }),
      ),
      until: out.date.nullable(),
      /** Sum of all; with the first page only. */
      sum: out.fen.nullable(),
    }),
  }),
  life: read({
    path: '/api/profit/v1/life',
    summary: '车辆经历',
    permission: ['data', 'inventory.edit'],
    input: z.object({ vehicleId: id('车辆'), ...cursorPaging() }),
    /** Rentals, tickets, damage and costs of one vehicle, the latest first. */
    output: out.page(
      z.object({
        type: out.word(['rental', 'ticket', 'damage', 'cost'] as const),
        id: out.id,
        at: out.time,
        until: out.time.nullable(),
        /** The number of an order or ticket. */
        no: z.string(),
        /** Of a rental with the permission 经营金额: its income; of a cost: its sum. */
        fen: out.fen.nullable(),
        ticketKind: out.code(ticketKinds).nullable(),
        costKind: out.code(costKinds).nullable(),
        /** Of a rental or damage: the order, where the caller may open it. */
        orderId: out.id.nullable(),
        orderKind: z.number().int().nullable(),
      }),
    ),
  }),
}
