import { inputState } from '@cheyi/domain/money/tax/codes'
import type { TestApp } from '../../app.ts'
import type { World } from '../world.ts'
import { makeTrial } from './trial.ts'

/** The taxpayer number that suppliers’ invoices of a test merchant name. */
export const TEST_TAX_NO = '91350100M000100Y43'

/** Suppliers' invoices of a scene: one for each thing that may be done with one. */
export async function makeTax(t: TestApp, w: World, ownerId: string): Promise<Record<string, string>> {
  await t.root.query('update merchant set licence_no = $2 where id = $1', [w.merchantId, TEST_TAX_NO])
  const names = ['toChoose', 'chosen', 'toExclude', 'toInclude', 'toVoid'] as const
  const states: Readonly<Partial<Record<(typeof names)[number], number>>> = {
    chosen: inputState.chosen,
    toInclude: inputState.none,
  }
  const { rows } = await t.root.query(
    `insert into input_invoice (merchant_id, number, kind, seller, issued_on, net_fen, tax_fen, state, month, created_by)
     select $1, '2631700000009900000' || n, 1, '看不见', '2026-11-18', 88888800 + n, 11111100 + n, state,
         case when state = ${inputState.chosen} then date '2026-11-01' end, $2
       from unnest($3::smallint[]) with ordinality as s (state, n) returning id`,
    [w.merchantId, ownerId, names.map((name) => states[name] ?? inputState.waiting)],
  )
  // What no return of the scene may show: another one that was filed.
  await t.root.query(
    `insert into tax_return (merchant_id, form, from_on, to_on, lines, income, pay_fen, carry_fen, input_fen, created_by)
     values ($1, 1, '2026-04-01', '2026-06-30', '[]', '[]', 77777703, 0, 0, $2)`,
    [w.merchantId, ownerId],
  )
  return {
    inputTrial: await makeTrial(t, w, ownerId, 'inputCheck'),
    ...Object.fromEntries(names.map((name, n) => [`input.${name}`, rows[n].id as string])),
  }
}
