import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import type { Insertable, Selectable } from 'kysely'
import { dueSql } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type CompanyRow = Selectable<DB['company']>
export type PriceRow = Selectable<DB['companyPrice']>

interface Listed extends Pick<CompanyRow, 'name' | 'taxNo' | 'tags' | 'enabled' | 'creditFen'> {
  readonly companyId: string
}

/** SQL: the company `c` owes more than its credit, by the orders that the statement sees: those that owe are read once, for all companies. */
const overSql = `c.id = any (array(select o.company_id from "order" o join company d on d.id = o.company_id
    where o.company_id is not null and ${dueSql('o')} > 0 and d.credit_fen is not null
    group by o.company_id, d.credit_fen having sum(${dueSql('o')}) > d.credit_fen))`

/** SQL: the number of companies beyond their credit. They have orders at all stores, so it is the same for each. */
export const overCountSql = `select count(*)::int from company c where ${overSql}`

/** Those in use first, then the newest. */
export const page = (
  ctx: Context,
  { keyword, tag, over }: { readonly keyword: string; readonly tag: string | null; readonly over: boolean },
  after: readonly string[] | null,
  limit: number,
) =>
  ctx.query<Listed>(
    `select c.id as company_id, c.name, c.tax_no, c.tags, c.enabled, c.credit_fen from company c
      where ($1 = '' or strpos(lower(c.name || ' ' || c.tax_no), $1) > 0) and ($2::text is null or $2 = any (c.tags))
        and ($3::int is null or (c.enabled::int, c.id) < ($3, $4::bigint)) ${over ? `and ${overSql}` : ''}
      order by c.enabled desc, c.id desc limit ${limit}`,
    [keyword.toLowerCase(), tag, after?.[0] ?? null, after?.[1] ?? null],
  )

/** What the orders of companies owe that the statement sees, fen; companies without a debt are missing. */
export async function owedOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query<{ companyId: string; owedFen: number }>(
    `select o.company_id, sum(${dueSql('o')})::bigint as owed_fen from "order" o
      where o.company_id = any ($1::bigint[]) and o.company_id is not null and ${dueSql('o')} > 0 group by o.company_id`,
    [ids],
  )
  return new Map(rows.map(({ companyId, owedFen }) => [companyId, owedFen]))
}

export const byId = (ctx: Context, id: string): Promise<CompanyRow | undefined> =>
  ctx.db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the rows until the end of the transaction, in the order of their ids. */
export const lock = (ctx: Context, ids: readonly string[]): Promise<CompanyRow[]> =>
  ctx.db.selectFrom('company').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

export const insert = (ctx: Context, row: Insertable<DB['company']>): Promise<{ id: string }> =>
  ctx.db.insertInto('company').values(row).returning('id').executeTakeFirstOrThrow()

export const update = (ctx: Context, company: CompanyRow, patch: Patch<'company'>) =>
  saveRow(ctx, 'company', company, patch)

export const pricesOf = (ctx: Context, companyId: string) =>
  ctx.query<Pick<PriceRow, 'modelId' | 'rateBp' | 'dayFen' | 'monthFen'> & { readonly modelName: string }>(
    `select p.model_id, m.name as model_name, p.rate_bp, p.day_fen, p.month_fen from company_price p join model m on m.id = p.model_id
      where p.company_id = $1 order by m.name, p.model_id`,
    [companyId],
  )

export const priceOf = (ctx: Context, companyId: string, modelId: string): Promise<PriceRow | undefined> =>
  ctx.db
    .selectFrom('companyPrice')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('modelId', '=', modelId)
    .executeTakeFirst()

export const modelName = async (ctx: Context, modelId: string): Promise<string | undefined> =>
  (await ctx.db.selectFrom('model').select('name').where('id', '=', modelId).executeTakeFirst())?.name

export const putPrice = (ctx: Context, row: Insertable<DB['companyPrice']>) =>
  ctx.db
    .insertInto('companyPrice')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'companyId', 'modelId'])
        .doUpdateSet({ rateBp: row.rateBp, dayFen: row.dayFen, monthFen: row.monthFen }),
    )
    .execute()

export const removePrice = (ctx: Context, companyId: string, modelId: string) =>
  ctx.db.deleteFrom('companyPrice').where('companyId', '=', companyId).where('modelId', '=', modelId).execute()

/** The number of a contact is sealed with its row. */
export const CONTACT_PHONE = 'company_contact.phone'

export const contactsOf = (ctx: Context, companyId: string) =>
  ctx.db
    .selectFrom('companyContact')
    .select(['id', 'name', 'phoneMask'])
    .where('companyId', '=', companyId)
    .orderBy('id')
    .execute()

export const contactOf = (ctx: Context, id: string): Promise<Selectable<DB['companyContact']> | undefined> =>
  ctx.db.selectFrom('companyContact').selectAll().where('id', '=', id).executeTakeFirst()

export const insertContact = (ctx: Context, row: Insertable<DB['companyContact']>) =>
  ctx.db.insertInto('companyContact').values(row).execute()

export const updateContact = (ctx: Context, id: string, row: Partial<Insertable<DB['companyContact']>>) =>
  ctx.db.updateTable('companyContact').set(row).where('id', '=', id).execute()

export const removeContact = (ctx: Context, id: string) =>
  ctx.db.deleteFrom('companyContact').where('id', '=', id).returning('companyId').executeTakeFirst()

/** The newest orders of a company, of the kinds that the caller may see. */
export const ordersOf = (ctx: Context, companyId: string, kinds: readonly OrderKind[], limit: number) =>
  ctx.db
    .selectFrom('order as o')
    .innerJoin('model as m', 'm.id', 'o.modelId')
    .select([
      'o.id as orderId',
      'o.orderNo',
      'o.orderKind',
      'o.status',
      'm.name as modelName',
      'o.contactName',
      'o.pickupAt',
      'o.returnAt',
      'o.totalFen',
    ])
    .where('o.companyId', '=', companyId)
    .where('o.orderKind', 'in', kinds)
    .where('o.status', '<>', orderStatus.notSubmitted)
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
