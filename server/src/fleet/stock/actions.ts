/*
 * Changes of capacity for other features. Each runs in the transaction of the caller after the lock of the order, locks
 * the pools in id order, runs the packing rules, and writes rows that the exclusion constraint checks at the commit.
 */

export type { Moved } from '../../kernel/orders.ts'
export {
  arrive,
  askCar,
  type Block,
  blockVehicle,
  type Effect,
  foreseeBlock,
  forgetMove,
  freeVehicle,
  moveAway,
  postpone,
  prolongBlock,
} from './block.ts'
export {
  closeForPapers,
  endTurnaround,
  holdsOf,
  leaveForGood,
  leavePool,
  lockPoolsOf,
  type Released,
} from './fleet/fleet.ts'
export { dropPapers, moveBlocks } from './fleet/store-fleet.ts'
export { ticketsIn } from './fleet/tickets.ts'
export {
  askVehicle,
  checkPlace,
  occupy,
  placeOrder,
  placeSoftly,
  releaseOrder,
  releasePlace,
  reserveOrder,
  reservePlace,
  takePool,
} from './place.ts'
export { sellableAtGlance, sellableForRead } from './planner.ts'
export { readPools } from './read-pools.ts'
export { askHeld, askLonger, couldHold, holdLonger, holdShorter } from './rent/hold-longer.ts'
export {
  askHandOver,
  askTakeBack,
  handOver,
  rollOverdue,
  swapOrder,
  takeBack,
  ticketsMet,
  undoHandOver,
  undoTakeBack,
} from './rent/rent.ts'
export { capacity, mayTakeKept, poolsOf, type Stay, stayPeriod } from './stay.ts'
export { stopVehicle } from './stop-sale.ts'
export { modelsOf, ordersMoving } from './store.ts'
export { keepsTrip, takenTrip } from './taken-trip.ts'
export { freeDays, type SaleDay, saleDays } from './view/free-days.ts'
export { modelBrief } from './view/overview.ts'
