import type { DraftScreen } from '@cheyi/domain/platform/pending-work/kinds'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import type { Referred } from './actions.ts'
import * as store from './store.ts'

/*
 * A filled form that only a colleague may send. There is no record yet, so the request holds the form, encrypted and for a day. The
 * requester and the colleague may open it, and nobody else.
 */

const DRAFT = 'referral.draft'

/** What a form is about: its stores, and words without personal data. */
export type DraftAbout = Pick<Referred, 'storeId' | 'returnStoreId' | 'no'>

interface DraftRule {
  /** @throws Refusal badInput (-2) for what the call of the form would not accept */
  readonly parse: (value: unknown) => object
  /** @throws Refusal notFound (-4) for a record that the caller may not see */
  readonly about: (ctx: Context, value: never) => Promise<DraftAbout>
}

const rules = new Map<DraftScreen, DraftRule>()

/** Registers how the form of a screen is checked and described. */
export function draftsOf<T extends object>(
  of: DraftScreen,
  parse: (value: unknown) => T,
  about: (ctx: Context, value: T) => Promise<DraftAbout>,
): void {
  rules.set(of, { parse, about })
}

/** @throws Refusal badInput (-2) naming the first wrong field */
export function parseDraft<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, error } = schema.safeParse(value)
  if (error === undefined) return data as z.output<S>
  const [issue] = error.issues
  throw new Refusal('badInput', { 字段: issue!.message, field: 'draft' })
}

/** A form from its text, checked and described. @throws Refusal badInput (-2), notFound (-4) */
export async function draftFrom(ctx: Context, of: DraftScreen, text: string) {
  const { parse, about } = rules.get(of)!
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badInput('draft', '表单内容不正确')
  }
  const form = parse(value)
  return { form, about: await about(ctx, form as never) }
}

interface Held {
  readonly form: object
  readonly no: string
}

export const seal = (ctx: Context, id: string, held: Held): Buffer => ctx.vault.seal(DRAFT, id, JSON.stringify(held))

export const openDraft = (ctx: Context, { id, draft }: Pick<store.ReferralRow, 'id' | 'draft'>): Held =>
  JSON.parse(ctx.vault.open(DRAFT, id, draft!)) as Held

/** Its address: the screen of the form, filled in. */
export const linkOf = (of: DraftScreen, id: string): string => screen(of, { referralId: id })

/** Open forms that the caller handed over or received. */
export const draftsFound = async (ctx: Context, ids: readonly string[]): Promise<Referred[]> =>
  (await store.openDrafts(ctx, ids)).map((row) => {
    const { no } = openDraft(ctx, row)
    const { storeId, returnStoreId } = row
    return { id: row.id, storeId, returnStoreId, no, title: no, link: linkOf(row.draftScreen!, row.id) }
  })
