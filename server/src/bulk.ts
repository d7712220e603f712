import { costImport, makeCostTemplate } from './fleet/cost/import/work.ts'
import { changeEach } from './fleet/inventory/batch-work.ts'
import { exportFleet } from './fleet/inventory/export-work.ts'
import { makeTemplate } from './fleet/inventory/import/template.ts'
import { vehicleImport } from './fleet/inventory/import/work.ts'
import { exportVehicleList } from './fleet/inventory/list-export.ts'
import { makePolicyTemplate, policyImport } from './fleet/inventory/policies/work.ts'
import { maintenanceEach, yearlyEach } from './fleet/ticket/batch.ts'
import { ticketExports } from './fleet/ticket/list.ts'
import { exportData } from './insight/data/export-work.ts'
import { exportOwnerMonth, exportOwnerPaper } from './insight/owner/work.ts'
import { exportVouchers, makeVouchers } from './money/bookkeeping/work.ts'
import { exportBalance } from './money/closing/balance.ts'
import { exportAges } from './money/debt/ages.ts'
import { exportBatch } from './money/invoice/batch.ts'
import { exportInvoices } from './money/invoice/list.ts'
import { exportFlows } from './money/payment/flow/export-work.ts'
import { exportHeld } from './money/payment/held/export-work.ts'
import { exportEntries, exportVoucherList } from './money/payment/journal/export-work.ts'
import type { Work } from './platform/job/work.ts'
import { changeShown } from './pricing/price/batch-work.ts'
import { makePack } from './rental/dispute/pack.ts'
import { customerExports } from './rental/driver/customers/export-work.ts'
import { personCopy } from './rental/driver/privacy/export-work.ts'
import { exportCompany } from './rental/instalment/company.ts'
import { exportCompanyPaper } from './rental/instalment/company-paper.ts'
import { exportOrders } from './rental/order/list/export-work.ts'
import { chargeEach } from './rental/toll/charge.ts'
import { makeTollTemplate, tollImport } from './rental/toll/import/work.ts'
import { handleEach } from './rental/violation/batch.ts'
import { exportCase } from './rental/violation/case.ts'
import { exportViolations } from './rental/violation/export-work.ts'
import { makeViolationTemplate } from './rental/violation/import/template.ts'
import { violationImport } from './rental/violation/import/work.ts'
import { fileEach } from './rental/violation/lease/batch.ts'
import { exportLeaseFile } from './rental/violation/lease/filing.ts'
import { queryViolations } from './rental/violation/provider/ask.ts'
import { makeStatementTemplate, statementImport } from './sales/channel/statement/work.ts'

/** Everything that takes long and is done in the background. */
export const bulk: readonly Work[] = [
  makeTemplate,
  vehicleImport.check,
  vehicleImport.run,
  makePolicyTemplate,
  policyImport.check,
  policyImport.run,
  makeCostTemplate,
  costImport.check,
  costImport.run,
  exportFleet,
  exportVehicleList,
  exportOrders,
  exportFlows,
  exportHeld,
  exportEntries,
  exportVoucherList,
  exportData,
  exportAges,
  exportInvoices,
  exportBatch,
  ...ticketExports,
  maintenanceEach,
  yearlyEach,
  exportBalance,
  exportOwnerMonth,
  exportOwnerPaper,
  makeVouchers,
  exportVouchers,
  exportViolations,
  exportCase,
  makeViolationTemplate,
  handleEach,
  violationImport.check,
  violationImport.run,
  makeTollTemplate,
  tollImport.check,
  tollImport.run,
  chargeEach,
  makeStatementTemplate,
  statementImport.check,
  statementImport.run,
  queryViolations,
  exportLeaseFile,
  fileEach,
  exportCompany,
  exportCompanyPaper,
  makePack,
  changeEach,
  changeShown,
  personCopy,
  ...customerExports,
]
