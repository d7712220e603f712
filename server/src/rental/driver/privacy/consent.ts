import { badInput } from '@cheyi/domain/refusal'
import {
  type ConsentKind,
  type ConsentWay,
  consentKind,
  consentKinds,
  consentMissing,
  consentOf,
  consentTypeOf,
  consentWay,
  consentWays,
} from '@cheyi/domain/rental/driver/consent'
import type { DocumentSlot } from '@cheyi/domain/rental/driver/documents'
import { openWithPerson, requestKind } from '@cheyi/domain/rental/driver/request'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { dropFiles } from '../../../platform/media/actions.ts'
import { legalText, legalVersions } from '../../../platform/session/actions.ts'
import type { PersonRow } from '../person-file.ts'
import { documentsOf, slotColumns } from '../person-view.ts'
import { requireHandled } from '../reach.ts'
import * as people from '../store-person.ts'
import { retainedDataOf } from './retained-data.ts'
import * as store from './store.ts'

/** The consents that the customer gave with this entry. */
export interface Given {
  readonly consent?: boolean | undefined
  readonly faceConsent?: boolean | undefined
}

const fieldOf = { [consentKind.documents]: 'consent', [consentKind.face]: 'faceConsent' } as const

/**
 * Records the consents given now.
 * @param slots the photos that are stored
 * @param way how the customer expressed the consent
 * @throws Refusal badInput (-2) for a photo without a consent, neither now nor earlier
 */
export async function takeConsents(
  ctx: Pick<Context, 'db' | 'now'>,
  personId: string,
  given: Given,
  slots: readonly DocumentSlot[],
  way: ConsentWay = consentWay.counter,
): Promise<void> {
  const now = consentKinds.values.filter((kind) => given[fieldOf[kind]] === true)
  const needed = [...new Set(slots.map(consentOf))].filter((kind) => !now.includes(kind))
  if (needed.length > 0) {
    const held = await store.givenConsents(ctx.db, personId)
    const missing = needed.find((kind) => !held.has(kind))
    if (missing !== undefined) throw badInput(fieldOf[missing], consentMissing[missing])
  }
  for (const kind of now) {
    const { version } = await legalText(ctx.db, consentTypeOf[kind], ctx.now)
    await store.agree(ctx.db, personId, kind, version, way)
  }
}

/** The text of each version of these kinds; '' for a consent from before texts had versions. */
async function agreedTexts(ctx: Pick<Context, 'db'>, kinds: ReadonlySet<ConsentKind>) {
  const texts = new Map<string, string>()
  for (const kind of kinds)
    for (const { version, preamble } of await legalVersions(ctx.db, consentTypeOf[kind]))
      texts.set(`${kind}/${version}`, String(preamble[0]))
  return (kind: ConsentKind, version: string): string => texts.get(`${kind}/${version}`) ?? ''
}

/** The consents and privacy requests of a customer, and the data that must be retained after a deletion. */
export const privacyOf: HandlerOf<'driver', 'privacy'> = async ({ personId }, ctx) => {
  const [person, consents, requests, holds, state] = await Promise.all([
    people.byId(ctx.db, personId),
    store.consents(ctx.db, personId),
    store.requests(ctx.db, personId),
    store.holdsOf(ctx.query, personId),
    ctx.elevated(() => store.stateOf(ctx.query, personId)),
  ])
  requireFound(person)
  await requireHandled(ctx, personId)
  const textOf = await agreedTexts(ctx, new Set(consents.map(({ kind }) => kind)))
  return {
    consents: consents.map((row) => ({ ...row, text: textOf(row.kind, row.textVersion), givenTo: row.givenTo ?? '' })),
    requests: requests.map((row) => ({ ...row, createdBy: row.createdBy ?? '' })),
    holds,
    open: openWithPerson(state),
    kept: retainedDataOf(state, ctx.now),
  }
}

/**
 * Withdraws a consent: no photo of that kind is stored any more. Existing photos are deleted immediately; documents of a
 * customer with an open matter are still needed for it and are deleted by the nightly job after it ends.
 */
export const withdrawConsent: HandlerOf<'driver', 'withdrawConsent'> = async ({ personId, kind, way }, ctx) => {
  const person = requireFound(await people.lock(ctx.db, personId))
  await requireHandled(ctx, personId)
  if (!(await store.withdraw(ctx, personId, kind, way))) throw badInput('kind', '客户没有可撤回的该项同意')
  const state = await ctx.elevated(() => store.stateOf(ctx.query, personId))
  const held = documentsOf(person).filter(({ slot }) => consentOf(slot) === kind)
  const waits = kind === consentKind.documents && openWithPerson(state) !== ''
  const pictures = held.length === 0 ? 'none' : waits ? 'later' : 'gone'
  if (pictures === 'gone') await clearPictures(ctx, person, kind)
  store.requestDone(ctx, personId, requestKind.withdraw, `已撤回：${consentKinds.text(kind)}`)
  ctx.audit({
    targetType: 'person',
    targetId: personId,
    after: { consent: consentKinds.text(kind), way: consentWays.text(way), pictures },
  })
  return { pictures }
}

/** Deletes the photos of a kind permanently. */
export async function clearPictures(
  ctx: Pick<Context, 'db' | 'query' | 'media' | 'afterCommit'>,
  person: PersonRow,
  kind: ConsentKind,
): Promise<void> {
  const gone = documentsOf(person).filter(({ slot }) => consentOf(slot) === kind)
  await people.place(ctx.db, person, Object.fromEntries(gone.map(({ slot }) => [slotColumns[slot], null])))
  await dropFiles(ctx, gone)
}
