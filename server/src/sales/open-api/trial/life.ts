import type { Source } from '@cheyi/domain/booking/order/codes'
import { channelWire } from '@cheyi/domain/sales/channel/codes'
import { advanceTest, nextAt, type TestOrder, testViolation } from '@cheyi/domain/sales/channel/test-life'
import { nextTry, TRIED_FOR } from '@cheyi/domain/sales/channel-push/delivery'
import { type Context, newId } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import type { Kernel } from '../../../kernel/http/pipeline.ts'
import { asSystem } from '../../../kernel/make-context.ts'
import { jobFailed } from '../../../kernel/process/job-failure.ts'
import { deliver, eventShown, messageOf, webhookOf } from '../../channel-push/actions.ts'
import * as store from './store.ts'

/*
 * Takes the due steps of test orders and sends their messages, by the address, the signature and the pauses of real
 * ones. What becomes of them counts for no address and is no dead letter of the merchant.
 */

const NAME = 'openTests'
/** Orders and messages of a channel that are taken at once. */
const BATCH = 20
/** Longer than a batch can take. */
const LEASE = 30_000

export async function liveTests(kernel: Kernel, stop: AbortSignal): Promise<void> {
  const { rows } = await kernel.pools.side.query<{ merchantId: string; source: Source }>(
    'select merchant_id, source from open_tests_due($1)',
    [at(kernel.clock.now())],
  )
  for (const { merchantId, source } of rows) {
    if (stop.aborted) return
    try {
      await liveOf(kernel, merchantId, source)
    } catch (err) {
      jobFailed(kernel, NAME, err, { merchantId })
    }
  }
}

async function liveOf(kernel: Kernel, merchantId: string, source: Source): Promise<void> {
  const vault = await kernel.vaults.merchant(merchantId)
  const as = { name: NAME, merchantId, vault }
  const taken = await asSystem(kernel, as, async (ctx) => {
    for (const row of await store.dueOrders(ctx, source, BATCH)) await live(ctx, row)
    return {
      webhook: await webhookOf(ctx, source),
      events: await store.takeEvents(ctx, source, BATCH, ctx.now + LEASE),
    }
  })
  const { webhook } = taken
  const sent = await Promise.all(
    taken.events.map(async (event) => {
      // Only our own protocol has messages about tests.
      if (!webhook?.enabled || webhook.wire !== channelWire.open) return { event, isSent: false }
      const to = { webhook, vendorCode: '', vault, outside: kernel.outside, now: kernel.clock.now() }
      const message = messageOf({ ...eventShown(event), test: true })
      return { event, isSent: (await deliver(message, to)).delivered }
    }),
  )
  await asSystem(kernel, as, async (ctx) => {
    for (const { event, isSent } of sent) {
      const again = isSent ? null : nextTry(event.tries, ctx.now, event.at + TRIED_FOR, Math.random())
      await store.settle(ctx, event.id, again)
    }
  })
}

/** Takes all steps of an order that are due. */
async function live(ctx: Context, row: store.TestOrderRow): Promise<void> {
  let order = row.data
  for (let due = nextAt(order); due !== null && due <= ctx.now; due = nextAt(order)) {
    const after = advanceTest(order, due, await newId(ctx))
    await change(ctx, row, order, after)
    order = after
  }
}

/** Stores an order that has changed, and writes the message about it. */
export async function change(
  ctx: Context,
  { id, source }: Pick<store.TestRow, 'id' | 'source'>,
  was: TestOrder,
  now: TestOrder,
  renewalId: string | null = null,
): Promise<void> {
  await store.save(ctx, id, now, nextAt(now))
  const [violation] = now.violations
  const { act, points, fineFen } = testViolation
  const about =
    violation === undefined || was.violations.length > 0
      ? {}
      : { violationId: violation.id, occurAt: violation.occurAt, act, points, fineFen, withdrawn: false }
  await store.tell(ctx, source, { orderId: id, renewalId, was: was.state.status, data: { ...now.state, ...about } })
}
