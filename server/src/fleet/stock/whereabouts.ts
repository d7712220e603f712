/* Where a car is and belongs is of the inventory, which stands above: the one door by which its place changes with a rental or a move. */
export { bringVehicle, restorePlace } from '../inventory/actions.ts'
