import { contract } from '@cheyi/contract/index'
import { beforeAll, expect, it } from 'vitest'
import { formOf, local, quote } from '../../testing/world/booking.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { copyQuote } from '../../testing/world/prices.ts'

const TRIALS = 20

sharedMerchant({ cars: 1, poolSize: 8 })
let url: string
beforeAll(async () => {
  url = await t.app.listen({ port: 0, host: '127.0.0.1' })
})

interface Answer {
  readonly success: boolean
  readonly errorCode: number
  readonly data: { readonly orderId: string } | null
}

/** One booking over a real connection. */
async function create(form: object, key: string): Promise<Answer> {
  const response = await fetch(url + contract.order.create.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: w.tokens.owner, 'idempotency-key': key },
    body: JSON.stringify(form),
  })
  return (await response.json()) as Answer
}

it.each([2, 8, 32, 64])(
  `the last car goes to exactly one of %i at once, in each of ${TRIALS} trials`,
  async (n) => {
    for (let trial = 0; trial < TRIALS; trial++) {
      // Each trial has days of its own, so that the car is free again.
      const day = trial * 2
      const pickupAt = local('2026-11-24 10:00') + day * 86_400_000
      const quoted = await quote(t, w, { pickupAt, returnAt: pickupAt + 86_400_000 })
      const quotes = await copyQuote(t, quoted.quoteId, n)
      const answers = await Promise.all(
        quotes.map((quoteId, i) => create(formOf({ quoteId, total: quoted.total }), `race-${n}-${trial}-${i}`)),
      )
      const won = answers.filter((answer) => answer.success)
      expect(won).toHaveLength(1)
      expect(answers.filter((answer) => !answer.success).map((answer) => answer.errorCode)).toEqual(
        Array(n - 1).fill(3101),
      )
      await t.call(
        contract.order.cancel,
        { orderId: won[0]!.data!.orderId, reason: 1, responsibility: 2, expectPenalty: 0 },
        { token: w.tokens.owner },
      )
    }
    const { rows } = await t.root.query(
      `select count(*)::int as clashes from occupancy a join occupancy b
        on a.vehicle_id = b.vehicle_id and a.id < b.id and a.period && b.period
      where a.active and b.active and a.kind = 0 and b.kind = 0`,
    )
    expect(rows).toEqual([{ clashes: 0 }])
  },
  300_000,
)
