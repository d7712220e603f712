import { formatMoney } from '../../money.ts'
import type { LocalDate } from '../../time.ts'
import type { PriceTier } from '../quote/rules.ts'
import type { DayChange, DayEntry } from './calendar.ts'
import { type LongTier, type RuleTerms, ruleFields, ruleLabels } from './rule.ts'

/** The source of the base layer, for every channel without a price of its own. */
export const BASE_LAYER = 0

/** Key of a price: a source, or the base layer. */
export interface PriceKey {
  readonly storeId: string
  readonly modelId: string
  readonly source: number
}

/** Status of a scheduled price plan. */
export const planStatus = { waiting: 0, published: 1, cancelled: 2 } as const
export type PlanStatus = (typeof planStatus)[keyof typeof planStatus]
export const isPlanWaiting = (status: PlanStatus): boolean => status === planStatus.waiting
export const isPlanCancelled = (status: PlanStatus): boolean => status === planStatus.cancelled

/** A change of prices, immediate or scheduled. */
export type PriceChange = PriceKey &
  (
    | { readonly kind: 'rule'; readonly set: Partial<RuleTerms> }
    /** Replaces all monthly prices. */
    | { readonly kind: 'long'; readonly rows: readonly LongTier[] }
    /** Sets the prices of these months; others are unchanged. */
    | { readonly kind: 'months'; readonly set: readonly LongTier[] }
    | { readonly kind: 'calendar'; readonly days: readonly { date: LocalDate; after: DayEntry | null }[] }
  )

export const keyOf = ({ storeId, modelId, source }: PriceKey): PriceKey => ({ storeId, modelId, source })
export const keyText = ({ storeId, modelId, source }: PriceKey): string => `${storeId}/${modelId}/${source}`

export interface ChangeLine {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** A change as text; a plan stores it. */
export interface ChangedRow extends PriceKey {
  readonly storeName: string
  readonly modelName: string
  readonly lines: ChangeLine[]
}

/** One side of a stored calendar change: entries by date, null where the date inherited. */
export type StoredDays = Readonly<Record<LocalDate, DayEntry | null>>
export type StoredChange =
  | { kind: 'rule'; before: Partial<RuleTerms> | null; after: Partial<RuleTerms> }
  | { kind: 'long'; before: LongTier[]; after: LongTier[] }
  | { kind: 'calendar'; before: StoredDays; after: StoredDays }

const NONE = '未设置'
const FOLLOWS = '规则价'
const weekdayWords = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

const tierText = ({ fromDays, rateBp, fixedDayPrice }: PriceTier): string =>
  rateBp === null ? `满${fromDays}天${formatMoney(fixedDayPrice ?? 0)}` : `满${fromDays}天${rateBp / 100}%`

/** A field of a rule as text. */
export const valueText = (field: keyof RuleTerms, value: RuleTerms[keyof RuleTerms] | undefined): string => {
  if (value === undefined || value === null) return NONE
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (field === 'weekendDays') return words((value as number[]).map((day) => weekdayWords[day - 1] ?? ''))
  if (field === 'tiers') return words((value as PriceTier[]).map(tierText))
  if (field === 'overHourDivisor') return `1/${value}`
  if (field === 'minDays' || field === 'maxDays') return `${value}天`
  if (field === 'advanceMinMinutes') return `${value}分钟`
  return formatMoney(value as number)
}

const words = (texts: readonly string[]): string => (texts.length === 0 ? '无' : texts.join('、'))

/** The changed fields of a rule; `before` has at least those of `after`; null: there was no rule. */
export const ruleLines = (before: Partial<RuleTerms> | null, after: Partial<RuleTerms>): ChangeLine[] =>
  ruleFields
    .filter((field) => field in after)
    .map((field) => ({
      label: ruleLabels[field],
      before: before === null ? NONE : valueText(field, before[field]),
      after: valueText(field, after[field]),
    }))
    // Fields that a new rule leaves empty are omitted.
    .filter((line) => line.before !== line.after)

export const longText = (rows: readonly LongTier[]): string =>
  words(rows.map(({ fromMonths, monthlyPrice }) => `满${fromMonths}个月${formatMoney(monthlyPrice)}`))

export const longLines = (before: readonly LongTier[], after: readonly LongTier[]): ChangeLine[] => [
  { label: '长租月价', before: longText(before), after: longText(after) },
]

const entryText = (entry: DayEntry | null): string => {
  if (entry === null) return FOLLOWS
  const price = entry.price === null ? FOLLOWS : formatMoney(entry.price)
  return entry.stop ? (entry.price === null ? '停售' : `${price}，停售`) : price
}

/** Neighbouring dates with the same change become one line: 11-27至11-29. */
export function calendarLines(changes: readonly DayChange[]): ChangeLine[] {
  const lines: (ChangeLine & { from: LocalDate; to: LocalDate })[] = []
  for (const { date, before, after } of changes.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const line = { before: entryText(before), after: entryText(after) }
    const last = lines.at(-1)
    if (last !== undefined && last.before === line.before && last.after === line.after && isNext(last.to, date))
      lines[lines.length - 1] = { ...last, to: date, label: `${last.from}至${date}` }
    else lines.push({ ...line, from: date, to: date, label: date })
  }
  return lines.map(({ label, before, after }) => ({ label, before, after }))
}

const isNext = (a: LocalDate, b: LocalDate): boolean => Date.parse(b) - Date.parse(a) === 86_400_000
