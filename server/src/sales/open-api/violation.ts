import { pick } from '@cheyi/domain/pick'
import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { actText } from '@cheyi/domain/rental/violation/violation'
import { toIso } from '@cheyi/domain/time'
import { requireFound } from '../../kernel/context.ts'
import { acknowledge, violationsOf } from '../../rental/violation/actions.ts'
import { isoOrNull } from './channel-view.ts'
import type { OpenHandlerOf } from './implement.ts'
import * as store from './store.ts'

type Row = Awaited<ReturnType<typeof violationsOf>>[number]

const violationView = (row: Row) => ({
  ...pick(row, 'status', 'place', 'points', 'fineFen'),
  violationId: row.id,
  statusName: violationStatuses.text(row.status),
  occurAt: toIso(row.occurAt),
  act: actText(row),
  deadlineAt: isoOrNull(row.deadlineAt),
  acknowledgedAt: isoOrNull(row.channelAckAt),
})

export const violations: OpenHandlerOf<'violations'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  return { violations: (await violationsOf(ctx, orderId)).map(violationView) }
}

/** The channel has received a violation and tells its customer; a repeat gets the first answer. */
export const ackViolation: OpenHandlerOf<'ackViolation'> = async ({ channelOrderNo, violationId }, ctx, { source }) => {
  const orderId = requireFound(await store.orderIdOf(ctx, source, channelOrderNo))
  return violationView(await acknowledge(ctx, orderId, violationId))
}
