import { account } from './account.ts'
import { agreement } from './agreement.ts'
import { approval } from './approval.ts'
import { arrange } from './arrange.ts'
import { audit } from './audit.ts'
import { channel } from './channel.ts'
import { closing } from './closing.ts'
import { damage } from './damage.ts'
import { data } from './data.ts'
import { debt } from './debt.ts'
import { deposit } from './deposit.ts'
import { dispute } from './dispute.ts'
import { driver } from './driver.ts'
import { expense } from './expense.ts'
import { instalment } from './instalment.ts'
import { inventory } from './inventory.ts'
import { invoice } from './invoice.ts'
import { job } from './job.ts'
import { lookup } from './lookup.ts'
import { media } from './media.ts'
import { merchant } from './merchant.ts'
import { model } from './model.ts'
import { notify } from './notify.ts'
import { operator } from './operator.ts'
import { order } from './order.ts'
import { overview } from './overview.ts'
import { payment } from './payment.ts'
import { pickupReturn } from './pickup-return.ts'
import { price } from './price.ts'
import { quote } from './quote.ts'
import { reconcile } from './reconcile.ts'
import { reimbursement } from './reimbursement.ts'
import { renewal } from './renewal.ts'
import { role } from './role.ts'
import { selfService } from './self-service.ts'
import { cancellation } from './session/cancellation.ts'
import { invitation } from './session/invitation.ts'
import { partner } from './session/partner.ts'
import { qrLogin } from './session/qr-login.ts'
import { secondFactor } from './session/second-factor.ts'
import { session } from './session.ts'
import { simulation } from './simulation.ts'
import { stock } from './stock.ts'
import { store } from './store.ts'
import { stream } from './stream.ts'
import { supplement } from './supplement.ts'
import { terms } from './terms.ts'
import { ticket } from './ticket.ts'
import { till } from './till.ts'
import { todo } from './todo.ts'
import { vehicleControl } from './vehicle-control.ts'
import { violation } from './violation.ts'

/** The catalogue of every call, by room. Routes, checks, types, the API document and tests are derived from it. */
export const contract = {
  session,
  secondFactor,
  account,
  invitation,
  renewal,
  role,
  approval,
  audit,
  lookup,
  overview,
  todo,
  till,
  merchant,
  store,
  model,
  stock,
  quote,
  price,
  terms,
  order,
  arrange,
  driver,
  deposit,
  payment,
  supplement,
  instalment,
  damage,
  channel,
  reconcile,
  closing,
  reimbursement,
  debt,
  expense,
  invoice,
  pickupReturn,
  agreement,
  dispute,
  media,
  job,
  notify,
  simulation,
  operator,
  qrLogin,
  partner,
  cancellation,
  inventory,
  stream,
  ticket,
  selfService,
  data,
  vehicleControl,
  violation,
}

export type Contract = typeof contract
