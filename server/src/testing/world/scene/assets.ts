import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'

/** Cars of a scene that left its fleet, and loans: one for each thing that may be done with one. */
export async function makeAssets(t: TestApp, w: World, ownerId: string): Promise<Record<string, string>> {
  const lent = w.vehicles.qin.at(-1)!.id
  const names = ['toDispose', 'sold', 'soldToo'] as const
  const cars = await t.root.query(
    `insert into vehicle (merchant_id, home_store_id, current_store_id, model_id, plate, plate_kind, vin, lifecycle, purchase_on, purchase_fen, created_by)
     select v.merchant_id, v.home_store_id, v.current_store_id, v.model_id, '沪K8800' || n, v.plate_kind, 'LSVNV2182E21000' || (80 + n), 3, '2024-03-05', 77777700 + n, $2
       from vehicle v, generate_series(1, 3) n where v.id = $1 order by n returning id`,
    [lent, ownerId],
  )
  const carIds = cars.rows.map(({ id }) => id as string)
  const disposals = await t.root.query(
    `insert into asset_disposal (merchant_id, vehicle_id, disposed_on, buyer, proceeds_fen, tax_kind, tax_fen, created_by)
     select $1, id, '2026-11-10', '看不见', 77777707, 0, 0, $3 from unnest($2::bigint[]) as c (id) order by id returning id`,
    [w.merchantId, carIds.slice(1), ownerId],
  )
  const loans = await t.root.query(
    `insert into car_loan (merchant_id, vehicle_id, lender, principal_fen, taken_on, repaid_fen, created_by)
     select $1, $2, '看不见', 77777708, '2026-11-02', case n when 2 then 100 else 0 end, $3 from generate_series(1, 3) n order by n returning id`,
    [w.merchantId, lent, ownerId],
  )
  const [toRepay, toUndo, toCancel] = loans.rows.map(({ id }) => id as string)
  const { rows } = await t.root.query(
    `insert into car_loan_repayment (merchant_id, loan_id, fen, paid_on, posted, created_by) values ($1, $2, 100, '2026-11-10', false, $3) returning id`,
    [w.merchantId, toUndo, ownerId],
  )
  return {
    ...Object.fromEntries(names.map((name, n) => [`asset.${name}`, carIds[n]!])),
    'asset.toLend': lent,
    'disposal.toReceive': disposals.rows[0].id,
    'disposal.toCancel': disposals.rows[1].id,
    'loan.toRepay': toRepay!,
    'loan.toCancel': toCancel!,
    'loan.repayment': rows[0].id,
  }
}
