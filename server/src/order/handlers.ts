import { contract } from '@cheyi/contract/index'
import { implement } from '../kernel/context.ts'
import { cancel } from './cancel.ts'
import { cancelRule } from './cancel-terms.ts'
import { contact } from './contact.ts'
import { create } from './create.ts'
import { detail } from './detail.ts'
import { draft } from './draft.ts'
import { list } from './list.ts'
import { log } from './log.ts'
import { movePeriod, periodPreview } from './period.ts'
import { remarks, saveRemark } from './remarks.ts'
import { services } from './services.ts'
import { updateStatus } from './status.ts'

/** Every call about orders; each use case has a file of its own. */
export const order = implement(contract.order, {
  list,
  detail,
  contact,
  draft,
  create,
  cancel,
  cancelRule,
  services,
  updateStatus,
  periodPreview,
  movePeriod,
  remarks,
  saveRemark,
  log,
})
