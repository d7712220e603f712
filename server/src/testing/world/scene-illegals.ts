import { contract } from '@cheyi/contract/index'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import type { TestApp } from '../app.ts'
import type { World } from './world.ts'

/** Violations of an order that is out: with it, before it, one to correct and one that was none; and a picture. */
export async function makeIllegals(
  t: TestApp,
  w: World,
  { orderId, plate, from }: { readonly orderId: string; readonly plate: string; readonly from: number },
  media: (biz: 'illegal') => Promise<string>,
): Promise<Record<string, string>> {
  const token = w.tokens.owner
  const facts = { place: '延安高架', act: '违反禁令标志', points: 3, fine: 20_000 }
  const create = async (occurAt: number) =>
    (await t.call(contract.violation.create, { plate, occurAt, ...facts }, { token })).illegalId
  const save = async (occurAt: number) =>
    (await t.call(contract.violation.save, { orderId, occurAt, ...facts }, { token })).id
  return {
    illegalPhoto: await media('illegal'),
    illegalPhoto2: await media('illegal'),
    'illegal.open': await create(from + HOUR),
    'illegal.unmatched': await create(from - 30 * MINUTE),
    'illegal.toEdit': await save(from + 2 * HOUR),
    'illegal.toVoid': await save(from + 3 * HOUR),
  }
}
