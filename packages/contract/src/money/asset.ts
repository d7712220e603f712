import { assetStates, disposalTaxes } from '@cheyi/domain/money/asset/codes'
import { assetColumns } from '@cheyi/domain/money/asset/columns'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  bookMonth,
  code,
  cursorPaging,
  date,
  fen,
  flag,
  id,
  int,
  maybe,
  orElse,
  text,
  Version,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { Started, tableLooks } from '../platform/job.ts'

/** 固定资产: cars of the merchant with cost, depreciation and disposal, loans for them, and whether all this is in the ledger. Amounts in fen. */

const shown = { permission: ['data.money'], reach: 'merchant' } as const
const kept = { operators: false, permission: ['finance.reconcile'], reach: 'merchant', whileSuspended: true } as const
const refreshes = ['overview', 'todo'] as const

const Asset = z.object({
  vehicleId: out.id,
  plate: z.string(),
  modelName: z.string(),
  storeName: z.string(),
  state: out.code(assetStates),
  /** 启用日期: the day of its purchase; null: not entered. */
  boughtOn: out.date.nullable(),
  /** 原值: the price and what else was paid to buy it. */
  cost: out.fen,
  /** 使用寿命; 0: no depreciation was planned. */
  lifeMonths: out.count,
  residual: out.fen,
  residualBp: out.count,
  /** Depreciation of the month. */
  monthly: out.fen,
  depreciated: out.fen,
  /** At the end of the month; of a disposed car 0. */
  net: out.fen,
  disposedOn: out.date.nullable(),
  proceeds: out.fen.nullable(),
  /** Negative: a loss. */
  gain: out.fen.nullable(),
})

const filter = {
  keyword: maybe(text(0, 20, '车牌号')),
  state: maybe(code(assetStates, '状态')),
  /** Missing: the running month. */
  month: maybe(bookMonth('月份')),
}

const Settings = {
  /** Depreciation, leases, loans and disposals are posted when a month is closed. */
  posted: z.boolean(),
  /** The first day of the first month that is posted; null: never chosen. */
  from: out.date.nullable(),
  reason: z.string(),
}

export const asset = {
  page: read({
    path: '/api/finance/v1/asset/list',
    summary: '固定资产清单',
    ...shown,
    input: z.object({ ...cursorPaging(), ...filter }),
    /** By plate. */
    output: z.object({
      ...out.pageOf(Asset),
      month: z.string(),
      /** Of the filter, without disposed cars; with the first page only. */
      sums: z.object({ cost: out.fen, monthly: out.fen, depreciated: out.fen, net: out.fen }).nullable(),
      posted: z.boolean(),
    }),
  }),
  exportAll: write({
    operators: false,
    path: '/api/finance/v1/asset/export',
    summary: '导出固定资产清单',
    permission: ['data.money'],
    reach: 'merchant',
    changes: false,
    input: z.object({ ...filter, ...tableLooks(assetColumns) }),
    output: Started,
    refusals: ['tooFrequent'],
  }),
  detail: read({
    path: '/api/finance/v1/asset/detail',
    summary: '固定资产',
    ...shown,
    input: z.object({ vehicleId: id('车辆') }),
    output: z.object({
      asset: Asset,
      /** What was posted by month, the newest first. */
      posted: z.array(z.object({ month: out.date, cost: out.fen, opening: out.fen, depreciation: out.fen })),
      disposal: z
        .object({
          disposalId: out.id,
          disposedOn: out.date,
          buyer: z.string(),
          proceeds: out.fen,
          taxKind: out.code(disposalTaxes),
          tax: out.fen,
          net: out.fen,
          gain: out.fen,
          note: z.string(),
          /** The day on which its price was in the bank; null: not yet. */
          receivedOn: out.date.nullable(),
          /** The day of its entry; null: not posted. */
          bookedOn: out.date.nullable(),
          createdAt: out.time,
          createdByName: z.string(),
          version: out.count,
        })
        .nullable(),
      /** What was received for it by entries of costs, before it was registered as disposed of. */
      saleCosts: out.fen,
      loans: z.array(
        z.object({
          loanId: out.id,
          lender: z.string(),
          principal: out.fen,
          takenOn: out.date,
          left: out.fen,
          bookedOn: out.date.nullable(),
          version: out.count,
          repayments: z.array(
            z.object({
              repaymentId: out.id,
              amount: out.fen,
              paidOn: out.date,
              undone: z.boolean(),
              byName: z.string(),
            }),
          ),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  settings: read({
    path: '/api/finance/v1/asset/setting',
    summary: '成本记账设置',
    ...shown,
    output: z.object({
      ...Settings,
      /** A month was posted: its first month stays. */
      begun: z.boolean(),
      /** The first day of the months that are not closed; null: none was closed. */
      openFrom: out.date.nullable(),
      version: out.count,
    }),
  }),
  saveSettings: write({
    path: '/api/finance/v1/asset/setting/save',
    summary: '修改成本记账设置',
    ...kept,
    repeat: 'version',
    input: z.object({
      posted: flag('请选择成本是否记入账簿', '成本记入账簿'),
      /** `YYYY-MM` */
      from: bookMonth('起始月份'),
      reason: text(1, 200, '原因'),
      /** 0: unchanged until now. */
      version: int(0, 2_000_000_000, '版本'),
    }),
    output: z.object({ version: out.count }),
    refreshes,
  }),
  dispose: write({
    path: '/api/finance/v1/asset/dispose',
    summary: '登记车辆处置',
    ...kept,
    input: z.object({
      vehicleId: id('车辆'),
      disposedOn: date('处置日期'),
      /** With its tax; 0: it was scrapped. */
      proceeds: fen('处置收入'),
      taxKind: code(disposalTaxes, '计税方式'),
      buyer: orElse(text(0, 60, '购买方'), ''),
      /** The price is in the bank. */
      received: flag('请选择款项是否已到账', '款项已到账'),
      note: orElse(text(0, 200, '备注'), ''),
    }),
    output: z.object({ disposalId: out.id, gain: out.fen }),
    refusals: ['notFound'],
    refreshes,
  }),
  disposalReceive: write({
    path: '/api/finance/v1/asset/dispose/receive',
    summary: '登记处置款到账',
    ...kept,
    repeat: 'version',
    input: z.object({ disposalId: id('处置'), version: Version }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
    refreshes,
  }),
  disposalCancel: write({
    path: '/api/finance/v1/asset/dispose/cancel',
    summary: '撤销车辆处置登记',
    ...kept,
    repeat: 'version',
    input: z.object({ disposalId: id('处置'), version: Version, reason: text(1, 200, '原因') }),
    refusals: ['notFound'],
    refreshes,
  }),
  loanAdd: write({
    path: '/api/finance/v1/asset/loan/add',
    summary: '登记车辆贷款',
    ...kept,
    input: z.object({
      vehicleId: id('车辆'),
      lender: text(1, 60, '贷款机构'),
      principal: fen('贷款本金', 1),
      takenOn: date('放款日期'),
      /** Principal that was repaid before. */
      repaid: orElse(fen('已还本金'), 0),
    }),
    output: z.object({ loanId: out.id }),
    refusals: ['notFound'],
  }),
  loanRepay: write({
    path: '/api/finance/v1/asset/loan/repay',
    summary: '登记归还贷款本金',
    ...kept,
    repeat: 'version',
    input: z.object({ loanId: id('贷款'), version: Version, amount: fen('归还本金', 1), paidOn: date('还款日期') }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
  }),
  loanRepayUndo: write({
    path: '/api/finance/v1/asset/loan/repay/undo',
    summary: '撤销归还贷款本金',
    ...kept,
    input: z.object({ repaymentId: id('还款'), reason: text(1, 200, '原因') }),
    refusals: ['notFound'],
  }),
  loanCancel: write({
    path: '/api/finance/v1/asset/loan/cancel',
    summary: '撤销车辆贷款登记',
    ...kept,
    repeat: 'version',
    input: z.object({ loanId: id('贷款'), version: Version, reason: text(1, 200, '原因') }),
    refusals: ['notFound'],
  }),
}
