import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { type OrderAction, orderSteps } from '@cheyi/domain/booking/order/steps'
import type { Step } from '@cheyi/domain/step'
import { describe, expect, it } from 'vitest'
import { lockOrder } from '../booking/order/actions.ts'
import { lockPools } from '../fleet/stock/store.ts'
import { inContext } from '../testing/context.ts'
import { sharedMerchant, t, w } from '../testing/world/merchant.ts'
import { insertOrder } from '../testing/world/orders.ts'

/* Laws of an order's status: it is written in one place, under the order's lock, and changes only along its steps. */

sharedMerchant()

/** The program's own files that match. */
async function filesWith(test: (text: string) => boolean): Promise<string[]> {
  const src = join(import.meta.dirname, '..')
  const files = (await readdir(src, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const own = files.filter((file) => !file.startsWith('testing'))
  const texts = await Promise.all(own.map(async (file) => ({ file, text: await readFile(join(src, file), 'utf8') })))
  return texts
    .filter(({ text }) => test(text))
    .map(({ file }) => file.replaceAll('\\', '/'))
    .toSorted()
}

/** The statuses to which a step may lead from a status; empty where the step does not apply. */
function targets(action: OrderAction, from: number): number[] {
  const step = orderSteps.steps[action] as unknown as Step
  if (!step.from.includes(from) || step.to === 'same') return []
  if (typeof step.to === 'number') return [step.to]
  return Array.isArray(step.to) ? [...step.to] : [(step.to as Record<number, number>)[from]!]
}

const allowed = (from: number): number[] =>
  (Object.keys(orderSteps.steps) as OrderAction[]).flatMap((action) => targets(action, from))

describe('the status of an order', () => {
  it.each(orderStatuses.values)(
    '%s goes where its steps lead, and the database lets it go nowhere else',
    async (from) => {
      for (const to of orderStatuses.values.filter((one) => one !== from)) {
        const orderId = await insertOrder(t, w, { status: from })
        const moved = inContext(t, w, 'owner', (ctx) =>
          ctx.query('update "order" set status = $2 where id = $1', [orderId, to]),
        ).then(
          () => true,
          (error: Error) => {
            expect(error.message).toContain('cannot go from status')
            return false
          },
        )
        expect([from, to, await moved]).toEqual([from, to, allowed(from).includes(to)])
      }
    },
  )

  it('is written by no statement but those of booking: of a step, and of a booking', async () => {
    const writers = await filesWith((text) => {
      const raw = text.match(/update "order"[\s\S]*?(?=\bwhere\b|\bfrom\b)/g) ?? []
      const built = text.match(/updateTable\('order'\)[\s\S]*?\.where\(/g) ?? []
      // By its name, or by a patch that may contain it.
      return [...raw, ...built].some((statement) => /\bstatus\b|\.\.\.\w/.test(statement))
    })
    expect(writers).toEqual(['booking/order/row.ts'])
  })
})

describe('locks', () => {
  it('of orders are taken by id and before those of pools, or the test that takes them otherwise fails', async () => {
    const [first, second] = [await insertOrder(t, w, { status: 3 }), await insertOrder(t, w, { status: 3 })]
    await inContext(t, w, 'owner', async (ctx) => {
      await lockOrder(ctx, first)
      await lockOrder(ctx, second)
      await lockOrder(ctx, first)
    })
    const backwards = inContext(t, w, 'owner', async (ctx) => {
      await lockOrder(ctx, second)
      await lockOrder(ctx, first)
    })
    await expect(backwards).rejects.toThrow(`order ${first} would be waited for under the lock of order ${second}`)
    const afterPool = inContext(t, w, 'owner', async (ctx) => {
      lockPools(ctx, [{ storeId: w.stores.hongqiao, modelId: w.models.lavida }])
      await lockOrder(ctx, first)
    })
    await expect(afterPool).rejects.toThrow(`order ${first} would be waited for under the lock of a pool`)
  })

  it('of orders and pools are taken in one place each', async () => {
    const built = /selectFrom\('(order|pool)'\)(?:(?!\.execute).)*for(?:NoKey)?Update/s
    const raw = /from (?:"order"|pool)\b[^`']*for (?:no key )?update/s
    const takers = await filesWith((text) => built.test(text) || raw.test(text.replaceAll(/\$\{[^{}]*\}/g, '')))
    expect(takers).toEqual(['booking/order/lock.ts', 'fleet/stock/store.ts'])
  })
})
