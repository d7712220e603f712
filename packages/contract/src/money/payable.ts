import { debtAges } from '@cheyi/domain/money/debt/age'
import {
  billPayWays,
  costOrigins,
  payableSources,
  payableStates,
  payeeKinds,
  runStates,
  typedPayeeKinds,
} from '@cheyi/domain/money/payable/codes'
import { billColumns } from '@cheyi/domain/money/payable/columns'
import { MAX_RUN_BILLS } from '@cheyi/domain/money/payable/run'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { z } from 'zod'
import { read, write } from '../kernel/call.ts'
import {
  code,
  cursorPaging,
  date,
  fen,
  flag,
  id,
  int,
  list,
  maybe,
  mediaIds,
  nestedRecord,
  orElse,
  slipNo,
  text,
  Version,
  word,
} from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { tableFormats, tableLooks } from '../platform/job.ts'
import { MediaView } from '../platform/media.ts'

/** 应付: bills of garages, insurers, lessors, owners and platforms, how old they are, and payment runs. Amounts in fen. */

const whole = { permission: ['finance.reconcile'], reach: 'merchant' } as const
const refreshes = ['overview', 'todo'] as const

const payeeFile = {
  name: text(1, 60, '收款方名称'),
  holder: orElse(text(0, 60, '账户名'), ''),
  bank: orElse(text(0, 60, '开户行'), ''),
  accountNo: maybe(text(4, 40, '银行账号')),
  payDays: orElse(int(0, 365, '账期天数'), 30),
  note: orElse(text(0, 200, '备注'), ''),
}

const Payee = {
  payeeId: out.id,
  kind: out.code(payeeKinds),
  name: z.string(),
  holder: z.string(),
  bank: z.string(),
  /** The last digits. */
  accountNo: z.string(),
  payDays: out.count,
  note: z.string(),
  stopped: z.boolean(),
  version: out.count,
}

const Bill = {
  billId: out.id,
  payeeId: out.id,
  payeeName: z.string(),
  payeeKind: out.code(payeeKinds),
  source: out.code(payableSources),
  /** The statement that it follows. */
  refId: out.id.nullable(),
  billNo: z.string(),
  what: z.string(),
  state: out.code(payableStates),
  billedOn: out.date,
  dueOn: out.date,
  /** Days since then. */
  late: out.count,
  age: out.code(debtAges),
  amount: out.fen,
  /** Not paid yet. */
  left: out.fen,
  version: out.count,
}

const billFilter = {
  keyword: orElse(text(0, 40, '关键词'), ''),
  state: maybe(code(payableStates, '状态')),
  kind: maybe(code(payeeKinds, '类型')),
  age: maybe(code(debtAges, '账龄')),
  payeeId: maybe(id('收款方')),
}

const Parts = z.array(z.object({ age: out.code(debtAges), left: out.fen }))

const billHead = {
  billNo: orElse(text(0, 40, '账单号'), ''),
  what: text(1, 100, '用途'),
  billedOn: date('账单日期'),
  /** Missing: by the days that the payee grants. */
  dueOn: maybe(date('到期日')),
  mediaIds: orElse(mediaIds('账单或发票'), []),
}

const pay = {
  payWay: code(billPayWays, '付款方式'),
  slipNo: slipNo(),
  voucherIds: orElse(mediaIds('付款凭证'), []),
}

const Run = {
  runId: out.id,
  runNo: z.string(),
  state: out.code(runStates),
  amount: out.fen,
  bills: out.count,
  note: z.string(),
  createdAt: out.time,
  createdByName: z.string(),
  version: out.count,
}

const byRun = { runId: id('付款批次'), version: Version }
const afterRun = z.object({ version: out.count, state: out.code(runStates) })

export const payable = {
  payees: read({
    path: '/api/payable/v1/payees',
    summary: '收款方',
    ...whole,
    input: z.object({
      ...cursorPaging(),
      keyword: orElse(text(0, 40, '关键词'), ''),
      kind: maybe(code(payeeKinds, '类型')),
    }),
    /** The newest first; `open`: what is not paid of their bills. */
    output: out.page(z.object({ ...Payee, open: out.fen })),
  }),
  payeeAdd: write({
    operators: false,
    path: '/api/payable/v1/payee/add',
    summary: '新增收款方',
    ...whole,
    input: z.object({ kind: code(typedPayeeKinds, '类型'), ...payeeFile }),
    output: z.object({ payeeId: out.id }),
  }),
  payeeEdit: write({
    operators: false,
    path: '/api/payable/v1/payee/edit',
    summary: '修改收款方',
    ...whole,
    repeat: 'version',
    input: z.object({
      payeeId: id('收款方'),
      version: Version,
      ...payeeFile,
      stopped: orElse(flag('应为是或否', '停用'), false),
    }),
    output: z.object({ version: out.count }),
    refusals: ['notFound'],
  }),
  bills: read({
    path: '/api/payable/v1/bills',
    summary: '应付账单与账龄',
    ...whole,
    input: z.object({ ...cursorPaging(), ...billFilter }),
    /** Without a state those that are not paid; the earliest due date first. */
    output: z.object({
      ...out.pageOf(z.object(Bill)),
      /** With the first page: of all matches, and `whole` of every age. */
      sums: z.object({ left: out.fen, parts: Parts, whole: Parts }).nullable(),
    }),
  }),
  billsExport: write({
    operators: false,
    path: '/api/payable/v1/bills/export',
    summary: '导出应付账单',
    ...whole,
    changes: false,
    input: z.object({ ...billFilter, ...tableLooks(billColumns) }),
    output: z.object({ jobId: out.id }),
    refusals: ['notFound', 'tooFrequent'],
  }),
  bill: read({
    path: '/api/payable/v1/bill',
    summary: '应付账单详情',
    ...whole,
    input: z.object({ billId: id('账单') }),
    output: z.object({
      ...Bill,
      reason: z.string(),
      vouchers: z.array(MediaView),
      createdAt: out.time,
      createdByName: z.string(),
      /** The run that it is in. */
      run: z.object({ runId: out.id, runNo: z.string() }).nullable(),
      /** The costs that it is about. */
      lines: z.array(
        z.object({
          origin: out.code(costOrigins),
          refId: out.id,
          label: z.string(),
          vehicleId: out.id,
          plate: z.string(),
          amount: out.fen,
        }),
      ),
      /** The newest first. */
      payments: z.array(
        z.object({
          paymentId: out.id,
          amount: out.fen,
          payWay: out.code(payWays),
          paidOn: out.date,
          slipNo: z.string(),
          runId: out.id.nullable(),
          byName: z.string(),
          undone: z.boolean(),
          undoReason: z.string(),
          /** A statement of the bank shows it. */
          matched: z.boolean(),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  billAdd: write({
    operators: false,
    path: '/api/payable/v1/bill/add',
    summary: '登记应付账单',
    ...whole,
    input: z.object({ payeeId: id('收款方'), amount: fen('金额', 1), ...billHead }),
    output: z.object({ billId: out.id }),
    refusals: ['notFound'],
    refreshes,
  }),
  billEdit: write({
    operators: false,
    path: '/api/payable/v1/bill/edit',
    summary: '修改应付账单',
    ...whole,
    repeat: 'version',
    input: z.object({
      billId: id('账单'),
      version: Version,
      billNo: orElse(text(0, 40, '账单号'), ''),
      what: text(1, 100, '用途'),
      dueOn: date('到期日'),
    }),
    output: z.object({ version: out.count }),
    refusals: ['notFound', 'payableRefuses'],
    refreshes,
  }),
  billCancel: write({
    operators: false,
    path: '/api/payable/v1/bill/cancel',
    summary: '作废应付账单',
    ...whole,
    repeat: 'version',
    input: z.object({ billId: id('账单'), version: Version, reason: text(1, 200, '作废原因') }),
    output: z.object({ version: out.count, state: out.code(payableStates) }),
    refusals: ['notFound', 'payableRefuses', 'payablePaid'],
    refreshes,
  }),
  pay: write({
    operators: false,
    path: '/api/payable/v1/pay',
    summary: '登记付款',
    ...whole,
    input: z.object({ billId: id('账单'), version: Version, amount: fen('付款金额', 1), ...pay }),
    output: z.object({ version: out.count, state: out.code(payableStates) }),
    refusals: ['notFound', 'payableRefuses', 'amountWrong'],
    refreshes,
  }),
  payUndo: write({
    operators: false,
    path: '/api/payable/v1/pay/undo',
    summary: '撤销付款',
    ...whole,
    repeat: 'natural',
    input: z.object({ paymentId: id('付款'), reason: text(1, 200, '撤销原因') }),
    output: z.object({ version: out.count, state: out.code(payableStates) }),
    refusals: ['notFound', 'payableRefuses'],
    refreshes,
  }),
  unbilledCosts: read({
    path: '/api/payable/v1/unbilled',
    summary: '待开账单的车辆费用',
    ...whole,
    input: z.object({ ...cursorPaging(), origin: maybe(code(costOrigins, '来源')), payeeId: maybe(id('收款方')) }),
    /** The oldest first. */
    output: out.page(
      z.object({
        origin: out.code(costOrigins),
        refId: out.id,
        label: z.string(),
        on: out.date,
        vehicleId: out.id,
        plate: z.string(),
        amount: out.fen,
        /** Who billed the same before, or the garage of the ticket. */
        payeeId: out.id.nullable(),
        payeeName: z.string(),
      }),
    ),
    refusals: ['notFound'],
  }),
  billCosts: write({
    operators: false,
    path: '/api/payable/v1/bill/costs',
    summary: '按车辆费用登记账单',
    ...whole,
    input: z.object({
      payeeId: id('收款方'),
      costs: list(
        nestedRecord({ origin: code(costOrigins, '来源'), refId: id('费用'), amount: fen('金额', 1) }, '费用'),
        200,
        '费用',
        1,
        '请选择费用',
      ),
      ...billHead,
    }),
    output: z.object({ billId: out.id }),
    refusals: ['notFound', 'stale'],
    refreshes,
  }),
  runs: read({
    path: '/api/payable/v1/runs',
    summary: '付款批次',
    ...whole,
    input: z.object({ ...cursorPaging(), state: maybe(code(runStates, '状态')) }),
    /** The newest first. */
    output: out.page(z.object(Run)),
  }),
  run: read({
    path: '/api/payable/v1/run',
    summary: '付款批次详情',
    ...whole,
    input: z.object({ runId: id('付款批次') }),
    output: z.object({
      ...Run,
      submittedAt: out.time.nullable(),
      submittedByName: z.string().nullable(),
      decidedAt: out.time.nullable(),
      decidedByName: z.string().nullable(),
      decideNote: z.string(),
      paidOn: out.date.nullable(),
      slipNo: z.string(),
      /** The caller may be the second person. */
      mayApprove: z.boolean(),
      /** A line for each payee, as in the file for the bank. */
      payees: z.array(
        z.object({
          payeeId: out.id,
          name: z.string(),
          kind: out.code(payeeKinds),
          holder: z.string(),
          bank: z.string(),
          accountNo: z.string(),
          /** When the account was entered or changed. */
          accountAt: out.time.nullable(),
          /** It is another one than when the run was submitted. */
          changed: z.boolean(),
          amount: out.fen,
          purpose: z.string(),
          bills: z.array(
            z.object({ billId: out.id, billNo: z.string(), what: z.string(), dueOn: out.date, amount: out.fen }),
          ),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  runCreate: write({
    operators: false,
    path: '/api/payable/v1/run/create',
    summary: '新建付款批次',
    ...whole,
    input: z.object({
      bills: list(
        nestedRecord({ billId: id('账单'), amount: fen('付款金额', 1) }, '账单'),
        MAX_RUN_BILLS,
        '账单',
        1,
        '请选择账单',
      ),
      note: orElse(text(0, 200, '备注'), ''),
    }),
    output: z.object({ runId: out.id }),
    refusals: ['notFound', 'payableRefuses', 'amountWrong'],
    refreshes,
  }),
  runSubmit: write({
    operators: false,
    path: '/api/payable/v1/run/submit',
    summary: '提交付款批次审批',
    ...whole,
    repeat: 'version',
    input: z.object(byRun),
    output: afterRun,
    refusals: ['notFound', 'paymentRunRefuses'],
    refreshes,
  }),
  runDecide: write({
    operators: false,
    path: '/api/payable/v1/run/decide',
    summary: '审批付款批次',
    ...whole,
    repeat: 'version',
    twoPerson: ['paymentRun'],
    input: z.object({ ...byRun, pass: flag('请选择是否同意', '是否同意'), note: orElse(text(0, 200, '审批意见'), '') }),
    output: afterRun,
    refusals: ['notFound', 'paymentRunRefuses', 'payeeChanged'],
    refreshes,
  }),
  runFile: write({
    operators: false,
    path: '/api/payable/v1/run/file',
    summary: '下载银行批量付款文件',
    ...whole,
    changes: false,
    input: z.object({ runId: id('付款批次'), format: orElse(word(tableFormats, '文件格式'), 'xlsx') }),
    output: z.object({ jobId: out.id }),
    refusals: ['notFound', 'paymentRunRefuses', 'payeeChanged', 'tooFrequent'],
  }),
  runPay: write({
    operators: false,
    path: '/api/payable/v1/run/pay',
    summary: '登记批次已付款',
    ...whole,
    repeat: 'version',
    input: z.object({ ...byRun, slipNo: slipNo() }),
    output: afterRun,
    refusals: ['notFound', 'paymentRunRefuses'],
    refreshes,
  }),
  runCancel: write({
    operators: false,
    path: '/api/payable/v1/run/cancel',
    summary: '撤销付款批次',
    ...whole,
    repeat: 'version',
    input: z.object({ ...byRun, reason: text(1, 200, '撤销原因') }),
    output: afterRun,
    refusals: ['notFound', 'paymentRunRefuses'],
    refreshes,
  }),
}
