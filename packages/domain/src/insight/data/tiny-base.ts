/** The growth in per cent means nothing when the base is less than a quarter of the new value. */
export const isTinyBase = (before: number, value: number): boolean => before <= 0 || before * 4 < value
