/** The monthly prices that worked examples are reckoned by: 480000 from 1 month, 450000 from 3, 420000 from 6, 390000 from 12. */
export const monthlyRent = [
  { fromMonths: 1, monthlyPrice: 480_000 },
  { fromMonths: 3, monthlyPrice: 450_000 },
  { fromMonths: 6, monthlyPrice: 420_000 },
  { fromMonths: 12, monthlyPrice: 390_000 },
]
