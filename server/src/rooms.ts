import { account } from './account/handlers.ts'
import { agreement } from './agreement/handlers.ts'
import { approval } from './approval/handlers.ts'
import { arrange } from './arrange/handlers.ts'
import { audit } from './audit/handlers.ts'
import { closing } from './closing/handlers.ts'
import { damage } from './damage/handlers.ts'
import { debt } from './debt/handlers.ts'
import { deposit } from './deposit/handlers.ts'
import { driver } from './driver/handlers.ts'
import { expense } from './expense/handlers.ts'
import { inventory } from './inventory/handlers.ts'
import { invoice } from './invoice/handlers.ts'
import { job } from './job/handlers.ts'
import type { Implementation } from './kernel/context.ts'
import { lookup } from './lookup/handlers.ts'
import { media } from './media/handlers.ts'
import { merchant } from './merchant/handlers.ts'
import { model } from './model/handlers.ts'
import { notify } from './notify/handlers.ts'
import { operator } from './operator/handlers.ts'
import { order } from './order/handlers.ts'
import { overview } from './overview/handlers.ts'
import { payment } from './payment/handlers.ts'
import { pickupReturn } from './pickup-return/handlers.ts'
import { price } from './price/handlers.ts'
import { quote } from './quote/handlers.ts'
import { reconcile } from './reconcile/handlers.ts'
import { reimbursement } from './reimbursement/handlers.ts'
import { role } from './role/handlers.ts'
import { cancellation } from './session/cancellation/handlers.ts'
import { session } from './session/handlers.ts'
import { invitation } from './session/invitation/handlers.ts'
import { partner } from './session/partner/handlers.ts'
import { qrLogin } from './session/qr-login/handlers.ts'
import { secondFactor } from './session/second-factor/handlers.ts'
import { simulation } from './simulation/handlers.ts'
import { stock } from './stock/handlers.ts'
import { storeRoom as store } from './store/handlers.ts'
import { stream } from './stream/handlers.ts'
import { supplement } from './supplement/handlers.ts'
import { terms } from './terms/handlers.ts'
import { till } from './till/handlers.ts'
import { todo } from './todo/handlers.ts'

/** Every room of the server; the contract says what each must answer. */
export const rooms: Readonly<Record<string, Implementation>> = {
  account,
  agreement,
  approval,
  audit,
  closing,
  damage,
  debt,
  deposit,
  driver,
  expense,
  inventory,
  invitation,
  job,
  lookup,
  media,
  merchant,
  model,
  notify,
  operator,
  order,
  overview,
  todo,
  till,
  invoice,
  payment,
  pickupReturn,
  price,
  quote,
  reconcile,
  reimbursement,
  role,
  secondFactor,
  cancellation,
  partner,
  qrLogin,
  session,
  simulation,
  stock,
  store,
  stream,
  supplement,
  terms,
  arrange,
}
