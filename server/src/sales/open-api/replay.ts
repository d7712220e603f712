import { openContract } from '@cheyi/contract/sales/open-api'
import { Refusal } from '@cheyi/domain/refusal'
import { decode } from '../../kernel/call/input.ts'
import type { Context } from '../../kernel/context.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import { type Replayed, replaysBy } from '../channel-push/actions.ts'
import type { OpenKey } from './door.ts'
import { handlers } from './handlers.ts'
import { identityOf } from './identity.ts'
import { translateRefusal } from './refusals.ts'
import * as store from './store.ts'

type AnyHandler = (input: never, ctx: Context, key: OpenKey) => Promise<unknown>

/**
 * Runs a request of a platform in the transaction of the person who repeats it, with the rights of the key alone: a person with more
 * rights must not override for the platform what it may not.
 */
async function perform(ctx: Context, { source, keyId, name, given }: Replayed): Promise<unknown> {
  const { merchantId, identity } = ctx
  const { scopes, storeIds } = await store.keyNow(ctx, source, keyId)
  const key = {
    merchantId,
    id: keyId,
    source,
    scopes,
    storeIds,
    ips: [],
    version: 0,
    merchantStatus: identity.merchantStatus,
    test: false,
  }
  const { keys } = identityOf(key)
  const can: Context['can'] = (one) => keys.has(one)
  const as: Context = {
    ...ctx,
    identity: { ...identity, keys },
    can,
    require(one, field) {
      if (!can(one)) throw new Refusal('forbidden', field === undefined ? {} : { field })
    },
  }
  const call = openContract[name]
  try {
    return await (handlers[name] as unknown as AnyHandler)(decode({ ...call, method: 'POST' }, given) as never, as, key)
  } catch (error) {
    throw error instanceof Refusal && !(error instanceof LeavingRefusal) ? translateRefusal(error) : error
  }
}

replaysBy(perform)
