import { advance } from '@cheyi/domain/advance'
import { badInput } from '@cheyi/domain/refusal'
import { type DamageCosts, damagePayable, damageSteps, type Liability } from '@cheyi/domain/rental/damage/claim'
import { cacheDamage, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { expectedFen } from '../../money/claim/actions.ts'
import { expectClaim } from '../../money/claim/steps/actions.ts'
import { linkMedia, unlinkMedia } from '../../platform/media/actions.ts'
import { nameOf, subjectOf } from './row.ts'
import * as store from './store.ts'

/** The facts of a case. Fen. */
export interface Facts extends DamageCosts {
  readonly parts: store.DamageRow['damagedParts']
  readonly covered: number
  readonly liability: Liability
  readonly photoIds: readonly string[]
  readonly remark: string
}

const columnsOf = (facts: Facts) => ({
  damagedParts: facts.parts,
  worthFen: facts.worth,
  downtimeDays: facts.downtimeDays,
  downtimeFen: facts.downtimeFee,
  depreciationFen: facts.depreciationFee,
  otherFen: facts.otherFee,
  coveredFen: facts.covered,
  liability: facts.liability,
  remark: facts.remark,
  photoIds: [...facts.photoIds],
})

/**
 * Writes a case that is not assessed yet: a new one, or the one `known`. The caller holds the lock on `order` and refreshes
 * its settlement.
 * @param options.vehicleId the damaged car; missing: the current car of the order
 * @throws Refusal damageClosed (8103), badInput (-2) for a car that the order never had, notFound (-4) for its photos
 */
export async function registerDamage(
  ctx: Context,
  order: OrderRow,
  facts: Facts,
  { known, vehicleId = known?.vehicleId ?? order.vehicleId! }: { known?: store.DamageRow; vehicleId?: string } = {},
): Promise<store.DamageRow> {
  if (known !== undefined) advance(damageSteps, 'edit', known.status)
  if (vehicleId !== order.vehicleId && !(await store.carsOf(ctx, order.id)).includes(vehicleId))
    throw badInput('vehicleId', '该车辆不属于此订单')
  const columns = { ...columnsOf(facts), vehicleId }
  const id = known?.id ?? (await newId(ctx))
  const row =
    known === undefined
      ? await store.insert(ctx.db, { id, orderId: order.id, ...columns })
      : await store.update(ctx.db, known, columns)
  const of = { biz: 'voucher', bizId: id } as const
  const gone = known?.photoIds.filter((photo) => !facts.photoIds.includes(photo)) ?? []
  const fresh = facts.photoIds.filter((photo) => known?.photoIds.includes(photo) !== true)
  await unlinkMedia(ctx, gone, of)
  await linkMedia(ctx, fresh, { ...of, orderId: order.id })
  const expected = damagePayable(facts)
  const [, ofOthers] = await Promise.all([
    expectClaim(ctx, order.id, { kind: 'damage', id, subject: subjectOf(row), note: row.remark }, expected),
    expectedFen(ctx, order.id, id),
  ])
  await cacheDamage(ctx.db, order.id, ofOthers + expected)
  note(ctx, order, 'damage', row, { amount: expected, reason: nameOf(row) })
  return row
}

type Told = 'damage' | 'assessDamage' | 'closeDamage'

/** Records a step of a case in the history of its order and in the log. */
export function note(
  ctx: Context,
  order: OrderRow,
  action: Told,
  row: store.DamageRow,
  detail: { amount: number; reason: string },
): void {
  logOrder(ctx, order, { action, detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { damage: row.id, status: row.status, ...detail } })
}
