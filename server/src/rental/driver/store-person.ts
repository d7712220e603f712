import { nameKey } from '@cheyi/domain/alike'
import { type OrderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { rentalStatuses } from '@cheyi/domain/booking/order/steps'
import { checkResult, type IdentityType, identityTypes, licenceKinds } from '@cheyi/domain/rental/driver/codes'
import { isValidAlone } from '@cheyi/domain/rental/driver/licence-kind'
import type { CheckedPaper } from '@cheyi/domain/rental/driver/paper-check'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { textsFrom } from '../../kernel/db/prefix.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { PersonRow } from './person-file.ts'

/** The masked columns that lists show, with the number of rentals that the caller may see. */
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

/** The interpretations of a typed keyword; a customer that matches any of them is found. */
export interface Search {
  readonly phoneHashes?: readonly Buffer[]
  readonly phoneTail?: string
  readonly identityHash?: Buffer
  readonly namePrefix?: string
}

/** The ids of the customers that match; each condition is an equality or a range of an index and returns its latest rows. */
function matchingSql(db: Db, ways: Search, limit: number) {
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
  return sql<string>`(${sql.join(found, sql` union all `)})`
}

/** The latest customers first. */
export const search = (db: Db, ways: Search, limit: number): Promise<BriefRow[]> =>
  briefs(db)
    .where('p.id', 'in', matchingSql(db, ways, limit))
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()

/** The ids of the latest customers that match any condition. */
export async function matching(db: Db, ways: Search, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from ${matchingSql(db, ways, limit)} m order by id desc limit ${sql.lit(limit)}`.execute(db)
  return rows.map(({ id }) => id)
}

export const byId = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()

export const lock = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const byIds = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  db.selectFrom('person').selectAll().where('id', 'in', ids).execute()

/** The data that a handover checks. */
export const factsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select([
      'id',
      'name',
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

/**
 * The latest customer with this name and phone number. The one or two hashes are compared one by one: for an array the planner expects more
 * of them than there are people of a name, and reads all of that name.
 */
export const byPhoneAndName = (db: Db, phoneHashes: readonly Buffer[], name: string): Promise<PersonRow | undefined> =>
  db
    .selectFrom('person')
    .selectAll()
    .where((e) => e.or(phoneHashes.map((hash) => e('phoneHash', '=', hash))))
    .where('nameKey', '=', nameKey(name))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** @returns undefined when another customer already has the document */
export const insert = (db: Db, row: Insertable<DB['person']>): Promise<PersonRow | undefined> =>
  db
    .insertInto('person')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** The same for a customer without a document, which cannot conflict, so the insert is queued. */
export const queueInsert = (ctx: Pick<Context, 'db' | 'queue'>, row: Insertable<DB['person']>): void =>
  ctx.queue(ctx.db.insertInto('person').values(row))

/** Updates the row at the version that was locked. */
export const update = (db: Db, stored: PersonRow, now: number, patch: Updateable<DB['person']>): Promise<PersonRow> =>
  db
    .updateTable('person')
    .set({ ...patch, version: stored.version + 1, updatedAt: now })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets or clears the photos of slots; the version of the file is unchanged. */
export const place = (db: Db, stored: PersonRow, slots: Updateable<DB['person']>): Promise<PersonRow> =>
  Object.keys(slots).length === 0
    ? Promise.resolve(stored)
    : db.updateTable('person').set(slots).where('id', '=', stored.id).returningAll().executeTakeFirstOrThrow()

/** The accounts that requested the checks of a customer's documents; null for none. */
export const checkersOf = (db: Db, id: string): Promise<Record<CheckedPaper, string | null> | undefined> =>
  db
    .selectFrom('person as p')
    .leftJoin('account as a', 'a.id', 'p.identityCheckedBy')
    .leftJoin('account as b', 'b.id', 'p.licenceCheckedBy')
    .select(['a.name as idCard', 'b.name as licence'])
    .where('p.id', '=', id)
    .executeTakeFirst()

const notAlone = licenceKinds.values.filter((kind) => !isValidAlone(kind))

/** The given customers to whose documents there may be an objection: an answer of a register, or the kind of the licence. */
export const doubtedPersons = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('id', 'in', ids)
    .where((e) =>
      e.or([
        e('identityResult', '>', checkResult.same),
        e('licenceResult', '<>', checkResult.unchecked),
        e('licenceKind', 'in', notAlone),
      ]),
    )
    .execute()

/** Stores the answer of a register; the version of the file is unchanged. */
export const keepAnswer = (db: Db, id: string, patch: Updateable<DB['person']>): Promise<PersonRow | undefined> =>
  db
    .updateTable('person')
    .set(patch)
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The newest orders of a customer, of the kinds that the caller may see. */
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

/** Orders of a person for whose papers a colleague was asked. */
export const ordersAwaitingPapers = (ctx: Context, personId: string) =>
  ctx.query<{ id: string }>(
    `select o.id from referral r join "order" o on o.id = r.subject_id
      where r.subject = 'order' and r.act = 'person.edit' and r.ended_at is null and $1 = any (o.codriver_ids || o.renter_id)`,
    [personId],
  )

export const phoneOf = async (db: Db, personId: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('person').select('phoneEnc').where('id', '=', personId).executeTakeFirst())?.phoneEnc
