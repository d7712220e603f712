import { createHash } from 'node:crypto'
import { type Taxpayer, taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { invoiceKind } from '@cheyi/domain/money/invoice/invoice'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { type Account, inputTaxEntry } from '@cheyi/domain/money/payment/ledger'
import { monthsIn, type Period, periodOf, periodsBefore, periodText } from '@cheyi/domain/money/tax/period'
import {
  figureOf,
  type InputFacts,
  type RateFacts,
  type ReturnSource,
  returnOf,
  type TaxReturn,
} from '@cheyi/domain/money/tax/return'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { addDays, DAY, type LocalDate, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { cursorKeys, pageSize } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import {
  monthsWithoutVouchers,
  type TaxedAccounts,
  taxedAccounts,
  taxedIncome,
  taxOfRent,
  taxpayerOf,
} from '../bookkeeping/actions.ts'
import { postSettlement, reversePosted } from '../payment/actions.ts'
import { lockInputs } from './input-store.ts'
import * as store from './return-store.ts'

/* 增值税申报: the figures of a period as they are now, and as they were when they were filed. */

/** Periods that are listed. */
const SHOWN = 12
/** Filed returns that are listed. */
const FILED_SHOWN = 60

const usual: store.SettingRow = {
  thresholdFen: 30_000_000,
  cityBp: 700,
  halved: true,
  carryFen: 0,
  posted: false,
  reason: '',
  version: 0,
}

const settingOf = async (ctx: Context): Promise<store.SettingRow> => (await store.setting(ctx)) ?? usual

const settingView = ({ thresholdFen, carryFen, ...row }: store.SettingRow) => ({
  ...row,
  threshold: thresholdFen,
  carry: carryFen,
})

export const settings: HandlerOf<'tax', 'settings'> = async (_, ctx) => ({
  ...settingView(await settingOf(ctx)),
  taxpayer: await taxpayerOf(ctx),
})

/** @throws Refusal stale (-5), badInput (-2) for a rate that the law does not have */
export const saveSettings: HandlerOf<'tax', 'saveSettings'> = async ({ threshold, carry, ...input }, ctx) => {
  if (![100, 500, 700].includes(input.cityBp)) throw badInput('cityBp', '城建税税率为7%、5%或1%')
  const before = await settingOf(ctx)
  const after = { ...input, thresholdFen: threshold, carryFen: carry }
  const version = await store.saveSetting(ctx, after)
  if (version === undefined) throw new Refusal('stale')
  ctx.audit({
    targetType: 'merchant',
    targetId: ctx.merchantId,
    before: auditOf(before),
    after: { ...auditOf(after), reason: input.reason },
  })
  return { version }
}

const auditOf = ({ thresholdFen, cityBp, halved, carryFen, posted }: store.SettingRow) => ({
  ...{ taxThreshold: thresholdFen, taxCity: cityBp / 100, taxHalved: halved, taxCarry: carryFen, taxPosted: posted },
})

export interface Draft extends TaxReturn {
  readonly form: Taxpayer
  readonly period: Period
  readonly scope: store.InvoiceScope
  readonly income: readonly TaxedAccounts[]
}

const noInput: InputFacts = { count: 0, netFen: 0, taxFen: 0 }

/** @throws Refusal badInput (-2) for a day that begins no period, or one to come */
function requirePeriod(who: Taxpayer, from: LocalDate, today: LocalDate): Period {
  const period = periodOf(who, from)
  if (period.from !== from || from > today) throw badInput('from', '没有这个申报期')
  return period
}

/** A transaction that registers an invoice ends this much later at the most, and a return that is filed beside it does not see it. */
const REGISTERING = DAY

/** Which invoices a return has: of a draft those that no other has, from the first return on. */
function scopeOf(
  period: Period,
  returnId: string | null,
  { first, lastFiledAt }: store.FiledAround,
  { rateBp }: { readonly rateBp: number },
): store.InvoiceScope {
  const since = first === null || first > period.from ? period.from : first
  return { ...period, returnId, since, registeredFrom: (lastFiledAt ?? 0) - REGISTERING, usualBp: rateBp }
}

/** The return of a period as it is now. */
export async function draftOf(ctx: Context, form: Taxpayer, period: Period, around: store.FiledAround): Promise<Draft> {
  const [rent, income, chosen, terms, accounts] = await Promise.all([
    taxOfRent(ctx),
    taxedIncome(ctx, monthsIn(period)),
    form === taxpayer.general ? store.chosenInputs(ctx, period) : [],
    settingOf(ctx),
    taxedAccounts(ctx, period.from),
  ])
  const scope = scopeOf(period, null, around, rent)
  const invoices = await store.invoicedSums(ctx, scope)
  const rateList = [...new Set([...income, ...invoices].map(({ rateBp }) => rateBp))].toSorted((a, b) => b - a)
  const rates = rateList.map((rateBp): RateFacts => {
    const of = (kind: number) => {
      const { fen = 0, taxFen = 0 } = invoices.find((one) => one.rateBp === rateBp && one.kind === kind) ?? {}
      return { netFen: fen - taxFen, taxFen }
    }
    const { netFen = 0, taxFen = 0 } = income.find((one) => one.rateBp === rateBp) ?? {}
    return { rateBp, special: of(invoiceKind.special), usual: of(invoiceKind.usual), income: { netFen, taxFen } }
  })
  const inputOf = (group: store.InputGroup): InputFacts => chosen.find((one) => one.group === group) ?? noInput
  const inputs = { certified: inputOf('certified'), other: inputOf('other'), red: inputOf('red') }
  const made = returnOf(form, { rates, inputs, carryFen: around.carryFen ?? terms.carryFen }, terms)
  return { ...made, form, period, scope, income: accounts }
}

const versionOf = ({ lines, payFen, carryFen }: TaxReturn): string =>
  createHash('sha256')
    .update(JSON.stringify([lines, payFen, carryFen]))
    .digest('base64url')
    .slice(0, 32)

const cellsOf = ({ lines }: Pick<TaxReturn, 'lines'>) =>
  lines.map(({ cells, ...line }) => ({
    ...line,
    cells: cells.map(({ column, value, isCount = false, source = null }) => ({ column, value, isCount, source })),
  }))

/** What must be done before a period can be filed. */
async function problemsOf(ctx: Context, { from, to }: Period, { last, later }: store.FiledAround): Promise<string[]> {
  const problems: string[] = []
  if (to >= localDate(ctx.now)) problems.push('申报期还没有结束')
  const open = await monthsWithoutVouchers(ctx, monthsIn({ from, to }))
  if (open.length > 0) problems.push(`请先结账并生成 ${open.join('、')} 的记账凭证`)
  if (later) problems.push('之后的申报期已确认申报')
  if (last !== null && addDays(last, 1) !== from) problems.push(`请先确认 ${addDays(last, 1).slice(0, 7)} 的申报`)
  return problems
}

export const returns: HandlerOf<'tax', 'returns'> = async (_, ctx) => {
  const form = await taxpayerOf(ctx)
  const today = localDate(ctx.now)
  const filed = await store.filedReturns(ctx, FILED_SHOWN)
  const open = periodsBefore(form, today, SHOWN).filter(
    ({ from, to }) => !filed.some((one) => one.from <= to && one.to >= from),
  )
  const list = [
    ...filed.map(({ from, to, form: of, filedAt, filedByName, payFen }) => ({
      from,
      to,
      form: of,
      filedAt,
      filedByName,
      pay: payFen,
    })),
    ...open.map((period) => ({ ...period, form, filedAt: null, filedByName: null, pay: null })),
  ]
  return {
    form,
    list: list.map((one) => ({ ...one, over: one.to < today })).toSorted((a, b) => (a.from < b.from ? 1 : -1)),
  }
}

/** @throws Refusal badInput (-2) for a day that begins no period */
export const taxReturn: HandlerOf<'tax', 'taxReturn'> = async ({ from: asked }, ctx) => {
  const today = localDate(ctx.now)
  const [form, ofAsked] = await Promise.all([
    taxpayerOf(ctx),
    asked === undefined ? undefined : store.filedReturn(ctx, asked),
  ])
  const from = asked ?? periodsBefore(form, today, 2)[1]!.from
  const filed = asked === undefined ? await store.filedReturn(ctx, from) : ofAsked
  if (filed !== undefined)
    return {
      form: filed.form,
      from,
      to: filed.to,
      lines: cellsOf(filed),
      pay: filed.payFen,
      carry: filed.carryFen,
      filedAt: filed.filedAt,
      filedByName: filed.filedByName,
      problems: [],
      version: filed.id,
    }
  const period = requirePeriod(form, from, today)
  const around = await store.filedAround(ctx, from)
  const [draft, problems] = await Promise.all([draftOf(ctx, form, period, around), problemsOf(ctx, period, around)])
  return {
    ...period,
    form,
    lines: cellsOf(draft),
    pay: draft.payFen,
    carry: draft.carryFen,
    filedAt: null,
    filedByName: null,
    problems,
    version: versionOf(draft),
  }
}

const inputGroups: Readonly<Partial<Record<ReturnSource, store.InputGroup>>> = {
  input: 'certified',
  inputOther: 'other',
  inputRed: 'red',
}

/** @throws Refusal badInput (-2) for a day that begins no period */
export const documents: HandlerOf<'tax', 'documents'> = async ({ from, of, rateBp, ...paging }, ctx) => {
  const filed = await store.filedReturn(ctx, from)
  const period = filed ?? requirePeriod(await taxpayerOf(ctx), from, localDate(ctx.now))
  const [around, rent] = await Promise.all([store.filedAround(ctx, from), taxOfRent(ctx)])
  const scope = scopeOf({ from: period.from, to: period.to }, filed?.id ?? null, around, rent)
  const taxed = (filed?.income ?? (await taxedAccounts(ctx, from))).find((one) => one.rateBp === rateBp)
  const group = inputGroups[of]
  const made: store.DocumentsOf =
    group !== undefined
      ? { of: group }
      : of === 'income'
        ? { of, rateBp, taxed: taxed ?? { rateBp, accounts: [], cancelled: false } }
        : { of: of as 'special' | 'usual', rateBp }
  return listAnswer(paging, {
    rows: store.documents(ctx, { period, scope, of: made }, cursorKeys(paging, 'int', 'id'), pageSize(paging) + 1),
    count: async () => 0,
    keys: ({ dayNo, id }) => [dayNo, id],
    view: ({ name, ...row }) => ({ ...row, name: row.kind === 'income' ? accountName(name as Account) : name }),
  }).then(({ list, nextCursor }) => ({ list, nextCursor, total: null, totalCapped: false }))
}

/**
 * Freezes the figures of a period: 申报完成.
 * @throws Refusal badInput (-2) while something must be done before, stale (-5) for other figures than the caller saw
 */
export const file: HandlerOf<'tax', 'file'> = async ({ from, version }, ctx) => {
  await lockInputs(ctx)
  if ((await store.filedReturn(ctx, from)) !== undefined) throw new Refusal('stale')
  const form = await taxpayerOf(ctx)
  const period = requirePeriod(form, from, localDate(ctx.now))
  const around = await store.filedAround(ctx, from)
  const [problem] = await problemsOf(ctx, period, around)
  if (problem !== undefined) throw badInput('from', problem)
  const draft = await draftOf(ctx, form, period, around)
  if (versionOf(draft) !== version) throw new Refusal('stale')
  const inputFen = form === taxpayer.general ? figureOf(draft, 'main', '12') - figureOf(draft, 'main', '14') : 0
  const { posted } = await settingOf(ctx)
  const id = await newId(ctx)
  const entry = posted ? inputTaxEntry(id, inputFen) : null
  const isPosted = entry !== null && entry.lines.length > 0
  const { lines, payFen, carryFen, income } = draft
  const postedOn = isPosted ? localDate(ctx.now) : null
  await store.insertReturn(ctx, { id, form, ...period, lines, income, payFen, carryFen, inputFen, postedOn })
  await store.keepInvoices(ctx, id, draft.scope)
  if (isPosted) await postSettlement(ctx, entry, { storeId: null, way: payWay.bank })
  ctx.audit({ targetType: 'taxReturn', targetId: id, after: { taxPeriod: periodText(period), amount: payFen } })
  return { pay: payFen }
}

/** Takes the newest filed return back, to file it again. @throws Refusal notFound (-4), badInput (-2) for an earlier one */
export const withdraw: HandlerOf<'tax', 'withdraw'> = async ({ from, reason }, ctx) => {
  await lockInputs(ctx)
  const filed = requireFound(await store.filedReturn(ctx, from))
  const [newest] = await store.filedReturns(ctx, 1)
  if (newest!.id !== filed.id) throw badInput('from', `请先撤销 ${periodText(newest!)} 的申报`)
  await store.withdrawReturn(ctx, filed.id, reason)
  if (filed.postedOn !== null) await reversePosted(ctx, inputTaxEntry(filed.id, filed.inputFen).idemKey, reason)
  ctx.audit({
    targetType: 'taxReturn',
    targetId: filed.id,
    before: { taxPeriod: periodText(filed), amount: filed.payFen },
    after: { reason },
  })
  return {}
}
