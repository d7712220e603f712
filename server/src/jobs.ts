import { bulk } from './bulk.ts'
import { inventoryJobs } from './fleet/inventory/reminders.ts'
import { stockJobs } from './fleet/stock/jobs.ts'
import { ticketJobs } from './fleet/ticket/jobs.ts'
import { vehicleControlJobs } from './fleet/vehicle-control/jobs.ts'
import { dataJobs } from './insight/data/jobs.ts'
import type { Jobs } from './kernel/process/jobs.ts'
import { purgeJobs } from './kernel/process/purge.ts'
import { cashShiftJobs } from './money/cash-shift/jobs.ts'
import { closingJobs } from './money/closing/jobs.ts'
import { depositJobs } from './money/deposit/jobs.ts'
import { paymentJobs } from './money/payment/jobs.ts'
import { reconcileJobs } from './money/reconcile/jobs.ts'
import { auditJobs } from './platform/audit/jobs.ts'
import { bulkJobs } from './platform/job/jobs.ts'
import { mediaJobs } from './platform/media/jobs.ts'
import { notifyJobs } from './platform/notify/jobs.ts'
import { operatorJobs } from './platform/operator/jobs.ts'
import { retentionJobs } from './platform/retention/jobs.ts'
import { cancellationJobs } from './platform/session/cancellation/jobs.ts'
import { sessionJobs } from './platform/session/jobs.ts'
import { streamJobs } from './platform/stream/jobs.ts'
import { priceJobs } from './pricing/price/jobs.ts'
import { agreementJobs } from './rental/agreement/jobs.ts'
import { driverJobs } from './rental/driver/jobs.ts'
import { instalmentJobs } from './rental/instalment/jobs.ts'
import { insuranceJobs } from './rental/insurance/jobs.ts'
import { orderJobs } from './rental/order/jobs/jobs.ts'
import { lateJobs } from './rental/pickup-return/return/late.ts'
import { renewalJobs } from './rental/renewal/waiting.ts'
import { selfServiceJobs } from './rental/self-service/jobs.ts'
import { tollJobs } from './rental/toll/jobs.ts'
import { violationJobs } from './rental/violation/jobs.ts'
import { clearings } from './retention.ts'
import { channelPushJobs } from './sales/channel-push/jobs.ts'
import { openApiJobs } from './sales/open-api/jobs.ts'

/** Everything that the clock sets off. */
export const jobs: readonly Jobs[] = [
  orderJobs,
  agreementJobs,
  depositJobs,
  paymentJobs,
  driverJobs,
  instalmentJobs,
  insuranceJobs,
  lateJobs,
  renewalJobs,
  reconcileJobs,
  closingJobs,
  cashShiftJobs,
  ticketJobs,
  violationJobs,
  tollJobs,
  vehicleControlJobs,
  dataJobs,
  selfServiceJobs,
  priceJobs,
  mediaJobs,
  retentionJobs(clearings),
  inventoryJobs,
  notifyJobs,
  purgeJobs,
  stockJobs,
  streamJobs,
  bulkJobs(bulk),
  channelPushJobs,
  openApiJobs,
  operatorJobs,
  cancellationJobs,
  sessionJobs,
  auditJobs,
]
