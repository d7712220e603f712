import { type OrderKind, orderKind } from '@cheyi/domain/booking/order/kind'
import { costScreens } from './fleet/cost/screens.ts'
import { inventoryScreens } from './fleet/inventory/screens.ts'
import { modelScreens } from './fleet/model/screens.ts'
import { stockScreens } from './fleet/stock/screens.ts'
import { ticketScreens } from './fleet/ticket/screens.ts'
import { vehicleControlScreens } from './fleet/vehicle-control/screens.ts'
import { cashAheadScreens } from './insight/cash-ahead/screens.ts'
import { commissionScreens } from './insight/commission/screens.ts'
import { dataScreens } from './insight/data/screens.ts'
import { overviewScreens } from './insight/overview/screens.ts'
import { ownerScreens } from './insight/owner/screens.ts'
import { profitScreens } from './insight/profit/screens.ts'
import type { Catalogue } from './kernel/page/screen.ts'
import { assetScreens } from './money/asset/screens.ts'
import { bankScreens } from './money/bank/screens.ts'
import { bookkeepingScreens } from './money/bookkeeping/screens.ts'
import { cashShiftScreens } from './money/cash-shift/screens.ts'
import { closingScreens } from './money/closing/screens.ts'
import { debtScreens } from './money/debt/screens.ts'
import { depositScreens, depositScreensOf } from './money/deposit/screens.ts'
import { expenseScreens, expenseScreensOf } from './money/expense/screens.ts'
import { invoiceScreens } from './money/invoice/screens.ts'
import { payableScreens } from './money/payable/screens.ts'
import { paymentScreens } from './money/payment/screens.ts'
import { reconcileScreens } from './money/reconcile/screens.ts'
import { reimbursementScreens, reimbursementScreensOf } from './money/reimbursement/screens.ts'
import { supplementScreens, supplementScreensOf } from './money/supplement/screens.ts'
import { taxScreens } from './money/tax/screens.ts'
import { accountScreens } from './platform/account/screens.ts'
import { auditScreens } from './platform/audit/screens.ts'
import { lookupScreens } from './platform/lookup/screens.ts'
import { manualScreens } from './platform/manual/screens.ts'
import { mediaScreens, mediaScreensOf } from './platform/media/screens.ts'
import { merchantScreens } from './platform/merchant/screens.ts'
import { notifyScreens } from './platform/notify/screens.ts'
import { roleScreens } from './platform/role/screens.ts'
import { sessionScreens } from './platform/session/screens.ts'
import { simulationScreens } from './platform/simulation/screens.ts'
import { storeScreens } from './platform/store/screens.ts'
import { priceScreens } from './pricing/price/screens.ts'
import { agreementScreens } from './rental/agreement/screens.ts'
import { arrangeScreens, screensOf as arrangeScreensOf } from './rental/arrange/screens.ts'
import { companyScreens } from './rental/company/screens.ts'
import { damageScreens } from './rental/damage/screens.ts'
import { driverScreens } from './rental/driver/screens.ts'
import { instalmentScreens } from './rental/instalment/screens.ts'
import { insuranceScreens } from './rental/insurance/screens.ts'
import { importScreen, orderScreens, screensOf } from './rental/order/screens.ts'
import { screensOf as handoverScreensOf, pickupReturnScreens } from './rental/pickup-return/screens.ts'
import { renewalScreens } from './rental/renewal/screens.ts'
import { selfServiceScreens } from './rental/self-service/screens.ts'
import { tollScreens } from './rental/toll/screens.ts'
import { violationScreens } from './rental/violation/screens.ts'
import { channelScreens } from './sales/channel/screens.ts'
import { couponScreens } from './sales/coupon/screens.ts'
import { siteScreens } from './sales/site/screens.ts'

/** The pages that both kinds of order have, for one of them. */
const everyPageOf = (kind: OrderKind) => ({
  ...screensOf(kind),
  ...arrangeScreensOf(kind),
  ...handoverScreensOf(kind),
  ...depositScreensOf(kind),
  ...expenseScreensOf(kind),
  ...mediaScreensOf(kind),
  ...supplementScreensOf(kind),
  ...reimbursementScreensOf(kind),
})

/*
 * Every screen of the product, by feature. Router, titles, guards, lazy loading, keep-alive, navigation entries and the
 * server's preload links all come from these rows; an entry whose path is not here is hidden everywhere.
 *
 * To add a screen: a folder `<feature>/<screen>/screen.tsx` with a default export, and a row in `<feature>/screens.ts` whose
 * `file` names the folder. To add a feature: one line below. The rows are also read by the build, outside a browser, so
 * their modules import nothing but the kernel's `screen` and readers, and domain.
 */
export const screens = {
  account: accountScreens,
  agreement: agreementScreens,
  audit: auditScreens,
  channel: channelScreens,
  site: siteScreens,
  coupon: couponScreens,
  closing: closingScreens,
  bookkeeping: bookkeepingScreens,
  cost: costScreens,
  company: companyScreens,
  damage: damageScreens,
  debt: debtScreens,
  deposit: depositScreens,
  driver: driverScreens,
  expense: expenseScreens,
  instalment: instalmentScreens,
  insurance: insuranceScreens,
  inventory: inventoryScreens,
  invoice: invoiceScreens,
  tax: taxScreens,
  asset: assetScreens,
  lookup: lookupScreens,
  notify: notifyScreens,
  manual: manualScreens,
  media: mediaScreens,
  merchant: merchantScreens,
  model: modelScreens,
  order: { ...orderScreens, import: importScreen },
  // After the short ones, beside whose list pages of both kinds are shown first.
  longOrder: everyPageOf(orderKind.long),
  overview: overviewScreens,
  payment: paymentScreens,
  pickupReturn: pickupReturnScreens,
  price: priceScreens,
  reconcile: reconcileScreens,
  bank: bankScreens,
  payable: payableScreens,
  reimbursement: reimbursementScreens,
  renewal: renewalScreens,
  role: roleScreens,
  session: sessionScreens,
  simulation: simulationScreens,
  selfService: selfServiceScreens,
  stock: stockScreens,
  store: storeScreens,
  supplement: supplementScreens,
  ticket: ticketScreens,
  data: dataScreens,
  profit: profitScreens,
  owner: ownerScreens,
  commission: commissionScreens,
  cashAhead: cashAheadScreens,
  cashShift: cashShiftScreens,
  vehicleControl: vehicleControlScreens,
  violation: violationScreens,
  toll: tollScreens,
  arrange: arrangeScreens,
} satisfies Catalogue
