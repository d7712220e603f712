import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type BookerRow = Pick<Selectable<DB['companyBooker']>, 'id' | 'companyId' | 'name' | 'untilOn' | 'endedAt'>

/** Invitations that a company's page shows. */
const MOST_SHOWN = 50

/** Valid invitations first, then the newest. */
export const ofCompany = (ctx: Context, companyId: string) =>
  ctx.query<
    Pick<Selectable<DB['companyBooker']>, 'id' | 'name' | 'mobileMask' | 'untilOn' | 'endedAt'> & {
      readonly invitedBy: string | null
    }
  >(
    `select b.id, b.name, b.mobile_mask, b.until_on, b.ended_at,
        case when b.contact_id is not null then coalesce(k.name, '') end as invited_by
       from company_booker b left join company_contact k on k.merchant_id = b.merchant_id and k.id = b.contact_id
      where b.company_id = $1 order by (b.ended_at is null) desc, b.id desc limit ${MOST_SHOWN}`,
    [companyId],
  )

export interface ContactRow {
  readonly id: string
  readonly name: string
  readonly phoneEnc: Buffer
  readonly companyId: string
  readonly company: string
}

const CONTACTS = `select k.id, k.name, k.phone_enc, c.id as company_id, c.name as company
   from company_contact k join company c on c.merchant_id = k.merchant_id and c.id = k.company_id
  where k.phone_mask = $1 and c.enabled order by c.name, c.id, k.id`

/** Contacts of companies in use, by the masked form of their number, which others may share. */
export const contactsByMask = (ctx: Context, mask: string) => ctx.query<ContactRow>(CONTACTS, [mask])

/** The same, held until the end of the transaction: whoever removes one at the same moment waits, or is first. */
export const lockContactsByMask = (ctx: Context, mask: string) =>
  ctx.query<ContactRow>(`${CONTACTS} for share of k`, [mask])

/** Of some companies the invitations that were not taken back, the newest first. */
export const openOf = (ctx: Context, companyIds: readonly string[]) =>
  ctx.query<Pick<Selectable<DB['companyBooker']>, 'id' | 'companyId' | 'name' | 'mobileMask' | 'untilOn'>>(
    `select id, company_id, name, mobile_mask, until_on from company_booker
      where company_id = any ($1::bigint[]) and ended_at is null order by id desc limit ${MOST_SHOWN}`,
    [companyIds],
  )

/** The invitation of a mobile that was not taken back. */
export const openOfMobile = (ctx: Context, companyId: string, hash: Buffer) =>
  ctx.query.first<Pick<BookerRow, 'id' | 'untilOn'>>(
    'select id, until_on from company_booker where company_id = $1 and mobile_hash = $2 and ended_at is null',
    [companyId, hash],
  )

/** How many of the invitations since a moment are of some contacts, and of any contact of a company. */
export const countByContacts = async (
  ctx: Context,
  {
    contactIds,
    companyId,
    since,
  }: { readonly contactIds: readonly string[]; readonly companyId: string; readonly since: number },
) =>
  (await ctx.query.first<{ own: number; ofCompany: number }>(
    `select count(*) filter (where contact_id = any ($1::bigint[]))::int as own,
        count(*) filter (where company_id = $2)::int as of_company
       from company_booker where contact_id is not null and created_at > $3`,
    [contactIds, companyId, at(since)],
  ))!

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
