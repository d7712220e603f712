import { onlinePayWays } from '@cheyi/domain/money/payment/codes'
import { billStates } from '@cheyi/domain/money/reconcile/bill'
import { differenceKinds, differenceStates, lineKinds } from '@cheyi/domain/money/reconcile/compare'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import { code, cursorPaging, id, maybe, range, text, word } from '../kernel/field.ts'
import { maybeOrderRef } from '../kernel/order-ref.ts'
import * as out from '../kernel/output.ts'

/** 对账: bills of payment providers compared with our payments. */
const Bill = z.object({
  id: out.id,
  day: out.date,
  payWay: out.code(onlinePayWays),
  merchantNo: z.string(),
  /** Set for a contract of one store. */
  storeName: z.string().nullable(),
  state: out.code(billStates),
  /** Why it failed, as text. */
  failure: z.string(),
  /** When the provider is queried next; null once it was compared. */
  askAt: out.time.nullable(),
  comparedAt: out.time.nullable(),
  lines: out.count,
  /** Totals of the bill, fen. */
  paid: out.fen,
  refunded: out.fen,
  fee: out.fen,
  /** Part of the payments that the merchant bears (商家优惠): the bank receives that much less. */
  borne: out.fen,
  /** Number of open differences. */
  open: out.count,
})

const refreshes = ['payment', 'overview', 'todo'] as const

export const reconcile = {
  page: read({
    path: '/api/finance/v1/bill/page',
    summary: '渠道账单',
    permission: ['data.money'],
    stale: true,
    input: z.object({
      ...cursorPaging(),
      state: maybe(code(billStates, '状态')),
      payWay: maybe(code(onlinePayWays, '支付渠道')),
      period: range('账单日'),
    }),
    /** Newest day first. */
    output: out.page(Bill),
  }),
  detail: read({
    path: '/api/finance/v1/bill/detail',
    summary: '渠道账单详情',
    permission: ['data.money'],
    input: z.object({ id: id('账单') }),
    output: Bill,
    refusals: ['notFound'],
  }),
  differences: read({
    path: '/api/finance/v1/bill/differences',
    summary: '对账差异',
    permission: ['data.money'],
    stale: true,
    input: z.object({ ...cursorPaging(), billId: id('账单'), state: maybe(code(differenceStates, '状态')) }),
    output: out.page(
      z.object({
        id: out.id,
        kind: out.code(differenceKinds),
        state: out.code(differenceStates),
        lineKind: out.code(lineKinds),
        /** Our number of the payment, and the provider's. */
        no: z.string(),
        providerNo: z.string(),
        ...maybeOrderRef,
        storeName: z.string().nullable(),
        /** The store of its entry; null: the user chooses it when booking. */
        storeId: out.id.nullable(),
        paidAt: out.time.nullable(),
        /** Amounts of the bill and of our books, fen; null where one side has none. */
        theirs: out.fen.nullable(),
        ours: out.fen.nullable(),
        fee: out.fen,
        borne: out.fen,
        reason: z.string(),
        clearedAt: out.time.nullable(),
        clearedByName: z.string().nullable(),
        signedByName: z.string().nullable(),
      }),
    ),
    refusals: ['notFound'],
  }),
  retry: write({
    operators: false,
    path: '/api/finance/v1/bill/retry',
    summary: '重新下载账单',
    permission: ['finance.reconcile'],
    repeat: 'natural',
    whileSuspended: true,
    input: z.object({ id: id('账单') }),
    output: Bill,
    refusals: ['notFound', 'tooFrequent'],
    refreshes,
  }),
  clear: write({
    operators: false,
    path: '/api/finance/v1/bill/clear',
    summary: '处理对账差异',
    permission: ['finance.reconcile'],
    twoPerson: ['billDifference'],
    whileSuspended: true,
    input: z.object({
      id: id('差异'),
      /** `recheck`: compares both sides once more; `book`: books the provider's amount. */
      action: word(['recheck', 'book'] as const, '处理方式'),
      /** Required for booking. */
      reason: maybe(text(0, 200, '原因')),
      storeId: maybe(id('门店')),
    }),
    output: z.object({ state: out.code(differenceStates) }),
    refusals: ['notFound'],
    refreshes,
  }),
}
