import { shiftStatuses } from '@cheyi/domain/money/cash-shift/shift'
import { offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { awaitedAccounts } from '@cheyi/domain/money/payment/ledger'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  Flag,
  fen,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  range,
  slipNo,
  text,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { MediaView } from '../platform/media.ts'

/** 交接班: cash of stores in shifts, and cash deposited at the bank. */
const refreshes = ['payment', 'overview'] as const

const Line = z.object({
  way: out.code(offlinePayWays),
  /** In this shift, fen. */
  received: out.fen,
  paidBack: out.fen,
  /** Deposited at the bank; cash only. */
  handedIn: out.fen,
  /** Expected amount now: the opening amount and receipts, less refunds and bank deposits. */
  expected: out.fen,
})

export const cashShift = {
  state: read({
    path: '/api/cash_shift/v1/shift/state',
    summary: '当前班次',
    permission: ['order.payment'],
    /** `shiftId`: a shift that another account left open, for callers with the permission for amounts. */
    input: z.object({ storeId: maybe(id('门店')), shiftId: maybe(id('班次')) }),
    output: z.object({
      /** The caller's own, or the requested one; null unless it is open. */
      shift: z
        .object({
          id: out.id,
          storeId: out.id,
          storeName: z.string(),
          openedAt: out.time,
          opening: out.fen,
          /** For every method that the merchant accepts, or that was used in it. */
          lines: z.array(Line),
        })
        .nullable(),
      /** Cash outside of any shift in the requested store, or in that of the shift; null without a store. Fen. */
      outside: out.fen.nullable(),
      /** The part of it that the last shift left in that store, fen; null where there is none. */
      left: out.fen.nullable(),
      /** There was no shift in that store yet; the next one brings in the initial cash. */
      first: Flag,
    }),
  }),
  open: write({
    operators: false,
    path: '/api/cash_shift/v1/shift/open',
    summary: '开班',
    permission: ['order.payment'],
    twoPerson: ['cashFloat'],
    whileSuspended: true,
    input: z.object({
      storeId: id('门店'),
      opening: fen('清点现金'),
      /** Why the amount differs from the books of the store. */
      reason: maybe(text(0, 200, '差异原因')),
    }),
    output: z.object({ id: out.id }),
    refusals: ['notFound'],
    refreshes,
  }),
  close: write({
    operators: false,
    path: '/api/cash_shift/v1/shift/close',
    summary: '交班',
    permission: ['order.payment'],
    twoPerson: ['cashDifference'],
    whileSuspended: true,
    input: z.object({
      id: id('班次'),
      /** Each count includes the expected amount that the user saw: a receipt in between refuses the count. */
      counts: list(
        nestedRecord(
          {
            way: code(offlinePayWays, '收款方式'),
            /** A total may exceed the limit of typed amounts. */
            expected: int(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '应有金额', '应有金额超出范围'),
            counted: fen('清点金额'),
          },
          '清点',
        ),
        4,
        '清点金额',
        1,
      ),
      reason: maybe(text(0, 200, '差额原因')),
    }),
    output: z.object({ difference: out.fen }),
    refusals: ['notFound'],
    refreshes,
  }),
  handIn: write({
    operators: false,
    path: '/api/cash_shift/v1/hand_in',
    summary: '交存银行',
    permission: ['order.payment'],
    whileSuspended: true,
    input: z.object({
      storeId: id('门店'),
      amount: fen('交存金额', 1),
      voucherIds: mediaIds('存款凭证', 9, 1),
      slipNo: slipNo(),
      note: maybe(text(0, 200, '说明')),
    }),
    output: z.object({ id: out.id, left: out.fen }),
    refusals: ['notFound', 'amountWrong'],
    refreshes,
  }),
  handIns: read({
    path: '/api/cash_shift/v1/hand_in/list',
    summary: '班次外交存记录',
    permission: ['data.money'],
    stale: true,
    input: z.object({ ...cursorPaging(), storeId: maybe(id('门店')) }),
    /** Cash that was deposited at the bank outside of shifts, newest first. */
    output: out.page(
      z.object({
        id: out.id,
        storeName: z.string(),
        at: out.time,
        byName: z.string(),
        amount: out.fen,
        slipNo: z.string(),
        note: z.string(),
        vouchers: z.array(MediaView),
      }),
    ),
  }),
  awaited: read({
    path: '/api/finance/v1/clearing/balances',
    summary: '在途款',
    permission: ['data.money'],
    input: z.object({ storeId: maybe(id('门店')) }),
    /** Balances of clearing accounts by store; zero balances are left out. */
    output: z.array(
      z.object({ storeId: out.id, storeName: z.string(), account: out.word(awaitedAccounts), balance: out.fen }),
    ),
    refusals: ['notFound'],
  }),
  arrivals: read({
    path: '/api/finance/v1/clearing/arrivals',
    summary: '到账记录',
    permission: ['data.money'],
    stale: true,
    input: z.object({
      ...cursorPaging(),
      storeId: maybe(id('门店')),
      account: maybe(word(awaitedAccounts, '科目')),
      period: range('日期'),
    }),
    /** Newest first; of stores that the caller may access. */
    output: out.page(
      z.object({
        id: out.id,
        at: out.time,
        storeName: z.string(),
        account: out.word(awaitedAccounts),
        /** The amount that arrived in the bank, and the deducted fee. */
        amount: out.fen,
        fee: out.fen,
        slipNo: z.string(),
        note: z.string(),
        byName: z.string(),
        vouchers: z.array(MediaView),
        /** It was reversed by a correction. */
        corrected: Flag,
      }),
    ),
    refusals: ['notFound'],
  }),
  arrive: write({
    operators: false,
    path: '/api/finance/v1/clearing/arrive',
    summary: '登记到账',
    permission: ['finance.reconcile'],
    whileSuspended: true,
    input: z.object({
      storeId: id('门店'),
      account: word(awaitedAccounts, '科目'),
      amount: fen('到账金额'),
      fee: fen('手续费或佣金'),
      slipNo: slipNo(),
      voucherIds: maybe(mediaIds('到账凭证')),
      note: maybe(text(0, 200, '说明')),
    }),
    /** The remaining clearing balance of that store. */
    output: z.object({ id: out.id, left: out.fen }),
    refusals: ['notFound', 'amountWrong'],
    refreshes,
  }),
  page: read({
    path: '/api/cash_shift/v1/shift/page',
    summary: '班次列表',
    permission: ['order.payment'],
    stale: true,
    input: z.object({
      ...cursorPaging(),
      shiftId: maybe(id('班次')),
      storeId: maybe(id('门店')),
      cashierId: maybe(id('收银员')),
      status: maybe(code(shiftStatuses, '状态')),
      period: range('开班时间'),
    }),
    /** Newest first; without the permission for amounts only the caller's own. */
    output: out.page(
      z.object({
        id: out.id,
        storeName: z.string(),
        cashierName: z.string(),
        own: z.boolean(),
        status: out.code(shiftStatuses),
        openedAt: out.time,
        closedAt: out.time.nullable(),
        opening: out.fen,
        /** Reason and amount of the difference to the books at its start; 0 for none. */
        openingReason: z.string(),
        openingDifference: out.fen,
        /** Counts at its end; empty while it is open. */
        counts: z.array(z.object({ way: out.code(offlinePayWays), expected: out.fen, counted: out.fen })),
        handedIn: out.fen,
        /** Slips of its bank deposits. */
        vouchers: z.array(MediaView),
        difference: out.fen,
        reason: z.string(),
        signedByName: z.string().nullable(),
      }),
    ),
  }),
}
