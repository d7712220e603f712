import { openPoints } from '@cheyi/domain/closing/month'
import { z } from 'zod'
import { call } from './kernel/call.ts'
import { Count, codeOut, TimeOut, text } from './kernel/field.ts'

const Month = z.string()
const Point = z.object({ kind: codeOut(openPoints), count: Count })

/** 月结: months of the books that are closed. */
export const closing = {
  state: call({
    method: 'POST',
    path: '/api/finance/v1/closing/state',
    summary: '月结',
    permission: ['data.money'],
    effect: 'read',
    input: z.object({}),
    output: z.object({
      /** The month that can be closed next, with what is open of it; null where every month that is over is closed. */
      next: z
        .object({
          month: Month,
          /** The first month that is closed with it. */
          from: Month,
          /** Not before. */
          closableAt: TimeOut,
          open: z.array(Point),
        })
        .nullable(),
      /** The newest first. */
      closed: z.array(z.object({ month: Month, closedAt: TimeOut, closedByName: z.string().nullable() })),
    }),
  }),
  close: call({
    method: 'POST',
    path: '/api/finance/v1/closing/close',
    summary: '结账',
    permission: ['finance.reconcile'],
    effect: 'write',
    repeat: 'key',
    whileSuspended: true,
    input: z.object({ month: text(7, 7, '月份') }),
    output: z.object({ month: Month }),
    refreshes: ['payment'],
  }),
}
