import { contract } from '@cheyi/contract/index'
import { asMerchant } from '../kernel/enter.ts'
import type { TestApp } from './app.ts'
import type { World } from './world/world.ts'

/** Of channel 7: an address where nothing listens, a message that was given up, and a row of the log. */
export async function makePush(t: TestApp, w: World, orderId: string): Promise<Record<string, string>> {
  await t.call(
    contract.channelPush.webhookSave,
    { source: 7, url: 'http://127.0.0.1:9/notify', enabled: false, pushStock: false },
    { token: w.tokens.owner },
  )
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  return asMerchant(t.kernel, w.merchantId, async ({ query }) => {
    const data = {
      channelOrderNo: 'C-7',
      orderNo: 'O7',
      status: 3,
      cancelBy: null,
      storeId: w.stores.hongqiao,
      returnStoreId: w.stores.hongqiao,
      modelId: w.models.lavida,
      pickupAt: t.clock.now(),
      returnAt: t.clock.now(),
      actualPickupAt: null,
      actualReturnAt: null,
      totalFen: 100,
      penaltyFen: 0,
      cancelledAt: null,
    }
    const [event] = await query<{ id: string }>(
      'insert into channel_event (source, order_id, data, state, seq) values (7, $1, $2, 3, 1) returning id',
      [orderId, JSON.stringify(data)],
    )
    const [log] = await query<{ id: string }>(`select nextval('row_id') as id`)
    await query(
      `insert into channel_log (id, source, outgoing, name, event_id, status, failed, ms, body_enc) values ($1, 7, true, 'order.confirmed', $2, 500, true, 12, $3)`,
      [log!.id, event!.id, vault.seal('channel_log.body', log!.id, JSON.stringify(['{}', '']))],
    )
    return { channelEvent: event!.id, channelLog: log!.id }
  })
}
