/* What other features may read of the stored figures. */

export { keptUntil } from './sums.ts'
