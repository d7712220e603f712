import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { depositModes, waiveType } from '@cheyi/domain/money/deposit/codes'
import type { Typed } from '../../../form/form-call.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

export type Policy = OutputOf<typeof calls.terms.depositPolicies>[number]

type Form = Typed<InputOf<typeof calls.terms.saveDepositPolicy>>

const newPolicy: Form = {
  id: null,
  version: null,
  storeId: null,
  modelId: null,
  source: null,
  rentalFen: null,
  violationFen: null,
  modes: depositModes.values,
  waiveTypes: [waiveType.merchant],
  holdDays: null,
  enabled: true,
}

export const depositForm = (policy: Policy | undefined): Form =>
  policy === undefined ? newPolicy : { ...policy, source: policy.source as Source | null }

/** ¥3,000.00; null means that the deposit of the model applies. */
export const amountText = (fen: number | null): string => (fen === null ? '按车型' : formatMoney(fen))
