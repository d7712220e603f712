import { formatMoney } from '@cheyi/domain/money'
import { depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { type ExpenseSettle, expenseSettle } from '@cheyi/domain/money/expense/codes'
import { offlinePayWays, payWays } from '@cheyi/domain/money/payment/codes'
import type { Settlement } from '../types.ts'

/* Texts of a settlement: lines, buttons and differences. Amounts in fen. */

export interface Line {
  readonly label: string
  /** A negative amount is in the customer's favour. */
  readonly fen: number
}

/** Balance of the order itself before charges, without supplements: positive is owed, negative is prepaid. */
export const orderOwed = ({ balance, charges, earlyRefund, supplements }: Settlement): number =>
  balance - charges + earlyRefund - supplements.reduce((sum, { amount }) => sum + amount, 0)

/** The parts of the sum; zero parts are left out. The reduction of computed charges is a line of its own. */
export function settlementLines(settlement: Settlement): Line[] {
  const full = settlement.items.reduce((sum, item) => sum + (item.autoAmount ?? item.amount), 0)
  const owed = orderOwed(settlement)
  const lines = [
    { label: '额外费用', fen: full },
    { label: '优惠减免', fen: settlement.charges - full },
    { label: settlement.lateMinutes < 0 ? '提前还车退款' : '还车退款', fen: -settlement.earlyRefund },
    ...settlement.supplements.map(({ name, amount }) => ({ label: name, fen: amount })),
    { label: owed < 0 ? '已预付' : '订单未付', fen: owed },
  ]
  return lines.filter(({ label, fen }) => fen !== 0 || label === '额外费用')
}

/** Amount that the settlement leaves to the violation deposit; null for none. */
export const violationsNote = ({ violations }: Pick<Settlement, 'violations'>): string | null =>
  violations === 0 ? null : `另有违章费用 ${formatMoney(violations)}，从违章押金扣除，不在本次结算内`

/** 应补收, 应退还 or 无需补退. */
export const balanceLabel = (balance: number): string => (balance > 0 ? '应补收' : balance < 0 ? '应退还' : '无需补退')

/** Destination of a part of the refund: `原路退回 · 支付宝`, `退回租车押金`. `note` is the manual work that remains. */
export function giveBackWords({ to, kind, payWay }: Settlement['givesBack'][number]): { label: string; note?: string } {
  if (to === 'deposit' && kind !== null) return { label: `退回${depositKinds.text(kind)}` }
  if (to === 'customer' || payWay === null) return { label: '线下付给客户', note: '财务付款后上传凭证' }
  if (payWay === payWays.code.platform) return { label: '由平台退还', note: '平台退款后在订单中登记' }
  if (!offlinePayWays.includes(payWay)) return { label: `原路退回 · ${payWays.text(payWay)}` }
  return { label: `退回原收款 · ${payWays.text(payWay)}`, note: '财务退还后上传凭证' }
}

/** `应补收 ¥250.00`. */
export const balanceText = (balance: number): string =>
  balance === 0 ? balanceLabel(balance) : `${balanceLabel(balance)} ${formatMoney(Math.abs(balance))}`

/**
 * Methods that can pay a balance; the deposit first when it holds money.
 * @param byCustomer how the customer pays by the chosen way, null where the merchant accepts none
 */
export const methodsOf = (depositFen: number, byCustomer: ExpenseSettle | null): ExpenseSettle[] => [
  ...(depositFen > 0 ? [expenseSettle.deposit] : []),
  ...(byCustomer === null ? [] : [byCustomer]),
]

/** What the rental deposit can pay of a balance: automatically, and by completing its authorisation at the card machine. */
export function depositFenOf({ deposits }: Settlement): DepositPays {
  const { deduct = 0, machine = 0 } = deposits.find(({ kind }) => kind === depositKind.rental) ?? {}
  return { deduct, machine }
}

/** Amounts of a deposit that can pay a balance. */
export interface DepositPays {
  readonly deduct: number
  readonly machine: number
}

/** The default method: the deposit when it covers everything, otherwise money at the counter. */
export function firstMethod(
  balance: number,
  depositFen: number,
  methods: readonly ExpenseSettle[],
): ExpenseSettle | undefined {
  if (balance <= 0) return undefined
  if (depositFen >= balance && methods.includes(expenseSettle.deposit)) return expenseSettle.deposit
  return methods.find((method) => method !== expenseSettle.deposit) ?? methods[0]
}

/** The amount still owed after payment by this method. */
export function leftOwed(balance: number, method: ExpenseSettle | undefined, depositFen: number): number {
  if (balance <= 0 || method === expenseSettle.offline || method === expenseSettle.online) return 0
  return method === expenseSettle.deposit ? Math.max(0, balance - depositFen) : balance
}

/** What a return gives back, the rental deposit with it: by itself to where it came from, at the counter, and later by hand. Fen. */
export interface GivingBack {
  readonly byItself: number
  readonly handed: number
  readonly later: number
}

/** `确认还车，收款 ¥250.00`, `确认还车，押金扣款 ¥250.00`, `确认还车，待退 ¥5,060.00`, or the verb alone. */
export function confirmLabel(
  verb: string,
  balance: number,
  method: ExpenseSettle | undefined,
  left: number,
  { byItself, handed, later }: GivingBack = { byItself: 0, handed: 0, later: Math.max(0, -balance) },
): string {
  const parts = [
    [method === expenseSettle.deposit ? '押金扣款' : '收款', balance - left],
    ['当面退', handed],
    ['原路退', byItself],
    ['待退', later],
  ] as const
  return [verb, ...parts.flatMap(([what, fen]) => (fen > 0 ? [`${what} ${formatMoney(fen)}`] : []))].join('，')
}

/** The ways by name. */
export const methodText: Readonly<Record<ExpenseSettle, string>> = {
  [expenseSettle.deposit]: '押金抵扣',
  [expenseSettle.online]: '线上收款',
  [expenseSettle.offline]: '线下收款',
}

/** Differences between two readings of a settlement: `超时费：¥90.00 → ¥120.00`. */
export function settlementChanges(before: Settlement, after: Settlement): string[] {
  const amounts = (settlement: Settlement) => {
    const sums = new Map<string, number>()
    const add = (name: string, fen: number) => sums.set(name, (sums.get(name) ?? 0) + fen)
    for (const { name, amount } of settlement.items) add(name, amount)
    for (const { name, amount } of settlement.supplements) add(name, amount)
    if (settlement.earlyRefund !== 0) add('还车退款', -settlement.earlyRefund)
    if (orderOwed(settlement) !== 0) add('订单未付', orderOwed(settlement))
    return sums
  }
  const [old, now] = [amounts(before), amounts(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    changeText(name, old.get(name) ?? 0, now.get(name) ?? 0),
  )
}

/** `超时费：¥90.00 → ¥120.00`; empty when nothing changed. */
export const changeText = (name: string, before: number, after: number): string[] =>
  before === after ? [] : [`${name}：${formatMoney(before)} → ${formatMoney(after)}`]
