/**
 * Message for a daily mileage limit without a price for further kilometres, which would have no effect. 0 km means
 * no limit; the price is fen per km.
 */
export const overMileageProblem = (limitKmPerDay: number, fenPerKm: number): string | null =>
  limitKmPerDay > 0 && fenPerKm === 0 ? '限里程时请填写超里程费' : null
