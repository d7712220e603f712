/*
 * Actions for other rooms as well. They stand beside order/actions.ts because they work with rooms that need that file.
 */

export { type Modification, modifyOrder, soldBeforePickup } from './modify.ts'
export { previewChange } from './trip.ts'
export { type TakeBack, takeBacks } from './undo.ts'
