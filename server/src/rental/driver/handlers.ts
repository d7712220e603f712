import { contract } from '@cheyi/contract/index'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { consentKind, consentMissing } from '@cheyi/domain/rental/driver/consent'
import { readOrder } from '../../booking/order/actions.ts'
import { type HandlerOf, implement } from '../../kernel/context.ts'
import { countToday } from '../../kernel/daily-use.ts'
import { usableFile } from '../../platform/media/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { arrive } from './arrive.ts'
import { certificates } from './certificates.ts'
import { exportCustomers } from './customers/export-work.ts'
import { customers, customerTags, setTags } from './customers/handlers.ts'
import { checkOf } from './paper-check.ts'
import { blacklistPerson, personDetail, revealPerson, savePerson, searchPeople, verifyPerson } from './people.ts'
import { privacyOf, withdrawConsent } from './privacy/consent.ts'
import { erasePerson } from './privacy/erase.ts'
import { exportPerson } from './privacy/export-work.ts'
import { answerPrivacy, requestPrivacy, requests } from './privacy/request.ts'
import * as store from './privacy/store.ts'
import { givenConsents } from './privacy/store.ts'
import { requireHandled } from './reach.ts'
import { arrange, box, tasks, tasksOfOrder } from './tasks.ts'

/**
 * Retains an order and all its data for a legal case, beyond every retention period and deletion request; or ends this
 * retention.
 */
const holdOrder: HandlerOf<'driver', 'holdOrder'> = async ({ orderId, on, reason }, ctx) => {
  const order = await readOrder(ctx, orderId)
  const held = await store.setHold(ctx, order.id, on ? reason : null)
  ctx.audit({ targetType: 'order', targetId: order.id, after: { legalHold: on, reason } })
  return { held }
}

/**
 * Reads a photo by OCR: one that the caller has just taken, or one of the customer's file. The request is sent after the
 * commit, so that no database connection is held while it waits. The result is only a proposal and is not stored; the
 * request is counted.
 * @throws Refusal notFound (-4) for a photo that the caller may not use; badInput (-2) without the customer's consent;
 *   ocrAbsent (1107) where the installation has no account; ocrSpent (1106) when the daily quota of the merchant is used up;
 *   ocrFailed (1104)
 */
const readDocument: HandlerOf<'driver', 'readDocument'> = async ({ mediaId, slot, personId, consent }, ctx) => {
  if (personId !== undefined) await requireHandled(ctx, personId)
  const held = personId === undefined ? undefined : await givenConsents(ctx.db, personId)
  if (consent !== true && held?.has(consentKind.documents) !== true)
    throw badInput('consent', consentMissing[consentKind.documents])
  const { ocr } = ctx.outside()
  if (ocr === null) throw new Refusal('ocrAbsent')
  const { path } = await usableFile(ctx, mediaId, { biz: 'person', bizId: personId })
  const { readPapersDaily } = await settingsOf(ctx)
  if (!(await countToday(ctx, 'readPaper', readPapersDaily))) throw new Refusal('ocrSpent')
  ctx.audit({ targetType: 'media', targetId: mediaId, after: { documents: [slot] } })
  ctx.answerAfterCommit(async () => ({ reading: await ocr.read(ctx, slot, await ctx.media.read(path), ctx.awaited) }))
  return { reading: null }
}

export const driver = implement(contract.driver, {
  box,
  arrange,
  arrive,
  tasks,
  tasksOfOrder,
  certificates,
  customers,
  customerTags,
  setTags,
  exportCustomers,
  searchPeople,
  personDetail,
  revealPerson,
  savePerson,
  verifyPerson,
  checkIdentity: checkOf('idCard'),
  checkLicence: checkOf('licence'),
  blacklistPerson,
  privacy: privacyOf,
  withdrawConsent,
  requests,
  requestPrivacy,
  answerPrivacy,
  holdOrder,
  exportPerson,
  erasePerson,
  readDocument,
})
