import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { insuranceSteps } from '@cheyi/domain/rental/insurance/insurance-case'
import { can } from '@cheyi/domain/step'

export const actSheets = () => import('./act-sheets.tsx')

export type InsuranceAct = 'report' | 'assess' | 'repair' | 'submit' | 'receive'

/** Sheets of the acts that need no more of a case than its row in a list. */
export const sheetOf = {
  report: 'ReportSheet',
  assess: 'AssessSheet',
  submit: 'SubmitSheet',
  receive: 'ReceiveSheet',
} as const

const s = insuranceStatus
/** The next act of each status first, then what else may be done. */
const acts: Readonly<Record<number, readonly (readonly [InsuranceAct, string])[]>> = {
  [s.occurred]: [['report', '登记报案']],
  [s.reported]: [['assess', '登记定损']],
  [s.assessed]: [
    ['submit', '提交理赔'],
    ['repair', '送修'],
  ],
  [s.repairing]: [
    ['submit', '提交理赔'],
    ['assess', '改定损'],
  ],
  [s.submitted]: [['receive', '登记到账']],
  [s.rejected]: [['submit', '再次提交']],
}

/** What a user with these permissions may do with a case now, the next act first. */
export const actsOf = (status: number, held: ReadonlySet<string>) =>
  (acts[status] ?? []).filter(([act]) => held.has(act === 'receive' ? 'finance.reconcile' : 'damage.create'))

/** Nothing more is expected of the insurer. */
export const mayClose = (status: (typeof s)[keyof typeof s], held: ReadonlySet<string>): boolean =>
  held.has('damage.create') && can(insuranceSteps, 'close', status).ok
