import { openScopes } from '@cheyi/domain/channel/open-key'
import { sources } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { type OpenCall, openRead } from './kernel/open-call.ts'
import * as out from './kernel/out.ts'

/*
 * 开放接口 /open/v1 (operations.md §9.2): what platforms ask by a signed request. Not a part of the contract of our own pages:
 * other addresses, other rights, a document of its own.
 */

export const openContract = {
  ping: openRead({
    path: '/open/v1/ping',
    summary: '连通测试',
    scope: null,
    output: z.object({
      serverTime: z.iso.datetime({ offset: true }),
      /** Of ours, and what its orders have for a source. */
      source: out.code(sources),
      channel: z.string(),
      /** New orders are taken. */
      selling: z.boolean(),
      scopes: z.array(out.word(openScopes)),
    }),
  }),
} satisfies Readonly<Record<string, OpenCall>>
