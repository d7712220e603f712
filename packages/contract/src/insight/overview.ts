import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { lifecycles } from '@cheyi/domain/fleet/inventory/codes'
import { z } from 'zod'
import { read } from '../kernel/call.ts'
import { Flag, id, int, maybe, text } from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { ReferralTodo } from '../platform/referral.ts'
import { TicketTodo, Todo } from '../platform/todo.ts'

export const overview = {
  search: read({
    path: '/api/data/v1/search',
    summary: '全局搜索',
    permission: 'signedIn',
    /** A part of a plate, a phone or its last four digits, an order number or its beginning, the beginning of a name. */
    input: z.object({ keyword: text(1, 60, '关键词') }),
    /** At most six of each kind, only those that the caller may open; phones masked. */
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
      /**
       * By due time until the end of today, so that overdue ones come first, `limit` of them (20); then as many about
       * money without a due time.
       */
      todos: z.array(Todo),
      /** Tickets within the same `limit`, sorted into the same order. */
      tickets: z.array(TicketTodo),
      /** Requests of colleagues for acts that they may not do, within the same `limit`. */
      referrals: z.array(ReferralTodo),
      todoTotal: out.count,
      /**
       * Fen sold today, less today's cancellations; `weekAgo`: the same a week ago until this time of day. `days`: each
       * of the last 14 days, today last; empty for accounts that only see their own orders. null without the permission
       * for amounts.
       */
      income: z.object({ today: out.fen, weekAgo: out.fen, days: z.array(out.fen) }).nullable(),
      /** The caller's open shift; `overnight`: it began on an earlier day, `cash`: expected cash now, fen. null without one. */
      shift: z.object({ storeName: z.string(), openedAt: out.time, overnight: Flag, cash: out.fen }).nullable(),
      /**
       * Cash taken today outside of any shift and not counted by a shift since, fen: the caller's own, and that of
       * their stores with the permission for amounts. null for callers with a shift, and for those who take no cash.
       */
      unshifted: out.fen.nullable(),
      /** Cars in service, by state. */
      fleet: z.object({
        total: out.count,
        rented: out.count,
        free: out.count,
        maintenance: out.count,
        relocation: out.count,
      }),
    }),
  }),
}
