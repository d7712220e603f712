import { nameKey } from '@cheyi/domain/alike'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { driverTaskStatuses, driverTaskType, identityType } from '@cheyi/domain/rental/driver/codes'
import type { PersonFacts } from '@cheyi/domain/rental/driver/person'
import { driverTaskSteps, isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type Context, newId } from '../../kernel/context.ts'
import { whenWorkEnds } from '../../platform/account/actions.ts'
import { registerRenterPhone } from '../../platform/customer-link/actions.ts'
import { idsOf, pendingWorkChanges } from '../../platform/pending-work/actions.ts'
import { openBusiness } from '../../platform/session/actions.ts'
import { heldFaults } from './paper-columns.ts'
import {
  enteredFile,
  identityIndex,
  openFile,
  type PersonFile,
  type PersonInput,
  type PersonRow,
  phoneIndexes,
  sealFile,
} from './person-file.ts'
import { type PersonBrief, personBrief } from './person-view.ts'
import * as people from './store-person.ts'
import * as tasks from './store-task.ts'

export { clearDriverPlaces } from './arrive.ts'
export { callOffDrivers } from './call-off.ts'
export { keepAllCustomers } from './customers/follow.ts'
export { findPeople } from './find.ts'
export { moveCollection } from './later.ts'
export {
  documentsPageOf,
  dropOwnPaper,
  type OwnPaper,
  ownPapers,
  type PapersOfMobile,
  papersOfMobile,
  registerDocumentsPage,
  takeOwnPaper,
} from './own-papers.ts'
export { clearDocuments, clearFaces, clearPersons } from './privacy/clear.ts'
export { registerForgetMobile } from './privacy/erase.ts'
export { countWhole } from './whole.ts'

/** The fields of a booking form about the people who drive. */
export interface RenterForm {
  readonly renterId?: string
  readonly person?: PersonInput
  readonly codriverIds?: readonly string[]
  readonly contactName?: string
  readonly contactPhone?: string
}

/**
 * The renter of a booking, in this order: the chosen customer, the customer with the entered document, the customer with
 * this name and phone number, or a new one. An existing customer file is never changed here. Without an entry the contact
 * person is the renter, whose document is entered before the pickup.
 * @returns `blacklisted` when the renter or an additional driver is on the blacklist
 * @throws Refusal notFound (-4) for an unknown renter or additional driver; idNumberInvalid (1101); badInput (-2) when the
 *   document is registered under another name, or no person is named
 */
export async function resolveRenter(
  ctx: Context,
  form: RenterForm,
): Promise<{ readonly personId: string; readonly blacklisted: boolean }> {
  const codriverIds = form.codriverIds ?? []
  const known = await existing(ctx, [...(form.renterId === undefined ? [] : [form.renterId]), ...codriverIds])
  const renter =
    form.renterId === undefined ? await personOf(ctx, form) : known.find((person) => person.id === form.renterId)!
  return { personId: renter.id, blacklisted: [renter, ...known].some((person) => person.blacklist) }
}

/** The customers by ID, each of which must exist and not be deleted. */
async function existing(ctx: Context, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const rows = await people.byIds(ctx.db, ids)
  if (rows.filter((row) => row.erasedAt === null).length !== new Set(ids).size) throw new Refusal('notFound')
  return rows
}

async function personOf(ctx: Context, form: RenterForm): Promise<Pick<PersonRow, 'id' | 'blacklist'>> {
  const file =
    form.person === undefined
      ? enteredFile(ctx, contactEntry(form), null)
      : enteredFile(ctx, form.person, null, 'person.')
  const { identityNo, identityType } = file
  const holder = () =>
    identityNo === null
      ? people.byPhoneAndName(ctx.db, phoneIndexes(ctx.vault, file.phone), file.name)
      : people.byIdentity(ctx.db, identityType, identityIndex(ctx.vault, identityNo))
  // The ID of a new file is fetched in the same round trip; for an existing customer it is not used.
  const [held, id] = await Promise.all([holder(), newId(ctx)])
  if (held !== undefined) return sameName(held, file.name)

  const row = { id, ...sealFile(ctx.vault, id, file) }
  // Without a document there can be no conflict, so the insert can be queued.
  if (identityNo === null) {
    people.queueInsert(ctx, row)
    return { id, blacklist: false }
  }
  const made = await people.insert(ctx.db, row)
  if (made !== undefined) return made
  // Another booking registered the document in the meantime.
  const other = await holder()
  if (other === undefined) throw new Refusal('personExists')
  return sameName(other, file.name)
}

function contactEntry({ contactName, contactPhone }: RenterForm): PersonInput {
  if (!contactName) throw badInput('contactName', '请填写客户姓名')
  if (!contactPhone) throw badInput('contactPhone', '请输入正确的手机号')
  return { name: contactName, phone: contactPhone, identityType: identityType.idCard }
}

function sameName(person: PersonRow, name: string): PersonRow {
  // A customer who was deleted while blacklisted is identified by the document alone.
  if (person.erasedAt === null && nameKey(person.name) !== nameKey(name))
    throw badInput('person.name', '姓名与证件不一致')
  return person
}

/** The customer data that a handover checks, by ID; one query. Unknown IDs are missing. */
export async function personFacts(
  ctx: Context,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, PersonFacts & { readonly name: string }>> {
  if (personIds.length === 0) return new Map()
  const rows = await people.factsOf(ctx.db, personIds)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/**
 * Customers' names and numbers in plain text, by ID; one query. Unknown IDs are missing. The caller must hold the permission
 * for customer files and must write the audit entry.
 */
export async function personFiles(
  ctx: Context,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<PersonFile, 'name' | 'phone' | 'identityNo' | 'licenceNo'>>> {
  if (personIds.length === 0) return new Map()
  const rows = await people.byIds(ctx.db, personIds)
  return new Map(rows.map((row) => [row.id, openFile(ctx.vault, row)]))
}

/** Customers as lists show them, with masked numbers, in the order of the IDs; one query. Unknown IDs are omitted. */
export async function personBriefs(ctx: Context, personIds: readonly string[]): Promise<PersonBrief[]> {
  if (personIds.length === 0) return []
  const rows = await people.briefsOf(ctx.db, personIds)
  return personIds.flatMap((id) => rows.filter((row) => row.id === id).map(personBrief))
}

/**
 * The objections of state registers to the documents of some customers, and the reasons why the documents were approved
 * nevertheless, by ID; one query. Customers without an objection are missing.
 */
export async function paperFaults(
  ctx: Context,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, { text: string; reason: string }[]>> {
  if (personIds.length === 0) return new Map()
  const rows = await people.doubtedPersons(ctx.db, personIds)
  return new Map(rows.map((row) => [row.id, heldFaults(ctx.vault, row, openFile(ctx.vault, row))]))
}

/** The driver task of each handover: a delivery for the pickup, a collection for the return. */
const taskOf = { [handoverType.pickup]: driverTaskType.deliver, [handoverType.return]: driverTaskType.collect } as const

/** The driver saved a first draft of the record, so the task is in progress. A draft by another account has no effect. */
export const startDriverTask = (ctx: Context, orderId: string, type: HandoverType): void =>
  tasks.moveTasks(ctx, 'start', driverTaskSteps.steps.start.to, {
    orderId,
    type: taskOf[type],
    accountId: ctx.accountId,
  })

/** The handover was confirmed, by any account. */
export const finishDriverTask = (ctx: Context, orderId: string, type: HandoverType): void =>
  tasks.moveTasks(ctx, 'finish', driverTaskSteps.steps.finish.to, { orderId, type: taskOf[type] })

/** The handover was undone, so its task is in progress again. */
export const reopenDriverTask = (ctx: Context, orderId: string, type: HandoverType): void =>
  tasks.moveTasks(ctx, 'reopen', driverTaskSteps.steps.reopen.to, { orderId, type: taskOf[type] })

openBusiness.employee.register(
  'tasks',
  `select count(*) from driver_task where account_id = $1
    and status in (${driverTaskStatuses.values.filter(isOpenTask).join(', ')})`,
)
whenWorkEnds((tx, accountId) =>
  pendingWorkChanges(tx, 'order', () =>
    idsOf(tx, 'select order_id as id from driver_task where account_id = $1', [accountId]),
  ),
)

registerRenterPhone(people.phoneOf)
