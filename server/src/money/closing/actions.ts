import { isMonth } from '@cheyi/domain/money/closing/month'
import { badInput } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'

export { trialBalanceSheet } from './balance.ts'
export { closingPointName, registerClosingPoint } from './points.ts'
export { acceptedPoints, balancedMonths as closedMonths, type ClosedRow, closedMonth } from './store.ts'

type Accrue = (ctx: Context, month: string) => Promise<void>
const accruals: Accrue[] = []

/** Registers what books amounts of a month that are owed and not confirmed yet, before the month is closed; what is confirmed later corrects it. */
export const registerAccrual = (accrue: Accrue): void => void accruals.push(accrue)

export async function accrueUnconfirmed(ctx: Context, months: readonly string[]): Promise<void> {
  for (const month of months) for (const accrue of accruals) await accrue(ctx, month)
}

/** @throws Refusal badInput (-2) for a text that names no month */
export function refuseNoMonth(month: string): void {
  if (!isMonth(month)) throw badInput('month', `没有 ${month} 这个月份，请按 2026-11 的格式填写`)
}
