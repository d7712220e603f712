import { type Fen, formatMoney } from '../../../money.ts'
import type { PlanOf } from '../../../platform/table-import/plan.ts'
import type { LocalDate } from '../../../time.ts'
import { premiumTwinText } from '../../cost/entry.ts'
import { type InsuranceKind, insuranceKinds } from '../codes.ts'
import { type CarSince, carOnDay } from '../plate-days.ts'
import { type PolicyKey, policyColumnTitle } from './columns.ts'
import { isSoundPolicy, type PolicyRow, plainPolicyNo, type ReadPolicy } from './row.ts'

/* Plans the import of policies against those of the merchant's cars. It is pure. */

/** A policy that exists; the list of vehicles brings some of which only the last day is known. */
export interface KnownPolicy {
  readonly id: string
  readonly vehicleId: string
  readonly plate: string
  readonly kind: InsuranceKind
  readonly insurer: string
  readonly no: string
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  readonly sumInsured: Fen | null
  readonly premium: Fen | null
}

/** A premium that was entered as a cost. */
export interface KnownPremium {
  readonly vehicleId: string
  readonly from: LocalDate
  readonly to: LocalDate
  readonly fen: Fen
}

interface PolicyCar extends CarSince {
  readonly id: string
  readonly disposed: boolean
}

export interface KnownPolicies {
  /** Cars of the stores of the user, by plate: also the one that was disposed of before the next got its plate. */
  readonly cars: ReadonlyMap<string, readonly PolicyCar[]>
  readonly policies: readonly KnownPolicy[]
  readonly premiums: readonly KnownPremium[]
}

/** The values of a policy after the import. */
export type PolicyValues = Omit<PolicyRow, 'plate'>
interface Planned {
  readonly vehicleId: string
  readonly policy: PolicyValues
}
/** `counted`: the premium of the policy is a cost already. */
export type PolicyPlan = PlanOf<Planned, Planned & { readonly documentId: string; readonly counted: boolean }>

type Numbered = Pick<PolicyRow, 'insurer' | 'no'>

/** Numbers are unique for an insurer; a table or a document without its name may be of any. */
const sameNumber = (a: Numbered, b: Numbered): boolean =>
  plainPolicyNo(a.no) === plainPolicyNo(b.no) && (a.insurer === b.insurer || a.insurer === '' || b.insurer === '')

/** Whether they are the same policy, where one has no number: of the same kind for the same days. */
const sameDays = (row: PolicyRow, known: Pick<KnownPolicy, 'kind' | 'no' | 'from' | 'to'>): boolean =>
  (row.no === '' || known.no === '') &&
  row.kind === known.kind &&
  row.to === known.to &&
  (known.from === null || row.from === known.from)

const meet = (a: { from: LocalDate; to: LocalDate }, b: { from: LocalDate; to: LocalDate }): boolean =>
  a.from <= b.to && b.from <= a.to

const nameOf = ({ kind, insurer, no }: Pick<PolicyRow, 'kind' | 'insurer' | 'no'>): string =>
  [insuranceKinds.text(kind), insurer, no].filter(Boolean).join(' ')

/** A policy with what the table says where it says nothing itself. */
const mergedPolicy = (known: KnownPolicy, row: PolicyRow): PolicyValues => ({
  kind: known.kind,
  insurer: known.insurer || row.insurer,
  no: known.no || row.no,
  from: row.from,
  to: row.to,
  sumInsured: known.sumInsured ?? row.sumInsured,
  premium: known.premium ?? row.premium,
})

/** Whether the table says more about a policy, and nothing else about its days. */
const isFuller = (known: KnownPolicy, row: PolicyRow): boolean =>
  known.to === row.to &&
  (known.from ?? row.from) === row.from &&
  ((known.insurer === '' && row.insurer !== '') ||
    (known.no === '' && row.no !== '') ||
    known.from === null ||
    (known.sumInsured === null && row.sumInsured !== null) ||
    (known.premium === null && row.premium !== null))

const LAST_DAY = '9999-12-31'

/** Plans the action for every row, in its order. Importing twice adds nothing the second time. */
export function planPolicies(
  rows: readonly ReadPolicy[],
  { cars, policies, premiums }: KnownPolicies,
  { firstLine, from = 0, to }: { readonly firstLine: number; readonly from?: number; readonly to?: number },
): PolicyPlan[] {
  const ofCar = Map.groupBy(policies, ({ vehicleId }) => vehicleId)
  const ofNumber = Map.groupBy(policies, ({ no }) => plainPolicyNo(no))
  const costs = Map.groupBy(premiums, ({ vehicleId }) => vehicleId)
  const before = new Map<string, { readonly row: PolicyRow; readonly line: number }[]>()
  const taken = new Set<string>()

  function planOf(row: ReadPolicy, index: number): PolicyPlan {
    if (row === null) return { action: 'none' }
    if ('other' in row) return { action: 'skip', reason: row.other }
    if (!isSoundPolicy(row)) return { action: 'fail', issues: row.issues }
    const { warnings, plate, ...policy } = row
    const failed = (key: PolicyKey, value: string, reason: string): PolicyPlan => ({
      action: 'fail',
      issues: [{ column: policyColumnTitle(key), value, reason }],
    })
    const first = earlier(row, index)
    if (first !== undefined)
      return (['plate', 'kind', 'from', 'to', 'premium'] as const).every((key) => first.row[key] === row[key])
        ? { action: 'skip', reason: `与第${first.line}行重复` }
        : failed('no', row.no, `与第${first.line}行保单号相同而内容不同，一张保单请合并为一行`)
    // A car is insured before it is entered, so the end of a policy says whose it is.
    const car = carOnDay(cars.get(plate) ?? [], policy.to ?? LAST_DAY)
    if (car === undefined) return failed('plate', plate, '车牌不在车队中')
    if (car.disposed) return failed('plate', plate, '车辆已处置')
    const own = ofCar.get(car.id) ?? []
    const known =
      (row.no === '' ? undefined : ofNumber.get(plainPolicyNo(row.no))?.find((one) => sameNumber(one, row))) ??
      own.find((one) => sameDays(row, one) && !taken.has(one.id))
    if (known !== undefined && (known.vehicleId !== car.id || known.kind !== row.kind))
      return failed('no', row.no, `该保单号已登记为 ${known.plate} 的${insuranceKinds.text(known.kind)}`)
    if (known !== undefined && !isFuller(known, row))
      return { action: 'skip', reason: `已有保单 ${nameOf(known)}，如需修改请到车辆证件` }
    const values = known === undefined ? policy : mergedPolicy(known, row)
    const { premium } = values
    // A premium without a first day was no cost yet.
    const counted = known !== undefined && known.from !== null && (known.premium ?? 0) > 0
    const twin =
      premium === null || counted
        ? undefined
        : costs.get(car.id)?.find((one) => one.fen === premium && meet(one, values))
    if (twin !== undefined) return failed('premium', formatMoney(twin.fen), premiumTwinText(twin))
    const note = [nameOf(values), premium !== null && formatMoney(premium)].filter(Boolean).join(' ')
    if (known !== undefined) {
      taken.add(known.id)
      return {
        action: 'update',
        documentId: known.id,
        counted,
        vehicleId: car.id,
        policy: values,
        warnings,
        note,
      }
    }
    const other = own.find((one) => one.kind === row.kind && isDated(one) && meet(one, row))
    const overlap = other && {
      column: policyColumnTitle('from'),
      value: row.from,
      reason: `与该车 ${other.from} 至 ${other.to} 的${insuranceKinds.text(row.kind)}期间重叠，请核对`,
    }
    return {
      action: 'create',
      vehicleId: car.id,
      policy: values,
      warnings: overlap === undefined ? warnings : [...warnings, overlap],
      note,
    }
  }

  /** An earlier row of the same policy. */
  function earlier(row: PolicyRow, index: number) {
    const key = row.no === '' ? JSON.stringify([row.plate, row.kind, row.from, row.to]) : plainPolicyNo(row.no)
    const same = before.get(key) ?? []
    const found = same.find((one) => row.no === '' || sameNumber(one.row, row))
    if (found === undefined) before.set(key, [...same, { row, line: firstLine + index }])
    return found
  }

  return rows.map(planOf).slice(from, to)
}

const isDated = (one: KnownPolicy): one is KnownPolicy & { readonly from: LocalDate; readonly to: LocalDate } =>
  one.from !== null && one.to !== null
