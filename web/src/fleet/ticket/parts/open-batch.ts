import type { CodeOf } from '@cheyi/domain/enumeration'
import type { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import { open } from '../../../page/open.ts'

/** Opens the sheet that creates one maintenance ticket for each car; answers true after the user has read the results. */
export const openTicketBatch = (vehicleIds: readonly string[], type: CodeOf<typeof maintenanceTypes> | null) =>
  open(() => import('../maintenance/batch-sheet.tsx'), { vehicleIds, type })
