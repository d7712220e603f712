import { agreementJobs } from './agreement/jobs.ts'
import { auditJobs } from './audit/jobs.ts'
import { bulk } from './bulk.ts'
import { closingJobs } from './closing/jobs.ts'
import { dataJobs } from './data/jobs.ts'
import { depositJobs } from './deposit/jobs.ts'
import { instalmentJobs } from './instalment/jobs.ts'
import { inventoryJobs } from './inventory/reminders.ts'
import { bulkJobs } from './job/jobs.ts'
import type { Jobs } from './kernel/process/jobs.ts'
import { purgeJobs } from './kernel/process/purge.ts'
import { mediaJobs } from './media/jobs.ts'
import { notifyJobs } from './notify/jobs.ts'
import { openDoorJobs } from './open-door/jobs.ts'
import { operatorJobs } from './operator/jobs.ts'
import { orderJobs } from './order/jobs/jobs.ts'
import { paymentJobs } from './payment/jobs.ts'
import { lateJobs } from './pickup-return/return/late.ts'
import { priceJobs } from './price/jobs.ts'
import { reconcileJobs } from './reconcile/jobs.ts'
import { renewalJobs } from './renewal/waiting.ts'
import { retentionJobs } from './retention/jobs.ts'
import { selfServiceJobs } from './self-service/jobs.ts'
import { cancellationJobs } from './session/cancellation/jobs.ts'
import { sessionJobs } from './session/jobs.ts'
import { stockJobs } from './stock/jobs.ts'
import { streamJobs } from './stream/jobs.ts'
import { ticketJobs } from './ticket/jobs.ts'
import { tillJobs } from './till/jobs.ts'
import { vehicleControlJobs } from './vehicle-control/jobs.ts'
import { violationJobs } from './violation/jobs.ts'

/** Everything that the clock sets off. */
export const jobs: readonly Jobs[] = [
  orderJobs,
  agreementJobs,
  depositJobs,
  paymentJobs,
  instalmentJobs,
  lateJobs,
  renewalJobs,
  reconcileJobs,
  closingJobs,
  tillJobs,
  ticketJobs,
  violationJobs,
  vehicleControlJobs,
  dataJobs,
  selfServiceJobs,
  priceJobs,
  mediaJobs,
  retentionJobs,
  inventoryJobs,
  notifyJobs,
  purgeJobs,
  stockJobs,
  streamJobs,
  bulkJobs(bulk),
  openDoorJobs,
  operatorJobs,
  cancellationJobs,
  sessionJobs,
  auditJobs,
]
