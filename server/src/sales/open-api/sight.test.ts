import { contract } from '@cheyi/contract/index'
import { expect, it } from 'vitest'
import { inTenant } from '../../kernel/db/db.ts'
import { at } from '../../testing/at.ts'
import { makeKey, openChannel } from '../../testing/open-api.ts'
import { formOf } from '../../testing/world/booking.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, ownPlatform, type Placed, post } from '../../testing/world/platform.ts'
import { identityOf } from './identity.ts'

ownMerchant({ cars: 3 })
ownPlatform()

it('a handler that forgets its filter sees the orders of one channel and their parts only', async () => {
  const mine = (await post('/orders', await form({ payment: 'prepaid' }))).data as Placed
  await openChannel(t, w, 3)
  const second = await makeKey(t, w, 3)
  const theirs = (await post('/orders', await form({ payment: 'prepaid' }), second)).data as Placed
  const times = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
  const quoted = await t.call(
    contract.quote.quote,
    { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...times },
    owner(),
  )
  const counter = await t.call(contract.order.create, formOf(quoted), owner())
  const all = [mine.orderId, theirs.orderId, counter.orderId]

  const { rows: tables } = await t.root.query(
    `select p.tablename as name from pg_policies p join information_schema.columns c on c.table_name = p.tablename and c.column_name = 'order_id'
      where p.policyname = 'scope' order by 1`,
  )
  const key = {
    merchantId: w.merchantId,
    merchantStatus: 1,
    id: '0',
    source: 2,
    scopes: ['order'],
    ips: [],
    version: 1,
    test: false,
  } as const
  const identity = identityOf({ ...key, storeIds: Object.values(w.stores) })
  const shown = (scope: typeof identity) =>
    inTenant(t.kernel.pools.main, { scope, now: t.clock.now(), readOnly: true }, async ({ query }) => {
      const found = new Map([['order', await query<{ id: string }>('select id from "order"')]])
      for (const { name } of tables)
        found.set(name, await query(`select order_id as id from "${name}" where order_id is not null`))
      return new Map([...found].map(([name, ids]) => [name, new Set(ids.map(({ id }) => id))]))
    })
  const seen = await shown(identity)
  expect(seen.get('order')).toEqual(new Set([mine.orderId]))
  for (const [name, ids] of seen) expect([name, [...ids].filter((id) => id !== mine.orderId)]).toEqual([name, []])

  // With full sight the same statements find all of them, so the test could fail.
  const whole = await shown({ ...identity, scope: 'all' })
  expect(whole.get('order')).toEqual(new Set(all))
  for (const name of ['order_item', 'order_log', 'deposit', 'payment'])
    expect([name, whole.get(name)!.size]).toEqual([name, name === 'payment' ? 2 : 3])
})
