import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type BookerRow = Pick<Selectable<DB['companyBooker']>, 'id' | 'companyId' | 'name' | 'untilOn' | 'endedAt'>

/** Invitations that a company's page shows. */
const MOST_SHOWN = 50

/** Valid invitations first, then the newest. */
export const ofCompany = (ctx: Context, companyId: string) =>
  ctx.query<Pick<Selectable<DB['companyBooker']>, 'id' | 'name' | 'mobileMask' | 'untilOn' | 'endedAt'>>(
    `select id, name, mobile_mask, until_on, ended_at from company_booker where company_id = $1
      order by (ended_at is null) desc, id desc limit ${MOST_SHOWN}`,
    [companyId],
  )

export const insert = (ctx: Context, row: Insertable<DB['companyBooker']>) =>
  ctx.db.insertInto('companyBooker').values(row).execute()

export const lock = (ctx: Context, id: string): Promise<BookerRow | undefined> =>
  ctx.query.first<BookerRow>(
    'select id, company_id, name, until_on, ended_at from company_booker where id = $1 for update',
    [id],
  )

export const update = (ctx: Context, id: string, row: Pick<BookerRow, 'name' | 'untilOn'>) =>
  ctx.db.updateTable('companyBooker').set(row).where('id', '=', id).execute()

/** The mobile finds nothing any more. */
export const end = (ctx: Context, id: string) =>
  ctx.query('update company_booker set ended_at = $2, mobile_hash = null where id = $1', [id, at(ctx.now)])

export interface Booked {
  readonly companyId: string
  readonly name: string
}

/** Invitations `b` of a mobile ($1) that are valid on a day ($2), of companies `c` in use. */
const VALID = `from company_booker b join company c on c.merchant_id = b.merchant_id and c.id = b.company_id
  where b.mobile_hash = $1 and b.ended_at is null and (b.until_on is null or b.until_on >= $2::date) and c.enabled`

export const companiesOf = (ctx: Context, hash: Buffer, today: string) =>
  ctx.query<Booked>(`select c.id as company_id, c.name ${VALID} order by c.name, c.id`, [hash, today])

export const lockOf = (
  ctx: Context,
  { hash, companyId, today }: { readonly hash: Buffer; readonly companyId: string; readonly today: string },
) =>
  ctx.query.first<{ name: string; company: string }>(
    `select b.name, c.name as company ${VALID} and c.id = $3 for share of b`,
    [hash, today, companyId],
  )
