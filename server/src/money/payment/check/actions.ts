/* How features above money compare their rows with the books. */

export { accountBalances, cachedColumnSql, followedCosts, type MoneyChecks } from './checks.ts'
export { compareAllAgain, markMoved } from './moved.ts'
