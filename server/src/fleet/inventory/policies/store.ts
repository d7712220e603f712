import {
  documentKind,
  type InsuranceKind,
  insuranceKind,
  insuranceKinds,
  isDisposed,
  isInService,
  type Lifecycle,
} from '@cheyi/domain/fleet/inventory/codes'
import type { KnownPolicies, KnownPolicy, PolicyPlan, PolicyValues } from '@cheyi/domain/fleet/inventory/policies/plan'
import { isSoundPolicy, plainPolicyNo, type ReadPolicy } from '@cheyi/domain/fleet/inventory/policies/row'
import { Refusal } from '@cheyi/domain/refusal'
import type { LocalDate } from '@cheyi/domain/time'
import { type Context, newIds } from '../../../kernel/context.ts'
import { recordset } from '../../../kernel/db/recordset.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { addPremiums, carSinceSql, premiumsOf } from '../../cost/actions.ts'
import { lockPoolsOf } from '../../stock/actions.ts'
import { tellStock } from '../import/write.ts'

interface Car {
  readonly id: string
  readonly plate: string
  readonly lifecycle: Lifecycle
  readonly storeId: string
  readonly modelId: string
  readonly since: LocalDate
}

/** Cars of the stores of the caller with the plates of the rows. */
const carsOf = (ctx: Context, rows: readonly ReadPolicy[], locked: '' | 'for no key update' = '') =>
  ctx.query<Car>(
    `select v.id, v.plate, v.lifecycle, v.home_store_id as store_id, v.model_id, ${carSinceSql}::text as since
       from vehicle v where v.plate = any ($1::text[]) order by v.lifecycle desc, v.id ${locked}`,
    [[...new Set(rows.filter(isSoundPolicy).map(({ plate }) => plate))]],
  )

/** What the rows may refer to: three statements for any number of rows. */
export const loadReferences = async (ctx: Context, rows: readonly ReadPolicy[]): Promise<KnownPolicies> =>
  knownPoliciesOf(ctx, rows, await carsOf(ctx, rows))

async function knownPoliciesOf(
  ctx: Context,
  rows: readonly ReadPolicy[],
  cars: readonly Car[],
): Promise<KnownPolicies> {
  const ids = cars.map(({ id }) => id)
  const numbers = rows.filter(isSoundPolicy).flatMap(({ no }) => (no === '' ? [] : [plainPolicyNo(no)]))
  const [policies, premiums] = await Promise.all([
    ctx.query(
      sql<KnownPolicy>`select d.id, d.vehicle_id, v.plate, d.insurance_kind as kind, d.insurer, d.no, d.start_on::text as "from", d.end_on::text as "to",
          d.sum_insured_fen as sum_insured, d.amount_fen as premium
         from vehicle_document d join vehicle v on v.id = d.vehicle_id
        where d.kind = ${documentKind.policy} and d.removed_at is null
          and (d.vehicle_id = any ($1::bigint[]) or upper(regexp_replace(d.no, '\\s', '', 'g')) = any ($2::text[]))
        order by d.id`,
      [ids, numbers],
    ),
    premiumsOf(ctx, ids),
  ])
  return {
    cars: Map.groupBy(
      cars.map(({ id, plate, lifecycle, since }) => ({ id, plate, since, disposed: isDisposed(lifecycle) })),
      ({ plate }) => plate,
    ),
    policies,
    premiums,
  }
}

/**
 * Locks the pools and then the cars of a batch, as a policy by hand does: two imports of the same table are one after the other.
 * @throws Refusal stale (-5) when a car went to another pool meanwhile
 */
export async function lockKnown(ctx: Context, rows: readonly ReadPolicy[]): Promise<KnownPolicies> {
  const seen = await carsOf(ctx, rows)
  lockPoolsOf(ctx, seen)
  const cars = await carsOf(ctx, rows, 'for no key update')
  const poolOf = new Map(seen.map(({ id, storeId, modelId }) => [id, `${storeId}/${modelId}`]))
  if (cars.some(({ id, storeId, modelId }) => poolOf.get(id) !== `${storeId}/${modelId}`)) throw new Refusal('stale')
  return knownPoliciesOf(ctx, rows, cars)
}

interface Written {
  readonly id: string
  readonly vehicleId: string
  readonly policy: PolicyValues
  /** Its premium was counted before. */
  readonly counted: boolean
}

const COLUMNS = `no text, insurer text, start_on date, end_on date, amount_fen bigint, sum_insured_fen bigint`
const columnsOf = ({ no, insurer, from, to, premium, sumInsured }: PolicyValues) => ({
  no,
  insurer,
  startOn: from,
  endOn: to,
  amountFen: premium,
  sumInsuredFen: sumInsured,
})

/** Writes policies with their premiums, the days when they end and the stock, by as many statements for any number of rows. */
export async function writePolicies(ctx: Context, plans: readonly PolicyPlan[]): Promise<void> {
  const written = [...(await create(ctx, plans)), ...(await fill(ctx, plans))]
  if (written.length === 0) return
  await addPremiums(
    ctx,
    written.flatMap(({ id, vehicleId, policy: { kind, insurer, no, from, to, premium }, counted }) => {
      const note = [insuranceKinds.text(kind), insurer, no].filter(Boolean).join(' ')
      return premium === null || counted ? [] : [{ id, vehicleId, note, premium: { from, to, fen: premium } }]
    }),
  )
  const vehicleIds = [...new Set(written.map(({ vehicleId }) => vehicleId))]
  const last = (kind: InsuranceKind) => `(select max(d.end_on) from vehicle_document d
    where d.vehicle_id = v.id and d.removed_at is null and d.kind = ${documentKind.policy} and d.insurance_kind = ${kind})`
  const cars = await ctx.query<{ id: string; lifecycle: Lifecycle }>(
    `update vehicle v set insurance_expire_on = ${last(insuranceKind.compulsory)}, commercial_expire_on = ${last(insuranceKind.commercial)},
        version = v.version + 1, updated_at = app_now()
      where v.id = any ($1::bigint[]) returning v.id, v.lifecycle`,
    [vehicleIds],
  )
  await tellStock(
    ctx,
    cars.filter(({ lifecycle }) => isInService(lifecycle)).map(({ id }) => id),
  )
}

async function create(ctx: Context, plans: readonly PolicyPlan[]): Promise<Written[]> {
  const rows = plans.flatMap((plan) => (plan.action === 'create' ? [plan] : []))
  const ids = await newIds(ctx, rows.length)
  const made = rows.map(({ vehicleId, policy }, n) => ({ id: ids[n]!, vehicleId, policy, counted: false }))
  await ctx.query(
    `insert into vehicle_document (id, vehicle_id, kind, insurance_kind, no, insurer, start_on, end_on, amount_fen, sum_insured_fen)
     select id, vehicle_id, ${documentKind.policy}, insurance_kind, no, insurer, start_on, end_on, amount_fen, sum_insured_fen
       from jsonb_to_recordset($1) as r (id bigint, vehicle_id bigint, insurance_kind smallint, ${COLUMNS})`,
    [recordset(made.map(({ policy, ...of }) => ({ ...of, insuranceKind: policy.kind, ...columnsOf(policy) })))],
  )
  return made
}

async function fill(ctx: Context, plans: readonly PolicyPlan[]): Promise<Written[]> {
  const rows = plans.flatMap((plan) => (plan.action === 'update' ? [plan] : []))
  await ctx.query(
    `update vehicle_document d set no = r.no, insurer = r.insurer, start_on = r.start_on, end_on = r.end_on, amount_fen = r.amount_fen,
        sum_insured_fen = r.sum_insured_fen, updated_at = app_now()
       from jsonb_to_recordset($1) as r (id bigint, ${COLUMNS}) where d.id = r.id`,
    [recordset(rows.map(({ documentId, policy }) => ({ id: documentId, ...columnsOf(policy) })))],
  )
  return rows.map(({ documentId: id, vehicleId, policy, counted }) => ({ id, vehicleId, policy, counted }))
}
