/**
 * What is wrong with a daily limit of kilometres: without a price for what lies beyond, it would cost nobody anything. 0 km
 * is no limit; the price is fen per kilometre.
 */
export const overMileageProblem = (limitKmPerDay: number, fenPerKm: number): string | null =>
  limitKmPerDay > 0 && fenPerKm === 0 ? '限里程时请填写超里程费' : null
