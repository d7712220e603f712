import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import { inTenant } from '../kernel/db/db.ts'
import type { TestApp } from './app.ts'
import type { World } from './world/world.ts'

/**
 * Runs work in a transaction of its own as an account of the merchant, the way a handler would: for actions that features
 * offer each other and no call shows by itself. Answers what the work answered, and how many statements it sent.
 */
export async function inContext<T>(
  t: TestApp,
  world: World,
  who: keyof World['tokens'],
  work: (ctx: Context) => Promise<T>,
): Promise<{ value: T; queries: number }> {
  const { kernel } = t
  const now = t.clock.now()
  const identity = await kernel.identities.of(world.tokens[who], now)
  if (identity === null) throw new Error(`${who} is not signed in`)
  const vault = await kernel.vaults.merchant(world.merchantId)
  const after: (() => void | Promise<void>)[] = []
  const done = await inTenant(kernel.pools.main, { scope: identity, now, readOnly: false }, async (tx) => {
    const can: Context['can'] = (key) => identity.keys.has(key)
    const required: Context['required'] = new Set()
    const ctx: Context = {
      db: tx.db,
      query: tx.query,
      queue: tx.queue,
      now,
      identity,
      merchantId: identity.merchantId,
      accountId: identity.accountId,
      ip: '127.0.0.1',
      traceId: 'test',
      log: kernel.log,
      config: kernel.config,
      media: kernel.media,
      vault,
      vaults: kernel.vaults,
      outside: () => kernel.outside,
      closing: kernel.closing,
      awaited: kernel.closing,
      header: () => null,
      call: { name: 'test', permission: 'signedIn' },
      fingerprint: () => Buffer.alloc(0),
      inMerchant: tx.inMerchant,
      showOrders: tx.showOrders,
      files: [],
      part: null,
      inspect: () => Promise.reject(new Error('nothing is looked at in a test of actions')),
      userAgent: '',
      token: null,
      idempotencyKey: null,
      can,
      required,
      require(key) {
        if (!can(key)) throw new Refusal('forbidden')
      },
      elevated: tx.elevated,
      elevatedAtOnce: tx.elevatedAtOnce,
      beforeEnd: tx.beforeEnd,
      apart: () => Promise.reject(new Error('no transaction apart in a test of actions')),
      oncePerCall: (_, run) => run(),
      audit() {},
      auditRead: () => Promise.resolve(),
      afterCommit: (run) => after.push(run),
      answerAfterCommit: (run) => after.push(async () => void (await run())),
      asSystem: () => Promise.reject(new Error('nothing follows the commit in a test of actions')),
      tellDifference() {},
      elapsed: () => 0,
      nextNumber: (prefix) => kernel.nextNumber(identity.merchantId, prefix, now),
      nextNumbers: (prefix, count) => kernel.nextNumbers(identity.merchantId, prefix, now, count),
    }
    return { value: await work(ctx), queries: tx.queries() }
  })
  for (const run of after) await run()
  return done
}
