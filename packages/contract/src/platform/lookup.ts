import { sources } from '@cheyi/domain/booking/order/codes'
import { datums } from '@cheyi/domain/platform/geo/datum'
import { z } from 'zod'
import { read } from '../kernel/call.ts'
import * as out from '../kernel/output.ts'

export const lookup = {
  enumerations: read({
    method: 'GET',
    path: '/api/order/v1/base/emun/list',
    summary: '全部枚举',
    permission: 'signedIn',
    tenant: 'none',
    etag: true,
    /** Key of the list → its items, from which the web builds options. */
    output: z.record(z.string(), z.array(z.object({ name: z.string(), value: z.number().int() }))),
  }),
  cities: read({
    method: 'GET',
    path: '/api/base/v1/cities',
    summary: '城市列表',
    permission: 'public',
    etag: true,
    /** `sound`: pronunciation, for 青岛 `qingdao qd`. */
    output: z.object({
      list: z.array(z.object({ code: z.string(), name: z.string(), province: z.string(), sound: z.string() })),
    }),
  }),
  map: read({
    method: 'GET',
    path: '/api/base/v1/map',
    summary: '地图底图来源',
    permission: 'signedIn',
    tenant: 'none',
    etag: true,
    /** null: the map draws its own grid without any network access. `datum`: the coordinate system of the tiles. */
    output: z.object({
      tiles: z.object({ url: z.string(), datum: out.word(datums), attribution: z.string() }).nullable(),
    }),
  }),
  installation: read({
    method: 'GET',
    path: '/api/base/v1/installation',
    summary: '本系统开通的登录与模拟服务',
    permission: 'public',
    etag: true,
    /** Whether accounts of the partner (合作渠道) may sign in, and whether simulators replace vendors. */
    output: z.object({ partner: z.boolean(), simulators: z.boolean() }),
  }),
  checkup: read({
    path: '/api/base/v1/checkup',
    summary: '系统状态',
    permission: ['merchant.setting'],
    output: z.object({
      now: out.time,
      /** Times of the newest backup and of the last one restored on trial; null: the server does not know the folder. */
      backups: z.object({ newest: out.time.nullable(), proven: out.time.nullable() }).nullable(),
      /** Whether text messages are sent, and what became of the newest ones of the merchant. */
      sms: z.object({
        sends: z.boolean(),
        delivered: out.count,
        dead: out.count,
        lastAt: out.time.nullable(),
      }),
    }),
  }),
  apps: read({
    method: 'GET',
    path: '/api/base/v1/apps',
    summary: '订单来源的App',
    permission: 'signedIn',
    tenant: 'none',
    etag: true,
    output: z.object({
      /** The link to an order in the app of a source: `{no}` is replaced by the source's own order number. */
      list: z.array(z.object({ source: out.code(sources), link: z.string() })),
    }),
  }),
}
