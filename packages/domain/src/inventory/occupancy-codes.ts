import { type CodeOf, enumeration } from '../enumeration.ts'

/** What takes a vehicle for a time. Of two rows of {@link exclusiveKinds} no vehicle may have an overlap. */
export const occupancyKinds = enumeration({
  order: [0, '订单'],
  shunting: [1, '调车'],
  maintenance: [2, '维保'],
  inspection: [3, '年检'],
  stop: [4, '停售'],
  placing: [5, '排车中'],
  documentExpired: [6, '证件过期'],
})
export const occupancyKind = occupancyKinds.code
export type OccupancyKind = CodeOf<typeof occupancyKinds>
/** What has a vehicle to itself. */
export const exclusiveKinds = [
  occupancyKind.order,
  occupancyKind.shunting,
  occupancyKind.maintenance,
  occupancyKind.inspection,
] as const
/** What a ticket takes, by the number of its kind. */
export const ticketHolds = [occupancyKind.shunting, occupancyKind.maintenance, occupancyKind.inspection] as const
/** What an order takes, with a car or while one is looked for. */
export const orderHolds = [occupancyKind.order, occupancyKind.placing] as const
/** What keeps a car from being booked without its being anywhere else. */
export const vehicleBlocks = [occupancyKind.stop, occupancyKind.documentExpired] as const

export const stopReasons = enumeration({
  ownUse: [1, '自用'],
  heldOffline: [2, '线下保留'],
  vehicleTrouble: [3, '车辆异常'],
  campaign: [4, '活动控量'],
  other: [5, '其他'],
})
export const stopReason = stopReasons.code
