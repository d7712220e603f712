import { advance } from '@cheyi/domain/advance'
import { orderItemType, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { awaitsPickup } from '@cheyi/domain/booking/order/steps'
import {
  type AgreementStatus,
  type AgreementType,
  agreementStatus,
  agreementType,
  leaseTypes,
} from '@cheyi/domain/rental/agreement/codes'
import { agreementSteps } from '@cheyi/domain/rental/agreement/steps'
import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { isEndedRow } from '@cheyi/domain/rental/instalment/steps'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { type Insertable, sql as raw, type Selectable, type Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type AgreementRow = Selectable<DB['agreement']>

/** A document with its effective state. `superseded`: its order has another car or period than the document was signed for. */
export type Paper = AgreementRow & { readonly superseded: boolean }

/** Instalments that were cancelled. */
const endedRows = instalmentStatuses.values.filter(isEndedRow)

const waiting = orderStatuses.values.filter(awaitsPickup).join(', ')

/** SQL: a rental contract `g` covers another car or period than its order has now, and the order is still before its pickup. */
export const supersededSql = (g: string): string =>
  `(${g}.type in (${leaseTypes.join(', ')}) and ${g}.status <> ${agreementStatus.void} and ${g}.return_at is not null and exists (
     select from "order" held where held.merchant_id = ${g}.merchant_id and held.id = ${g}.order_id and held.status in (${waiting})
       and (held.vehicle_id, held.pickup_at, held.return_at) is distinct from (${g}.vehicle_id, ${g}.pickup_at, ${g}.return_at)))`

const papers = (db: Db) =>
  db
    .selectFrom('agreement')
    .selectAll()
    .select(raw<boolean>`${raw.raw(supersededSql('agreement'))}`.as('superseded'))

/** All documents of an order, newest first; a superseded one counts as void. */
export const all = async (db: Db, orderId: string): Promise<Paper[]> =>
  (await papers(db).where('orderId', '=', orderId).orderBy('id', 'desc').execute()).map(effectivePaper)

const effectivePaper = (paper: Paper): Paper => (paper.superseded ? { ...paper, status: agreementStatus.void } : paper)

/** The subject of a document where an order may have several of its type: a handover or swap, a renewal, an early end. */
export type PaperSubject = Partial<Pick<AgreementRow, 'recordId' | 'renewalId' | 'terminationId'>>

/** A document type, or several types that replace each other. */
export type OfType = AgreementType | readonly AgreementType[]

/**
 * The newest document of a type that is not void, with its stored status: a superseded one is still returned here, and is
 * voided by its successor. Each swap, renewal and early end has a document of its own, identified by its subject. Callers
 * that change it hold the lock on the order row.
 */
export const current = (
  db: Db,
  orderId: string,
  type: OfType,
  { recordId, renewalId, terminationId }: PaperSubject = {},
): Promise<Paper | undefined> =>
  papers(db)
    .where('orderId', '=', orderId)
    .where('type', 'in', [type].flat())
    .$if(recordId != null, (query) => query.where('recordId', '=', recordId!))
    .$if(renewalId != null, (query) => query.where('renewalId', '=', renewalId!))
    .$if(terminationId != null, (query) => query.where('terminationId', '=', terminationId!))
    .where('status', '<>', agreementStatus.void)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A superseded document counts as void. */
export async function byId(db: Db, id: string): Promise<Paper | undefined> {
  const paper = await papers(db).where('id', '=', id).executeTakeFirst()
  return paper && effectivePaper(paper)
}

export const insert = (db: Db, row: Insertable<DB['agreement']>) => db.insertInto('agreement').values(row).execute()

/** The same, sent with the next statement. */
export const queue = (ctx: Pick<Context, 'db' | 'queue'>, row: Insertable<DB['agreement']>): void =>
  ctx.queue(ctx.db.insertInto('agreement').values(row))

/** Stores the content of a pending document that was created now. */
export const fill = (db: Db, { id, ...row }: Updateable<DB['agreement']> & { readonly id: string }) =>
  db
    .updateTable('agreement')
    .set((e) => ({ ...row, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const setVoid = (db: Db, id: string, status: AgreementStatus, reason: string) =>
  db
    .updateTable('agreement')
    .set((e) => ({ status, voidReason: reason, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The status of a document that is replaced by another one. @throws Refusal agreementSigned (5403) for a valid signed document */
export const replacedStatus = ({ superseded, status }: Paper): AgreementStatus =>
  advance(agreementSteps, superseded ? 'supersede' : 'replace', status)

/** A handover record of the order, with the data that a printed document shows. */
export const recordOf = (db: Db, recordId: string, orderId: string, type: HandoverType) =>
  db
    .selectFrom('pickupReturnRecord')
    .select(['id', 'photos', 'damageMarks'])
    .where('id', '=', recordId)
    .where('orderId', '=', orderId)
    .where('type', '=', type)
    .where('void', '=', false)
    .executeTakeFirst()

/** The pickup record of the new car of a swap and the return record of the previous car, each with its car. */
export const swapRecords = (db: Db, orderId: string, recordId: string) =>
  db
    .selectFrom('pickupReturnRecord as r')
    .innerJoin('pickupReturnRecord as out', 'out.orderId', 'r.orderId')
    .leftJoin('vehicle as v', 'v.id', 'r.vehicleId')
    .leftJoin('model as m', 'm.id', 'v.modelId')
    .select([
      'r.type',
      'r.at',
      'r.mileageKm',
      'r.fuelKind',
      'r.fuelEighths',
      'r.batteryPct',
      'r.damageMarks',
      'r.photos',
      'r.extra',
    ])
    .select(['v.plate', 'v.vin', 'm.name as model'])
    .where('out.id', '=', recordId)
    .where('r.orderId', '=', orderId)
    .where('r.void', '=', false)
    .where((e) =>
      e.or([
        e('r.id', '=', recordId),
        e.and([e('r.type', '=', handoverType.return), e('r.seq', '=', e('out.seq', '-', 1))]),
      ]),
    )
    .execute()

/** An effective renewal with the data for its document. */
export const renewalOf = (db: Db, renewalId: string) =>
  db
    .selectFrom('renewal')
    .select(['seq', 'oldReturnAt', 'newReturnAt', 'amountFen', 'extension'])
    .where('id', '=', renewalId)
    .where('status', '=', renewalStatus.effective)
    .executeTakeFirst()

/** A valid early end with the data for its document; none for an early end from before such documents existed. */
export const endOf = (db: Db, terminationId: string) =>
  db
    .selectFrom('termination')
    .select(['oldReturnAt as from', 'merchantCause', 'reason'])
    .select((e) => [
      e.ref('usedFen').$notNull().as('used'),
      e.ref('penaltyFen').$notNull().as('penalty'),
      e.ref('lateFeesFen').$notNull().as('lateFees'),
      e.ref('owedFen').$notNull().as('owed'),
    ])
    .where('id', '=', terminationId)
    .where('takenBackAt', 'is', null)
    .where('usedFen', 'is not', null)
    .executeTakeFirst()

/** The valid documents of an order's renewals, by renewal. */
export const renewalPapers = (db: Db, orderId: string) =>
  db
    .selectFrom('agreement')
    .select(['id', 'renewalId', 'status'])
    .where('orderId', '=', orderId)
    .where('type', '=', agreementType.renewal)
    .where('renewalId', 'is not', null)
    .where('status', '<>', agreementStatus.void)
    .orderBy('id')
    .execute()

export type SwapRow = Awaited<ReturnType<typeof swapRecords>>[number]

export interface HeadRow {
  merchantName: string
  merchantLicenceNo: string
  storeName: string
  storeAddress: string
  storePhone: string | null
  returnStoreName: string
  returnStoreAddress: string
  modelName: string
  /** The VIN of the assigned car; null without a car, and when it has left the caller's stores. */
  vin: string | null
  vehicleModelName: string | null
}

const HEAD = `
  select t.name as merchant_name, t.licence_no as merchant_licence_no, s.name as store_name, s.address as store_address, s.phones[1] as store_phone,
    r.name as return_store_name, r.address as return_store_address,
    m.name as model_name,
    v.vin, vm.name as vehicle_model_name
  from "order" o
    join merchant t on t.id = o.merchant_id
    join store s on s.id = o.store_id
    join store r on r.id = o.return_store_id
    join model m on m.id = o.model_id
    left join vehicle v on v.id = o.vehicle_id
    left join model vm on vm.id = v.model_id
  where o.id = $1`

/** The data of a document in addition to the order; all statements are sent together. */
export async function readFacts(
  { db, query }: Pick<Context, 'db' | 'query'>,
  orderId: string,
  { people, planned }: { readonly people: readonly string[]; readonly planned: boolean },
) {
  const [heads, persons, items, expenses, deposits, records, plan] = await Promise.all([
    query<HeadRow>(HEAD, [orderId]),
    people.length === 0 ? [] : personsOf(db, people),
    db
      .selectFrom('orderItem')
      .select(['code', 'name', 'unit', 'unitPriceFen', 'amountFen', 'formula'])
      .where('orderId', '=', orderId)
      .where('status', '=', 'active')
      .where('itemType', '<>', orderItemType.deposit)
      .orderBy('renewalId', (order) => order.asc().nullsFirst())
      .orderBy('seq')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('expenseItem')
      .select(['name', 'formula', 'amountFen'])
      .where('orderId', '=', orderId)
      .where('type', '=', handoverType.return)
      .where('void', '=', false)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('deposit')
      .select(['kind', 'amountFen', 'payStatus'])
      .where('orderId', '=', orderId)
      .orderBy('kind')
      .execute(),
    db
      .selectFrom('pickupReturnRecord')
      .select(['type', 'seq', 'mileageKm', 'fuelKind', 'fuelEighths', 'batteryPct', 'damageMarks'])
      .where('orderId', '=', orderId)
      .where('void', '=', false)
      .orderBy('seq', 'desc')
      .execute(),
    planned ? planOf(db, orderId) : [],
  ])
  return { head: heads[0]!, persons, items, expenses, deposits, records, plan }
}

/** The valid instalments of an order. */
const planOf = (db: Db, orderId: string) =>
  db
    .selectFrom('instalment')
    .select(['seq', 'periodFrom', 'periodTo', 'dueOn as dueDate', 'amountFen as amount'])
    .where('orderId', '=', orderId)
    .where('status', 'not in', endedRows)
    .orderBy('seq')
    .execute()

/** Customers with masked numbers. */
const personsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'phoneMask', 'identityType', 'identityNoMask', 'licenceNoMask', 'licenceClass'])
    .where('id', 'in', ids)
    .execute()
