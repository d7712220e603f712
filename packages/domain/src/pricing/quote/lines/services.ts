import { badInput } from '../../../refusal.ts'
import type { ChosenService, SoldService } from '../quote.ts'
import type { PriceRules, ServiceItem } from '../rules.ts'

type Where = { readonly storeId: string; readonly modelId: string; readonly source: number }

/** The services on offer, in bill order: basic by day, basic once (handling), insurance, extras. */
export function offeredServices(rules: Pick<PriceRules, 'services'>, where: Where): readonly ServiceItem[] {
  return rules.services
    .filter(
      (item) =>
        item.enabled &&
        covers(item.storeIds, where.storeId) &&
        covers(item.modelIds, where.modelId) &&
        covers(item.sources, where.source),
    )
    .sort((a, b) => rank(a) - rank(b))
}

const covers = <T>(list: readonly T[] | null, value: T): boolean =>
  list === null || list.length === 0 || list.includes(value)

const rank = (item: ServiceItem): number => item.itemType * 2 + (item.unit === 'day' ? 0 : 1)

/**
 * Mandatory services and the chosen ones.
 * @throws Refusal badInput (-2) for a choice that is not on offer or exceeds its limit
 */
export function soldServices(
  rules: Pick<PriceRules, 'services'>,
  where: Where,
  chosen: readonly ChosenService[],
): readonly SoldService[] {
  const offered = offeredServices(rules, where)
  const wanted = new Map<string, number>()
  for (const { code, qty } of chosen) {
    const item = offered.find((row) => row.code === code)
    if (item === undefined) throw badInput('services', '所选服务不可用，请重新选择')
    if (wanted.has(code)) throw badInput('services', `${item.name}重复选择`)
    const most = item.maxQty ?? 1
    if (!Number.isInteger(qty) || qty < 0 || qty > most) throw badInput('services', `${item.name}最多可选${most}份`)
    wanted.set(code, qty)
  }
  const sold: SoldService[] = []
  for (const item of offered) {
    const qty = Math.max(wanted.get(item.code) ?? 0, item.mandatory ? 1 : 0)
    if (qty > 0) sold.push(sell(item, qty))
  }
  return sold
}

const sell = (item: ServiceItem, qty: number): SoldService => ({
  code: item.code,
  name: item.name,
  itemType: item.itemType,
  unit: item.unit,
  price: item.price,
  qty,
  capDays: item.capDays,
  mandatory: item.mandatory,
})
