/* What other features may read of the stored figures. */

export { keepAllFigures } from './keep.ts'
export { refuseUnfinished, settleable } from './settleable.ts'
export { storedStateOf } from './sums.ts'
