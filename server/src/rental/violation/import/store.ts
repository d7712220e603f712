import type { KnownViolation } from '@cheyi/domain/rental/violation/import/merge'
import { type KnownViolations, placesOf } from '@cheyi/domain/rental/violation/import/plan'
import { isSoundViolation, type ReadViolation } from '@cheyi/domain/rental/violation/import/row'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { recordset } from '../../../kernel/db/recordset.ts'
import { pendingWorkChanges } from '../../../platform/pending-work/actions.ts'
import { knownOrders, sightOf, timesOf } from '../holders.ts'
import { carriers } from '../store.ts'

/** The merchant's data that the rows of a list of violations may refer to: five statements for any number of rows. */
export async function loadReferences(ctx: Context, rows: readonly ReadViolation[]): Promise<KnownViolations> {
  const sound = rows.filter(isSoundViolation)
  const inSight = sightOf(ctx)
  return ctx.elevated(async () => {
    const [cars, violations] = await Promise.all([
      carriers(ctx, [...new Set(sound.map(({ plate }) => plate))]),
      ctx.query<Omit<KnownViolation, 'visible'> & { storeId: string | null; returnStoreId: string | null }>(
        // Materialized, so that the plan of the rest cannot change it: statistics are out of date right after an import.
        `with found as materialized (
           select id from violation where doc_no = any ($1::text[])
           union select k.id from unnest($2::text[], $3::timestamptz[]) as r (plate, occur_at)
             join violation k on k.plate = r.plate and k.occur_at = r.occur_at)
         select i.id, i.no, i.status, i.order_id, i.plate, i.occur_at, i.place, i.act, i.act_code, i.points, i.fine_fen as fine, i.doc_no,
            i.authority, i.official_state, i.store_id, o.return_store_id, i.log @> '[{"action": "appealUpheld"}]' as upheld
           from found join violation i on i.id = found.id
           left join "order" o on o.merchant_id = i.merchant_id and o.id = i.order_id
          order by i.id`,
        [
          sound.flatMap(({ docNo }) => (docNo === null ? [] : [docNo])),
          sound.map(({ plate }) => plate),
          sound.map(({ occurAt }) => at(occurAt)),
        ],
      ),
    ])
    const times = await timesOf(ctx, cars, sound)
    const held = placesOf(sound, { cars, times }).flatMap(({ holder }) =>
      holder.by === 'order' ? [holder.orderId] : [],
    )
    return {
      cars,
      times,
      orders: await knownOrders(ctx, held),
      violations: violations.map(({ storeId, returnStoreId, ...one }) => ({
        ...one,
        visible: inSight('') || [storeId, returnStoreId].some((id) => id !== null && inSight(id)),
      })),
      inSight,
    }
  })
}

/** The column definitions of a row that an import writes. */
const COLUMNS = `id bigint, no text, status smallint, plate text, vehicle_id bigint, occur_at timestamptz, place text, act_code text, act text,
  points smallint, fine_fen bigint, doc_no text, authority text, source smallint, match_type smallint, order_id bigint, driver_id bigint, store_id bigint,
  official_state smallint, prev_status smallint, closed_at timestamptz, remark text, log jsonb`
const names = COLUMNS.replaceAll(/ (bigint|text|smallint|timestamptz|jsonb)/g, '')

export async function insertEach(ctx: Context, rows: readonly { readonly id: string }[]): Promise<void> {
  if (rows.length === 0) return
  pendingWorkChanges(
    ctx,
    'violation',
    rows.map(({ id }) => id),
  )
  await ctx.query(`insert into violation (${names}) select ${names} from jsonb_to_recordset($1) as r (${COLUMNS})`, [
    recordset(rows),
  ])
}

/** Adds values of list rows to existing violations; a value that a row omits is unchanged. */
export async function fillInEach(ctx: Context, rows: readonly { readonly id: string }[]): Promise<void> {
  if (rows.length === 0) return
  pendingWorkChanges(
    ctx,
    'violation',
    rows.map(({ id }) => id),
  )
  await ctx.query(
    `update violation i set place = coalesce(r.place, i.place), act = coalesce(r.act, i.act), act_code = coalesce(r.act_code, i.act_code),
        points = coalesce(r.points, i.points), fine_fen = coalesce(r.fine, i.fine_fen), doc_no = coalesce(r.doc_no, i.doc_no),
        authority = coalesce(r.authority, i.authority), official_state = coalesce(r.official_state, i.official_state),
        status = coalesce(r.status, i.status), handed_in_at = case when r.status is null then i.handed_in_at end,
        log = i.log || r.log, version = i.version + 1, updated_at = app_now()
       from jsonb_to_recordset($1) as r (id bigint, place text, act text, act_code text, points smallint, fine bigint, doc_no text, authority text,
         official_state smallint, status smallint, log jsonb)
      where i.id = r.id`,
    [recordset(rows)],
  )
}
