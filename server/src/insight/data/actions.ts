/* What other features may read of the stored figures. */

export { keepAllFigures } from './keep.ts'
export { keptUntil } from './sums.ts'
