import { machine } from '../../step.ts'
import { addDays, addMonths, type LocalDate } from '../../time.ts'
import { type Taxpayer, taxpayer } from '../bookkeeping/codes.ts'
import { type InputKind, type InputState, inputKind, inputState, inputStates } from './codes.ts'

/* 进项发票: what a supplier's invoice must satisfy, however it is entered, and whether its tax is deducted. */

const s = inputState

/** Invoices that one act may choose. */
export const MAX_INPUTS = 100

/** Whether an invoice is deducted is a choice; the month in which it is counts once that month is in no filed return. */
export const inputSteps = machine(inputStates, {
  entry: [s.none, s.waiting],
  final: [s.none, s.chosen],
  refusal: 'stale',
  steps: {
    choose: { from: [s.waiting], to: s.chosen, by: 'finance.reconcile' },
    takeBack: { from: [s.chosen], to: s.waiting, by: 'finance.reconcile' },
    exclude: { from: [s.waiting], to: s.none, by: 'finance.reconcile' },
    include: { from: [s.none], to: s.waiting, by: 'finance.reconcile' },
    void: { from: [s.none, s.waiting], to: 'same', by: 'finance.reconcile' },
  },
})

/** A special invoice, that of a car and that of tolls are deducted unless somebody chooses otherwise; a small-scale taxpayer deducts none. */
export const usualInputState = (kind: InputKind, who: Taxpayer): InputState =>
  who === taxpayer.general && kind !== inputKind.usual ? s.waiting : s.none

export interface InputAmounts {
  readonly netFen: number
  readonly taxFen: number
  readonly grossFen: number
}

/** A red invoice is negative: it takes back a part of an earlier one. */
export const isRed = ({ grossFen }: Pick<InputAmounts, 'grossFen'>): boolean => grossFen < 0

/** What is wrong with the amounts, by their field; null: nothing. */
export function amountsProblem({ netFen, taxFen, grossFen }: InputAmounts): {
  readonly field: 'net' | 'tax' | 'gross'
  readonly message: string
} | null {
  if (netFen === 0) return { field: 'net', message: '金额不能为0' }
  if (netFen + taxFen !== grossFen) return { field: 'gross', message: '价税合计应等于金额加税额' }
  if (taxFen !== 0 && Math.sign(taxFen) !== Math.sign(netFen))
    return { field: 'tax', message: '税额与金额的正负应相同' }
  if (Math.abs(taxFen) > Math.abs(netFen)) return { field: 'tax', message: '税额不能大于金额' }
  return null
}

/** A 数电票 has 20 digits and no code; an older one 8 digits and a code of 10 or 12. */
export function numberProblem(
  code: string,
  number: string,
): { readonly field: 'code' | 'number'; readonly message: string } | null {
  if (/^\d{20}$/.test(number)) return code === '' ? null : { field: 'code', message: '数电票没有发票代码' }
  if (!/^\d{8}$/.test(number)) return { field: 'number', message: '发票号码应为20位数字，旧版发票为8位' }
  return /^(\d{10}|\d{12})$/.test(code) ? null : { field: 'code', message: '8位号码的发票须有10位或12位发票代码' }
}

/** The merchant as the buyer of an invoice: its name and 统一社会信用代码. */
export interface Title {
  readonly name: string
  readonly taxNo: string
}

/** Names are compared without blanks and without the form of brackets, which programs change. */
const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[〔【[{]/g, '(')
    .replace(/[〕】\]}]/g, ')')
    .replace(/\s/g, '')
const plainTaxNo = (taxNo: string): string => taxNo.normalize('NFKC').replace(/\s/g, '').toUpperCase()

/** Why an invoice is not of this merchant; null: it is. A merchant without a tax number cannot compare. */
export function titleProblem(
  own: Title,
  buyer: Title,
): { readonly field: 'buyerName' | 'buyerTaxNo'; readonly message: string } | null {
  if (own.taxNo === '') return { field: 'buyerTaxNo', message: '请先在商家资料中填写统一社会信用代码' }
  if (plainTaxNo(buyer.taxNo) !== own.taxNo)
    return { field: 'buyerTaxNo', message: `购买方税号不是本公司的 ${own.taxNo}，请退回重开` }
  if (plainName(buyer.name) !== plainName(own.name))
    return { field: 'buyerName', message: `购买方名称不是「${own.name}」，请退回重开` }
  return null
}

/** The last day of a month that is named by its first one. */
const lastDay = (month: LocalDate): LocalDate => addDays(addMonths(month, 1), -1)

/** Why an invoice cannot be deducted in a month; null: it can. */
export const chooseProblem = (issuedOn: LocalDate, month: LocalDate): string | null =>
  issuedOn > lastDay(month) ? `${issuedOn} 开具的发票不能在 ${month.slice(0, 7)} 抵扣` : null

/** It waits for the decision whether, and when, it is deducted. */
export const isWaitingInput = ({ state }: { readonly state: InputState }): boolean => state === s.waiting
