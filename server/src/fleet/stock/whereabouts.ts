/*
 * The place of a car belongs to the inventory, a higher module: only these actions change it with a rental or a move.
 */
export { bringVehicle, restorePlace } from '../inventory/actions.ts'
