import { Refusal } from '@cheyi/domain/refusal'
import { identityType, verifyStatus } from '@cheyi/domain/rental/driver/codes'
import { ERASED_NAME, openWithPerson, requestKind } from '@cheyi/domain/rental/driver/request'
import { forgetContacts } from '../../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { dropFiles } from '../../../platform/media/actions.ts'
import { noAnswers, noReasons } from '../paper-columns.ts'
import { openFile, type PersonRow, phoneIndex, sealFile } from '../person-file.ts'
import { documentsOf, emptySlots } from '../person-view.ts'
import * as people from '../store-person.ts'
import { retainedDataOf } from './retained-data.ts'
import * as store from './store.ts'

type ForgetMobile = (ctx: Context, mobile: string) => Promise<unknown>
const elsewhere: ForgetMobile[] = []

/** Another feature, which knows a customer by their mobile, deletes what it has when the customer is deleted. */
export const registerForgetMobile = (forget: ForgetMobile): void => void elsewhere.push(forget)

/**
 * Deletes a customer on request: name, phone number, document numbers and photos are deleted immediately; the rows of their
 * orders remain without a name.
 * @throws Refusal cancelBlocked (1020) while the customer has an open matter
 */
export const erasePerson: HandlerOf<'driver', 'erasePerson'> = async ({ personId, reason }, ctx) => {
  const person = requireFound(await people.lock(ctx.db, personId))
  const state = await ctx.elevated(() => store.stateOf(ctx.query, personId))
  const open = openWithPerson(state)
  if (open !== '') throw new Refusal('cancelBlocked', { 事项: '删除', 清单: open })
  await forgetPerson(ctx, person)
  store.requestDone(ctx, personId, requestKind.erase, reason)
  ctx.audit({ targetType: 'person', targetId: personId, after: { erased: true, reason } })
  return { kept: retainedDataOf(state, ctx.now) }
}

/** Deletes what {@link erasePerson} covers, on request or after the retention period. */
export async function forgetPerson(ctx: Context, person: PersonRow): Promise<void> {
  const { phone } = openFile(ctx.vault, person)
  for (const forget of elsewhere) await forget(ctx, phone)
  await people.update(ctx.db, person, ctx.now, {
    ...sealFile(ctx.vault, person.id, nobody),
    // A unique value that no phone number can have.
    phoneHash: phoneIndex(ctx.vault, `erased-${person.id}`),
    // A blacklisted customer remains identifiable by the blind index of the document alone.
    identityType: person.identityType,
    identityNoHash: person.blacklist ? person.identityNoHash : null,
    ...emptySlots,
    verifyStatus: verifyStatus.unverified,
    verifiedAt: null,
    verifiedBy: null,
    waiveReason: '',
    ...noAnswers,
    ...noReasons,
    blacklistReason: '',
    tags: [],
    erasedAt: ctx.now,
  })
  await dropFiles(ctx, documentsOf(person))
  await ctx.elevated(() => forgetContacts(ctx, person.id))
}

const nobody = {
  name: ERASED_NAME,
  phone: '',
  identityType: identityType.idCard,
  identityNo: null,
  identityExpire: null,
  licenceKind: null,
  licenceNo: null,
  licenceClass: '',
  licenceFirstIssue: null,
  licenceExpire: null,
  birthday: null,
  gender: null,
  address: '',
} as const
