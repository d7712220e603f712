import { type RetentionKind, retentions, servedBefore } from '@cheyi/domain/platform/retention/rules'
import { clearContacts, clearCoordinates } from '../../booking/order/actions.ts'
import { insertAudit } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Jobs } from '../../kernel/process/jobs.ts'
import { clearPayers, clearPayNotices } from '../../money/payment/actions.ts'
import { clearPayees } from '../../money/reimbursement/actions.ts'
import { clearPapers } from '../../rental/agreement/actions.ts'
import {
  clearDocuments,
  clearDriverPlaces,
  clearFaces,
  clearPersons,
  remindOfRequests,
} from '../../rental/driver/actions.ts'
import { clearStaff } from '../account/actions.ts'
import { clearFilesOfOrders } from '../media/actions.ts'
import { clearTexts } from '../notify/actions.ts'

/** Clears records from before an instant, at most `most`; returns how many. */
type Clear = (ctx: Context, before: number, most: number) => Promise<number>

/** Most records of one kind and merchant in a night: the backlog of an old installation is cleared over several nights. */
const MOST = 2_000

/** Kinds that other jobs clear: audit by its monthly partitions; notices, requests of channels, tables, exports and unlinked files each by a job of its own. */
type Elsewhere = 'audit' | 'sessions' | 'notices' | 'channelCalls' | 'tables' | 'exports' | 'orphans'

/** The functions that clear each kind. The periods, and what an open order preserves, are in `retentions`. */
const clearings: Readonly<Record<Exclude<RetentionKind, Elsewhere>, readonly Clear[]>> = {
  face: [clearFaces],
  documents: [clearDocuments],
  person: [clearPersons],
  coordinates: [clearCoordinates],
  driverPlaces: [clearDriverPlaces],
  contacts: [clearContacts],
  remarks: [(ctx, before, most) => clearFilesOfOrders(ctx, ['remark'], before, most)],
  handovers: [(ctx, before, most) => clearFilesOfOrders(ctx, ['pickup', 'return', 'expense'], before, most)],
  papers: [clearPapers],
  payers: [
    clearPayers,
    clearPayees,
    (ctx, before, most) => clearFilesOfOrders(ctx, ['voucher', 'deposit'], before, most),
  ],
  staff: [clearStaff],
  texts: [clearTexts],
  payNotices: [clearPayNotices],
}

/** Clears each kind once; the merchant's log records what was cleared. */
async function clearServed(ctx: Context): Promise<void> {
  for (const [kind, clears] of Object.entries(clearings) as [keyof typeof clearings, readonly Clear[]][]) {
    let count = 0
    for (const clear of clears) count += await clear(ctx, servedBefore(kind, ctx.now), MOST)
    if (count > 0)
      insertAudit(ctx, 'retention.clear', {
        targetType: 'merchant',
        targetId: ctx.merchantId,
        after: { retention: retentions[kind].what, count },
      })
  }
}

export const retentionJobs: Jobs = {
  merchants: [
    { name: 'retention', schedule: { daily: '03:30' }, work: clearServed },
    { name: 'personRequests', schedule: { daily: '09:30' }, work: remindOfRequests },
  ],
  installation: [
    {
      name: 'sessionPurge',
      schedule: { daily: '03:40' },
      work: async ({ pools, clock }) => {
        await pools.side.query('select purge_sessions($1)', [at(servedBefore('sessions', clock.now()))])
      },
    },
  ],
}
