import { exportBalance } from './closing/balance.ts'
import { exportData } from './data/export-work.ts'
import { exportAges } from './debt/ages.ts'
import { makePack } from './dispute/pack.ts'
import { personCopy } from './driver/privacy/export-work.ts'
import { exportCompany } from './instalment/company.ts'
import { exportCompanyPaper } from './instalment/company-paper.ts'
import { changeEach } from './inventory/batch-work.ts'
import { exportFleet } from './inventory/export-work.ts'
import { makeTemplate } from './inventory/import/template.ts'
import { vehicleImport } from './inventory/import/work.ts'
import { exportVehicleList } from './inventory/list-export.ts'
import { exportInvoices } from './invoice/list.ts'
import type { Work } from './job/work.ts'
import { exportOrders } from './order/list/export-work.ts'
import { exportFlows } from './payment/flow/export-work.ts'
import { exportHeld } from './payment/held/export-work.ts'
import { exportEntries } from './payment/journal/export-work.ts'
import { changeShown } from './price/batch-work.ts'
import { maintainceEach, yearlyEach } from './ticket/batch.ts'
import { ticketExports } from './ticket/list.ts'
import { handleEach } from './violation/batch.ts'
import { exportCase } from './violation/case.ts'
import { exportIllegals } from './violation/export-work.ts'
import { makeIllegalTemplate } from './violation/import/template.ts'
import { illegalImport } from './violation/import/work.ts'
import { fileEach } from './violation/lease/batch.ts'
import { exportLeaseFile } from './violation/lease/filing.ts'
import { queryIllegals } from './violation/provider/ask.ts'

/** Everything that takes long and is done in the background. */
export const bulk: readonly Work[] = [
  makeTemplate,
  vehicleImport.check,
  vehicleImport.run,
  exportFleet,
  exportVehicleList,
  exportOrders,
  exportFlows,
  exportHeld,
  exportEntries,
  exportData,
  exportAges,
  exportInvoices,
  ...ticketExports,
  maintainceEach,
  yearlyEach,
  exportBalance,
  exportIllegals,
  exportCase,
  makeIllegalTemplate,
  handleEach,
  illegalImport.check,
  illegalImport.run,
  queryIllegals,
  exportLeaseFile,
  fileEach,
  exportCompany,
  exportCompanyPaper,
  makePack,
  changeEach,
  changeShown,
  personCopy,
]
