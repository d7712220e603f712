import { offlinePayWays } from '@cheyi/domain/payment/codes'
import { awaitedAccounts } from '@cheyi/domain/payment/ledger'
import { shiftStatuses } from '@cheyi/domain/till/shift'
import { z } from 'zod'
import { read, write } from './kernel/call.ts'
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
  nested,
  range,
  slipNo,
  text,
  word,
} from './kernel/field.ts'
import * as out from './kernel/out.ts'
import { MediaView } from './media.ts'

/** Tills of stores: shifts (交接班) and cash handed in to the bank. */
const refreshes = ['payment', 'overview'] as const

const Line = z.object({
  way: out.code(offlinePayWays),
  /** In this shift, fen. */
  received: out.fen,
  paidBack: out.fen,
  /** Taken to the bank; of cash alone. */
  handedIn: out.fen,
  /** What there should be now: what the shift began with, received, less paid back and handed in. */
  expected: out.fen,
})

export const till = {
  state: read({
    path: '/api/till/v1/shift/state',
    summary: '当前班次',
    permission: ['order.payment'],
    /** `shiftId`: a shift that somebody left open, for who answers for the merchant's money. */
    input: z.object({ storeId: maybe(id('门店')), shiftId: maybe(id('班次')) }),
    output: z.object({
      /** The caller's own, or the one asked for; null unless it is open. */
      shift: z
        .object({
          id: out.id,
          storeId: out.id,
          storeName: z.string(),
          openedAt: out.time,
          opening: out.fen,
          /** Of every way that the merchant takes, or that has been taken in it. */
          lines: z.array(Line),
        })
        .nullable(),
      /** Cash that lies outside of any shift in the store asked for, or of the shift; null where none is named. Fen. */
      outside: out.fen.nullable(),
      /** What the last close in that store left of it, fen; null where none did. */
      left: out.fen.nullable(),
      /** No shift has begun there yet; the next one brings the float. */
      first: Flag,
    }),
  }),
  open: write({
    path: '/api/till/v1/shift/open',
    summary: '开班',
    permission: ['order.payment'],
    twoPerson: 'tillFloat',
    whileSuspended: true,
    input: z.object({
      storeId: id('门店'),
      opening: fen('清点现金'),
      /** Why it is other cash than the books know of in the store. */
      reason: maybe(text(0, 200, '差异原因')),
    }),
    output: z.object({ id: out.id }),
    refusals: ['notFound'],
    refreshes,
  }),
  close: write({
    path: '/api/till/v1/shift/close',
    summary: '交班',
    permission: ['order.payment'],
    twoPerson: 'tillDifference',
    whileSuspended: true,
    input: z.object({
      id: id('班次'),
      /** What was seen to be expected goes along: a receipt that came meanwhile refuses the count. */
      counts: list(
        nested(
          {
            way: code(offlinePayWays, '收款方式'),
            /** A sum may be above what can be typed. */
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
    path: '/api/till/v1/hand_in',
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
    path: '/api/till/v1/hand_in/list',
    summary: '班次外交存记录',
    permission: ['data.money'],
    input: z.object({ ...cursorPaging(), storeId: maybe(id('门店')) }),
    /** Cash that was taken to the bank from outside of shifts, newest first. */
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
    summary: '待结算款',
    permission: ['data.money'],
    input: z.object({ storeId: maybe(id('门店')) }),
    /** What is on its way to the bank, store by store; accounts with nothing are left out. */
    output: z.array(
      z.object({ storeId: out.id, storeName: z.string(), account: out.word(awaitedAccounts), balance: out.fen }),
    ),
    refusals: ['notFound'],
  }),
  arrivals: read({
    path: '/api/finance/v1/clearing/arrivals',
    summary: '到账记录',
    permission: ['data.money'],
    input: z.object({
      ...cursorPaging(),
      storeId: maybe(id('门店')),
      account: maybe(word(awaitedAccounts, '科目')),
      period: range('日期'),
    }),
    /** Newest first; of stores in sight. */
    output: out.page(
      z.object({
        id: out.id,
        at: out.time,
        storeName: z.string(),
        account: out.word(awaitedAccounts),
        /** What reached the bank, and what was kept of it. */
        amount: out.fen,
        fee: out.fen,
        slipNo: z.string(),
        note: z.string(),
        byName: z.string(),
        vouchers: z.array(MediaView),
        /** Somebody took it back: it counts no more. */
        corrected: Flag,
      }),
    ),
    refusals: ['notFound'],
  }),
  arrive: write({
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
    /** What of the account is still on its way to that store. */
    output: z.object({ id: out.id, left: out.fen }),
    refusals: ['notFound', 'amountWrong'],
    refreshes,
  }),
  page: read({
    path: '/api/till/v1/shift/page',
    summary: '班次列表',
    permission: ['order.payment'],
    input: z.object({
      ...cursorPaging(),
      shiftId: maybe(id('班次')),
      storeId: maybe(id('门店')),
      cashierId: maybe(id('收银员')),
      status: maybe(code(shiftStatuses, '状态')),
      period: range('开班时间'),
    }),
    /** Newest first; who may not see the merchant's money sees own ones. */
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
        /** Why it began with other cash than the books knew of, and by how much; 0 for one that did not. */
        openingReason: z.string(),
        openingDifference: out.fen,
        /** When it ended; none while it runs. */
        counts: z.array(z.object({ way: out.code(offlinePayWays), expected: out.fen, counted: out.fen })),
        handedIn: out.fen,
        /** The slips of what was handed in. */
        vouchers: z.array(MediaView),
        difference: out.fen,
        reason: z.string(),
        signedByName: z.string().nullable(),
      }),
    ),
  }),
}
