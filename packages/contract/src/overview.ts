import { lifecycles } from '@cheyi/domain/inventory/codes'
import { orderStatuses } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { read } from './kernel/call.ts'
import { Flag, id, int, maybe, text } from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { orderRef } from './order-ref.ts'
import { TicketTodo, Todo } from './todo.ts'

export const overview = {
  search: read({
    path: '/api/data/v1/search',
    summary: '全局搜索',
    permission: 'signedIn',
    /** A part of a plate, a phone or its last four digits, an order number or its beginning, the beginning of a name. */
    input: z.object({ keyword: text(1, 60, '关键词') }),
    /** At most six of each, only what the caller may open; phones masked. */
    output: z.object({
      orders: z.array(
        z.object({
          ...orderRef,
          status: out.code(orderStatuses),
          plate: z.string().nullable(),
          modelName: z.string(),
          contactName: z.string(),
          phone: z.string(),
          pickupAt: out.time,
        }),
      ),
      vehicles: z.array(
        z.object({
          vehicleId: out.id,
          plate: z.string(),
          modelName: z.string(),
          storeName: z.string(),
          lifecycle: out.code(lifecycles),
          /** A customer has it. */
          rented: z.boolean(),
        }),
      ),
      people: z.array(z.object({ personId: out.id, name: z.string(), phone: z.string(), orderCount: out.count })),
    }),
  }),
  home: read({
    path: '/api/data/v1/home',
    summary: '工作台',
    permission: 'signedIn',
    input: z.object({ storeId: maybe(id('门店')), limit: maybe(int(1, 50, '条数')) }),
    output: z.object({
      /** By the time due until the end of today, so late ones first, `limit` of them (20); as many of money that waits at no time after them. */
      todos: z.array(Todo),
      /** Tickets of the same `limit`, in the place of their time among the others. */
      tickets: z.array(TicketTodo),
      todoTotal: out.count,
      /**
       * Fen sold today, less what was called off today; `weekAgo`: the same a week ago until this time of the day. `days`: of each
       * of the last 14 days, today the last; none of these for who sees own orders alone. Null without the key to money figures.
       */
      income: z.object({ today: out.fen, weekAgo: out.fen, days: z.array(out.fen) }).nullable(),
      /** The caller's open shift; `overnight`: it began on a day before, `cash`: what there should be now, fen. Null without one. */
      shift: z.object({ storeName: z.string(), openedAt: out.time, overnight: Flag, cash: out.fen }).nullable(),
      /**
       * Cash that was taken today in no shift and that no shift has counted since, fen: the caller's own, and of the stores in sight
       * for who sees the merchant's money. Null with a shift of one's own, and for who takes none.
       */
      unshifted: out.fen.nullable(),
      /** Cars in service now, by what they are doing. */
      fleet: z.object({
        total: out.count,
        rented: out.count,
        free: out.count,
        maintenance: out.count,
        shunting: out.count,
      }),
    }),
  }),
}
