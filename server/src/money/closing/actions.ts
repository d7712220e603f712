import { isMonth } from '@cheyi/domain/money/closing/month'
import { badInput } from '@cheyi/domain/refusal'

export { balancedMonths as closedMonths } from './store.ts'

/** @throws Refusal badInput (-2) for a text that names no month */
export function refuseNoMonth(month: string): void {
  if (!isMonth(month)) throw badInput('month', `没有 ${month} 这个月份，请按 2026-11 的格式填写`)
}
