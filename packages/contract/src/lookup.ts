import { z } from 'zod'
import { call } from './call.ts'

export const lookup = {
  enumerations: call({
    method: 'GET',
    path: '/api/order/v1/base/emun/list',
    summary: '全部枚举',
    permission: 'signedIn',
    effect: 'read',
    tenant: 'none',
    etag: true,
    input: z.object({}),
    /** Key of the list → its items; the web turns each into options with text and value. */
    output: z.record(z.string(), z.array(z.object({ name: z.string(), value: z.number().int() }))),
  }),
  cities: call({
    method: 'GET',
    path: '/api/base/v1/cities',
    summary: '城市列表',
    permission: 'public',
    tenant: 'none',
    effect: 'read',
    etag: true,
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), province: z.string() })) }),
  }),
}
