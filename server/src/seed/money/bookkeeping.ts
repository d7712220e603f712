import { contract } from '@cheyi/contract/index'
import { taxpayer } from '@cheyi/domain/money/bookkeeping/codes'
import { closableFrom, monthOf } from '@cheyi/domain/money/closing/month'
import { addMonths } from '@cheyi/domain/time'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** The newest month that could be closed is closed, and has vouchers for the bookkeeper. */
export async function closeBooks(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const month = [1, 2]
    .map((ago) => addMonths(`${monthOf(now)}-01`, -ago).slice(0, 7))
    .find((one) => closableFrom(one) <= now)!
  // A month is closed in the first days of the next one: only the last month that is over can be closed.
  await stage.as(cast.finance, closableFrom(month))(contract.closing.close, { month })
  const act = stage.as(cast.finance, now)
  await act(contract.merchant.saveSetting, { settings: { taxpayer: taxpayer.general } })
  await act(contract.bookkeeping.make, { month })
}
