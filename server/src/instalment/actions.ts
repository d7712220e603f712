export { dueOfRow, endPlan, insertPlan, newPlan, openPlan, planRowsOf, refreshPlan, terminatePlan } from './plan.ts'
