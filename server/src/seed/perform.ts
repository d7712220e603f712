import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { features } from '../features.ts'
import { isRace } from '../kernel/call/failures.ts'
import type { Context, Handler } from '../kernel/context.ts'
import { Restart } from '../kernel/db/restart.ts'
import { asMerchant } from '../kernel/enter.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { type Door, makeContext, systemIdentity } from '../kernel/make-context.ts'

const handlers = new Map<Call, Handler<Call>>(
  Object.values(features).flatMap(({ feature, handlers: all }) =>
    Object.entries(feature).map(([name, call]): [Call, Handler<Call>] => [call, all[name]!]),
  ),
)

/** The person who acts in the demo. */
export interface Actor {
  readonly accountId: string
  readonly name: string
}

/** A sequence of work of actors at given times, by the same handlers as real calls. */
export interface Stage {
  /** Returns a function that runs a call's handler on its input, as that actor at that instant (epoch ms). */
  as(actor: Actor, at: number): <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>
  /** A context as that actor at that instant, for work without a call. */
  context(actor: Actor, at: number): Promise<Context>
}

/** As often as a call is tried whose transaction lost against another. */
const TRIES = 3

/** Opens one transaction of the merchant; its clock is set before each call. Transactions in parallel may deadlock, and are retried. */
export async function runOnStage<T>(
  kernel: Kernel,
  merchantId: string,
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await playOnce(kernel, merchantId, play)
    } catch (error) {
      if (attempt === TRIES || !isRace(error)) throw error
    }
  }
}

async function playOnce<T>(kernel: Kernel, merchantId: string, play: (stage: Stage) => Promise<T>): Promise<T> {
  const vault = await kernel.vaults.merchant(merchantId)
  return asMerchant(kernel, merchantId, (tx) => {
    const context = async (actor: Actor, now: number): Promise<Context> => {
      await tx.query(`select set_config('app.now', $1, true), set_config('app.account_id', $2, true)`, [
        new Date(now).toISOString(),
        actor.accountId,
      ])
      const door: Door = {
        name: 'seed',
        identity: { ...systemIdentity(merchantId), accountId: actor.accountId, name: actor.name },
        now,
        started: performance.now(),
        ip: '127.0.0.1',
        traceId: 'seed',
        userAgent: '',
        token: null,
        header: () => null,
        files: [],
        vault,
        idempotencyKey: null,
        after: [],
        setNote: () => {},
      }
      return makeContext(kernel, tx, door)
    }
    return play({
      context,
      as: (actor, at) => (call, input) => {
        const run = async () => (await handlers.get(call)!(call.input.parse(input), await context(actor, at))) as never
        return run().catch(async (error: unknown) => {
          if (!(error instanceof Restart) || error.lacking.between === undefined) throw error
          // External services are called before anything is written, and no other transaction waits for this one.
          await error.lacking.between()
          return run()
        })
      },
    })
  })
}
