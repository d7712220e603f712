import { contract } from '@cheyi/contract/index'
import { expect, it } from 'vitest'
import { startServer, stopServers } from './testing/servers.ts'
import { formOf, local, quote } from './testing/world/booking.ts'
import { booksAgree } from './testing/world/bookings.ts'
import { sharedMerchant, t, w } from './testing/world/merchant.ts'

const ORDERS = 200
const CARS = 5

sharedMerchant({ cars: CARS, now: Date.now(), poolSize: 8 })

const start = () =>
  startServer({ DATA_DIR: t.kernel.config.dataDir, DATABASE_URL: t.database.migratorUrl, RATE_LIMIT: 'off' })

it('loses no acknowledged order when it is killed in the middle of 200 bookings', async () => {
  const day = 86_400_000
  const first = local('2026-11-24 10:00') - Math.floor((local('2026-11-24 10:00') - Date.now()) / day) * day
  const asForm = async (i: number) => {
    // One car's days after another's: all of them fit.
    const pickupAt = first + day + Math.floor(i / CARS) * 2 * day
    return formOf(await quote(t, w, { pickupAt, returnAt: pickupAt + day }))
  }
  const forms: Awaited<ReturnType<typeof asForm>>[] = []
  // Two hundred quotes at once would wait for a connection longer than a call may.
  for (let i = 0; i < ORDERS; i += CARS) {
    const numbers = Array.from({ length: Math.min(CARS, ORDERS - i) }, (_, n) => i + n)
    forms.push(...(await Promise.all(numbers.map(asForm))))
  }
  const server = await start()
  const acknowledged: string[] = []
  await Promise.all(
    forms.map(async (form, i) => {
      const response = await fetch(server.url + contract.order.create.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: w.tokens.owner, 'idempotency-key': `kill-test-${i}` },
        body: JSON.stringify(form),
      }).catch(() => null)
      const answer = (await response?.json().catch(() => null)) as {
        success: boolean
        data: { orderId: string }
      } | null
      if (answer?.success) acknowledged.push(answer.data.orderId)
      if (acknowledged.length === ORDERS / 4) server.process.kill('SIGKILL')
    }),
  )
  await server.ended()
  expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS / 4)
  expect(acknowledged.length).toBeLessThan(ORDERS)

  const again = await start()
  const alive = await fetch(again.url + contract.session.userInfo.path, {
    method: 'POST',
    headers: { token: w.tokens.owner },
  })
  expect(((await alive.json()) as { success: boolean }).success).toBe(true)
  const { rows } = await t.root.query('select id from "order" where id = any ($1::bigint[])', [acknowledged])
  expect(rows).toHaveLength(acknowledged.length)
  // Whatever was committed without its answer arriving is whole too: order, car and books belong together.
  const halves = await t.root.query(
    `select o.id from "order" o
      where not exists (select from occupancy c where c.ref_id = o.id and c.kind = 0 and c.active)
         or not exists (select from ledger_txn l where l.order_id = o.id and l.journal = 1)`,
  )
  expect(halves.rows).toEqual([])
  await booksAgree(t)
  await stopServers([again])
}, 240_000)
