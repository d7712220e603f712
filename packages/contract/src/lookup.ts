import { datums } from '@cheyi/domain/geo/datum'
import { sources } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { read } from './kernel/call.ts'
import * as out from './kernel/out.ts'

export const lookup = {
  enumerations: read({
    method: 'GET',
    path: '/api/order/v1/base/emun/list',
    summary: '全部枚举',
    permission: 'signedIn',
    tenant: 'none',
    etag: true,
    /** Key of the list → its items; the web turns each into options with text and value. */
    output: z.record(z.string(), z.array(z.object({ name: z.string(), value: z.number().int() }))),
  }),
  cities: read({
    method: 'GET',
    path: '/api/base/v1/cities',
    summary: '城市列表',
    permission: 'public',
    etag: true,
    /** `sound`: 青岛 is `qingdao qd`. */
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
    /** null: the map draws a grid of its own and asks no network. `datum`: the system that the pictures are drawn in. */
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
    /** Whether people of the partner (合作渠道) may sign in, and whether simulators stand in for vendors. */
    output: z.object({ partner: z.boolean(), simulators: z.boolean() }),
  }),
  apps: read({
    method: 'GET',
    path: '/api/base/v1/apps',
    summary: '订单来源的App',
    permission: 'signedIn',
    tenant: 'none',
    etag: true,
    output: z.object({
      /** Where the app of a source opens an order: `{no}` stands for the number that the order has there. */
      list: z.array(z.object({ source: out.code(sources), link: z.string() })),
    }),
  }),
}
