import { merchantStatuses } from '@cheyi/domain/platform/merchant/codes'
import { reviewActions } from '@cheyi/domain/platform/merchant/review-steps'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, id, maybe, paging, text, word } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Calls of platform operators before they enter a merchant; not found for all others. */
export const operator = {
  merchants: read({
    path: '/api/operator/v1/merchant/page',
    summary: '平台商家列表',
    permission: 'signedIn',
    tenant: 'none',
    desk: true,
    input: z.object({
      ...paging(),
      status: maybe(code(merchantStatuses, '商家状态')),
      name: maybe(text(0, 50, '商家名称')),
    }),
    output: z.object({
      ...out.pageOf(
        z.object({
          merchantId: out.id,
          name: z.string(),
          contactName: z.string(),
          city: z.string(),
          licenceNo: z.string(),
          status: out.code(merchantStatuses),
          /** Why it was refused or suspended. */
          note: z.string(),
          statusAt: out.time,
          createdAt: out.time,
          expireOn: out.date.nullable(),
        }),
      ),
      /** With the first page: number of merchants in each status. */
      counts: z.object({ reviewing: out.count, normal: out.count, suspended: out.count }).nullable(),
    }),
  }),
  history: read({
    path: '/api/operator/v1/merchant/history',
    summary: '平台处理记录',
    permission: 'signedIn',
    tenant: 'none',
    desk: true,
    input: z.object({ merchantId: id('商家') }),
    output: z.object({
      /** The owner's, masked. */
      mobile: z.string(),
      list: z.array(z.object({ at: out.time, name: z.string(), action: z.string(), note: z.string() })),
    }),
  }),
  review: write({
    path: '/api/operator/v1/merchant/review',
    summary: '审核、停用与恢复商家',
    permission: 'signedIn',
    tenant: 'none',
    desk: true,
    repeat: 'natural',
    /** `note` is shown to the merchant; required for refusing and suspending. */
    input: z.object({
      merchantId: id('商家'),
      action: word(reviewActions, '操作'),
      note: maybe(text(0, 200, '原因')),
    }),
    output: z.object({ status: out.code(merchantStatuses) }),
    refreshes: ['merchant.list'],
  }),
}
