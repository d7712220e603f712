import { costSource } from '@cheyi/domain/fleet/cost/codes'
import { ownerStatementState } from '@cheyi/domain/insight/owner/codes'
import type { LocalDate } from '@cheyi/domain/time'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import { likePlate, parameters } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { joinedPicture } from '../../platform/media/actions.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

type Asking = Pick<Context, 'query'>
export type OwnerRow = Selectable<DB['carOwner']>
export type AgreementRow = Selectable<DB['ownerAgreement']>
export type StatementRow = Selectable<DB['ownerStatement']>

const s = ownerStatementState
/** SQL: what statement `s` is worth to its owner. */
const due = '(s.carried_fen + s.owner_fen + s.correction_fen)'

interface Listed extends Pick<OwnerRow, 'id' | 'kind' | 'name' | 'phoneMask'> {
  readonly cars: number
  readonly due: number
  readonly open: number
}

export function page(ctx: Asking, keyword: string, after: string | null, limit: number) {
  const { values, bind } = parameters()
  const conditions = ['true']
  if (after !== null) conditions.push(`o.id < ${bind(after)}::bigint`)
  if (keyword !== '') {
    const [text, plate] = [bind(keyword.toLowerCase()), bind(likePlate(keyword))]
    conditions.push(`(strpos(lower(o.name), ${text}) > 0 or exists (select from owner_agreement a join vehicle v on v.id = a.vehicle_id
      where a.owner_id = o.id and v.plate like ${plate}))`)
  }
  const where = conditions.join(' and ')
  return ctx.query<Listed>(
    `select o.id, o.kind, o.name, o.phone_mask,
        (select count(*)::int from owner_agreement a where a.owner_id = o.id and a.from_on <= (app_now() at time zone 'Asia/Shanghai')::date
           and coalesce(a.to_on >= (app_now() at time zone 'Asia/Shanghai')::date, true)) as cars,
        t.due, t.open
      from (select * from car_owner o where ${where} order by o.id desc limit ${limit}) o cross join lateral (
        select coalesce(sum(${due}) filter (where s.state = ${s.confirmed} and ${due} > 0), 0)::bigint as due,
          (count(*) filter (where s.state <> ${s.confirmed}))::int as open
        from owner_statement s where s.owner_id = o.id and s.state in (${s.sent}, ${s.confirmed}, ${s.objected})) t
     order by o.id desc`,
    values,
  )
}

/** The merchant, with its oldest store that has a telephone: an owner's cars may stand in many stores. */
export async function headOffice(ctx: Asking & Parameters<typeof joinedPicture>[0]) {
  const [row] = await ctx.query<{
    merchantName: string
    storeName: string
    storePhone: string
    path: string | null
    thumb: boolean | null
  }>(
    `select m.name as merchant_name, logo.path, logo.thumb, coalesce(s.name, '') as store_name, coalesce(s.phones[1], '') as store_phone
      from merchant m left join media logo on logo.merchant_id = m.id and logo.id = m.logo_id
        left join lateral (select name, phones from store where phones[1] <> '' order by id limit 1) s on true`,
  )
  const { path, thumb, ...shop } = row!
  return { ...shop, logoUrl: joinedPicture(ctx, path, thumb) }
}

export const byId = (ctx: Pick<Context, 'db'>, id: string): Promise<OwnerRow | undefined> =>
  ctx.db.selectFrom('carOwner').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an owner: whoever writes a statement or an agreement of the owner waits. */
export const lock = (ctx: Pick<Context, 'db'>, id: string): Promise<OwnerRow | undefined> =>
  ctx.db.selectFrom('carOwner').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insert = (ctx: Pick<Context, 'db'>, row: Insertable<DB['carOwner']>) =>
  ctx.db.insertInto('carOwner').values(row).execute()

export const update = (ctx: Context, owner: OwnerRow, patch: Patch<'carOwner'>) =>
  saveRow(ctx, 'carOwner', owner, patch)

export interface Agreed extends AgreementRow {
  readonly plate: string
  readonly modelName: string
  readonly ownership: number
  readonly ownerName: string
}

interface AgreementFilter {
  readonly ownerId?: string | undefined
  readonly vehicleId?: string | undefined
  /** In force on some of these days. */
  readonly from?: LocalDate
  readonly to?: LocalDate
}

/** Agreements with their cars, the newest first. */
export function agreements(ctx: Asking, { ownerId, vehicleId, from, to }: AgreementFilter): Promise<Agreed[]> {
  const { values, bind } = parameters()
  const where = [
    ownerId && `a.owner_id = ${bind(ownerId)}::bigint`,
    vehicleId && `a.vehicle_id = ${bind(vehicleId)}::bigint`,
    from && `(a.to_on is null or a.to_on >= ${bind(from)}::date)`,
    to && `a.from_on <= ${bind(to)}::date`,
  ].filter(Boolean)
  return ctx.query<Agreed>(
    `select a.*, v.plate, m.name as model_name, v.ownership, o.name as owner_name
       from owner_agreement a join vehicle v on v.id = a.vehicle_id join model m on m.id = v.model_id join car_owner o on o.id = a.owner_id
      where ${where.join(' and ')} order by a.from_on desc, a.id desc limit 5000`,
    values,
  )
}

/** Locks a car, so that two agreements of it are entered one after the other. */
export const lockCar = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<{ plate: string; ownership: number }>(
    'select plate, ownership from vehicle where id = $1 for no key update',
    [vehicleId],
  )

export const car = (ctx: Asking, vehicleId: string) =>
  ctx.query.first<{ ownership: number }>('select ownership from vehicle where id = $1', [vehicleId])

export const insertAgreement = (ctx: Context, row: Insertable<DB['ownerAgreement']>) =>
  ctx.db.insertInto('ownerAgreement').values(row).execute()

export const lockAgreement = (ctx: Context, id: string): Promise<AgreementRow | undefined> =>
  ctx.db.selectFrom('ownerAgreement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const endAgreement = (ctx: Context, { id, version }: AgreementRow, toOn: LocalDate) =>
  ctx.db
    .updateTable('ownerAgreement')
    .set({ toOn, version: version + 1, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()

/** The last day of an agreement that statements which were sent have settled; null: none. */
export const settledUntil = async (ctx: Asking, agreementId: string): Promise<LocalDate | null> =>
  (
    await ctx.query<{ day: LocalDate | null }>(
      `select max(c.to_on) as day from owner_statement_car c join owner_statement s on s.id = c.statement_id
        where c.agreement_id = $1 and s.state <> ${s.draft}`,
      [agreementId],
    )
  )[0]!.day

interface IncomeRow {
  readonly vehicleId: string
  readonly day: LocalDate
  readonly rent: number
  readonly service: number
  readonly other: number
}

/** What cars earned on each day of some months: the shares that their sums of a month are added up from. */
export const incomeByDay = (ctx: Asking, vehicleIds: readonly string[], months: readonly LocalDate[]) =>
  ctx.query<IncomeRow>(
    `select f.vehicle_id, p.day, sum(coalesce((p.sums ->> 'rent')::bigint, 0))::bigint as rent,
        sum(coalesce((p.sums ->> 'service')::bigint, 0))::bigint as service, sum(coalesce((p.sums ->> 'other')::bigint, 0))::bigint as other
       from figure_car_order f join figure_part o on o.subject = 'order' and o.subject_id = f.order_id and o.month = f.month
         cross join lateral jsonb_to_recordset(o.shares) p (day date, "vehicleId" bigint, sums jsonb)
      where f.vehicle_id = any ($1::bigint[]) and f.month = any ($2::date[]) and p."vehicleId" = f.vehicle_id
      group by f.vehicle_id, p.day`,
    [vehicleIds, months],
  )

interface CostRow {
  readonly vehicleId: string
  readonly kind: number
  readonly fen: number
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Costs of cars with a part in some days. */
export const costsOf = (ctx: Asking, vehicleIds: readonly string[], from: LocalDate, to: LocalDate) =>
  ctx.query<CostRow>(
    `select vehicle_id, kind, fen, from_on as "from", to_on as "to" from vehicle_cost
      where vehicle_id = any ($1::bigint[]) and voided_at is null and from_on <= $3::date and to_on >= $2::date`,
    [vehicleIds, from, to],
  )

export type PartRow = Selectable<DB['ownerStatementCar']>

/** Parts of statements of an owner, for months before this one, with their first month. */
export const partsBefore = (ctx: Asking, ownerId: string, month: LocalDate) =>
  ctx.query<PartRow>(
    `select c.* from owner_statement_car c join owner_statement s on s.id = c.statement_id where s.owner_id = $1 and s.month < $2::date`,
    [ownerId, month],
  )

export interface ShownPart extends PartRow, Pick<Agreed, 'vehicleId' | 'plate' | 'modelName'> {
  readonly terms: AgreementRow
}

/** Parts of statements with their cars, in the order of plates. */
export const partsOf = (ctx: Asking, statementIds: readonly string[]) =>
  ctx.query<ShownPart>(
    `select c.*, a.vehicle_id, v.plate, m.name as model_name, jsonb_build_object('kind', a.kind, 'shareBp', a.share_bp, 'afterCosts', a.after_costs,
        'rentFen', a.rent_fen, 'feeFen', a.fee_fen, 'feeBp', a.fee_bp, 'costKinds', a.cost_kinds, 'payDay', a.pay_day) as terms
       from owner_statement_car c join owner_agreement a on a.id = c.agreement_id join vehicle v on v.id = a.vehicle_id
         join model m on m.id = v.model_id
      where c.statement_id = any ($1::bigint[]) order by c.from_on desc, v.plate, c.agreement_id`,
    [statementIds],
  )

export const statementsOf = (ctx: Asking, ownerId: string, limit: number, sentOnly = false) =>
  ctx.query<StatementRow>(
    `select * from owner_statement where owner_id = $1 ${sentOnly ? `and state <> ${s.draft}` : ''} order by month desc limit ${limit}`,
    [ownerId],
  )

interface StatementFilter {
  readonly month?: LocalDate | undefined
  readonly state?: number | undefined
  readonly ownerId?: string | undefined
}

function filterSql({ month, state, ownerId }: StatementFilter) {
  const { values, bind } = parameters()
  const where = [
    month && `s.month = ${bind(month)}::date`,
    state !== undefined && `s.state = ${bind(state)}::smallint`,
    ownerId && `s.owner_id = ${bind(ownerId)}::bigint`,
  ].filter(Boolean)
  return { values, bind, where: ['true', ...where].join(' and ') }
}

export function statements(ctx: Asking, filter: StatementFilter, after: readonly string[] | null, limit: number) {
  const { values, bind, where } = filterSql(filter)
  const behind =
    after === null
      ? ''
      : `and (s.month, s.id) < (date '1970-01-01' + ${bind(after[0])}::int, ${bind(after[1])}::bigint)`
  return ctx.query<
    StatementRow & {
      readonly ownerName: string
      readonly cars: number
      readonly payDay: number
      readonly dayNo: number
    }
  >(
    `select s.*, s.month - date '1970-01-01' as day_no, o.name as owner_name, c.cars, coalesce(c.pay_day, 10) as pay_day
       from (select * from owner_statement s where ${where} ${behind} order by s.month desc, s.id desc limit ${bind(limit)}) s
         join car_owner o on o.id = s.owner_id
         cross join lateral (select count(distinct a.vehicle_id)::int as cars, min(a.pay_day)::int as pay_day from owner_statement_car c
           join owner_agreement a on a.id = c.agreement_id where c.statement_id = s.id) c
      order by s.month desc, s.id desc`,
    values,
  )
}

export async function countStatements(ctx: Asking, filter: StatementFilter): Promise<number> {
  const { values, where } = filterSql(filter)
  const [row] = await ctx.query<{ n: number }>(
    `select count(*)::int as n from owner_statement s where ${where}`,
    values,
  )
  return row!.n
}

export const statement = (ctx: Pick<Context, 'db'>, id: string): Promise<StatementRow | undefined> =>
  ctx.db.selectFrom('ownerStatement').selectAll().where('id', '=', id).executeTakeFirst()

/** Writes the draft of an owner's statement for a month: a new one, or the existing one, whose lines are replaced. */
export async function putDraft(
  ctx: Context,
  head: Pick<StatementRow, 'ownerId' | 'month' | 'carriedFen' | 'ownerFen'>,
  parts: readonly Omit<Insertable<DB['ownerStatementCar']>, 'statementId'>[],
): Promise<void> {
  const [row] = await ctx.query<{ id: string }>(
    `insert into owner_statement as s (owner_id, month, state, carried_fen, owner_fen) values ($1, $2, ${s.draft}, $3, $4)
     on conflict (merchant_id, owner_id, month) do update set carried_fen = excluded.carried_fen, owner_fen = excluded.owner_fen,
       version = s.version + 1, updated_at = app_now() where s.state = ${s.draft} returning id`,
    [head.ownerId, head.month, head.carriedFen, head.ownerFen],
  )
  const statementId = row!.id
  await ctx.db.deleteFrom('ownerStatementCar').where('statementId', '=', statementId).execute()
  if (parts.length > 0)
    await ctx.db
      .insertInto('ownerStatementCar')
      .values(parts.map(({ costs, ...part }) => ({ ...part, statementId, costs: JSON.stringify(costs) as never })))
      .execute()
}

/** What is among the costs of each car for a statement. */
export const costsOfStatement = (ctx: Asking, statementId: string) =>
  ctx.query<{ vehicleId: string; fen: number }>(
    `select vehicle_id, sum(fen)::bigint as fen from vehicle_cost where source = ${costSource.owner} and ref_id = $1 and voided_at is null group by 1`,
    [statementId],
  )

/** Statements of a month that their owners have not confirmed, in the order of their owners. */
export const unconfirmedStatements = (ctx: Asking, month: LocalDate) =>
  ctx.query<StatementRow>(
    `select * from owner_statement where month = $1::date and state in (${s.draft}, ${s.sent}, ${s.objected}) order by owner_id`,
    [month],
  )

export const setAccrued = (ctx: Asking, id: string, fen: number) =>
  ctx.query('update owner_statement set accrued_fen = $2 where id = $1', [id, fen])

export const dropDraft = (ctx: Context, id: string) =>
  ctx.db.deleteFrom('ownerStatement').where('id', '=', id).where('state', '=', s.draft).execute()

/** A step of a statement; every one may change what is pending about it. */
export const setStatement = (ctx: Context, row: StatementRow, patch: Patch<'ownerStatement'>) => {
  pendingWorkChanges(ctx, 'ownerStatement', [row.id])
  return saveRow(ctx, 'ownerStatement', row, patch)
}

/** Until when the newest valid link of an owner holds. */
export const linkUntil = async (ctx: Asking, ownerId: string): Promise<number | null> =>
  (
    await ctx.query<{ until: number | null }>(
      'select max(expire_at) as until from link_token where owner_id = $1 and revoked_at is null and expire_at > app_now()',
      [ownerId],
    )
  )[0]!.until

/** The owners of statements, in the order of their ids. */
export const ownersOf = async (ctx: Asking, statementIds: readonly string[]): Promise<string[]> =>
  (
    await ctx.query<{ ownerId: string }>(
      'select distinct owner_id from owner_statement where id = any ($1::bigint[]) order by owner_id',
      [statementIds],
    )
  ).map(({ ownerId }) => ownerId)

type AccountRow = Pick<Selectable<DB['carOwner']>, 'id' | 'name' | 'bank' | 'accountEnc' | 'accountMask' | 'updatedAt'>

/** The bank accounts of owners. */
export const accountsOf = (ctx: Asking, ownerIds: readonly string[]) =>
  ctx.query<AccountRow>(
    'select id, name, bank, account_enc, account_mask, updated_at from car_owner where id = any ($1::bigint[])',
    [ownerIds],
  )
