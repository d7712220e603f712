import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { openStatuses } from '@cheyi/domain/booking/order/steps'
import { type ConsentKind, type ConsentWay, consentKind } from '@cheyi/domain/rental/driver/consent'
import type { OpenWithPerson, RequestKind, RequestStatus } from '@cheyi/domain/rental/driver/request'
import { requestStatus } from '@cheyi/domain/rental/driver/request'
import { endedCaseStatuses } from '@cheyi/domain/rental/insurance/insurance-case'
import { sql } from 'kysely'
import { dueSql } from '../../../booking/order/actions.ts'
import type { Context, Db } from '../../../kernel/context.ts'
import { COUNT_LIMIT, countUpTo } from '../../../kernel/db/count-up-to.ts'
import { at } from '../../../kernel/db/instant.ts'
import { cursorKeys, offsetOf, pageSize } from '../../../kernel/db/paging.ts'

/** The kinds of consent that a customer has given and not withdrawn. */
export const givenConsents = async (db: Db, personId: string): Promise<ReadonlySet<ConsentKind>> => {
  const rows = await db
    .selectFrom('personConsent')
    .select('kind')
    .where('personId', '=', personId)
    .where('withdrawnAt', 'is', null)
    .execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Records a consent given at the counter. An existing consent is unchanged. */
export const agree = (db: Db, personId: string, kind: ConsentKind, textVersion: string, way: ConsentWay) =>
  db
    .insertInto('personConsent')
    .values({ personId, kind, textVersion, way })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** @returns whether a consent existed */
export async function withdraw(
  ctx: Pick<Context, 'db' | 'now' | 'accountId'>,
  personId: string,
  kind: ConsentKind,
  way: ConsentWay,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('personConsent')
    .set({ withdrawnAt: ctx.now, withdrawnWay: way, withdrawnTo: ctx.accountId })
    .where('personId', '=', personId)
    .where('kind', '=', kind)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Every consent ever given, newest first. */
export const consents = (db: Db, personId: string) =>
  db
    .selectFrom('personConsent as c')
    .leftJoin('account as a', 'a.id', 'c.givenTo')
    .select(['c.kind', 'c.textVersion', 'c.at', 'c.way', 'a.name as givenTo', 'c.withdrawnAt', 'c.withdrawnWay'])
    .where('c.personId', '=', personId)
    .orderBy('c.id', 'desc')
    .execute()

const requestRows = (db: Db) =>
  db
    .selectFrom('personRequest as r')
    .leftJoin('account as a', 'a.id', 'r.createdBy')
    .select([
      'r.id as requestId',
      'r.personId',
      'r.kind',
      'r.note',
      'r.status',
      'r.answer',
      'r.dueAt',
      'r.createdAt',
      'a.name as createdBy',
      'r.doneAt',
    ])

/** The privacy requests of a customer, newest first. */
export const requests = (db: Db, personId: string) =>
  requestRows(db).where('r.personId', '=', personId).orderBy('r.id', 'desc').execute()

export type RequestAsk = ParsedOf<typeof contract.driver.requests>

const requestsQuery = (db: Db, { status, kind }: RequestAsk) => {
  let query = requestRows(db).innerJoin('person as p', 'p.id', 'r.personId').select('p.name')
  // A literal, for the index of the open ones.
  if (status !== undefined) query = query.where('r.status', '=', sql.lit(status))
  if (kind !== undefined) query = query.where('r.kind', '=', kind)
  return query
}

/** One page over all customers, with one row more than requested: open requests by due time, then the others in the same order. */
export function requestPage(db: Db, ask: RequestAsk) {
  const waits = sql<number>`(r.status <> ${sql.lit(requestStatus.open)})::int`
  let query = requestsQuery(db, ask).orderBy(waits).orderBy('r.dueAt').orderBy('r.id')
  const after = cursorKeys(ask, 'int', 'ms', 'id')
  if (after !== null)
    query = query.where(
      sql<boolean>`(${waits}, r.due_at, r.id) > (${after[0]}::int, ${at(Number(after[1]))}::timestamptz, ${after[2]}::bigint)`,
    )
  return query
    .offset(offsetOf(ask))
    .limit(pageSize(ask) + 1)
    .execute()
}

export const requestCount = (db: Db, ask: RequestAsk): Promise<number> =>
  countUpTo(db, requestsQuery(db, ask).clearSelect().select('r.id').limit(COUNT_LIMIT).as('r'))

/** @returns undefined when the same request is already open */
export const enterRequest = (
  db: Db,
  row: { readonly personId: string; readonly kind: RequestKind; readonly note: string; readonly dueAt: number },
): Promise<{ id: string } | undefined> =>
  db
    .insertInto('personRequest')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const lockRequest = (db: Db, id: string) =>
  db.selectFrom('personRequest').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

interface Answered {
  readonly status: RequestStatus
  readonly answer: string
}

export const answerRequest = (ctx: Pick<Context, 'db' | 'now' | 'accountId'>, id: string, answered: Answered) =>
  ctx.db
    .updateTable('personRequest')
    .set({ ...answered, doneAt: ctx.now, doneBy: ctx.accountId })
    .where('id', '=', id)
    .execute()

/** Closes the open request of that kind, because it has been fulfilled. */
export const requestDone = (
  ctx: Pick<Context, 'db' | 'queue' | 'now' | 'accountId'>,
  personId: string,
  kind: RequestKind,
  answer: string,
): void =>
  ctx.queue(
    ctx.db
      .updateTable('personRequest')
      .set({ status: requestStatus.done, answer, doneAt: ctx.now, doneBy: ctx.accountId })
      .where('personId', '=', personId)
      .where('kind', '=', kind)
      .where('status', '=', requestStatus.open),
  )

/** IDs of the orders that a customer ($1) rented or drove. Materialized, so that dependent rows are looked up by order ID. */
const ordersOf = `ids as materialized (
   select o.id from "order" o where o.renter_id = $1 and o.status <> ${orderStatus.notSubmitted}
   union
   select o.id from "order" o where o.codriver_ids <> '{}' and $1 = any (o.codriver_ids)
     and o.status <> ${orderStatus.notSubmitted})`

export interface PersonState extends OpenWithPerson {
  /** The end of their last order; null: they have no order, or one is open. */
  readonly overAt: number | null
  readonly orders: number
  readonly papers: number
  readonly payments: number
}

/** The open matters of a customer and the data of their orders, across all stores: call it within `ctx.elevated`. */
export async function stateOf(query: Context['query'], personId: string): Promise<PersonState> {
  const ended = `${orderStatus.returned}, ${orderStatus.cancelled}`
  const [row] = await query<PersonState>(
    `with ${ordersOf},
     orders as materialized (select o.id, o.status, ${dueSql('o')} as owed_fen, o.held_deposit_fen,
         (select v.over_at from order_over v where v.order_id = o.id) as over_at,
         exists (select from legal_hold h where h.order_id = o.id and h.lifted_at is null) as held,
         exists (select from insurance_case c where c.order_id = o.id and c.status not in (${endedCaseStatuses.join(', ')})) as insured
       from ids join "order" o on o.id = ids.id)
     select count(*) filter (where status in (${openStatuses.join(', ')}))::int as running,
       count(*) filter (where status in (${ended}) and owed_fen > 0)::int as owed,
       count(*) filter (where status in (${ended}) and owed_fen <= 0 and held_deposit_fen > 0)::int as deposits,
       count(*) filter (where status in (${ended}) and owed_fen <= 0 and held_deposit_fen = 0 and over_at is null
         and not held and not insured)::int as unsettled,
       count(*) filter (where status in (${ended}) and insured and not held)::int as insured,
       count(*) filter (where held)::int as held,
       max(over_at) as over_at, count(*)::int as orders,
       (select count(*) from agreement a where a.order_id in (select id from orders))::int as papers,
       (select count(*) from payment p where p.order_id in (select id from orders))::int as payments
     from orders`,
    [personId],
  )
  return row!
}

const PICTURES = 'coalesce(p.img_front_id, p.img_back_id, p.licence_main_id, p.licence_sub_id)'

/** Customers with photos of documents and without any open matter since a given time. */
export const servedPictures = (query: Context['query'], before: number, most: number) =>
  query<{ personId: string }>(
    `select p.id as person_id from person p join person_over v on v.person_id = p.id
      where ${PICTURES} is not null and v.over_at < $1 limit $2`,
    [at(before), most],
  )

/** Customers without any open matter since a given time whose data still exists. */
export const servedPersons = (query: Context['query'], before: number, most: number) =>
  query<{ personId: string }>(
    `select p.id as person_id from person p join person_over v on v.person_id = p.id
      where p.erased_at is null and v.over_at < $1 limit $2`,
    [at(before), most],
  )

/** Photos whose consent was withdrawn during an open matter that has ended since. */
export const withdrawnPictures = (query: Context['query'], most: number) =>
  query<{ personId: string }>(
    `select c.person_id from person_consent c join person p on p.id = c.person_id join person_over v on v.person_id = p.id
      where c.kind = ${consentKind.documents} and c.withdrawn_at is not null
        and ${PICTURES} is not null
        and not exists (select from person_consent live where live.person_id = c.person_id and live.kind = ${consentKind.documents}
          and live.withdrawn_at is null)
      limit $1`,
    [most],
  )

/** Open requests that are due before a given time, the most urgent first. */
export const dueRequests = (query: Context['query'], before: number) =>
  query<{ id: string; personId: string; name: string; kind: RequestKind; dueAt: number }>(
    `select r.id, r.person_id, p.name, r.kind, r.due_at from person_request r join person p on p.id = r.person_id
      where r.status = ${requestStatus.open} and r.due_at < $1 order by r.due_at, r.id limit 100`,
    [at(before)],
  )

/** Orders of a customer that are retained for a legal case, limited to those visible to the account. */
export const holdsOf = (query: Context['query'], personId: string) =>
  query<{ orderId: string; orderNo: string; orderKind: OrderKind; reason: string; since: number }>(
    `with ${ordersOf}
     select o.id as order_id, o.order_no, o.order_kind, h.reason, h.created_at as since
       from ids join "order" o on o.id = ids.id join legal_hold h on h.order_id = o.id and h.lifted_at is null order by h.id desc`,
    [personId],
  )

/** Sets the legal hold of an order with a reason, or lifts it (null). @returns whether it is on hold now */
export async function setHold(
  ctx: Pick<Context, 'db' | 'now' | 'accountId'>,
  orderId: string,
  reason: string | null,
): Promise<boolean> {
  if (reason === null)
    await ctx.db
      .updateTable('legalHold')
      .set({ liftedAt: ctx.now, liftedBy: ctx.accountId })
      .where('orderId', '=', orderId)
      .where('liftedAt', 'is', null)
      .execute()
  else
    await ctx.db
      .insertInto('legalHold')
      .values({ orderId, reason })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return reason !== null
}
