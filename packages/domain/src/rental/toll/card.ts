import type { Instant } from '../../time.ts'

/* The car of an ETC or charging card. A card moves to another car, and staff may have said a wrong one. */

export interface TollCard {
  readonly vehicleId: string
  /** Cars that had it before, by the time until which they did. */
  readonly former: readonly FormerCar[]
}
interface FormerCar {
  readonly vehicleId: string
  readonly until: Instant
}

/** The car that had the card at a minute. */
export const carOfCard = ({ vehicleId, former }: TollCard, at: Instant): string =>
  former.find(({ until }) => at < until)?.vehicleId ?? vehicleId

/** The card is in this car from `since` on; null: it was in no other car. */
export function moveCard(card: TollCard | null, vehicleId: string, since: Instant | null): TollCard {
  if (card === null || since === null) return { vehicleId, former: [] }
  const earlier = card.former.filter(({ until }) => until < since)
  return { vehicleId, former: [...earlier, { vehicleId: carOfCard(card, since - 1), until: since }] }
}
