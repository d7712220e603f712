import { orderItemType } from '../../../booking/order/codes.ts'
import { depositKind } from '../../../money/deposit/codes.ts'
import type { DepositLine } from '../quote.ts'
import type { DepositPolicy, PriceRules } from '../rules.ts'

type Where = { readonly storeId: string; readonly modelId: string; readonly source: number }

/**
 * The policy of (store, model, source): the one with the most matching conditions; model takes precedence over
 * store, store over source.
 */
export function depositPolicy(policies: readonly DepositPolicy[], where: Where): DepositPolicy | null {
  let best: DepositPolicy | null = null
  let bestRank = -1
  for (const policy of policies) {
    const rank = exactness(policy, where)
    if (rank > bestRank) {
      best = policy
      bestRank = rank
    }
  }
  return best
}

/** Number of matching conditions; -1 when one does not match. */
function exactness({ storeId, modelId, source }: DepositPolicy, where: Where): number {
  if (storeId !== null && storeId !== where.storeId) return -1
  if (modelId !== null && modelId !== where.modelId) return -1
  if (source !== null && source !== where.source) return -1
  const met = [modelId, storeId, source].map((condition) => (condition === null ? 0 : 1))
  const [model = 0, store = 0, channel = 0] = met
  return (model + store + channel) * 8 + model * 4 + store * 2 + channel
}

/** Both deposits; null when neither the policy nor the model sets one of them. */
export function depositLines(
  rules: Pick<PriceRules, 'depositPolicies' | 'modelDeposits'>,
  where: Where,
): readonly DepositLine[] | null {
  const policy = depositPolicy(rules.depositPolicies, where)
  const rental = policy?.rentalFen ?? rules.modelDeposits.rentalFen
  const violation = policy?.violationFen ?? rules.modelDeposits.violationFen
  if (rental === null || violation === null) return null
  const itemType = orderItemType.deposit
  return [
    { kind: depositKind.rental, itemType, code: 'deposit.rental', name: '租车押金', amount: rental },
    { kind: depositKind.violation, itemType, code: 'deposit.violation', name: '违章押金', amount: violation },
  ]
}
