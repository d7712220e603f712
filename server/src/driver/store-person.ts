import { identityTypes } from '@cheyi/domain/driver/codes'
import { type OrderKind, orderStatus, orderStatuses } from '@cheyi/domain/order/codes'
import { isCancelled } from '@cheyi/domain/order/steps'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../kernel/context.ts'
import type { DB } from '../kernel/tables.gen.ts'
import type { PersonRow } from './person-file.ts'

/** What counts as a rental of a customer: neither drafts nor what came to nothing. */
const rentals = orderStatuses.values.filter((status) => status !== orderStatus.notSubmitted && !isCancelled(status))

/** The masked columns that lists show, with the rentals that the caller may see. */
const briefs = (db: Db) =>
  db.selectFrom('person as p').select((e) => [
    'p.id',
    'p.name',
    'p.phone_mask',
    'p.identity_type',
    'p.identity_no_mask',
    'p.licence_class',
    'p.licence_expire',
    'p.verify_status',
    'p.blacklist',
    e
      .selectFrom('order as o')
      .select((inner) => inner.fn.countAll<string>().as('n'))
      .whereRef('o.renter_id', '=', 'p.id')
      .where('o.status', 'in', rentals)
      .as('order_count'),
  ])

export type BriefRow = Awaited<ReturnType<typeof briefsOf>>[number]

export const briefsOf = (db: Db, ids: readonly string[]) => briefs(db).where('p.id', 'in', ids).execute()

/** Ways a typed keyword may mean a customer; a customer that fits any of them is found. */
export interface Search {
  readonly phoneHash?: Buffer
  readonly phoneTail?: string
  readonly identityHash?: Buffer
  readonly namePrefix?: string
}

/** The latest customers first. Each way is an equality or a prefix of an index. */
export const search = (db: Db, ways: Search, limit: number) =>
  briefs(db)
    .where((e) =>
      e.or([
        ...(ways.phoneHash ? [e('p.phone_hash', '=', ways.phoneHash)] : []),
        ...(ways.phoneTail ? [e('p.phone_tail4', '=', ways.phoneTail)] : []),
        ...(ways.identityHash
          ? [e.and([e('p.identity_type', 'in', identityTypes.values), e('p.identity_no_hash', '=', ways.identityHash)])]
          : []),
        ...(ways.namePrefix ? [sql<boolean>`p.name ^@ ${ways.namePrefix}`] : []),
      ]),
    )
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()

export const byId = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()

export const lock = (db: Db, id: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const byIds = (db: Db, ids: readonly string[]): Promise<PersonRow[]> =>
  db.selectFrom('person').selectAll().where('id', 'in', ids).execute()

export const byIdentity = (db: Db, identityType: number, hash: Buffer): Promise<PersonRow | undefined> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('identity_type', '=', identityType)
    .where('identity_no_hash', '=', hash)
    .executeTakeFirst()

/** The latest customer of this name and phone. */
export const byPhoneAndName = (db: Db, phoneHash: Buffer, name: string): Promise<PersonRow | undefined> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('phone_hash', '=', phoneHash)
    .where('name', '=', name)
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

/** Writes over the version that was locked. */
export const update = (db: Db, stored: PersonRow, now: Date, patch: Updateable<DB['person']>): Promise<PersonRow> =>
  db
    .updateTable('person')
    .set({ ...patch, version: stored.version + 1, updated_at: now })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest orders of a customer, of the kinds the caller holds. */
export const ordersOf = (db: Db, personId: string, kinds: readonly OrderKind[], limit: number) =>
  db
    .selectFrom('order as o')
    .innerJoin('model as m', 'm.id', 'o.model_id')
    .select([
      'o.id',
      'o.order_no',
      'o.status',
      'm.name as model_name',
      'o.plate',
      'o.pickup_at',
      'o.return_at',
      'o.total_fen',
    ])
    .where('o.renter_id', '=', personId)
    .where('o.order_kind', 'in', kinds)
    .where('o.status', '<>', orderStatus.notSubmitted)
    .orderBy('o.id', 'desc')
    .limit(limit)
    .execute()
