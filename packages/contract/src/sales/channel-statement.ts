import { platforms } from '@cheyi/domain/booking/order/codes'
import { statementResults, statementStates } from '@cheyi/domain/sales/channel/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, id, maybe, text, word } from '../kernel/field.ts'
import { maybeOrderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { importModes, tableReading } from '../platform/job.ts'

/* 平台对账: the monthly statement of a platform, compared order by order with what the books expect it to remit. */

const ofMerchant = code(platforms, '渠道')
const month = text(7, 7, '月份').regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份应如 2026-11')
const Asked = z.object({ jobId: out.id })

const Line = z.object({
  /** null: the statement has no line for this order. */
  id: out.id.nullable(),
  channelOrderNo: z.string(),
  ...maybeOrderRef,
  /** What the platform remits, less its commission; negative: the merchant owes it. Fen. */
  net: out.fen,
  /** What the platform keeps; null: the statement does not say it. */
  commission: out.fen.nullable(),
  /** What the books expect, and the commission in them; null: no such order. */
  ours: out.fen.nullable(),
  oursCommission: out.fen.nullable(),
  result: out.code(statementResults),
  state: out.code(statementStates),
  note: z.string(),
  /** 平台多计: the platform lists what the merchant never sold. */
  overbilled: z.boolean(),
})

export const statementCalls = {
  statement: read({
    path: '/api/channel/v1/reconcile/page',
    summary: '平台对账',
    permission: ['channel.finance'],
    stale: true,
    reach: 'merchant',
    input: z.object({ source: ofMerchant, month }),
    /** Open differences first. */
    output: z.object({
      lines: z.array(Line),
      /** Sums of the statement, fen. */
      net: out.fen,
      commission: out.fen,
      imported: out.count,
      open: out.count,
      /** There are more lines than are listed. */
      more: z.boolean(),
    }),
  }),
  statementTemplate: write({
    operators: false,
    path: '/api/channel/v1/reconcile/template',
    summary: '平台对账单模板',
    permission: ['channel.finance'],
    reach: 'merchant',
    audit: false,
    output: Asked,
    refusals: ['lineFull'],
  }),
  statementCheck: write({
    operators: false,
    path: '/api/channel/v1/reconcile/import',
    summary: '平台对账单试读：逐行检查，不写入',
    permission: ['channel.finance'],
    reach: 'merchant',
    changes: false,
    input: z.object({ source: ofMerchant, month, mediaId: id('文件'), ...tableReading }),
    output: Asked,
    refusals: ['importTemplateWrong', 'lineFull'],
  }),
  statementConfirm: write({
    operators: false,
    path: '/api/channel/v1/reconcile/confirm',
    summary: '导入平台对账单，相符的入账',
    permission: ['channel.finance'],
    reach: 'merchant',
    input: z.object({
      /** Job of the trial. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Asked,
    refusals: ['importTemplateWrong', 'lineFull'],
    refreshes: ['order', 'payment', 'overview'],
  }),
  statementHandle: write({
    operators: false,
    path: '/api/channel/v1/reconcile/handle',
    summary: '处理平台对账差异',
    permission: ['channel.finance'],
    repeat: 'natural',
    reach: 'merchant',
    input: z
      .object({
        source: ofMerchant,
        month,
        /** A line of the statement; missing for an order that it does not have. */
        lineId: maybe(id('对账行')),
        orderId: maybe(id('订单')),
        /**
         * `recheck`: compares again; `book`: the platform's amount is booked, the rest is a difference; `note`: nothing is booked. Of a
         * line without an order: `link` names the order, which gets the platform's number if it has none; `overbilled`: there is none.
         */
        action: word(['recheck', 'book', 'note', 'link', 'overbilled'] as const, '处理方式'),
        toOrderId: maybe(id('关联的订单')),
        note: text(0, 200, '说明'),
      })
      .superRefine((asked, ctx) => {
        if ((asked.lineId === undefined) === (asked.orderId === undefined))
          ctx.addIssue({ code: 'custom', path: ['lineId'], message: '请选择对账行或订单' })
        if (asked.action === 'link' && (asked.lineId === undefined || asked.toOrderId === undefined))
          ctx.addIssue({ code: 'custom', path: ['toOrderId'], message: '请选择要关联的订单' })
        if (!['recheck', 'link'].includes(asked.action) && asked.note.trim() === '')
          ctx.addIssue({ code: 'custom', path: ['note'], message: '请填写说明' })
      }),
    output: z.object({ state: out.code(statementStates) }),
    refusals: ['notFound', 'stale', 'channelOrderNoTaken'],
    refreshes: ['order', 'payment', 'overview'],
  }),
}
