import type { Contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { formatMoney } from '@cheyi/domain/money'
import type { Source } from '@cheyi/domain/order/codes'
import { type Places, reachText } from './reach.tsx'
import { type FieldLine, yes } from './use-terms.ts'

export type Rule = OutputOf<Contract['terms']['cancelRules']>[number]

export const seasons = [
  { value: 'normal', label: '平日' },
  { value: 'holiday', label: '含法定节假日' },
] as const
export const bases = [
  { value: 1, label: '首日租金' },
  { value: 2, label: '租金' },
  { value: 3, label: '订单总额' },
] as const

/** A tier as it is typed. */
export interface TypedTier {
  readonly hours: number | null
  readonly rateBp: number | null
  readonly fixedFen: number | null
  /** Which of the two is meant. */
  readonly by: 'rate' | 'fixed'
}

export const freshTier: TypedTier = { hours: null, rateBp: null, fixedFen: null, by: 'rate' }

export interface CancelForm {
  readonly name: string
  readonly season: Rule['season']
  readonly base: Rule['base']
  readonly tiers: readonly TypedTier[]
  readonly maxPenaltyDays: number | null
  readonly noShowHours: number | null
  readonly penaltyFromDeposit: boolean
  readonly storeIds: readonly string[]
  readonly sources: readonly Source[]
  readonly enabled: boolean
}

const newRule: CancelForm = {
  name: '',
  season: 'normal',
  base: 2,
  tiers: [
    { ...freshTier, hours: 24, rateBp: 0 },
    { ...freshTier, hours: 0, rateBp: 10_000 },
  ],
  maxPenaltyDays: 3,
  noShowHours: 4,
  penaltyFromDeposit: false,
  storeIds: [],
  sources: [],
  enabled: true,
}

export const cancelForm = (rule: Rule | null): CancelForm =>
  rule === null
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
        noShowHours: rule.noShowAfterMinutes / 60,
      }

/** A share or an amount that is missing is sent as one that is refused: the message then stands beside its tier. */
export const cancelInput = (form: CancelForm): InputOf<Contract['terms']['saveCancelRule']> => ({
  name: form.name,
  season: form.season,
  base: form.base,
  tiers: form.tiers.map(({ hours, rateBp, fixedFen, by }) => ({
    minMinutesBefore: Math.round((hours ?? 0) * 60),
    rateBp: by === 'rate' ? (rateBp ?? -1) : null,
    fixedFen: by === 'fixed' ? (fixedFen ?? -1) : null,
  })),
  maxPenaltyDays: form.maxPenaltyDays,
  noShowAfterMinutes: Math.round((form.noShowHours ?? 4) * 60),
  penaltyFromDeposit: form.penaltyFromDeposit,
  storeIds: [...form.storeIds],
  sources: [...form.sources],
  enabled: form.enabled,
})

/** 提前24小时 20%. */
export const tierText = ({ hours, rateBp, fixedFen, by }: TypedTier): string => {
  const before = hours === 0 ? '临近取车' : `提前${hours ?? ''}小时`
  return `${before} ${by === 'rate' ? `${(rateBp ?? 0) / 100}%` : formatMoney(fixedFen ?? 0)}`
}

export const tiersText = (tiers: readonly TypedTier[]): string =>
  tiers
    .toSorted((a, b) => (b.hours ?? 0) - (a.hours ?? 0))
    .map(tierText)
    .join('、')

export const cancelLines =
  ({ stores, sources }: Pick<Places, 'stores' | 'sources'>) =>
  (form: CancelForm): FieldLine[] => [
    { label: '名称', text: form.name },
    { label: '适用', text: seasons.find(({ value }) => value === form.season)?.label ?? '' },
    { label: '计算基数', text: bases.find(({ value }) => value === form.base)?.label ?? '' },
    { label: '违约金', text: tiersText(form.tiers) },
    { label: '封顶', text: form.maxPenaltyDays === null ? '不封顶' : `${form.maxPenaltyDays}天` },
    { label: '未到店', text: `${form.noShowHours ?? 4}小时` },
    { label: '押金抵扣', text: yes(form.penaltyFromDeposit) },
    { label: '门店', text: reachText(stores, form.storeIds, '全部门店') },
    { label: '渠道', text: reachText(sources, form.sources, '全部渠道') },
    { label: '启用', text: yes(form.enabled) },
  ]
