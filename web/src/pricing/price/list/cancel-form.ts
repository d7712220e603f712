import type { Source } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { cancelBases, seasonNames } from '@cheyi/domain/pricing/terms/codes'
import type { Typed } from '../../../form/form-call.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'

export type Rule = OutputOf<typeof calls.terms.cancelRules>[number]

export const seasons = (['normal', 'holiday'] as const).map((value) => ({ value, label: seasonNames[value] }))
export const bases = cancelBases.values.map((value) => ({ value, label: cancelBases.text(value) }))

/** A tier as typed in the form, with empty fields. */
export interface TypedTier {
  readonly hours: number | null
  readonly rateBp: number | null
  readonly fixedFen: number | null
  /** Which of the two fields applies. */
  readonly by: 'rate' | 'fixed'
}

export const freshTier: TypedTier = { hours: null, rateBp: null, fixedFen: null, by: 'rate' }

type Input = Typed<InputOf<typeof calls.terms.saveCancelRule>>
export type CancelForm = Omit<Input, 'tiers'> & { readonly tiers: readonly TypedTier[] }

const newRule: CancelForm = {
  id: null,
  version: null,
  name: '',
  season: 'normal',
  base: 2,
  tiers: [
    { ...freshTier, hours: 24, rateBp: 0 },
    { ...freshTier, hours: 0, rateBp: 10_000 },
  ],
  maxPenaltyDays: 3,
  noShowAfterMinutes: 240,
  penaltyFromDeposit: false,
  storeIds: [],
  sources: [],
  enabled: true,
}

export const cancelForm = (rule: Rule | undefined): CancelForm =>
  rule === undefined
    ? newRule
    : {
        ...rule,
        sources: rule.sources as Source[],
        tiers: rule.tiers.map(({ minMinutesBefore, rateBp, fixedFen }) => ({
          hours: minMinutesBefore / 60,
          rateBp,
          fixedFen,
          by: fixedFen === null ? 'rate' : 'fixed',
        })),
      }

/** A missing rate or amount is sent as -1, which the rules refuse, so that the message appears beside its tier. */
export const cancelInput = (form: CancelForm): Input => ({
  ...form,
  tiers: form.tiers.map(({ hours, rateBp, fixedFen, by }) => ({
    minMinutesBefore: Math.round((hours ?? 0) * 60),
    rateBp: by === 'rate' ? (rateBp ?? -1) : null,
    fixedFen: by === 'fixed' ? (fixedFen ?? -1) : null,
  })),
})

/** For example 提前24小时 20%. */
export const tierText = ({ hours, rateBp, fixedFen, by }: TypedTier): string => {
  const before = hours === 0 ? '临近取车' : `提前${hours ?? ''}小时`
  return `${before} ${by === 'rate' ? `${(rateBp ?? 0) / 100}%` : formatMoney(fixedFen ?? 0)}`
}

export const tiersText = (tiers: readonly TypedTier[]): string =>
  tiers
    .toSorted((a, b) => (b.hours ?? 0) - (a.hours ?? 0))
    .map(tierText)
    .join('、')
