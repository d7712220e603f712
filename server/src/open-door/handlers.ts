import { isSelling } from '@cheyi/domain/channel/steps'
import { sources } from '@cheyi/domain/order/codes'
import { toIso } from '@cheyi/domain/time'
import { channelNow } from '../channel/actions.ts'
import type { OpenHandlers } from './implement.ts'

/** What the open API answers (operations.md §9.2). */
export const handlers: OpenHandlers = {
  async ping(_, ctx, key) {
    const channel = await channelNow(ctx, key.source)
    return {
      serverTime: toIso(ctx.now),
      source: key.source,
      channel: sources.text(key.source),
      selling: isSelling(channel.status),
      scopes: [...key.scopes],
    }
  },
}
