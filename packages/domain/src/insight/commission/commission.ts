import { applyBp, type Fen, formatMoney, percent } from '../../money.ts'
import { addMonths, type Instant, type LocalDate, startOfDate } from '../../time.ts'
import { type CommissionKind, commissionKind, commissionKinds } from './codes.ts'

/*
 * 员工提成 of a month, by what is true now. A rule never changes: it ends, and another one begins with a later month, so that a month can be
 * reckoned again at the rates it was settled by. What has changed of a month since it was settled is a part of the next statement: all
 * statements of an employee add up to what is true now, to the fen.
 */

export interface CommissionRule {
  readonly id: string
  readonly kind: CommissionKind
  /** null: any. */
  readonly storeId: string | null
  readonly roleId: string | null
  /** Of a booking: the sum of each; otherwise the share of the base. */
  readonly fen: Fen
  readonly rateBp: number
  /** First days of months; `to` is the last one, null: until further notice. */
  readonly from: LocalDate
  readonly to: LocalDate | null
}

/** What an employee did in a month for an order. A cancelled order has none. */
export interface CommissionFact {
  readonly orderId: string
  readonly storeId: string
  readonly kind: CommissionKind
  /** The first day of the month. */
  readonly month: LocalDate
  /** Fen; 1 for a booking. */
  readonly base: number
}

/** A line of a statement. */
export interface CommissionLine extends Omit<CommissionFact, 'storeId'> {
  readonly ruleId: string
  readonly fen: Fen
}

/** Roles that an employee had before others, and until when. */
export interface FormerRoles {
  readonly until: Instant
  readonly roleIds: readonly string[]
}

/** An employee's roles: those before the present ones, the oldest first. */
export interface RolesOverTime {
  readonly roleIds: readonly string[]
  readonly roleHistory: readonly FormerRoles[]
}

/** The roles for the commission of a month: the last ones that the employee had in it. Who left has none from then on. */
export function rolesOfMonth({ roleIds, roleHistory }: RolesOverTime, month: LocalDate): readonly string[] {
  const next = startOfDate(addMonths(month, 1))
  const atEnd = roleHistory.findIndex(({ until }) => until >= next)
  const until = atEnd < 0 ? roleHistory.length : atEnd
  const inForce = atEnd < 0 ? roleIds : roleHistory[atEnd]!.roleIds
  if (inForce.length > 0) return inForce
  const held = roleHistory.slice(0, until).filter((one) => one.until > startOfDate(month) && one.roleIds.length > 0)
  return held.at(-1)?.roleIds ?? []
}

/** Whether a rule says more precisely than another one of whom it is: a store counts for more than a role. */
const precision = ({ storeId, roleId }: CommissionRule): number =>
  (storeId === null ? 0 : 2) + (roleId === null ? 0 : 1)

/** The one rule for a fact: the most precise, of equal ones the newest; undefined: no commission. */
export function ruleFor(
  rules: readonly CommissionRule[],
  { kind, storeId, month }: Pick<CommissionFact, 'kind' | 'storeId' | 'month'>,
  roleIds: readonly string[],
): CommissionRule | undefined {
  return rules
    .filter(
      (rule) =>
        rule.kind === kind &&
        (rule.storeId === null || rule.storeId === storeId) &&
        (rule.roleId === null || roleIds.includes(rule.roleId)) &&
        rule.from <= month &&
        (rule.to === null || month <= rule.to),
    )
    .toSorted((a, b) => precision(b) - precision(a) || Number(BigInt(b.id) - BigInt(a.id)))[0]
}

/** What a rule gives for a base, fen; of a negative base it is negative. */
export const commissionOf = ({ kind, fen, rateBp }: CommissionRule, base: number): Fen =>
  kind === commissionKind.booking ? fen * base : applyBp(base, rateBp)

const keyOf = ({ orderId, kind, month }: Pick<CommissionFact, 'orderId' | 'kind' | 'month'>): string =>
  `${orderId} ${kind} ${month}`

/**
 * The lines of a statement.
 * @param facts of its month and of earlier months that were settled
 * @param settled lines of the statements before it
 */
export function commissionLines(
  rules: readonly CommissionRule[],
  facts: readonly CommissionFact[],
  roles: RolesOverTime,
  settled: readonly CommissionLine[],
): CommissionLine[] {
  const before = Map.groupBy(settled, keyOf)
  const now = new Map(facts.map((fact) => [keyOf(fact), fact]))
  return [...new Set([...now.keys(), ...before.keys()])].flatMap((key) => {
    const lines = before.get(key) ?? []
    const fact = now.get(key)
    const ruleId = lines[0]?.ruleId
    const rule =
      ruleId === undefined
        ? ruleFor(rules, fact!, rolesOfMonth(roles, fact!.month))
        : rules.find(({ id }) => id === ruleId)
    if (rule === undefined) return []
    const { orderId, kind, month } = fact ?? lines[0]!
    const sum = (of: 'base' | 'fen') => lines.reduce((all, line) => all + line[of], 0)
    const base = fact?.base ?? 0
    const fen = commissionOf(rule, base) - sum('fen')
    return fen === 0 ? [] : [{ orderId, kind, month, ruleId: rule.id, base: base - sum('base'), fen }]
  })
}

/** A rule in words: `租金的2.5%`, `每单 ¥20.00`. */
export const ruleText = ({ kind, fen, rateBp }: Pick<CommissionRule, 'kind' | 'fen' | 'rateBp'>): string =>
  kind === commissionKind.booking ? `每单 ${formatMoney(fen)}` : `${commissionKinds.text(kind)}的${percent(rateBp)}`

/** What is wrong with a rule, by its field; null: nothing. */
export function ruleProblem({ kind, fen, rateBp }: Pick<CommissionRule, 'kind' | 'fen' | 'rateBp'>): {
  readonly field: 'fen' | 'rateBp'
  readonly message: string
} | null {
  if (kind === commissionKind.booking) return fen > 0 ? null : { field: 'fen', message: '请填写每单金额' }
  return rateBp > 0 ? null : { field: 'rateBp', message: '请填写提成比例' }
}
