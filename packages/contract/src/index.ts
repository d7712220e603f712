import { order } from './booking/order.ts'
import { cost } from './fleet/cost.ts'
import { inventory } from './fleet/inventory.ts'
import { model } from './fleet/model.ts'
import { stock } from './fleet/stock.ts'
import { ticket } from './fleet/ticket.ts'
import { vehicleControl } from './fleet/vehicle-control.ts'
import { cashAhead } from './insight/cash-ahead.ts'
import { commission } from './insight/commission.ts'
import { data } from './insight/data.ts'
import { overview } from './insight/overview.ts'
import { owner } from './insight/owner.ts'
import { profit } from './insight/profit.ts'
import { asset } from './money/asset.ts'
import { bank } from './money/bank.ts'
import { bookkeeping } from './money/bookkeeping.ts'
import { cashShift } from './money/cash-shift.ts'
import { closing } from './money/closing.ts'
import { debt } from './money/debt.ts'
import { deposit } from './money/deposit.ts'
import { expense } from './money/expense.ts'
import { invoice } from './money/invoice.ts'
import { payable } from './money/payable.ts'
import { payment } from './money/payment.ts'
import { reconcile } from './money/reconcile.ts'
import { reimbursement } from './money/reimbursement.ts'
import { supplement } from './money/supplement.ts'
import { tax } from './money/tax.ts'
import { account } from './platform/account.ts'
import { approval } from './platform/approval.ts'
import { audit } from './platform/audit.ts'
import { job } from './platform/job.ts'
import { lookup } from './platform/lookup.ts'
import { media } from './platform/media.ts'
import { merchant } from './platform/merchant.ts'
import { notify } from './platform/notify.ts'
import { operator } from './platform/operator.ts'
import { referral } from './platform/referral.ts'
import { role } from './platform/role.ts'
import { cancellation } from './platform/session/cancellation.ts'
import { invitation } from './platform/session/invitation.ts'
import { partner } from './platform/session/partner.ts'
import { qrLogin } from './platform/session/qr-login.ts'
import { secondFactor } from './platform/session/second-factor.ts'
import { session } from './platform/session.ts'
import { simulation } from './platform/simulation.ts'
import { store } from './platform/store.ts'
import { stream } from './platform/stream.ts'
import { todo } from './platform/todo.ts'
import { price } from './pricing/price.ts'
import { quote } from './pricing/quote.ts'
import { terms } from './pricing/terms.ts'
import { agreement } from './rental/agreement.ts'
import { arrange } from './rental/arrange.ts'
import { company } from './rental/company.ts'
import { damage } from './rental/damage.ts'
import { dispute } from './rental/dispute.ts'
import { driver } from './rental/driver.ts'
import { instalment } from './rental/instalment.ts'
import { insurance } from './rental/insurance.ts'
import { pickupReturn } from './rental/pickup-return.ts'
import { renewal } from './rental/renewal.ts'
import { selfService } from './rental/self-service.ts'
import { toll } from './rental/toll.ts'
import { violation } from './rental/violation.ts'
import { channel } from './sales/channel.ts'
import { channelPush } from './sales/channel-push.ts'
import { coupon } from './sales/coupon.ts'
import { site } from './sales/site.ts'

/** The catalogue of every call, by feature. Routes, checks, types, the API document and tests are derived from it. */
export const contract = {
  session,
  secondFactor,
  account,
  invitation,
  renewal,
  role,
  approval,
  referral,
  audit,
  lookup,
  overview,
  owner,
  cashAhead,
  commission,
  todo,
  cashShift,
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
  payable,
  payment,
  supplement,
  instalment,
  insurance,
  company,
  damage,
  channel,
  channelPush,
  site,
  coupon,
  reconcile,
  bank,
  closing,
  bookkeeping,
  reimbursement,
  debt,
  expense,
  invoice,
  tax,
  asset,
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
  cost,
  profit,
  vehicleControl,
  violation,
  toll,
}

export type Contract = typeof contract
