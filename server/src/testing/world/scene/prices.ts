import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../../app.ts'
import { at } from '../../at.ts'
import type { World } from '../world.ts'

/** Prices that were changed, or wait to be, and what goes with the rent. */
export async function makePrices(t: TestApp, w: World): Promise<Record<string, string>> {
  const options = { token: w.tokens.owner }
  const place = { storeId: w.stores.hongqiao, modelId: w.models.gl8 }
  const saved = await t.call(
    contract.price.saveCalendar,
    { ...place, from: '2026-12-20', to: '2026-12-22', price: 55_500 },
    options,
  )
  const rule = await t.call(contract.price.saveRule, { ...place, source: 3, basePrice: 40_000 }, options)
  const plan = await t.call(
    contract.price.saveRule,
    { ...place, weekendPrice: 60_000, publishAt: at('12-01T00:00') },
    options,
  )
  const fee = await t.call(
    contract.terms.saveFee,
    { storeId: w.stores.hongqiao, kind: 'oneWay', feeMode: 1, pairStoreId: w.stores.pudong },
    options,
  )
  const policy = await t.call(
    contract.terms.saveDepositPolicy,
    { storeId: w.stores.pudong, rentalFen: 200_000, modes: [1, 2] },
    options,
  )
  const services = await t.call(contract.quote.services, {}, options)
  const [cancelRule] = await t.call(contract.terms.cancelRules, {}, options)
  return {
    priceChange: saved.undo!.changeId,
    priceRule: rule.id!,
    pricePlan: plan.planId!,
    fee: fee.id,
    depositPolicy: policy.id,
    service: services.find((service) => service.code === 'base')!.id,
    cancelRule: cancelRule!.id,
  }
}
