import { contract } from '@cheyi/contract/index'
import { readOrder } from '../../booking/order/actions.ts'
import { CONTACT_PHONE } from '../../booking/order/search.ts'
import { requireOwnNames } from '../../fleet/inventory/actions.ts'
import { drivingOf } from '../../fleet/vehicle-control/actions.ts'
import { implement, requireFound } from '../../kernel/context.ts'
import { importCalls } from '../../platform/table-import/actions.ts'
import { countWhole } from '../driver/actions.ts'
import { cancel } from './cancel/cancel.ts'
import { cancelRule } from './cancel/cancel-terms.ts'
import { create } from './create/create.ts'
import { draft } from './create/draft.ts'
import { detail } from './detail/detail.ts'
import { services } from './detail/services.ts'
import { makeOrderTemplate, orderImport } from './import/work.ts'
import { exportList } from './list/export.ts'
import { list } from './list/list.ts'
import { log } from './log/log.ts'
import { remarks, saveRemark } from './log/remarks.ts'
// Imported for their effects: how the form of an order is handed to a colleague, the pending work of orders, and its list.
import './create/refer.ts'
import './pending-work/todos.ts'
import './pending-work/waiting.ts'
import { changeCustomer } from './modify/amend.ts'
import { movePeriod, periodPreview } from './modify/period.ts'
import { updateStatus } from './modify/status.ts'

const imports = importCalls(makeOrderTemplate, orderImport)

export const order = implement(contract.order, {
  list,
  exportList,
  ...imports,
  /** @throws Refusal notFound (-4) for a file, or a model or store chosen for a name, that does not belong to the caller */
  async importCheck(input, ctx) {
    await requireOwnNames(ctx, input.names ?? [])
    return imports.importCheck(input, ctx)
  },
  detail,
  /** The customer's full phone number, for dialling; the audit log records which account requested it. */
  async contact({ orderId }, ctx) {
    const order = await readOrder(ctx, orderId)
    ctx.audit({ targetType: 'order', targetId: orderId })
    await countWhole(ctx, `order/${orderId}`)
    return { phone: ctx.vault.open(CONTACT_PHONE, orderId, requireFound(order.contactPhoneEnc)) }
  },
  /** @throws Refusal orderNotFound (2002) */
  async driving({ orderId }, ctx) {
    const agreed = (await readOrder(ctx, orderId)).returnTerms?.drivingFacts === true
    return { agreed, driving: agreed ? await drivingOf(ctx, orderId) : null }
  },
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
