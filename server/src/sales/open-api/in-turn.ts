import { openContract } from '@cheyi/contract/sales/open-api'
import type { Context } from '../../kernel/context.ts'
import { Restart } from '../../kernel/db/restart.ts'
import { LeavingRefusal } from '../../kernel/process/leaving.ts'
import type { OpenKey } from './door.ts'
import type { OpenContract, OpenHandlers } from './implement.ts'
import { Rehearsed } from './refusals.ts'
import * as store from './store.ts'

type AnyHandler = (input: unknown, ctx: Context, key: OpenKey) => unknown

/**
 * The same handlers, where requests about one number of a channel follow one another: a platform that has no answer to its order yet
 * cancels it, and must not be told that there is none while it is being created. The lock of the number is taken before all others, in
 * each transaction of a request; reads share it.
 */
export function serialHandlers<H extends Partial<OpenHandlers>>(handlers: H): H {
  const entries = Object.entries(handlers) as [keyof OpenContract, AnyHandler][]
  return Object.fromEntries(entries.map(([name, handler]) => [name, oneByOne(name, handler)])) as H
}

function oneByOne(name: keyof OpenContract, handler: AnyHandler): AnyHandler {
  return async (input, ctx, key) => {
    const { channelOrderNo: no } = input as { readonly channelOrderNo?: string }
    if (no === undefined) return handler(input, ctx, key)
    const lock = (of: Context) => store.lockNumber(of, key, no, openContract[name].effect)
    lock(ctx)
    try {
      return await handler(input, ctx, key)
    } catch (error) {
      throw errorWithLock(error, lock)
    }
  }
}

/** What ends a transaction, with the lock before whatever the next transaction of the request begins with. */
function errorWithLock(error: unknown, lock: (ctx: Context) => void): unknown {
  if (error instanceof Restart) {
    const { first, ...lacking } = error.lacking
    return new Restart({ ...lacking, ...(first && { first: after(lock, first) }) })
  }
  if (error instanceof LeavingRefusal) return new LeavingRefusal(error.key, after(lock, error.leave))
  return error instanceof Rehearsed ? new Rehearsed(after(lock, error.keep)) : error
}

const after =
  <T>(lock: (ctx: Context) => void, work: (ctx: Context) => Promise<T>) =>
  (ctx: Context): Promise<T> => {
    lock(ctx)
    return work(ctx)
  }
