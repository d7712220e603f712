import { clearContacts, clearCoordinates } from './booking/order/actions.ts'
import { clearPayers, clearPayNotices } from './money/payment/actions.ts'
import { clearPayees } from './money/reimbursement/actions.ts'
import { clearStaff } from './platform/account/actions.ts'
import { clearFilesOfOrders } from './platform/media/actions.ts'
import { clearTexts } from './platform/notify/actions.ts'
import { clearReferrals } from './platform/referral/actions.ts'
import type { Clear, Clearings } from './platform/retention/jobs.ts'
import { clearPapers } from './rental/agreement/actions.ts'
import { clearDocuments, clearDriverPlaces, clearFaces, clearPersons } from './rental/driver/actions.ts'

const filesOfOrders =
  (...bizes: Parameters<typeof clearFilesOfOrders>[1]): Clear =>
  (ctx, before, most) =>
    clearFilesOfOrders(ctx, bizes, before, most)

/** The functions that clear each kind. The periods, and what an open order preserves, are in `retentions` of the domain. */
export const clearings: Clearings = {
  face: [clearFaces],
  documents: [clearDocuments],
  person: [clearPersons],
  coordinates: [clearCoordinates],
  driverPlaces: [clearDriverPlaces],
  contacts: [clearContacts],
  remarks: [filesOfOrders('remark'), clearReferrals],
  handovers: [filesOfOrders('pickup', 'return', 'expense')],
  papers: [clearPapers],
  payers: [clearPayers, clearPayees, filesOfOrders('voucher', 'deposit')],
  staff: [clearStaff],
  texts: [clearTexts],
  payNotices: [clearPayNotices],
}
