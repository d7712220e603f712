import type { TestApp } from '../app.ts'
import { orderRow } from '../world/merchant.ts'
import type { World } from '../world/world.ts'

/** Further than the ids of anything that a test makes. */
const STRIDE = 10_000_000
/** Orders of one statement. */
const BATCH = 10_000
/** What belongs to an order and is copied with it, each with columns that are no copy. `k` is the number of the copy. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: { order_no: `c.order_no || '-' || k`, contact_phone_enc: '($5::bytea[])[k - $4]' },
  order_item: {},
  instalment: {},
  deposit: {},
  payment: { out_trade_no: `c.out_trade_no || '-' || k`, ref_id: `c.ref_id + k * ${STRIDE}::bigint` },
  ledger_txn: { idem_key: `c.idem_key || '-' || k` },
  ledger_entry: {},
}
/** Columns by which rows of these tables name each other. */
const own = ['id', 'order_id', 'txn_id', 'payment_id', 'origin_payment_id']

/**
 * Makes an order many times over with its bill, plan and money, past every rule: for what only shows in numbers. They share its
 * car, and of the sums that are kept only those of the books know of them.
 */
export async function copyOrder(t: TestApp, w: World, orderId: string, copies: number): Promise<void> {
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const { contactPhoneEnc } = await orderRow(orderId)
  const phone = vault.open('order.contact_phone', orderId, contactPhoneEnc)
  for (let from = 0; from < copies; from += BATCH) {
    const to = Math.min(copies, from + BATCH)
    const sealed = Array.from({ length: to - from }, (_, i) =>
      vault.seal('order.contact_phone', String(BigInt(orderId) + BigInt(from + i + 1) * BigInt(STRIDE)), phone),
    )
    await t.root.query('begin')
    await t.root.query('set local session_replication_role = replica')
    for (const [table, other] of Object.entries(tables)) {
      const { rows } = await t.root.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [`"${table}"`],
      )
      const names = rows.map(({ name }) => name)
      const values = names.map(
        (name) => other[name] ?? (own.includes(name) ? `c.${name} + k * ${STRIDE}::bigint` : `c."${name}"`),
      )
      await t.root.query(
        `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
         select ${values.join(', ')} from "${table}" c, generate_series($2::bigint + 1, $3::bigint) k
          where c.${table === 'order' ? 'id' : 'order_id'} = $1 and $4::bigint is not null and $5::bytea[] is not null`,
        [orderId, from, to, from, sealed],
      )
    }
    await t.root.query('commit')
  }
  await t.root.query('select ledger_sums_anew()')
  for (const table of Object.keys(tables)) await t.root.query(`analyze "${table}"`)
}
