import { type Source, sources } from '../../booking/order/codes.ts'
import { type CodeOf, enumeration } from '../../enumeration.ts'
import { applyBp, type Fen, formatMoney, percent } from '../../money.ts'
import { badInput } from '../../refusal.ts'

/*
 * How much of a new order is due at the booking (预付款); the rest (尾款) is due at the pickup. Set per source of orders
 * and stored with each order, so that a later change of the setting does not affect it.
 */

export const prepayKinds = enumeration({
  all: [1, '全额'],
  share: [2, '按比例'],
  fixed: [3, '固定金额'],
  firstDay: [4, '首日租金'],
})
export const prepayKind = prepayKinds.code
export type PrepayKind = CodeOf<typeof prepayKinds>

/** Limits of a share, bp: 0 would be no prepayment, 10000 full payment. */
export const PREPAY_BP = { min: 100, max: 9_900 } as const
/** Upper limit of a fixed prepayment, fen. */
export const MAX_PREPAY_FEN = 100_000_000

/** `rateBp` for a share, `fixedFen` for a fixed amount; null for the other kinds. */
export interface PrepayRule {
  readonly kind: PrepayKind
  readonly rateBp: number | null
  readonly fixedFen: Fen | null
}

/** Rules by source; a source without a rule needs full payment. */
export type PrepayRules = Readonly<Partial<Record<number, PrepayRule>>>

const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max

export const PREPAY_BP_TEXT = '预付比例应在1%至99%之间'
export const PREPAY_FEN_TEXT = `预付金额应在¥0.01至¥${(MAX_PREPAY_FEN / 100).toFixed(2)}之间`

/** Message for an invalid amount of a rule; null when it is valid. */
export function prepayProblem({
  kind,
  rateBp,
  fixedFen,
}: { readonly [K in keyof PrepayRule]?: unknown }): string | null {
  if (kind === prepayKind.share) return isWithin(rateBp, PREPAY_BP.min, PREPAY_BP.max) ? null : PREPAY_BP_TEXT
  if (kind === prepayKind.fixed) return isWithin(fixedFen, 1, MAX_PREPAY_FEN) ? null : PREPAY_FEN_TEXT
  return null
}

const asksLess = (given: unknown): given is PrepayRule => {
  const rule = (given ?? {}) as Partial<PrepayRule>
  const kinds: readonly unknown[] = [prepayKind.share, prepayKind.fixed, prepayKind.firstDay]
  return kinds.includes(rule.kind) && prepayProblem(rule) === null
}

/** The stored rules; invalid ones are ignored, so that full payment applies. */
export function prepayRules(stored: unknown): PrepayRules {
  const given = (stored ?? {}) as Readonly<Record<number, unknown>>
  return Object.fromEntries(
    sources.values.flatMap((source) => {
      const rule = given[source]
      return asksLess(rule) ? [[source, ruleOf(rule)]] : []
    }),
  )
}

/** A rule with only the amount of its kind. */
export const ruleOf = ({ kind, rateBp, fixedFen }: PrepayRule): PrepayRule => ({
  kind,
  rateBp: kind === prepayKind.share ? rateBp : null,
  fixedFen: kind === prepayKind.fixed ? fixedFen : null,
})

/**
 * The rules as they are stored.
 * @throws Refusal badInput (-2) for a source that is named twice, or a rule without its amount
 */
export function checkPrepay(chosen: readonly (PrepayRule & { readonly source: Source })[]): PrepayRules {
  if (new Set(chosen.map(({ source }) => source)).size < chosen.length) throw badInput('prepay', '预付款的订单来源重复')
  const problem = chosen.map(prepayProblem).find((one) => one !== null)
  if (problem !== undefined) throw badInput('prepay', problem)
  return prepayRules(Object.fromEntries(chosen.map((rule) => [rule.source, rule])))
}

/** The part of a price that its prepayment depends on. Fen. */
export interface PrepaidPrice {
  readonly total: Fen
  /** Rent of the first day, before reductions. */
  readonly firstDay: Fen
}

/**
 * Splits a price into the prepayment and the rest that is due at the pickup, fen: neither is negative, and they add
 * up to the total. Without a rule, or when a rule results in zero, the whole price is due: otherwise an order that
 * must be paid online would wait for no payment.
 */
export function splitPrice(rule: PrepayRule | null, { total, firstDay }: PrepaidPrice): { prepay: Fen; rest: Fen } {
  const whole = Math.max(0, total)
  const asked = rule === null ? whole : amountOf(rule, { total: whole, firstDay })
  const prepay = asked > 0 ? Math.min(asked, whole) : whole
  return { prepay, rest: whole - prepay }
}

function amountOf({ kind, rateBp, fixedFen }: PrepayRule, { total, firstDay }: PrepaidPrice): Fen {
  if (kind === prepayKind.share) return applyBp(total, rateBp ?? 0)
  if (kind === prepayKind.fixed) return fixedFen ?? 0
  return kind === prepayKind.firstDay ? firstDay : total
}

/** The prepayment as an order stores it, fen; null when the whole price is due. */
export function prepayOf(rule: PrepayRule | null, price: PrepaidPrice): Fen | null {
  const { prepay, rest } = splitPrice(rule, price)
  return rest > 0 ? prepay : null
}

/** `30%`, `¥200.00`, `首日租金`, `全额`. */
export function prepayWords(rule: PrepayRule | null): string {
  if (rule === null || rule.kind === prepayKind.all) return prepayKinds.text(prepayKind.all)
  if (rule.kind === prepayKind.share) return percent(rule.rateBp ?? 0)
  return rule.kind === prepayKind.fixed ? formatMoney(rule.fixedFen ?? 0) : prepayKinds.text(rule.kind)
}
