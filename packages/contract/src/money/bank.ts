import { bankKinds, bankLineStates, bankNatures } from '@cheyi/domain/money/bank/codes'
import { awaitedAccounts } from '@cheyi/domain/money/payment/ledger'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  balance,
  code,
  cursorPaging,
  date,
  Flag,
  fen,
  id,
  list,
  maybe,
  nestedRecord,
  orElse,
  range,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { importModes, Started, tableReading } from '../platform/job.ts'

/** 银行流水: lines of statements of the merchant's own accounts, and which entries of the ledger they are. Amounts in fen. */

const shown = { permission: ['data.money'], reach: 'merchant' } as const
const kept = { operators: false, permission: ['finance.reconcile'], reach: 'merchant', whileSuspended: true } as const
const refreshes = ['payment', 'cashShift', 'overview', 'todo'] as const

/** Lines and entries that one match may join. */
export const MAX_MATCHED = 100

/** `trade`: payments of a provider, which wait for its bill of the day. */
export const bankGroups = ['open', 'trade', 'matched', 'outside'] as const

const Line = z.object({
  lineId: out.id,
  accountId: out.id,
  accountName: z.string(),
  day: out.date,
  /** null: the statement has only the day. */
  at: out.time.nullable(),
  /** Positive: received. */
  fen: out.fen,
  /** null: the statement has none. */
  balance: out.fen.nullable(),
  party: z.string(),
  partyTail: z.string(),
  note: z.string(),
  lineNo: z.string(),
  nature: out.code(bankNatures),
  state: out.code(bankLineStates),
  /** Why it is matched, or outside of the books; '' while it is open. */
  reason: z.string(),
  version: out.count,
})

/** What the ledger moved on its account bank in one voucher. */
const Entry = z.object({
  txnId: out.id,
  day: out.date,
  fen: out.fen,
  what: z.string(),
})

const Arrived = z.object({ storeId: out.id, account: out.word(awaitedAccounts), fee: out.fen })

const account = {
  name: text(1, 40, '账户名称'),
  openingOn: date('启用日期'),
  opening: balance('期初余额'),
}

export const bank = {
  accounts: read({
    path: '/api/finance/v1/bank/account/list',
    summary: '银行账户',
    ...shown,
    input: z.object({}),
    /** Those in use first. */
    output: z.array(
      z.object({
        accountId: out.id,
        kind: out.code(bankKinds),
        name: z.string(),
        accountNo: z.string(),
        openingOn: out.date,
        opening: out.fen,
        stopped: z.boolean(),
        version: out.count,
        /** The day of its last line; null without one. */
        lastOn: out.date.nullable(),
        /** The balance after that line. */
        balance: out.fen,
      }),
    ),
  }),
  accountCreate: write({
    path: '/api/finance/v1/bank/account/create',
    summary: '登记银行账户',
    ...kept,
    input: z.object({ kind: code(bankKinds, '类型'), accountNo: text(4, 40, '账号或商户号'), ...account }),
    output: z.object({ accountId: out.id }),
  }),
  accountEdit: write({
    path: '/api/finance/v1/bank/account/edit',
    summary: '修改银行账户',
    ...kept,
    repeat: 'version',
    input: z.object({ accountId: id('账户'), version: Version, ...account, stopped: orElse(Flag, false) }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
  }),
  page: read({
    path: '/api/finance/v1/bank/page',
    summary: '银行流水',
    ...shown,
    input: z.object({
      ...cursorPaging(),
      group: maybe(word(bankGroups, '状态')),
      accountId: maybe(id('账户')),
      period: range('日期'),
      /** Part of the other party, the note or the number; an amount in yuan. */
      keyword: maybe(text(0, 40, '关键字')),
    }),
    /** The latest first. */
    output: z.object({
      ...out.pageOf(Line),
      /** Of all accounts; with the first page only. */
      counts: z.object({ open: out.count, trade: out.count }).nullable(),
    }),
  }),
  detail: read({
    path: '/api/finance/v1/bank/detail',
    summary: '银行流水详情',
    ...shown,
    input: z.object({ lineId: id('流水') }),
    output: Line.extend({
      match: z
        .object({
          matchId: out.id,
          byRule: z.boolean(),
          byName: z.string(),
          at: out.time,
          reason: z.string(),
          /** The first of them; `lineCount` and `entryCount` are of all. */
          lines: z.array(Line),
          lineCount: out.count,
          entries: z.array(Entry),
          entryCount: out.count,
          /** Something was posted with the match; an undo reverses it. */
          posted: z.boolean(),
        })
        .nullable(),
      /** What it may be, the surest first; of an open line. */
      proposals: z.array(
        z.object({
          lineIds: z.array(out.id),
          txnIds: z.array(out.id),
          arrived: Arrived.nullable(),
          charge: z.boolean(),
          what: z.string(),
          reason: z.string(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  entries: read({
    path: '/api/finance/v1/bank/entry/list',
    summary: '账簿已记、流水未见的银行收付',
    ...shown,
    input: z.object({
      ...cursorPaging(),
      /** For this line: entries of its direction around its day, those of its amount first. */
      lineId: maybe(id('流水')),
    }),
    /** The latest first; at most those of the last 120 days. */
    output: out.page(Entry.extend({ names: z.array(z.string()) })),
    refusals: ['notFound'],
  }),
  days: read({
    path: '/api/finance/v1/bank/days',
    summary: '银行余额与账簿余额',
    ...shown,
    /** A month; missing: the running one. */
    input: z.object({ month: maybe(text(7, 7, '月份')) }),
    output: z.object({
      month: z.string(),
      /** The latest first, from the first account on and not after today. */
      list: z.array(
        z.object({
          day: out.date,
          /** By the lines of all accounts. */
          bank: out.fen,
          /** By the ledger. */
          books: out.fen,
          /** Parts of the difference: lines that are not matched, lines outside of the books, and what is in only one of both yet. */
          open: out.fen,
          outside: out.fen,
          transit: out.fen,
          /** What the statements state differently from their lines: lines are missing. 0 when they agree. */
          gap: out.fen,
        }),
      ),
    }),
  }),
  match: write({
    path: '/api/finance/v1/bank/match',
    summary: '匹配银行流水',
    ...kept,
    input: z.object({
      lineIds: list(id('流水'), MAX_MATCHED, '流水', 1),
      txnIds: orElse(list(id('凭证'), MAX_MATCHED, '凭证'), []),
      /** Money in transit that has arrived with the line; it is posted. */
      arrived: maybe(
        nestedRecord(
          { storeId: id('门店'), account: word(awaitedAccounts, '科目'), fee: orElse(fen('手续费'), 0) },
          '在途款',
        ),
      ),
      /** A fee of the bank, or interest; it is posted. */
      charge: orElse(Flag, false),
    }),
    output: z.object({ matchId: out.id }),
    refusals: ['notFound', 'bankSumsDiffer', 'amountWrong'],
    refreshes,
  }),
  matchAll: write({
    path: '/api/finance/v1/bank/match_all',
    summary: '自动匹配银行流水',
    ...kept,
    repeat: 'natural',
    input: z.object({}),
    output: z.object({ matches: out.count, lines: out.count }),
    refreshes,
  }),
  undo: write({
    path: '/api/finance/v1/bank/undo',
    summary: '撤销银行流水匹配',
    ...kept,
    input: z.object({ matchId: id('匹配'), reason: text(1, 200, '原因') }),
    output: z.object({ lines: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  exclude: write({
    path: '/api/finance/v1/bank/exclude',
    summary: '标记为账外流水',
    ...kept,
    repeat: 'version',
    input: z.object({ lineId: id('流水'), version: Version, reason: text(1, 200, '原因') }),
    output: z.object({ state: out.code(bankLineStates), version: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  include: write({
    path: '/api/finance/v1/bank/include',
    summary: '恢复账外流水',
    ...kept,
    repeat: 'version',
    input: z.object({ lineId: id('流水'), version: Version }),
    output: z.object({ state: out.code(bankLineStates), version: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  importTemplate: write({
    operators: false,
    path: '/api/finance/v1/bank/import/template',
    summary: '银行流水导入模板',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    audit: false,
    output: Started,
    refusals: ['lineFull'],
  }),
  importCheck: write({
    operators: false,
    path: '/api/finance/v1/bank/import',
    summary: '银行流水导入试运行：逐行检查，不写入',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    changes: false,
    input: z.object({ accountId: id('账户'), mediaId: id('文件'), ...tableReading }),
    output: Started,
    refusals: ['notFound', 'importTemplateWrong', 'lineFull'],
  }),
  importConfirm: write({
    operators: false,
    path: '/api/finance/v1/bank/import/confirm',
    summary: '确认导入银行流水，能确定的自动匹配',
    permission: ['finance.reconcile'],
    reach: 'merchant',
    input: z.object({
      /** Job of the trial. */
      jobId: id('任务'),
      mode: word(importModes, '导入方式'),
    }),
    output: Started,
    refusals: ['importTemplateWrong', 'lineFull'],
    refreshes,
  }),
}
