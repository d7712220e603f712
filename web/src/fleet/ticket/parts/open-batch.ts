import type { CodeOf } from '@cheyi/domain/enumeration'
import type { maintainceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { open } from '../../../page/open.ts'

/** One ticket of maintenance for each of many cars; answers true once somebody has read how each went. */
export const openTicketBatch = (vehicleIds: readonly string[], type: CodeOf<typeof maintainceTypes> | null) =>
  open(() => import('../maintaince/batch-sheet.tsx'), { vehicleIds, type })
