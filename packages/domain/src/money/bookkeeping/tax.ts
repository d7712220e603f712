import { type Fen, mulDiv, WHOLE_BP } from '../../money.ts'
import type { LocalDate } from '../../time.ts'
import { type TaxClass, type Taxpayer, taxClass, taxpayer } from './codes.ts'

/*
 * Value-added tax (增值税). Prices of the product include it. Rates are in basis points and have the day from which they hold: 13 % of
 * rentals of movables and 6 % of services since 2019-04-01 (财政部 税务总局 海关总署公告2019年第39号); small-scale taxpayers pay 1 % instead of
 * 3 % from 2023 until the end of 2027 (财政部 税务总局公告2023年第1号、第19号).
 */

interface Rate {
  readonly from: LocalDate
  readonly bp: number
}

const small: readonly Rate[] = [
  { from: '2028-01-01', bp: 300 },
  { from: '2023-01-01', bp: 100 },
  { from: '', bp: 300 },
]

/** The newest first. */
const rates: Readonly<Record<Taxpayer, Readonly<Record<TaxClass, readonly Rate[]>>>> = {
  [taxpayer.small]: { [taxClass.none]: [], [taxClass.rental]: small, [taxClass.service]: small },
  [taxpayer.general]: {
    [taxClass.none]: [],
    [taxClass.rental]: [{ from: '', bp: 1300 }],
    [taxClass.service]: [{ from: '', bp: 600 }],
  },
}

/** The rate on a day, basis points; 0 for what is not taxed. */
export const rateOn = (who: Taxpayer, what: TaxClass, day: LocalDate): number =>
  rates[who][what].find(({ from }) => day >= from)?.bp ?? 0

/** The tax in a gross amount, both in fen, rounded to the nearest fen; of a negative amount it is negative. */
export const taxIn = (grossFen: Fen, bp: number): Fen => mulDiv(grossFen, bp, WHOLE_BP + bp)
