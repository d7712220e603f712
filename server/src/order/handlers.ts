import { contract } from '@cheyi/contract/index'
import { implement } from '../kernel/context.ts'
import { cancel } from './cancel/cancel.ts'
import { cancelRule } from './cancel/cancel-terms.ts'
import { contact } from './contact.ts'
import { create } from './create/create.ts'
import { draft } from './create/draft.ts'
import { detail } from './detail/detail.ts'
import { exportList } from './list/export.ts'
import { list } from './list/list.ts'
import { log } from './log/log.ts'
import { remarks, saveRemark } from './log/remarks.ts'
import { changeCustomer } from './modify/mend.ts'
import { movePeriod, periodPreview } from './period.ts'
import { services } from './services.ts'
import { updateStatus } from './status.ts'

/** Every call about orders; each use case has a file of its own. */
export const order = implement(contract.order, {
  list,
  exportList,
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
  changeCustomer,
  remarks,
  saveRemark,
  log,
})
