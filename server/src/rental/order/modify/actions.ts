/* Actions for other features. They are separate from order/actions.ts because they depend on features that import that file. */

export { changeCustomer } from './amend.ts'
export { type Modification, modifyOrder, snapshotBeforePickup } from './modify.ts'
export { modify as modifyTrip, previewChange } from './trip.ts'
export { type TakeBack, takeBacks } from './undo.ts'
