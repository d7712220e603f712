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
import { type Context, found, type HandlerOf } from '../../../kernel/context.ts'
import { dropFiles } from '../../../platform/media/actions.ts'
import { legalText, legalVersions } from '../../../platform/session/actions.ts'
import type { PersonRow } from '../person-file.ts'
import { documentsOf, slotColumns } from '../person-view.ts'
import * as people from '../store-person.ts'
import { keptAfter } from './kept.ts'
import * as store from './store.ts'

/** What the customer agreed to with this entry. */
export interface Given {
  readonly consent?: boolean | undefined
  readonly faceConsent?: boolean | undefined
}

const fieldOf = { [consentKind.documents]: 'consent', [consentKind.face]: 'faceConsent' } as const

/**
 * Notes what was agreed to now.
 * @param slots the pictures that are taken
 * @param way how the customer said it
 * @throws Refusal badInput (-2) for a picture that was agreed to neither now nor before
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
    const held = await store.agreed(ctx.db, personId)
    const missing = needed.find((kind) => !held.has(kind))
    if (missing !== undefined) throw badInput(fieldOf[missing], consentMissing[missing])
  }
  for (const kind of now) {
    const { version } = await legalText(ctx.db, consentTypeOf[kind], ctx.now)
    await store.agree(ctx.db, personId, kind, version, way)
  }
}

/** What each version of the texts of these kinds says; '' for a consent from before texts had versions. */
async function agreedTexts(ctx: Pick<Context, 'db'>, kinds: ReadonlySet<ConsentKind>) {
  const texts = new Map<string, string>()
  for (const kind of kinds)
    for (const { version, preamble } of await legalVersions(ctx.db, consentTypeOf[kind]))
      texts.set(`${kind}/${version}`, String(preamble[0]))
  return (kind: ConsentKind, version: string): string => texts.get(`${kind}/${version}`) ?? ''
}

/** What a customer agreed to and asked for, and what would stay of them. */
export const privacyOf: HandlerOf<'driver', 'privacy'> = async ({ personId }, ctx) => {
  const [person, consents, requests, holds, state] = await Promise.all([
    people.byId(ctx.db, personId),
    store.consents(ctx.db, personId),
    store.requests(ctx.db, personId),
    store.holdsOf(ctx.query, personId),
    ctx.elevated(() => store.stateOf(ctx.query, personId)),
  ])
  found(person)
  const textOf = await agreedTexts(ctx, new Set(consents.map(({ kind }) => kind)))
  return {
    consents: consents.map((row) => ({ ...row, text: textOf(row.kind, row.textVersion), givenTo: row.givenTo ?? '' })),
    requests: requests.map((row) => ({ ...row, createdBy: row.createdBy ?? '' })),
    holds,
    open: openWithPerson(state),
    kept: keptAfter(state, ctx.now),
  }
}

/**
 * From now on no picture of that kind is taken. Those there are go at once; papers of a customer with something open are
 * needed for it and go with the nightly work once it is over.
 */
export const withdrawConsent: HandlerOf<'driver', 'withdrawConsent'> = async ({ personId, kind, way }, ctx) => {
  const person = found(await people.lock(ctx.db, personId))
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

/** Takes the pictures of a kind away for good. */
export async function clearPictures(
  ctx: Pick<Context, 'db' | 'query' | 'media' | 'afterCommit'>,
  person: PersonRow,
  kind: ConsentKind,
): Promise<void> {
  const gone = documentsOf(person).filter(({ slot }) => consentOf(slot) === kind)
  await people.place(ctx.db, person, Object.fromEntries(gone.map(({ slot }) => [slotColumns[slot], null])))
  await dropFiles(ctx, gone)
}
