import { z } from 'zod'
import { write } from '../kernel/call.ts'
import * as out from '../kernel/output.ts'

export const stream = {
  /** The stream itself is `GET /api/stream/v1/events?ticket=&after=&ago=`, which returns server-sent events. */
  ticket: write({
    path: '/api/stream/v1/ticket',
    summary: '实时更新凭证',
    permission: 'signedIn',
    repeat: 'natural',
    tenant: 'none',
    audit: false,
    /** Opens one stream within 60 s. */
    output: z.object({ ticket: out.id }),
  }),
}
