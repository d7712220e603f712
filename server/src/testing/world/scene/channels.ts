import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { asMerchant } from '../../../kernel/enter.ts'
import type { TestApp } from '../../app.ts'
import { insertOrder } from '../orders.ts'
import type { World } from '../world.ts'
import { makeCoupons } from './coupons.ts'
import { makeTrial } from './trial.ts'

/** Of channel 7: a key, an address where nothing listens, a message that was given up and a row of the log; of channel 2: a statement. */
export async function makeChannels(
  t: TestApp,
  w: World,
  { owner, orderId, soldId }: { readonly owner: string; readonly orderId: string; readonly soldId: string },
): Promise<Record<string, string>> {
  const one = async (sql: string, values: unknown[]) => (await t.root.query(sql, values)).rows[0].id as string
  return {
    channelKey: await one(
      `with c as (insert into merchant_channel (merchant_id, source, status) values ($1, 7, 1) returning merchant_id, source)
       insert into channel_key (merchant_id, source, app_key, name, secret_enc, secret_tail, scopes, created_by)
       select merchant_id, source, lpad(merchant_id::text, 24, 'k'), '对接密钥', '', 'abcd', '{catalog}', $2 from c returning id`,
      [w.merchantId, owner],
    ),
    ...(await makePush(t, w, orderId)),
    ...(await makeCoupons(t, w, orderId)),
    statementTrial: await makeTrial(t, w, owner, 'statementCheck', { source: 2, month: '2026-11-01' }),
    statementOrder: await one(
      `update "order" set source = 2, channel_order_no = 'FREMD-2' where merchant_id = $1 and id = $2 returning id`,
      [w.merchantId, soldId],
    ),
    statementLine: await one(
      `with c as (insert into merchant_channel (merchant_id, source) values ($1, 2) on conflict do nothing)
       insert into channel_statement_line (merchant_id, source, month, channel_order_no, net_fen, result)
       values ($1, 2, '2026-11-01', 'FREMD-1', 8800, 2) returning id`,
      [w.merchantId],
    ),
    statementLinkLine: await one(
      `insert into channel_statement_line (merchant_id, source, month, channel_order_no, net_fen, result)
       values ($1, 2, '2026-11-01', 'FREMD-3', 8800, 2) returning id`,
      [w.merchantId],
    ),
    statementLinkOrder: await insertOrder(t, w, { status: orderStatus.cancelled, source: 2 }),
  }
}

async function makePush(t: TestApp, w: World, orderId: string): Promise<Record<string, string>> {
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
    const [request] = await query<{ id: string }>(`select nextval('row_id') as id`)
    await query(
      `insert into channel_log (id, source, outgoing, name, channel_order_no, status, code, failed, ms, body_enc)
       values ($1, 7, false, 'POST /open/v1/orders/C-7/cancel', 'C-7', 200, 9208, true, 9, $2)`,
      [request!.id, vault.seal('channel_log.body', request!.id, JSON.stringify(['{}', '']))],
    )
    return { channelEvent: event!.id, channelLog: log!.id, channelRequest: request!.id }
  })
}
