import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import type { CodeOf } from '@cheyi/domain/enumeration'
import { unhandledStates } from '@cheyi/domain/fleet/vehicle-control/alarm'
import type { AlarmRule, AlarmType } from '@cheyi/domain/fleet/vehicle-control/alarm-rule'
import { alarmState, type fenceRules } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { recordset } from '../../../kernel/db/recordset.ts'
import { likePlate, parameters } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'
import { joinCarSql } from '../../inventory/actions.ts'

export type AlarmRow = Selectable<DB['alarm']>
type Ask = ParsedOf<typeof contract.vehicleControl.alarmPage>

/** An alarm of a car, with the names that a page shows. */
export interface ShownRow extends AlarmRow {
  readonly vehicleId: string
  readonly plate: string
  readonly modelName: string
  readonly storeName: string
  readonly fenceName: string | null
  readonly fenceRule: CodeOf<typeof fenceRules> | null
  readonly byName: string | null
}

const fromSql = ({ keyword = '' }: Pick<Ask, 'keyword'> = {}): string => `from alarm a ${joinCarSql('a', keyword)}`

/** Alarms with what they name. Taken before they are named: the planner, which expects one row of these joins, would name every alarm. */
const selectSql = (
  rows: string,
  from = fromSql(),
): string => `select a.*, m.name as model_name, s.name as store_name, f.name as fence_name, f.rule as fence_rule, c.name as by_name
  from (select a.*, v.plate, v.model_id, v.current_store_id ${from} ${rows}) a
    join model m on m.merchant_id = a.merchant_id and m.id = a.model_id
    join store s on s.merchant_id = a.merchant_id and s.id = coalesce(a.store_id, a.current_store_id)
    left join fence f on f.merchant_id = a.merchant_id and f.id = a.fence_id
    left join account c on c.merchant_id = a.merchant_id and c.id = a.handled_by`

const inStates = (states: readonly number[]) => `a.state in (${states.join(', ')})`
const groups: Readonly<Record<NonNullable<Ask['group']>, string>> = {
  todo: inStates(unhandledStates),
  done: inStates([alarmState.done]),
  mistaken: inStates([alarmState.mistaken]),
}

/** Only the chosen filters are part of the statement: a plan for any of them would read the alarms of every car. */
function conditionsOf({ type, level, storeId, vehicleId, keyword = '' }: Ask) {
  const { values, bind } = parameters()
  const all: string[] = []
  const where = (text: string, value: unknown) => all.push(text.replace('?', bind(value)))
  if (type !== undefined) where('a.type = ?', type)
  if (level !== undefined) where('a.level >= ?', level)
  if (storeId !== undefined) where('a.store_id = ?', storeId)
  if (vehicleId !== undefined) where('a.vehicle_id = ?', vehicleId)
  if (keyword !== '') where('v.plate like ?', likePlate(keyword))
  return { all, values, bind }
}

/** The newest first; of those that are not handled, the most urgent ones before. `after`: level and id of the last row. */
export function page(ctx: Context, ask: Ask, after: readonly string[] | null, limit: number) {
  const { all, values, bind } = conditionsOf(ask)
  const order = ask.group === 'todo' ? ['a.level', 'a.id'] : ['a.id']
  if (ask.group !== undefined) all.push(groups[ask.group])
  if (after !== null) all.push(`(${order.join(', ')}) < (${after.slice(-order.length).map(bind).join(', ')})`)
  const where = all.length === 0 ? '' : `where ${all.join(' and ')}`
  const by = order.map((key) => `${key} desc`).join(', ')
  return ctx.query<ShownRow>(
    `${selectSql(`${where} order by ${by} limit ${limit}`, fromSql(ask))} order by ${by}`,
    values,
  )
}

export async function countTodo(ctx: Context, ask: Ask): Promise<number> {
  const { all, values } = conditionsOf(ask)
  const where = [...all, groups.todo].join(' and ')
  const [row] = await ctx.query<{ n: number }>(`select count(*)::int as n ${fromSql(ask)} where ${where}`, values)
  return row!.n
}

export const byId = (ctx: Context, id: string): Promise<ShownRow | undefined> =>
  ctx.query.first<ShownRow>(selectSql('where a.id = $1'), [id])

export const lock = (ctx: Context, id: string): Promise<AlarmRow | undefined> =>
  ctx.db
    .selectFrom('alarm')
    .selectAll()
    .where('id', '=', id)
    .where('vehicleId', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export const update = (ctx: Context, row: AlarmRow, patch: Updateable<DB['alarm']>): Promise<AlarmRow> =>
  ctx.db
    .updateTable('alarm')
    .set({ ...patch, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Alarms that staff were not notified of, from now on told; those without a car are of a device in stock. */
export const takeUntold = (ctx: Context, most: number) =>
  ctx.query<
    AlarmRow & { plate: string | null; storeIds: string[] | null; fenceName: string | null; fenceRule: number | null }
  >(
    `with untold as (select id from alarm where told_at is null order by id limit $1 for update skip locked),
      told as (update alarm a set told_at = app_now() from untold u where a.id = u.id returning a.*)
     select a.*, v.plate, array[v.current_store_id, v.home_store_id] as store_ids, f.name as fence_name, f.rule as fence_rule
       from told a left join vehicle v on v.merchant_id = a.merchant_id and v.id = a.vehicle_id
         left join fence f on f.merchant_id = a.merchant_id and f.id = a.fence_id order by a.id`,
    [most],
  )

/** The rules that the merchant changed. */
export const rules = async (ctx: Context): Promise<AlarmRule[]> =>
  (await ctx.db.selectFrom('alarmRule').select(['type', 'level', 'active', 'notify', 'limitValue']).execute()).map(
    ({ limitValue, ...rule }) => ({ ...rule, limit: limitValue }),
  )

export const saveRules = (ctx: Context, changed: readonly AlarmRule[]) =>
  ctx.query(
    `insert into alarm_rule as o (type, level, active, notify, limit_value)
       select type, level, active, notify, "limit" from jsonb_to_recordset($1::jsonb)
         as r (type smallint, level smallint, active boolean, notify boolean, "limit" int) order by type
     on conflict (merchant_id, type) do update set level = excluded.level, active = excluded.active, notify = excluded.notify,
       limit_value = excluded.limit_value, version = o.version + 1, updated_at = app_now()`,
    [recordset(changed)],
  )

/** Types of alarms that are switched off for a car. */
export const offOf = async (ctx: Context, vehicleId: string): Promise<AlarmType[]> =>
  (await ctx.db.selectFrom('alarmOff').select('types').where('vehicleId', '=', vehicleId).executeTakeFirst())?.types ??
  []

export const saveOff = (ctx: Context, vehicleId: string, types: readonly AlarmType[]) =>
  ctx.db
    .insertInto('alarmOff')
    .values({ vehicleId, types: [...types] })
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'vehicleId']).doUpdateSet({ types: [...types], updatedAt: ctx.now }),
    )
    .execute()
