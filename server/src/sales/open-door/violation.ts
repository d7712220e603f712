import { illegalStatuses } from '@cheyi/domain/rental/violation/codes'
import { actText } from '@cheyi/domain/rental/violation/illegal'
import { toIso } from '@cheyi/domain/time'
import { found } from '../../kernel/context.ts'
import { acknowledge, illegalsOf } from '../../rental/violation/actions.ts'
import type { OpenHandlerOf } from './implement.ts'
import { isoOrNull } from './shown.ts'
import * as store from './store.ts'

type Row = Awaited<ReturnType<typeof illegalsOf>>[number]

const shown = (row: Row) => ({
  illegalId: row.id,
  status: row.status,
  statusName: illegalStatuses.text(row.status),
  occurAt: toIso(row.occurAt),
  place: row.place,
  act: actText(row),
  points: row.points,
  fineFen: row.fineFen,
  deadlineAt: isoOrNull(row.deadlineAt),
  acknowledgedAt: isoOrNull(row.channelAckAt),
})

export const illegals: OpenHandlerOf<'illegals'> = async ({ channelOrderNo }, ctx, { source }) => {
  const orderId = found(await store.orderIdOf(ctx, source, channelOrderNo))
  return { illegals: (await illegalsOf(ctx, orderId)).map(shown) }
}

/** The channel has received a violation and tells its customer; a repeat gets the first answer. */
export const ackIllegal: OpenHandlerOf<'ackIllegal'> = async ({ channelOrderNo, illegalId }, ctx, { source }) => {
  const orderId = found(await store.orderIdOf(ctx, source, channelOrderNo))
  return shown(await acknowledge(ctx, orderId, illegalId))
}
