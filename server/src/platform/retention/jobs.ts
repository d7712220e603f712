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

/** Clears what came before an instant, at most so many; answers how many. */
type Clear = (ctx: Context, before: number, most: number) => Promise<number>

/** Of one kind and merchant in a night: what an old installation has too much of goes over several. */
const MOST = 2_000

/** Kinds whose time ends elsewhere: audit by its months, notices, tables, exports and what nothing names each by a job of its own. */
type Elsewhere = 'audit' | 'sessions' | 'notices' | 'tables' | 'exports' | 'orphans'

/** Who clears each kind. When, and what an open order keeps, is the table's: `retentions`. */
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

/** Every kind once; what went is told in the merchant's log. */
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
