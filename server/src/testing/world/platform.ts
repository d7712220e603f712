import { beforeEach } from 'vitest'
import { askOpen, type Credentials, makeKey, openChannel } from '../open-api.ts'
import { t, w } from './merchant.ts'

/* A platform that sells for the merchant of `merchant.ts` as channel 2, by signed requests. */

let key: Credentials
let serial = 0
export function ownPlatform(): void {
  beforeEach(async () => {
    await openChannel(t, w, 2)
    key = await makeKey(t, w, 2)
  })
}

export const get = (url: string, by = key) => askOpen(t, by, { url: `/open/v1${url}` })
export const post = (url: string, body: object = {}, by = key) =>
  askOpen(t, by, { method: 'POST', url: `/open/v1${url}`, body })
export type Quoted = { quoteId: string; totalFen: number; sellable: number; lines: { amount: number }[] }
export type Placed = { orderId: string; status: number; duplicate: boolean; totalFen: number; plate: string | null }

export const trip = (more: object = {}) => ({
  storeId: w.stores.hongqiao,
  modelId: w.models.lavida,
  pickupAt: '2026-11-23T10:00:00+08:00',
  returnAt: '2026-11-24T10:00:00+08:00',
  ...more,
})
export const quote = async (more: object = {}) => (await post('/quote', trip(more))).data as Quoted
export const form = async (more: object = {}) => ({
  ...trip(),
  channelOrderNo: `C-${++serial}`,
  amountFen: (await quote()).totalFen,
  customer: { name: '张三', mobile: '13800001234' },
  ...more,
})
export const stored = async (no: string) =>
  (await t.root.query('select * from "order" where merchant_id = $1 and channel_order_no = $2', [w.merchantId, no]))
    .rows
