import { invoiceColumns } from '@cheyi/domain/money/invoice/columns'
import { invoiceKinds, invoiceStatuses } from '@cheyi/domain/money/invoice/invoice'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  date,
  Flag,
  fen,
  id,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  range,
  TaxNo,
  text,
  withLabel,
} from '../kernel/field.ts'
import { orderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'
import { tableLooks } from '../platform/job.ts'
import { MediaView } from '../platform/media.ts'

export const MAX_INVOICE_ORDERS = 50

/** Electronic invoices have 20 digits, older ones 8. */
const number = (label: string) =>
  withLabel(
    label,
    z
      .string(`请填写${label}`)
      .trim()
      .min(1, `请填写${label}`)
      .regex(/^\d{8,20}$/, `${label}为8-20位数字`),
  )
const Invoice = z.object({
  id: out.id,
  status: out.code(invoiceStatuses),
  kind: out.code(invoiceKinds),
  title: z.string(),
  taxNo: z.string(),
  amount: out.fen,
  /** The rate and the tax in the amount; 0 where none was recorded. */
  rateBp: out.count,
  tax: out.fen,
  number: z.string(),
  issuedOn: out.date.nullable(),
  redNumber: z.string(),
  redOn: out.date.nullable(),
  /** The order's payments are now lower than its invoices, so that it needs a red invoice. */
  redDue: z.boolean(),
  /** Numbers of the orders that the caller may see. */
  orderNos: z.array(z.string()),
  note: z.string(),
  at: out.time,
  operatorName: z.string(),
})

const filter = {
  keyword: maybe(text(0, 60, '抬头或发票号码')),
  status: maybe(code(invoiceStatuses, '状态')),
  redDue: maybe(Flag),
  /** Days of registration. */
  period: range('登记日期'),
}
const refreshes = ['expense', 'todo', 'overview'] as const

/** 发票登记: invoices of orders' payments. */
export const invoice = {
  list: read({
    path: '/api/invoice/v1/list',
    summary: '发票列表',
    permission: ['data.money'],
    stale: true,
    input: z.object({ ...cursorPaging(), ...filter }),
    /** Newest first; with at least one order that the caller may see. */
    output: out.page(Invoice),
  }),
  exportAll: write({
    operators: false,
    path: '/api/invoice/v1/export',
    summary: '导出发票',
    permission: ['data.money'],
    changes: false,
    input: z.object({ ...filter, ...tableLooks(invoiceColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  batchExport: write({
    operators: false,
    path: '/api/invoice/v1/batch/export',
    summary: '导出数电票批量开票表',
    permission: ['data.money'],
    changes: false,
    /** Of the pending invoices that the filter shows. */
    input: z.object({ keyword: filter.keyword, period: filter.period }),
    output: z.object({ jobId: out.id }),
    refusals: ['tooFrequent'],
  }),
  detail: read({
    path: '/api/invoice/v1/detail',
    summary: '发票详情',
    permission: ['data.money', 'order.fee', 'order.payment'],
    input: z.object({ id: id('发票') }),
    output: Invoice.extend({
      receiptId: out.id.nullable(),
      buyerAddress: z.string(),
      buyerPhone: z.string(),
      buyerBank: z.string(),
      buyerAccount: z.string(),
      redConfirmNo: z.string(),
      files: z.array(MediaView),
      redFiles: z.array(MediaView),
      list: z.array(z.object({ ...orderRef, contactName: z.string(), amount: out.fen })),
    }),
    refusals: ['notFound'],
  }),
  ofOrders: read({
    path: '/api/invoice/v1/of_orders',
    summary: '订单可开发票',
    permission: ['order.fee', 'order.payment'],
    /** Of one order, or of all orders of a receipt. */
    input: z.object({ orderId: maybe(id('订单')), receiptId: maybe(id('收款单')) }),
    output: z.object({
      orders: z.array(
        z.object({
          ...orderRef,
          contactName: z.string(),
          /** Payments less refunds, without deposits. */
          received: out.fen,
          /** Total of valid invoices. */
          invoiced: out.fen,
          /** Amount that may still be invoiced. */
          left: out.fen,
        }),
      ),
      invoices: z.array(Invoice),
      /** The company that rents; null: none, or several. */
      buyer: z
        .object({
          title: z.string(),
          taxNo: z.string(),
          buyerAddress: z.string(),
          buyerPhone: z.string(),
          buyerBank: z.string(),
          buyerAccount: z.string(),
        })
        .nullable(),
    }),
    refusals: ['orderNotFound', 'notFound'],
  }),
  save: write({
    operators: false,
    path: '/api/invoice/v1/save',
    summary: '登记发票',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      /** Missing: 普通发票. */
      kind: maybe(code(invoiceKinds, '票种')),
      title: text(1, 100, '发票抬头'),
      /** Required for a special invoice. */
      taxNo: maybe(TaxNo),
      buyerAddress: maybe(text(0, 100, '地址')),
      buyerPhone: maybe(text(0, 20, '电话')),
      buyerBank: maybe(text(0, 60, '开户银行')),
      buyerAccount: maybe(text(0, 40, '银行账号')),
      note: maybe(text(0, 200, '说明')),
      receiptId: maybe(id('收款单')),
      orders: list(
        nestedRecord({ orderId: id('订单'), amount: fen('开票金额', 1) }, '订单'),
        MAX_INVOICE_ORDERS,
        '订单',
        1,
      ),
    }),
    output: z.object({ id: out.id }),
    refusals: ['orderNotFound', 'notFound'],
    refreshes,
  }),
  issue: write({
    operators: false,
    path: '/api/invoice/v1/issue',
    summary: '登记已开发票',
    permission: ['data.money'],
    whileSuspended: true,
    input: z.object({
      id: id('发票'),
      number: number('发票号码'),
      issuedOn: date('开票日期'),
      fileIds: maybe(mediaIds('发票文件', 9)),
    }),
    output: z.object({ status: out.code(invoiceStatuses), redDue: z.boolean() }),
    refusals: ['notFound'],
    refreshes,
  }),
  withdraw: write({
    operators: false,
    path: '/api/invoice/v1/withdraw',
    summary: '撤销开票',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({ id: id('发票') }),
    output: z.object({ status: out.code(invoiceStatuses) }),
    refusals: ['notFound'],
    refreshes,
  }),
  reverse: write({
    operators: false,
    path: '/api/invoice/v1/reverse',
    summary: '登记红冲',
    permission: ['data.money'],
    whileSuspended: true,
    input: z.object({
      id: id('发票'),
      number: number('红字发票号码'),
      confirmNo: maybe(text(0, 40, '红字确认单编号')),
      issuedOn: date('红冲日期'),
      fileIds: maybe(mediaIds('红字发票文件', 9)),
    }),
    output: z.object({ status: out.code(invoiceStatuses) }),
    refusals: ['notFound'],
    refreshes,
  }),
}
