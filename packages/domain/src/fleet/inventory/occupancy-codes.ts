import { type CodeOf, enumeration } from '../../enumeration.ts'

/** What occupies a vehicle for a time. Rows of {@link exclusiveKinds} must not overlap for the same vehicle. */
export const occupancyKinds = enumeration({
  order: [0, '订单'],
  relocation: [1, '调车'],
  maintenance: [2, '维保'],
  inspection: [3, '年检'],
  stop: [4, '停售'],
  placing: [5, '排车中'],
  documentExpired: [6, '证件过期'],
})
export const occupancyKind = occupancyKinds.code
export type OccupancyKind = CodeOf<typeof occupancyKinds>
/** Kinds that exclude any other use of the vehicle. */
export const exclusiveKinds = [
  occupancyKind.order,
  occupancyKind.relocation,
  occupancyKind.maintenance,
  occupancyKind.inspection,
] as const
/** Occupancy of a ticket, by the number of the ticket's kind. */
export const ticketHolds = [occupancyKind.relocation, occupancyKind.maintenance, occupancyKind.inspection] as const
/** Occupancy of an order: with a car, or while one is being assigned. */
export const orderHolds = [occupancyKind.order, occupancyKind.placing] as const
/** Blocks that prevent a booking although the car is not in use. */
export const vehicleBlocks = [occupancyKind.stop, occupancyKind.documentExpired] as const

export const stopReasons = enumeration({
  ownUse: [1, '自用'],
  heldOffline: [2, '线下保留'],
  vehicleTrouble: [3, '车辆异常'],
  campaign: [4, '活动控量'],
  other: [5, '其他'],
})
export const stopReason = stopReasons.code
