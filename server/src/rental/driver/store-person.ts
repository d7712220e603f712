import { nameKey } from '@cheyi/domain/alike'
import { type OrderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { rentalStatuses } from '@cheyi/domain/booking/order/steps'
import { type IdentityType, identityTypes } from '@cheyi/domain/rental/driver/codes'
import { type CheckedPaper, checkResult } from '@cheyi/domain/rental/driver/paper-check'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { textsFrom } from '../../kernel/db/prefix.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { PersonRow } from './person-file.ts'

/** What counts as a rental of a customer: neither drafts nor what came to nothing. */

/** The masked columns that lists show, with the rentals that the caller may see. */
const briefs = (db: Db) =>
  db.selectFrom('person as p').select((e) => [
    'p.id',
    'p.name',
    'p.phoneMask',
    'p.identityType',
    'p.identityNoMask',
    'p.licenceClass',
    'p.licenceExpire',
    'p.verifyStatus',
    'p.blacklist',
    e
      .selectFrom('order as o')
      .select((inner) => inner.fn.countAll<number>().as('n'))
      .whereRef('o.renterId', '=', 'p.id')
      .where('o.status', 'in', rentalStatuses)
      .as('orderCount'),
  ])

export type BriefRow = Awaited<ReturnType<typeof briefsOf>>[number]

export const briefsOf = (db: Db, ids: readonly string[]) => briefs(db).where('p.id', 'in', ids).execute()

/** Ways a typed keyword may mean a customer; a customer that fits any of them is found. */
export interface Search {
  readonly phoneHashes?: readonly Buffer[]
  readonly phoneTail?: string
  readonly identityHash?: Buffer
  readonly namePrefix?: string
}

/** The latest customers first. Each way is an equality or a range of an index, and brings the latest. */
export function search(db: Db, ways: Search, limit: number): Promise<BriefRow[]> {
  const latest = db.selectFrom('person').select('id').where('erasedAt', 'is', null).orderBy('id', 'desc').limit(limit)
  const { phoneHashes, phoneTail, identityHash, namePrefix } = ways
  const names = namePrefix ? textsFrom(namePrefix) : undefined
  const found = [
    ...(phoneHashes ? [latest.where('phoneHash', 'in', phoneHashes)] : []),
    ...(phoneTail ? [latest.where('phoneTail4', '=', phoneTail)] : []),
    ...(identityHash
      ? [latest.where('identityType', 'in', identityTypes.values).where('identityNoHash', '=', identityHash)]
      : []),
    ...(names ? [latest.where(sql<boolean>`name_key ~>=~ ${names.from} and name_key ~<~ ${names.before}`)] : []),
  ]
  return briefs(db)
    .where('p.id', 'in', sql<string>`(${sql.join(found, sql` union all `)})`)
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

export const byId = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()

export const lock = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const byIds = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  db.selectFrom('person').selectAll().where('id', 'in', ids).execute()

/** By what a handover judges them. */
export const factsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select([
      'id',
      'verifyStatus',
      'blacklist',
      'birthday',
      'identityExpire',
      'licenceClass',
      'licenceFirstIssue',
      'licenceExpire',
    ])
    .where('id', 'in', ids)
    .execute()

export const byIdentity = (db: Db, identityType: IdentityType, hash: Buffer): Promise<PersonRow | undefined> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('identityType', '=', identityType)
    .where('identityNoHash', '=', hash)
    .executeTakeFirst()

/** The latest customer of this name and phone. */
export const byPhoneAndName = (db: Db, phoneHashes: readonly Buffer[], name: string): Promise<PersonRow | undefined> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('phoneHash', 'in', phoneHashes)
    .where('nameKey', '=', nameKey(name))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @returns undefined when another customer already holds the document */
export const insert = (db: Db, row: Insertable<DB['person']>): Promise<PersonRow | undefined> =>
  db
    .insertInto('person')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** The same of one without a document, which can be nobody else's: nothing of it is waited for. */
export const queueInsert = (ctx: Pick<Context, 'db' | 'queue'>, row: Insertable<DB['person']>): void =>
  ctx.queue(ctx.db.insertInto('person').values(row))

/** Writes over the version that was locked. */
export const update = (db: Db, stored: PersonRow, now: number, patch: Updateable<DB['person']>): Promise<PersonRow> =>
  db
    .updateTable('person')
    .set({ ...patch, version: stored.version + 1, updatedAt: now })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Puts pictures into their slots, or takes them out; the file stays the version it is. */
export const place = (db: Db, stored: PersonRow, slots: Updateable<DB['person']>): Promise<PersonRow> =>
  Object.keys(slots).length === 0
    ? Promise.resolve(stored)
    : db.updateTable('person').set(slots).where('id', '=', stored.id).returningAll().executeTakeFirstOrThrow()

/** Who had registers asked of somebody's papers; null for nobody. */
export const checkersOf = (db: Db, id: string): Promise<Record<CheckedPaper, string | null> | undefined> =>
  db
    .selectFrom('person as p')
    .leftJoin('account as a', 'a.id', 'p.identityCheckedBy')
    .leftJoin('account as b', 'b.id', 'p.licenceCheckedBy')
    .select(['a.name as idCard', 'b.name as licence'])
    .where('p.id', '=', id)
    .executeTakeFirst()

/** Those of some customers of whom a register said anything that may speak against them. */
export const doubted = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('id', 'in', ids)
    .where((e) => e.or([e('identityResult', '>', checkResult.same), e('licenceResult', '<>', checkResult.unchecked)]))
    .execute()

/** Keeps what a register said of somebody; the file stays the version it is. */
export const keepAnswer = (db: Db, id: string, patch: Updateable<DB['person']>): Promise<PersonRow | undefined> =>
  db
    .updateTable('person')
    .set(patch)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The newest orders of a customer, of the kinds the caller holds. */
export const ordersOf = (db: Db, personId: string, kinds: readonly OrderKind[], limit: number) =>
  db
    .selectFrom('order as o')
    .innerJoin('model as m', 'm.id', 'o.modelId')
    .select([
      'o.id',
      'o.orderNo',
      'o.orderKind',
      'o.status',
      'm.name as modelName',
      'o.plate',
      'o.pickupAt',
      'o.returnAt',
      'o.totalFen',
    ])
    .where('o.renterId', '=', personId)
    .where('o.orderKind', 'in', kinds)
    .where('o.status', '<>', orderStatus.notSubmitted)
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
