import { Refusal } from '@cheyi/domain/refusal'
import { type Context, requireFound } from '../../kernel/context.ts'
import type { PersonRow } from './person-file.ts'
import * as store from './store-person.ts'

/**
 * Whether the caller handles this customer: somebody who sees some stores, or their own orders only, finds every customer of the merchant
 * in order to book for them, but handles those of orders that they see, and those whom they registered themselves.
 */
export async function handlesPerson(ctx: Pick<Context, 'identity' | 'query'>, personId: string): Promise<boolean> {
  if (ctx.identity.scope === 'all') return true
  const [row] = await ctx.query<{ seen: boolean }>('select sees_person($1) as seen', [personId])
  return row!.seen
}

/** @throws Refusal personNotServed (1111) for a customer whom the caller does not handle */
export async function requireHandled(ctx: Pick<Context, 'identity' | 'query'>, personId: string): Promise<void> {
  if (!(await handlesPerson(ctx, personId))) throw new Refusal('personNotServed')
}

/**
 * The customer whom the caller is about to change.
 * @throws Refusal notFound (-4) also for a deleted customer, whose file must not be changed any more; personNotServed (1111)
 */
export async function lockHandled(ctx: Context, personId: string): Promise<PersonRow> {
  const row = await store.lock(ctx.db, personId)
  const person = requireFound(row?.erasedAt === null ? row : undefined)
  await requireHandled(ctx, personId)
  return person
}
