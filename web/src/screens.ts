import { type OrderKind, orderKind } from '@cheyi/domain/order/kind'
import { accountScreens } from './account/screens.ts'
import { agreementScreens } from './agreement/screens.ts'
import { arrangeScreens, screensOf as arrangeScreensOf } from './arrange/screens.ts'
import { auditScreens } from './audit/screens.ts'
import { channelScreens } from './channel/screens.ts'
import { closingScreens } from './closing/screens.ts'
import { damageScreens } from './damage/screens.ts'
import { dataScreens } from './data/screens.ts'
import { debtScreens } from './debt/screens.ts'
import { depositScreens, depositScreensOf } from './deposit/screens.ts'
import { driverScreens } from './driver/screens.ts'
import { expenseScreens, expenseScreensOf } from './expense/screens.ts'
import { instalmentScreens } from './instalment/screens.ts'
import { inventoryScreens } from './inventory/screens.ts'
import { invoiceScreens } from './invoice/screens.ts'
import type { Catalogue } from './kernel/page/screen.ts'
import { lookupScreens } from './lookup/screens.ts'
import { mediaScreens, mediaScreensOf } from './media/screens.ts'
import { merchantScreens } from './merchant/screens.ts'
import { modelScreens } from './model/screens.ts'
import { notifyScreens } from './notify/screens.ts'
import { orderScreens, screensOf } from './order/screens.ts'
import { overviewScreens } from './overview/screens.ts'
import { paymentScreens } from './payment/screens.ts'
import { screensOf as handoverScreensOf, pickupReturnScreens } from './pickup-return/screens.ts'
import { priceScreens } from './price/screens.ts'
import { reconcileScreens } from './reconcile/screens.ts'
import { reimbursementScreens, reimbursementScreensOf } from './reimbursement/screens.ts'
import { renewalScreens } from './renewal/screens.ts'
import { roleScreens } from './role/screens.ts'
import { selfServiceScreens } from './self-service/screens.ts'
import { sessionScreens } from './session/screens.ts'
import { simulationScreens } from './simulation/screens.ts'
import { stockScreens } from './stock/screens.ts'
import { storeScreens } from './store/screens.ts'
import { supplementScreens, supplementScreensOf } from './supplement/screens.ts'
import { ticketScreens } from './ticket/screens.ts'
import { tillScreens } from './till/screens.ts'
import { vehicleControlScreens } from './vehicle-control/screens.ts'
import { violationScreens } from './violation/screens.ts'

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
 * Every screen of the product, by room. Router, titles, guards, lazy loading, keep-alive, navigation entries and the
 * server's preload links all come from these rows; an entry whose path is not here is hidden everywhere.
 *
 * To add a screen: a folder `<room>/<screen>/screen.tsx` with a default export, and a row in `<room>/screens.ts` whose
 * `file` names the folder. To add a room: one line below. The rows are also read by the build, outside a browser, so
 * their modules import nothing but the kernel's `screen` and readers, and domain.
 */
export const screens = {
  account: accountScreens,
  agreement: agreementScreens,
  audit: auditScreens,
  channel: channelScreens,
  closing: closingScreens,
  damage: damageScreens,
  debt: debtScreens,
  deposit: depositScreens,
  driver: driverScreens,
  expense: expenseScreens,
  instalment: instalmentScreens,
  inventory: inventoryScreens,
  invoice: invoiceScreens,
  longOrder: everyPageOf(orderKind.long),
  lookup: lookupScreens,
  notify: notifyScreens,
  media: mediaScreens,
  merchant: merchantScreens,
  model: modelScreens,
  order: orderScreens,
  overview: overviewScreens,
  payment: paymentScreens,
  pickupReturn: pickupReturnScreens,
  price: priceScreens,
  reconcile: reconcileScreens,
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
  till: tillScreens,
  vehicleControl: vehicleControlScreens,
  violation: violationScreens,
  arrange: arrangeScreens,
} satisfies Catalogue
