import { storeStatus } from '@cheyi/domain/merchant/codes'
import type { Db } from '../kernel/context.ts'

export interface StoreAsk {
  readonly keyword?: string
  readonly status?: number
  /** Paused and closed ones too. */
  readonly all?: boolean
  /** null: every store of the merchant. */
  readonly ids: readonly string[] | null
}

/** Stores of the merchant by city and name, few enough for one answer. */
export function list(db: Db, ask: StoreAsk) {
  let query = db
    .selectFrom('store')
    .select([
      'id',
      'name',
      'city_code',
      'city_name',
      'address',
      'lat',
      'lng',
      'phones',
      'status',
      'hours',
      'pickup_modes',
      'return_modes',
      'allow_one_way',
      'one_way_stores',
      'min_rent_hours',
      'max_rent_days',
      'max_advance_days',
    ])
    .orderBy('city_code')
    .orderBy('id')
  if (ask.status !== undefined) query = query.where('status', '=', ask.status)
  else if (!ask.all) query = query.where('status', '=', storeStatus.open)
  if (ask.ids !== null) query = query.where('id', '=', (e) => e.fn.any(e.val([...ask.ids!])))
  const { keyword } = ask
  if (keyword)
    query = query.where((e) =>
      e(e.fn<number>('strpos', [e.fn('lower', ['name']), e.val(keyword.toLowerCase())]), '>', 0),
    )
  return query.execute()
}
