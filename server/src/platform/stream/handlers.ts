import { randomBytes } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { Refusal } from '@cheyi/domain/refusal'
import { implement } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { hashToken, NOTHING_CHOSEN } from '../../kernel/identity.ts'

const TICKET_MS = 60_000

export const stream = implement(contract.stream, {
  async ticket(_, ctx) {
    if (ctx.merchantId === NOTHING_CHOSEN) throw new Refusal('merchantNotChosen')
    const ticket = randomBytes(16).toString('base64url')
    await ctx.query('insert into stream_ticket (hash, session_id, expire_at) values ($1, $2, $3)', [
      hashToken(ticket),
      ctx.identity.sessionId,
      at(ctx.now + TICKET_MS),
    ])
    return { ticket }
  },
})
