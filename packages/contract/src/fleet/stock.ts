import {
  orderKind,
  orderKinds,
  orderStatuses,
  pickupTypes,
  returnTypes,
  source,
  sources,
} from '@cheyi/domain/booking/order/codes'
import { plateColors } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKinds, stopReasons } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { stockRuleModes } from '@cheyi/domain/sales/channel/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, date, Flag, id, int, list, maybe, orElse, orNone, text, time } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { ModelBrief } from './model.ts'

/** A car as shown in orders. Fuel and battery in percent, null where the car has none. */
export const VehicleBrief = z.object({
  vehicleId: out.id,
  plate: z.string(),
  plateColor: out.code(plateColors),
  modelId: out.id,
  modelName: z.string(),
  odometerKm: out.count,
  fuelPct: z.number().nullable(),
  batteryPct: z.number().nullable(),
  parkingNote: z.string(),
})

/** Names of the two stores of a one-way order. */
export const OneWay = z.object({ from: z.string(), to: z.string() })

/** The order that still has the car and should have returned it; null when none does, or the pickup is not near. */
export const CarOut = z.object({ orderId: out.id, contactName: z.string(), returnAt: out.time }).nullable()

/** An order that is moved to another car; `from` and `to` are plates, `from` is '' where it had none. */
export const MovedOrder = z.object({
  ...orderRef,
  contactName: z.string(),
  pickupAt: out.time,
  from: z.string(),
  to: z.string(),
})

/** Channels for which the price calendar closes a date; 0 means all. */
const Closed = z.array(out.count)

/** A day of a pool: `free` equals what `order.create` accepts for its opening hours. */
const Day = z.object({
  date: out.date,
  total: out.count,
  ordered: out.count,
  ticketed: out.count,
  stopped: out.count,
  /** total − ordered − ticketed − stopped at the moment with the smallest spare; negative: oversold. */
  spare: out.count,
  free: out.count,
  closedFor: Closed,
})

/** An order in a bar, row or warning; of a store that the caller may not access only its number is given. */
export const OrderBrief = z.object({
  orderId: out.id.nullable(),
  orderNo: z.string(),
  orderKind: out.code(orderKinds),
  status: out.code(orderStatuses),
  contactName: z.string(),
  pickupAt: out.time,
  returnAt: out.time,
  plate: z.string().nullable(),
  oneWay: OneWay.nullable(),
})

/** An occupancy of a vehicle. `to` null: no known end. An order's time ends with its turnaround, which begins at `cleanFrom`. */
const Bar = z.object({
  kind: out.code(occupancyKinds),
  from: out.time,
  to: out.time.nullable(),
  cleanFrom: out.time.nullable(),
  /** The car is out and overdue. */
  overdue: z.boolean(),
  pinned: z.boolean(),
  /** After it the car is at the other store of its one-way order. */
  leaves: z.boolean(),
  order: OrderBrief.nullable(),
  /** For a stop of this vehicle, the id by which it can be withdrawn. */
  stopId: out.id.nullable(),
  /** For a ticket of the vehicle, its id, for callers who may open it. */
  ticketId: out.id.nullable(),
})

const Row = z.object({
  vehicleId: out.id,
  plate: z.string(),
  plateColor: out.code(plateColors),
  parkingNote: z.string(),
  bars: z.array(Bar),
})

const Stop = z.object({
  id: out.id,
  from: out.time,
  to: out.time,
  /** null: all of the pool, or the one vehicle. */
  quantity: out.count.nullable(),
  plate: z.string().nullable(),
  reason: out.code(stopReasons),
  remark: z.string(),
  /** Empty: for all. */
  channels: z.array(out.code(sources)),
})

/** Other cars for an order without one: of another model, or of another store. */
export const repairWays = ['upgrade', 'sameClass', 'otherStore'] as const

/** A store and a model, which form a pool. */
const pool = { storeId: id('门店'), modelId: id('车型') }
const MAX_DAYS = 31
/** Six weeks. */
const MAX_SUMMARY_DAYS = 42

export const stock = {
  overview: read({
    path: '/api/stock/v1/overview',
    summary: '库存',
    permission: ['stock'],
    input: z.object({
      storeId: id('门店'),
      /** First day; missing: today. */
      day: maybe(date('日期')),
      days: orElse(int(1, MAX_DAYS, '天数'), 7),
    }),
    output: z.object({
      storeName: z.string(),
      /** Number of the store's confirmed orders without a car. */
      conflicts: out.count,
      /** In the order of the catalogue; `days` begins with the first day. */
      pools: z.array(z.object({ ...ModelBrief.shape, days: z.array(Day) })),
    }),
  }),
  summary: read({
    path: '/api/stock/v1/summary',
    summary: '车型每日库存',
    permission: ['stock'],
    input: z.object({
      ...pool,
      from: date('开始日期'),
      days: orElse(int(1, MAX_SUMMARY_DAYS, '天数'), MAX_SUMMARY_DAYS),
    }),
    output: z.object({
      storeName: z.string(),
      model: ModelBrief,
      /** Without days before today, which cannot be sold. */
      days: z.array(Day),
      /** Present and future stop-sales, including those of single vehicles. */
      stops: z.array(Stop),
    }),
  }),
  day: read({
    path: '/api/stock/v1/day',
    summary: '当日占用',
    permission: ['stock'],
    input: z.object({ ...pool, date: date('日期') }),
    output: z.object({
      day: Day,
      from: out.time,
      to: out.time,
      /** Why no car is free all day; null when one is. */
      why: z.string().nullable(),
      /** Each hour at its smallest spare: a shorter rental may fit where no whole day does. */
      hours: z.array(z.object({ from: out.time, spare: out.count })),
      /** Vehicles with their occupancies of the day; free ones have none. */
      vehicles: z.array(Row),
      /** Orders without a car that overlap the day. */
      waiting: z.array(Bar),
      stops: z.array(Stop),
      /** Used and remaining stock of each channel with orders, a stop-sale or a share. */
      channels: z.array(
        z.object({
          source: out.code(sources),
          used: out.count,
          sellable: out.count,
          /** Its share of the stock; null: no restriction. */
          rule: z
            .object({ mode: out.code(stockRuleModes), value: out.count, bufferUnits: out.count, paused: z.boolean() })
            .nullable(),
        }),
      ),
    }),
  }),
  timeline: read({
    path: '/api/stock/v1/timeline',
    summary: '车辆时间轴',
    permission: ['stock'],
    input: z.object({ ...pool, from: date('开始日期'), days: orElse(int(1, MAX_DAYS, '天数'), 7) }),
    output: z.object({
      from: out.time,
      to: out.time,
      vehicles: z.array(Row),
      waiting: z.array(Bar),
      /** Dates that the price calendar closes. */
      closed: z.array(z.object({ date: out.date, closedFor: Closed })),
    }),
  }),
  stopSave: write({
    operators: true,
    path: '/api/stock/v1/stopSale/save',
    summary: '停售',
    permission: ['stock.stopSale'],
    input: z
      .object({
        ...pool,
        /** Only this vehicle, for every channel. */
        vehicleId: maybe(id('车辆')),
        start: time('开始时间'),
        end: time('结束时间'),
        /** Empty: all. */
        quantity: orNone(int(1, 9999, '停售数量')),
        reason: code(stopReasons, '停售原因'),
        remark: orElse(text(0, 200, '备注'), ''),
        /** Empty: for all. */
        channels: orElse(list(code(sources, '渠道'), 20, '渠道'), []),
        /** The user has seen the orders that it would harm. */
        confirm: maybe(Flag),
      })
      .refine(({ start, end }) => start < end, { path: ['end'], message: '结束时间需晚于开始时间' })
      .refine(({ start, end }) => end - start <= 365 * 86_400_000, { path: ['end'], message: '停售时间最长365天' }),
    /** `affected`: orders without a car; `moved`: number of orders that were moved to another car. */
    output: z.object({ id: out.id, affected: z.array(OrderBrief), moved: out.count }),
    refusals: ['stopSaleHarms', 'stopSaleTooMany'],
    refreshes: ['price', 'order', 'arrange', 'inventory', 'overview', 'todo'],
  }),
  stopRemove: write({
    operators: true,
    path: '/api/stock/v1/stopSale/remove',
    summary: '恢复销售',
    permission: ['stock.stopSale'],
    repeat: 'natural',
    input: z.object({ id: id('停售') }),
    refreshes: ['price', 'order', 'arrange', 'inventory', 'overview', 'todo'],
  }),
  conflicts: read({
    path: '/api/stock/v1/conflict/list',
    summary: '排车冲突',
    permission: ['stock'],
    input: z.object({ storeId: maybe(id('门店')) }),
    output: z.array(
      OrderBrief.extend({
        storeId: out.id,
        storeName: z.string(),
        modelName: z.string(),
        /** The cause: 沪A·12345 超时未还, 车辆停用 … */
        why: z.string(),
        /** Id of the stop-sale by quantity that takes this order's car; withdrawing it resolves the conflict. */
        stopId: out.id.nullable(),
      }),
    ),
  }),
  repairs: read({
    path: '/api/stock/v1/conflict/repairs',
    summary: '冲突解决办法',
    permission: ['order.arrange'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({
      /** Another car of the ordered model, and orders that are moved for it; null: there is none. */
      repack: z.object({ plate: z.string(), moves: z.array(MovedOrder) }).nullable(),
      /** Cars of other models of the store, and of the same model at other stores of the city. */
      cars: z.array(
        z.object({
          way: out.word(repairWays),
          vehicleId: out.id,
          plate: z.string(),
          plateColor: out.code(plateColors),
          modelName: z.string(),
          storeName: z.string(),
          moves: z.array(MovedOrder),
        }),
      ),
    }),
    refusals: ['orderStatusRefuses', 'orderNotFound'],
  }),
  /** A car of another model or store is assigned by `vehicle.plan` instead. */
  repack: write({
    operators: true,
    path: '/api/stock/v1/conflict/repack',
    summary: '重新排车',
    permission: ['order.arrange'],
    input: z.object({ orderId: id('订单') }),
    output: z.object({ plate: z.string(), moved: z.array(MovedOrder) }),
    refusals: ['orderNotFound', 'orderStatusRefuses', 'noVehicleLeft'],
    refreshes: ['order', 'overview', 'todo', 'arrange'],
  }),
  free: read({
    path: '/api/stock/v1/free',
    summary: '可租数量',
    permission: ['order.create', 'longOrder.create', 'order.modify'],
    input: z.object({
      storeId: id('取车门店'),
      modelIds: maybe(list(id('车型'), 200, '车型')),
      from: time('取车时间'),
      to: time('还车时间'),
      source: orElse(code(sources, '订单来源'), source.offline),
      /** A long rental is priced per month, and is not refused for closed dates. */
      orderKind: orElse(code(orderKinds, '订单类型'), orderKind.short),
      pickupType: maybe(code(pickupTypes, '取车方式')),
      returnType: maybe(code(returnTypes, '还车方式')),
      returnStoreId: maybe(id('还车门店')),
      /** The order that is modified, which is ignored. */
      exceptOrderId: maybe(id('订单')),
      /** The company that rents, whose agreed prices apply. */
      companyId: maybe(id('企业客户')),
      /** Includes the rent for each model. */
      priced: maybe(Flag),
    }),
    /** One row per model of the store, in the order of the catalogue, with the numbers that `order.create` accepts. */
    output: z.array(
      z.object({
        ...ModelBrief.shape,
        /** Cars free for the whole rental. */
        free: out.count,
        /** What this source may still sell of them. */
        sellable: out.count,
        days: z.array(z.object({ date: out.date, free: out.count })),
        /** Price of the first day and rent, fen; null unless requested, or when there is no price. */
        dayPrice: out.fen.nullable(),
        rent: out.fen.nullable(),
        /** For a long rental instead of both: the monthly price, fen. */
        monthlyPrice: out.fen.nullable(),
        /** Why the model cannot be booked now; null when it can. */
        why: z.string().nullable(),
      }),
    ),
    refusals: ['returnBeforePickup', 'lengthOutOfRange'],
  }),
}
