import { type CodeOf, enumeration } from '../../enumeration.ts'
import { type CostKind, costKind, costKinds } from '../../fleet/cost/codes.ts'
import { payWay } from '../../money/payment/codes.ts'
import { machine } from '../../step.ts'

export const ownerKinds = enumeration({ person: [1, '个人'], company: [2, '单位'] })
export const ownerKind = ownerKinds.code

/** What was agreed for a car: a share of its income, a fixed rent, or that the owner keeps the income and pays a fee. */
export const ownerAgreementKinds = enumeration({
  share: [1, '托管分成'],
  rent: [2, '固定租金'],
  affiliated: [3, '挂靠'],
})
export type OwnerAgreementKind = CodeOf<typeof ownerAgreementKinds>
export const ownerAgreementKind = ownerAgreementKinds.code

export const ownerStatementStates = enumeration({
  draft: [1, '草稿'],
  sent: [2, '待车主确认'],
  confirmed: [3, '已确认'],
  paid: [4, '已付款'],
  objected: [5, '有异议'],
})
export type OwnerStatementState = CodeOf<typeof ownerStatementStates>
export const ownerStatementState = ownerStatementStates.code

const s = ownerStatementState

/** A confirmed statement stays so where nothing is to be paid: what the owner owes is carried to the next one. */
export const ownerStatementSteps = machine(ownerStatementStates, {
  entry: [s.draft],
  final: [s.confirmed, s.paid],
  refusal: 'ownerStatementRefuses',
  steps: {
    make: { from: [s.draft], to: 'same', by: 'finance.reconcile' },
    send: { from: [s.draft], to: s.sent, by: 'finance.reconcile' },
    withdraw: { from: [s.sent, s.objected], to: s.draft, by: 'finance.reconcile' },
    /** What the owner objects to becomes a draft again. */
    correct: { from: [s.draft, s.objected], to: s.draft, by: 'finance.reconcile' },
    object: { from: [s.sent], to: s.objected, by: 'system' },
    confirm: { from: [s.sent], to: s.confirmed, by: 'finance.reconcile' },
    pay: {
      from: [s.confirmed],
      to: s.paid,
      by: 'finance.reconcile',
      guard: ({ dueFen }: { readonly dueFen: number }) => (dueFen > 0 ? null : { key: 'ownerNothingDue' }),
    },
  },
})

/** The owner may see it, and its amounts stay as they are. */
export const isShownToOwner = (state: OwnerStatementState): boolean => state !== s.draft
/** The owner agrees with it, so that the next one may be sent. */
export const isAgreed = (state: OwnerStatementState): boolean => state === s.confirmed || state === s.paid

/** Costs that an owner may bear. The price of a car and its depreciation are those of whoever owns it, outside of the statement. */
export const borneKinds: readonly CostKind[] = costKinds.values.filter(
  (kind) =>
    kind !== costKind.purchase &&
    kind !== costKind.sale &&
    kind !== costKind.depreciation &&
    kind !== costKind.ownerShare,
)

/** An owner is paid from an account of the merchant: the cash of a store is counted by the shifts of its cashiers. */
export const ownerPayWays = [payWay.bank, payWay.other] as const
