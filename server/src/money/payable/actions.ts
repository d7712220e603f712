/* What higher features do with payables: statements of theirs are listed and paid with the bills. */

export { accrueLeases } from './accrue.ts'
export { registerTypedProblem } from './bills.ts'
export { unbilledCostsSql } from './costs.ts'
export { listStatement, type PayeeAccount, registerPayables, settleStatement } from './followed.ts'
