import { sources } from '@cheyi/domain/booking/order/codes'
import type { Columns } from '../../../kernel/db/columns.ts'
import { registerParties } from '../../../money/bank/actions.ts'

/** Platforms by the lines of their statements, which they remit by the month. */
registerParties('J23:statement:', async ({ query }, ids) => {
  const lines = await query<{ id: string; source: Columns['order.source']; month: string }>(
    'select id, source, month::text as month from channel_statement_line where id = any ($1::bigint[])',
    [ids],
  )
  return lines.map(({ id, source, month }) => ({
    id,
    name: sources.text(source),
    together: `statement:${source}:${month}`,
  }))
})
